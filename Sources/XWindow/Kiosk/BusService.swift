internal import System

struct BusService: Sendable {
  /// The name in the status field `inhibitors`.
  let name: String
  let destination: String
  let paths: [String]
  let interface: String
  let method = "Inhibit"
  let arguments: [BusValue]
  let receipt: Receipt

  /// The answer to `Inhibit`, needed to end the inhibition.
  enum Receipt: Sendable {
    case cookie
    case object
    case descriptor
  }

  private static let program = BusValue.text("colourclock")
  private static let reason = BusValue.text("a clock on the wall")

  /// xssproxy has only the second path.
  static let screenSaver = BusService(
    name: "session's screen saver", destination: "org.freedesktop.ScreenSaver",
    paths: ["/org/freedesktop/ScreenSaver", "/ScreenSaver"], interface: "org.freedesktop.ScreenSaver",
    arguments: [program, reason], receipt: .cookie)

  /// The arguments mean no parent window, idle (flag 8) and no options.
  static let portal = BusService(
    name: "desktop portal", destination: "org.freedesktop.portal.Desktop", paths: ["/org/freedesktop/portal/desktop"],
    interface: "org.freedesktop.portal.Inhibit", arguments: [.text(""), .uint32(8), .noOptions], receipt: .object)

  /// See org.freedesktop.login1(5).
  static let login = BusService(
    name: "logind", destination: "org.freedesktop.login1", paths: ["/org/freedesktop/login1"],
    interface: "org.freedesktop.login1.Manager", arguments: [.text("idle"), program, reason, .text("block")],
    receipt: .descriptor)

  func request(at path: String) -> BusCall {
    BusCall(destination: destination, path: path, interface: interface, method: method, arguments: arguments)
  }

  func accepts(_ value: BusValue?) -> Bool {
    switch (receipt, value) {
    case (.cookie, .uint32), (.object, .path), (.descriptor, .descriptor): true
    default: false
    }
  }

  /// `nil` for a descriptor: closing it ends the inhibition.
  func release(_ answer: BusValue, at path: String) -> BusCall? {
    switch answer {
    case .uint32:
      BusCall(destination: destination, path: path, interface: interface, method: "UnInhibit", arguments: [answer])
    case .path(let object):
      BusCall(
        destination: destination, path: object, interface: "org.freedesktop.portal.Request", method: "Close",
        arguments: [])
    case .text, .int32, .uint16, .byteTexts, .descriptor, .noOptions: nil
    }
  }
}
