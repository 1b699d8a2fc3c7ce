import System

/// Why the program cannot do what it was asked for: what was wrong and what to do, in one line, with the exit status.
enum Failure: Error {
  /// What was asked for makes no sense: status 64, EX_USAGE of sysexits(3).
  case usage(String)
  /// It makes sense but cannot be done: status 1.
  case unable(String)
  /// A host's window cannot be drawn in: status 255, as xscreensaver's own savers have it.
  case unusableWindow(String)
  /// Not a failure at all: the text that was asked for, such as the help.
  case answered(String)

  var status: Int32 {
    switch self {
    case .usage: 64
    case .unable: 1
    case .unusableWindow: 255
    case .answered: 0
    }
  }

  /// What there is to say.
  var text: String {
    switch self {
    case .usage(let text), .unable(let text), .unusableWindow(let text), .answered(let text): text
    }
  }

  /// Says it, on the stream where it belongs.
  func report() {
    if case .answered = self { Process.print(text) } else { Process.report(text, as: .error) }
  }
}
