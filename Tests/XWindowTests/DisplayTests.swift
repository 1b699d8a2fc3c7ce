import CX11
import System
import Testing

@testable import XWindow

@Suite struct DisplayTests {
  /// An event that Xlib reads with a reply hides events that libxcb reads with the next reply. poll(2) sees neither,
  /// and none may be left when the program goes to sleep.
  @Test func noEventIsLeftInAQueue() throws {
    let server = try PrivateServer(.xvfb, "-screen 0 64x64x24")
    try server.connected { display in
      let other = try Display(display.name)
      defer { other.close() }
      let window = XCreateSimpleWindow(display.pointer, display.root, 0, 0, 8, 8, 0, 0, 0)
      XMapWindow(display.pointer, window)
      display.waitUntilDone()
      drain(display)
      for _ in 0..<50 {
        send(1, to: window, from: other)
        display.waitUntilDone()
        send(2, to: window, from: other)
        let connection = XGetXCBConnection(display.pointer)
        free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil))
        #expect(drain(display) == [1, 2])
      }
    }
  }

  /// A child could send any request on it.
  @Test func noCommandInheritsTheConnection() throws {
    let server = try PrivateServer(.xvfb, "-screen 0 64x64x24")
    try server.connected { display in
      let command = ShellCommand("exec ls /proc/self/fd", .captured(limit: 1000), timeLimit: .seconds(20))
      var ending: ShellCommand.Outcome?
      while ending == nil {
        Poll.wait(for: command.descriptors)
        ending = command.receive()
      }
      // The fourth is ls's own, for the folder.
      #expect(display.descriptor > 2 && ending == .finished(status: 0, output: Array("0\n1\n2\n3\n".utf8)))
    }
  }

  private func send(_ number: Int, to window: Window, from display: Display) {
    var event = XEvent()
    (event.xclient.type, event.xclient.window, event.xclient.format) = (ClientMessage, window, 32)
    event.xclient.data.l.0 = number
    XSendEvent(display.pointer, window, False, 0, &event)
    display.waitUntilDone()
  }

  /// The last step before sleep. Returns the numbers of the handled messages.
  @discardableResult private func drain(_ display: Display) -> [Int] {
    var numbers: [Int] = []
    repeat {
      display.flush()
      while XEventsQueued(display.pointer, QueuedAlready) > 0 {
        var event = XEvent()
        XNextEvent(display.pointer, &event)
        if event.type == ClientMessage { numbers.append(event.xclient.data.l.0) }
      }
    } while display.isUnsettled
    return numbers
  }
}
