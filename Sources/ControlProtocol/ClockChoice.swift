package import ColourClock
import System

/// Selects one of a user's clocks by its display and name. Both are in the file name of the clock's socket.
package struct ClockChoice {
  private let display: String?
  private let name: String?
  /// The options that a refusal names.
  private let options: String

  package init(display: String? = nil, name: String? = nil, options: String) {
    (self.display, self.name, self.options) = (display, name, options)
  }

  /// The file name of a clock's socket: `0.sock` for display `:0`, `0-hall.sock` for the clock `hall` on that display,
  /// `0.1.sock` for the second screen. The name has no colon, because an address of socat cannot contain a colon.
  /// - Parameter display: the display, with the first screen as `:0`, not `:0.0`.
  package static func fileName(_ display: String, _ name: String?) -> String {
    let place = display.drop { $0 == ":" }.map { $0 == ":" || $0 == "/" ? "_" : $0 }
    return String(place) + (name.map { "-" + String($0.map { $0 == "/" ? "_" : $0 }) } ?? "") + ".sock"
  }

  /// The file name of the chosen clock's socket. If the user gave neither display nor name, and only one clock answers,
  /// chooses that clock. Without a name, chooses the unnamed clock on the display, or else the only named clock on the
  /// display.
  /// - Parameters:
  ///   - files: the sockets of the clocks that answer.
  ///   - ownDisplay: `$DISPLAY`.
  /// - Returns: the expected file name, even if the clock that the user gave does not answer.
  /// - Throws: if several clocks could be meant, or if no display is known.
  package func file(among files: [String], on ownDisplay: String?) throws(Refusal) -> String {
    let isNamed = display != nil || name != nil
    if !isNamed, files.count == 1 { return files[0] }
    guard let place = display ?? ownDisplay else {
      throw Refusal(files.isEmpty ? "there is no clock" : "which clock? \(ClockChoice.list(files)): give \(options)")
    }
    let file = ClockChoice.fileName(ClockChoice.withoutFirstScreen(place), name)
    let alike = name == nil ? files.filter { $0.hasPrefix("\(file.dropLast(".sock".count))-") } : []
    if files.contains(file) || isNamed && alike.isEmpty || files.isEmpty { return file }
    if alike.count == 1 { return alike[0] }
    let what = alike.isEmpty ? "no clock is on \(place);" : "which clock?"
    throw Refusal("\(what) \(ClockChoice.list(alike.isEmpty ? files : alike)): give \(options)")
  }

  /// The runtime folder of the packaged kiosk (`RuntimeDirectory=` of its unit). The kiosk's user and root can read the
  /// folder.
  private static let serviceFolder = "/run/colourclock"

  /// The folders of sockets, in the order of the search.
  package static func folders(_ ownFolder: String?) -> [String] {
    ownFolder == serviceFolder ? [serviceFolder] : [ownFolder, serviceFolder].compactMap(\.self)
  }

  /// - Parameter sockets: returns the names of the answering sockets in a folder.
  package func path(
    in ownFolder: String?, on display: String?, sockets: (String) -> [String]
  ) throws(Refusal) -> String {
    var refusal: Refusal?
    for folder in ClockChoice.folders(ownFolder) {
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
    if let refusal, ownFolder != nil { throw refusal }
    throw Refusal("there is no runtime folder: set XDG_RUNTIME_DIR, or give --control")
  }

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

  /// `:0.0` becomes `:0`, which is the same screen.
  private static func withoutFirstScreen(_ display: String) -> String {
    guard let dot = display.lastIndex(of: "."), dot > (display.lastIndex(of: ":") ?? display.startIndex),
      let screen = Int(display[dot...].dropFirst())
    else { return display }
    return display[..<dot] + (screen > 0 ? ".\(screen)" : "")
  }
}

/// The clock of a companion without `--control`: the user's only clock, or the clock on `$DISPLAY`.
package struct UsualClock {
  private var folders = ClockChoice.folders(LocalSocket.runtimeFolder).map { StatWatch($0) }
  private var changed = -UsualClock.settling
  private var next = 0.0

  /// The seconds that a clock may need from creating its socket until it listens.
  private static let settling = 3.0
  /// Seconds between two attempts while the sockets do not change.
  private static let rest = 10.0

  package init() {}

  /// True if a new attempt is due. Attempts are rare, because each attempt connects to every clock, and so wakes all
  /// clocks.
  package mutating func shouldTryToConnect(at uptime: Double) -> Bool {
    if folders.haveChanged() { changed = uptime }
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
