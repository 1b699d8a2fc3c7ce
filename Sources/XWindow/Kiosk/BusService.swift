/// A D-Bus service that keeps the screen on: how to ask it, and how to end that. Each ends it by itself when the
/// connection ends, also by a crash.
struct BusService: Sendable {
  /// The name in `inhibitors` of the status.
  let name: String
  /// Its name on the bus.
  let destination: String
  /// Its possible object paths, the usual one first.
  let paths: [String]
  let interface: String
  let method = "Inhibit"
  let arguments: [BusValue]
  let receipt: Receipt

  /// The answer, which is needed to end the inhibition.
  enum Receipt: Sendable {
    /// A number for `UnInhibit`.
    case cookie
    /// An object to close.
    case object
    /// A descriptor to close.
    case descriptor
  }

  private static let program = BusValue.text("colourclock")
  private static let reason = BusValue.text("a clock on the wall")

  /// The desktop's screen saver (Idle Inhibition Service specification). xssproxy knows the older path only.
  static let screenSaver = BusService(
    name: "session's screen saver", destination: "org.freedesktop.ScreenSaver",
    paths: ["/org/freedesktop/ScreenSaver", "/ScreenSaver"], interface: "org.freedesktop.ScreenSaver",
    arguments: [program, reason], receipt: .cookie)

  /// The desktop portal (org.freedesktop.portal.Inhibit): without a parent window or options, for idleness only.
  static let portal = BusService(
    name: "desktop portal", destination: "org.freedesktop.portal.Desktop", paths: ["/org/freedesktop/portal/desktop"],
    interface: "org.freedesktop.portal.Inhibit", arguments: [.text(""), .number(8), .noOptions], receipt: .object)

  /// The login manager (org.freedesktop.login1(5)). swayidle(1) respects it, and it may suspend an idle machine.
  static let login = BusService(
    name: "logind", destination: "org.freedesktop.login1", paths: ["/org/freedesktop/login1"],
    interface: "org.freedesktop.login1.Manager", arguments: [.text("idle"), program, reason, .text("block")],
    receipt: .descriptor)

  func request(at path: String) -> BusCall {
    BusCall(destination: destination, path: path, interface: interface, method: method, arguments: arguments)
  }

  /// True if the answer has the expected type.
  func accepts(_ value: BusValue?) -> Bool {
    switch (receipt, value) {
    case (.cookie, .number), (.object, .path), (.descriptor, .descriptor): true
    default: false
    }
  }

  /// - Returns: `nil` if dropping the answer is enough.
  func release(_ answer: BusValue, at path: String) -> BusCall? {
    switch answer {
    case .number:
      BusCall(destination: destination, path: path, interface: interface, method: "UnInhibit", arguments: [answer])
    case .path(let object):
      BusCall(
        destination: destination, path: object, interface: "org.freedesktop.portal.Request", method: "Close",
        arguments: [])
    case .text, .descriptor, .noOptions: nil
    }
  }
}
