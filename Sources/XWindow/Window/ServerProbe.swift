internal import CX11
private import System

/// Finds out when the server has carried out all that was sent, and how it has our windows, by questions of its own: without
/// waiting for a server that hangs.
package final class ServerProbe {
  private let display: Display
  private let connection: OpaquePointer
  private let windows: WindowSet?
  private lazy var pixmap = xcb_generate_id(connection)
  private var questions: [WindowQuestion] = []
  /// The last question.
  private var question: UInt32?
  /// How the server had each window of our own at the last answer.
  package private(set) var standings: [WindowStanding] = []
  /// The uptime at which the answer that is awaited was asked for; `nil` when none is.
  package private(set) var asked: Duration?

  /// How long it is waited for at once: a server that is well needs less, and then the answer is no wake-up.
  private static let patience = Duration.milliseconds(100)

  package init(on display: Display, windows: WindowSet? = nil) {
    (self.display, self.windows, connection) = (display, windows, XGetXCBConnection(display.pointer))
  }

  /// Asks, and waits a little: whether it was answered.
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
      // Events come first: they are handled, and then the answer is read.
    } while Now.boot < end && XEventsQueued(display.pointer, QueuedAlready) == 0
    return false
  }

  /// Takes the answer up, if it has come; what came before it waits in Xlib's queue then.
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
