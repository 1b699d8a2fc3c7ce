internal import CX11
private import System

package final class ServerProbe {
  private let display: Display
  private let connection: OpaquePointer
  private let windows: WindowSet?
  private lazy var pixmap = xcb_generate_id(connection)
  private var questions: [WindowQuestion] = []
  private var lastRequest: UInt32?
  package private(set) var windowStates: [ProbedWindow] = []
  /// The uptime of the unanswered query; `nil` if there is none.
  package private(set) var asked: Duration?

  private static let patience = Duration.milliseconds(100)

  package init(on display: Display, windows: WindowSet? = nil) {
    (self.display, self.windows, connection) = (display, windows, XGetXCBConnection(display.pointer))
  }

  /// Sends a query, unless one is unanswered. Waits for an event or the answer, at most `patience`. Returns true
  /// after an answer.
  package func ask() -> Bool {
    guard asked == nil else { return receive() }
    questions = (windows?.ownWindows ?? []).map {
      WindowQuestion(about: $0, on: display, windows?.composite, pixmap: pixmap)
    }
    (lastRequest, asked) = (xcb_get_input_focus(connection).sequence, Now.boot)
    xcb_flush(connection)
    display.hasSent()
    let end = Now.boot + ServerProbe.patience
    repeat {
      _ = Poll.wait(for: [display.descriptor], timeout: end - Now.boot)
      if receive() { return true }
      // The caller must handle events first.
    } while Now.boot < end && XEventsQueued(display.pointer, QueuedAlready) == 0
    return false
  }

  /// Returns false if there is no answer yet. Events stay in the queue.
  package func receive() -> Bool {
    guard let lastRequest else { return false }
    _ = display.receive()
    var (reply, error): (UnsafeMutableRawPointer?, UnsafeMutablePointer<xcb_generic_error_t>?) = (nil, nil)
    guard xcb_poll_for_reply(connection, lastRequest, &reply, &error) != 0 else { return false }
    free(reply)
    free(error)
    (self.lastRequest, asked) = (nil, nil)
    windowStates = questions.compactMap { $0.answer(on: display, windows?.composite) }
    questions = []
    return true
  }
}
