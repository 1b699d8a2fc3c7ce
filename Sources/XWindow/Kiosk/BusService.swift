internal import System

/// A D-Bus service that can keep the screen on (inhibition) until the connection ends.
struct BusService: Sendable {
  /// The name in the list `inhibitors` of the wall's status.
  let name: String
  let destination: String
  /// The possible object paths, the usual one first.
  let paths: [String]
  let interface: String
  let method = "Inhibit"
  let arguments: [BusValue]
  let receipt: Receipt

  enum Receipt: Sendable {
    /// A number to pass to `UnInhibit`.
    case cookie
    /// The path of an object that has a `Close` method.
    case object
    /// A file descriptor to close.
    case descriptor
  }

  private static let program = BusValue.text("colourclock")
  private static let reason = BusValue.text("a clock on the wall")

  /// The desktop's screen saver (Idle Inhibition Service specification). xssproxy has only the older path.
  static let screenSaver = BusService(
    name: "session's screen saver", destination: "org.freedesktop.ScreenSaver",
    paths: ["/org/freedesktop/ScreenSaver", "/ScreenSaver"], interface: "org.freedesktop.ScreenSaver",
    arguments: [program, reason], receipt: .cookie)

  /// The desktop portal (org.freedesktop.portal.Inhibit). The arguments are: no parent window, idle (flag 8), no
  /// options.
  static let portal = BusService(
    name: "desktop portal", destination: "org.freedesktop.portal.Desktop", paths: ["/org/freedesktop/portal/desktop"],
    interface: "org.freedesktop.portal.Inhibit", arguments: [.text(""), .number(8), .noOptions], receipt: .object)

  /// The login manager (org.freedesktop.login1(5)), which may suspend an idle machine. swayidle(1) obeys this
  /// inhibition too.
  static let login = BusService(
    name: "logind", destination: "org.freedesktop.login1", paths: ["/org/freedesktop/login1"],
    interface: "org.freedesktop.login1.Manager", arguments: [.text("idle"), program, reason, .text("block")],
    receipt: .descriptor)

  func request(at path: String) -> BusCall {
    BusCall(destination: destination, path: path, interface: interface, method: method, arguments: arguments)
  }

  func accepts(_ value: BusValue?) -> Bool {
    switch (receipt, value) {
    case (.cookie, .number), (.object, .path), (.descriptor, .descriptor): true
    default: false
    }
  }

  /// The call that ends the inhibition; `nil` if `answer` is a descriptor: closing it ends the inhibition.
  func release(_ answer: BusValue, at path: String) -> BusCall? {
    switch answer {
    case .number:
      BusCall(destination: destination, path: path, interface: interface, method: "UnInhibit", arguments: [answer])
    case .path(let object):
      BusCall(
        destination: destination, path: object, interface: "org.freedesktop.portal.Request", method: "Close",
        arguments: [])
    case .text, .integer, .short, .byteTexts, .descriptor, .noOptions: nil
    }
  }
}
