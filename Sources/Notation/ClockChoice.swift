package import ColourClock
import System

/// Which of a user's clocks is meant. Their control sockets lie in one folder, named by the display and the clock's own
/// name.
package struct ClockChoice {
  /// As they were named, if they were.
  private let display: String?
  private let name: String?
  /// The options by which it could have been said.
  private let options: String

  package init(display: String? = nil, name: String? = nil, options: String) {
    (self.display, self.name, self.options) = (display, name, options)
  }

  /// `0.sock` for `:0`, with the clock's name `0-hall.sock`: what has a colon is no good in an address of socat's. The
  /// server's second screen has `0.1.sock`.
  /// - Parameter display: without the number of a first screen.
  package static func fileName(_ display: String, _ name: String?) -> String {
    let place = display.drop { $0 == ":" }.map { $0 == ":" || $0 == "/" ? "_" : $0 }
    return String(place) + (name.map { "-" + String($0.map { $0 == "/" ? "_" : $0 }) } ?? "") + ".sock"
  }

  /// The socket of the clock that was named; else of the only one; else of the one on the display where this is asked,
  /// or the only one with a name there.
  /// - Parameters: the sockets of clocks that answer, and the display, as `$DISPLAY` has it.
  /// - Returns: where it should be, though there may be no clock.
  package func file(among files: [String], on own: String?) throws(Refusal) -> String {
    let isNamed = display != nil || name != nil
    if !isNamed, files.count == 1 { return files[0] }
    guard let place = display ?? own else {
      throw Refusal(files.isEmpty ? "there is no clock" : "which clock? \(ClockChoice.list(files)): give \(options)")
    }
    let file = ClockChoice.fileName(ClockChoice.withoutFirstScreen(place), name)
    let alike = name == nil ? files.filter { $0.hasPrefix("\(file.dropLast(".sock".count))-") } : []
    if files.contains(file) || isNamed && alike.isEmpty || files.isEmpty { return file }
    if alike.count == 1 { return alike[0] }
    let what = alike.isEmpty ? "which clock? None is on \(place), and" : "which clock?"
    throw Refusal("\(what) \(ClockChoice.list(alike.isEmpty ? files : alike)): give \(options)")
  }

  /// The folder of the packaged kiosk (`RuntimeDirectory=` of its unit), which is its user's and root's to read.
  private static let serviceFolder = "/run/colourclock"

  /// Where sockets may be: in the user's own folder, if there is one, and in that of the packaged kiosk.
  package static func folders(_ own: String?) -> [String] {
    own == serviceFolder ? [serviceFolder] : [own, serviceFolder].compactMap(\.self)
  }

  /// The path of the socket, in the first folder that has it.
  /// - Parameter sockets: the names of those in a folder that answer.
  package func path(in own: String?, on display: String?, sockets: (String) -> [String]) throws(Refusal) -> String {
    var refusal: Refusal?
    for folder in ClockChoice.folders(own) {
      let files = sockets(folder)
      do throws(Refusal) {
        let file = try file(among: files, on: display)
        if files.contains(file) { return "\(folder)/\(file)" }
        refusal = refusal ?? Refusal("there is no clock at \(folder)/\(file)")
      } catch {
        if !files.isEmpty { throw error }
        refusal = refusal ?? error
      }
    }
    if let refusal, own != nil { throw refusal }
    throw Refusal("there is no runtime folder: set XDG_RUNTIME_DIR, or give --control")
  }

  /// Joins the clock at the socket that was named, else the one that is meant by `$DISPLAY` and the user's own folder.
  package func connect(
    to named: String?, patience: Duration = ClockConnection.patience
  ) throws(Refusal) -> ClockConnection {
    if let named { return try ClockConnection(to: named, patience: patience) }
    let path = try path(
      in: LocalSocket.runtimeFolder, on: Process.environment("DISPLAY"), sockets: LocalSocket.listening)
    return try ClockConnection(to: path, patience: patience)
  }

  private static func list(_ files: [String]) -> String {
    "there are \(files.dropLast().joined(separator: ", ")) and \(files.last ?? "")"
  }

  /// `:0` and `:0.0` are one screen; `:0.1` is another.
  private static func withoutFirstScreen(_ display: String) -> String {
    guard let dot = display.lastIndex(of: "."), dot > (display.lastIndex(of: ":") ?? display.startIndex),
      let screen = Int(display[dot...].dropFirst())
    else { return display }
    return display[..<dot] + (screen > 0 ? ".\(screen)" : "")
  }
}

/// The clock that is meant where no socket is named: the user's only one, or that on `$DISPLAY`.
package struct UsualClock {
  private let folder = LocalSocket.runtimeFolder
  private var stamps: [File.Stamp?] = []
  /// When sockets came or went last, and when those that are there are tried again, by the uptime.
  private var (changed, next) = (-UsualClock.settling, 0.0)

  /// A clock may need a moment between making its socket and listening.
  private static let settling = 3.0
  private static let rest = 10.0

  package init() {}

  /// Whether it is worth looking: each look connects to all clocks that there are, and so wakes them.
  package mutating func isWorthALook(at uptime: Double) -> Bool {
    let present = ClockChoice.folders(folder).map { File.Stamp(of: $0) }
    if present != stamps { (stamps, changed) = (present, uptime) }
    guard uptime >= next || uptime - changed < UsualClock.settling else { return false }
    next = uptime + UsualClock.rest
    return true
  }

  package func connect(
    to named: String?, patience: Duration = ClockConnection.patience
  ) throws(Refusal) -> ClockConnection {
    try ClockChoice(options: "--control").connect(to: named, patience: patience)
  }
}
