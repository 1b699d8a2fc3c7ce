internal import CX11
private import System

/// Finds out when the server has carried out all requests, and how it has our windows. Its own questions never wait for
/// a server that hangs.
package final class ServerProbe {
  private let display: Display
  private let connection: OpaquePointer
  private let windows: WindowSet?
  private lazy var pixmap = xcb_generate_id(connection)
  private var questions: [WindowQuestion] = []
  /// The last question.
  private var question: UInt32?
  /// The state of each window of ours in the last answer.
  package private(set) var standings: [WindowStanding] = []
  /// The uptime of the open question; `nil` if there is none.
  package private(set) var asked: Duration?

  /// The time `ask` waits. A healthy server answers within it, and its answer costs no wake-up.
  private static let patience = Duration.milliseconds(100)

  package init(on display: Display, windows: WindowSet? = nil) {
    (self.display, self.windows, connection) = (display, windows, XGetXCBConnection(display.pointer))
  }

  /// Asks, and waits a little.
  /// - Returns: true if it was answered.
  package func ask() -> Bool {
    guard asked == nil else { return receive() }
    questions = (windows?.ownWindows ?? []).map {
      WindowQuestion(about: $0, on: display, windows?.composite, pixmap: pixmap)
    }
    (question, asked) = (xcb_get_input_focus(connection).sequence, Now.boot)
    xcb_flush(connection)
    display.hasSent()
    let end = Now.boot + ServerProbe.patience
    repeat {
      _ = Poll.wait(for: [display.descriptor], timeout: end - Now.boot)
      if receive() { return true }
      // Events come first. They are handled, and the answer is read after them.
    } while Now.boot < end && XEventsQueued(display.pointer, QueuedAlready) == 0
    return false
  }

  /// Reads the answer if it has come. Events before it wait in Xlib's queue.
  package func receive() -> Bool {
    guard let question else { return false }
    _ = display.receive()
    var (reply, error): (UnsafeMutableRawPointer?, UnsafeMutablePointer<xcb_generic_error_t>?) = (nil, nil)
    guard xcb_poll_for_reply(connection, question, &reply, &error) != 0 else { return false }
    free(reply)
    free(error)
    (self.question, asked) = (nil, nil)
    standings = questions.compactMap { $0.answer(on: display, windows?.composite) }
    questions = []
    return true
  }
}
