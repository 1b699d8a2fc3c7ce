private import CX11
package import ColourClock
private import System

/// An X server without socket file and network port, which demands a secret cookie.
package final class PrivateServer {
  private let helper: Helper
  fileprivate let name: String
  fileprivate let cookie: [UInt8]

  private static let programs = [
    (name: "Xvfb", arguments: ["-screen", "0", "640x480x24"]),
    (name: "Xvnc", arguments: ["-geometry", "640x480", "-depth", "24", "-rfbport", "-1", "-SecurityTypes", "None"]),
  ]
  private static let common = [
    "-displayfd", "\(Helper.line)", "-auth", "/proc/self/fd/\(Helper.secret)", "-nolisten", "tcp", "-nolisten", "unix",
    "-noreset",
  ]
  private static let patience = Duration.seconds(10)

  package init() throws(Refusal) {
    cookie = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    var failures: [String] = []
    for program in PrivateServer.programs {
      guard let path = Process.program(program.name) else { continue }
      do throws(SystemError) {
        (helper, name) = try PrivateServer.start(path, program.arguments, cookie)
        return
      } catch { failures.append("\(program.name) could not be used instead: \(error.reason)") }
    }
    guard !failures.isEmpty else { throw Refusal("no X server: set DISPLAY, give --display, or install Xvfb") }
    throw Refusal("no X server, and \(failures.joined(separator: ", and "))")
  }

  private static func start(
    _ path: String, _ arguments: [String], _ cookie: [UInt8]
  ) throws(SystemError) -> (Helper, name: String) {
    let helper = try Helper(path, arguments + common, secret: authority(cookie))
    let number = try helper.firstLine(within: patience)
    guard UInt16(number) != nil else { throw SystemError("it did not report its display number") }
    return (helper, ":\(number)")
  }

  fileprivate static let method = "MIT-MAGIC-COOKIE-1"

  /// An authority file's entry (Xau(3)): any family, address, number, method, data.
  private static func authority(_ cookie: [UInt8]) -> [UInt8] {
    [0xff, 0xff, 0, 0, 0, 0, 0, UInt8(method.utf8.count)] + Array(method.utf8) + [0, UInt8(cookie.count)] + cookie
  }
}

extension Display {
  package convenience init(_ server: PrivateServer) throws(Refusal) {
    var (method, cookie) = (PrivateServer.method.utf8.map(CChar.init), server.cookie.map { CChar(bitPattern: $0) })
    // Xlib copies both.
    XSetAuthorization(&method, Int32(method.count), &cookie, Int32(cookie.count))
    defer { XSetAuthorization(nil, 0, nil, 0) }
    try self.init(server.name)
    self.server = server
  }
}
