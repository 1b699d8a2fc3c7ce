import Glibc
import Testing

@testable import XWindow

/// An X server for one test, with changeable monitors. Close all connections before it ends.
final class PrivateServer {
  let name: String
  private let id: pid_t
  private let output: UnsafeMutablePointer<FILE>

  /// The packages of the programs, named when one is missing.
  enum Program: String {
    case xvfb = "Xvfb -noreset -nolisten tcp"
    case tigervnc = "Xtigervnc -noreset -nolisten tcp -SecurityTypes None -rfbport -1 -rfbunixpath /tmp/vnc.$$"
    case xephyr = "Xephyr -noreset -nolisten tcp -resizeable"

    var package: String {
      switch self {
      case .xvfb: "xvfb"
      case .tigervnc: "tigervnc-standalone-server"
      case .xephyr: "xserver-xephyr"
      }
    }
  }

  init(_ program: Program, _ options: String) throws {
    // The shell executes the server, which prints its number when it accepts connections.
    let line = "echo $$; exec \(program.rawValue) \(options) -displayfd 1 2>/dev/null"
    output = try #require(Self.withoutMask { popen(line, "r") })
    id = try #require(Self.line(of: output).flatMap { pid_t($0) })
    let number = Self.line(of: output)
    if number == nil { pclose(output) }
    name = ":\(try #require(number, "no server: is \(program.package) installed?"))"
  }

  deinit {
    kill(id, SIGTERM)
    pclose(output)
    unlink("/tmp/vnc.\(id)")
  }

  /// Stops the server until `goOn`.
  func stop() { kill(id, SIGSTOP) }
  func goOn() { kill(id, SIGCONT) }

  func xrandr(_ arguments: String...) throws {
    for arguments in arguments {
      let status = system("DISPLAY=\(name) xrandr \(arguments) >/dev/null 2>&1")
      try #require(status == 0, "xrandr \(arguments); is x11-xserver-utils installed?")
    }
  }

  /// Runs `body` with a connection.
  func connected<Result>(_ body: (Display) throws -> Result) throws -> Result {
    let display = try Display(name)
    defer { display.close() }
    return try body(display)
  }

  /// Swift's threads block all signals. A child would inherit that, and no signal could end the server.
  private static func withoutMask<Result>(_ body: () -> Result) -> Result {
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &usual)
    defer { pthread_sigmask(SIG_SETMASK, &usual, nil) }
    return body()
  }

  private static func line(of file: UnsafeMutablePointer<FILE>) -> String? {
    var bytes = [CChar](repeating: 0, count: 64)
    guard fgets(&bytes, 64, file) != nil else { return nil }
    let text = String(decoding: bytes.prefix { $0 > 32 }.map { UInt8($0) }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }
}
