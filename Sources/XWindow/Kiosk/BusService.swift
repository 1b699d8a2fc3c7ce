/// A service on a bus that keeps the screen on for those who ask: how it is asked, and how that is ended. Each ends it by
/// itself when our connection ends, even by a crash.
struct BusService: Sendable {
  /// What `inhibitors` in the status calls it.
  let name: String
  /// Its name on the bus.
  let destination: String
  /// Where it may be, the usual place first.
  let paths: [String]
  let interface: String
  let method = "Inhibit"
  let arguments: [BusValue]
  let receipt: Receipt

  /// What it answers, by which the inhibition is ended.
  enum Receipt: Sendable {
    /// A number, to be handed back by `UnInhibit`.
    case cookie
    /// An object, to be closed.
    case object
    /// A descriptor, to be closed.
    case descriptor
  }

  private static let program = BusValue.text("colourclock")
  private static let reason = BusValue.text("a clock on the wall")

  /// The desktop's screen saver (Idle Inhibition Service specification). Some know the older path alone (xssproxy).
  static let screenSaver = BusService(
    name: "session's screen saver", destination: "org.freedesktop.ScreenSaver",
    paths: ["/org/freedesktop/ScreenSaver", "/ScreenSaver"], interface: "org.freedesktop.ScreenSaver",
    arguments: [program, reason], receipt: .cookie)

  /// The portal of the desktop (org.freedesktop.portal.Inhibit): no parent window, only idleness, no options.
  static let portal = BusService(
    name: "desktop portal", destination: "org.freedesktop.portal.Desktop", paths: ["/org/freedesktop/portal/desktop"],
    interface: "org.freedesktop.portal.Inhibit", arguments: [.text(""), .number(8), .noOptions], receipt: .object)

  /// The login manager (org.freedesktop.login1(5)), which swayidle(1) heeds, and which may suspend an idle machine.
  static let login = BusService(
    name: "logind", destination: "org.freedesktop.login1", paths: ["/org/freedesktop/login1"],
    interface: "org.freedesktop.login1.Manager", arguments: [.text("idle"), program, reason, .text("block")],
    receipt: .descriptor)

  func request(at path: String) -> BusCall {
    BusCall(destination: destination, path: path, interface: interface, method: method, arguments: arguments)
  }

  /// Whether the answer is what it should be.
  func accepts(_ value: BusValue?) -> Bool {
    switch (receipt, value) {
    case (.cookie, .number), (.object, .path), (.descriptor, .descriptor): true
    default: false
    }
  }

  /// - Returns: `nil` where the end of the answer is all that it takes.
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
