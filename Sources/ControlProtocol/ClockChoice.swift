package import ColourClock
import System

/// Selects a user's clock by the display and name in its socket's file name.
package struct ClockChoice {
  private let display: String?
  private let name: String?
  /// Named in a refusal.
  private let options: String

  package init(display: String? = nil, name: String? = nil, options: String) {
    (self.display, self.name, self.options) = (display, name, options)
  }

  /// `0.sock` for `:0`, `0-hall.sock` for the clock `hall` on it. No colon, which an address of socat cannot have.
  /// - Parameter display: `:0`, not `:0.0`.
  package static func fileName(_ display: String, _ name: String?) -> String {
    let place = String(display.drop { $0 == ":" }.map { $0 == ":" ? "_" : $0 }).inFileName
    return place + (name.map { "-" + $0.inFileName } ?? "") + ".sock"
  }

  /// Without display and name, the only clock. Without a name, the unnamed clock on the display, or its only named one.
  /// - Parameters:
  ///   - files: sockets of answering clocks.
  ///   - ownDisplay: `$DISPLAY`.
  /// - Returns: the expected file name, even if that clock does not answer.
  /// - Throws: if several clocks could be meant, or no display is known.
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

  /// `RuntimeDirectory=` of the packaged kiosk, for its user and root.
  private static let serviceFolder = "/run/colourclock"

  /// The search goes in this order.
  package static func folders(_ ownFolder: String?) -> [String] {
    ownFolder == serviceFolder ? [serviceFolder] : [ownFolder, serviceFolder].compactMap(\.self)
  }

  /// - Parameter sockets: the answering sockets in a folder.
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

  /// `:0.0` and `:0` are the same screen.
  private static func withoutFirstScreen(_ display: String) -> String {
    guard let dot = display.lastIndex(of: "."), dot > (display.lastIndex(of: ":") ?? display.startIndex),
      let screen = Int(display[dot...].dropFirst())
    else { return display }
    return display[..<dot] + (screen > 0 ? ".\(screen)" : "")
  }
}

extension String {
  /// A part of a file's name: without slashes, and different for different texts. `%` and `/` become `%25` and `%2F`.
  package var inFileName: String { map { ["%": "%25", "/": "%2F"][$0] ?? String($0) }.joined() }
}

/// The only clock, or the clock on `$DISPLAY`, for a companion without `--control`.
package struct UsualClock {
  private var folders = ClockChoice.folders(LocalSocket.runtimeFolder).map { StatWatch($0) }
  private var changed = -UsualClock.settling
  private var next = 0.0

  /// Seconds from a socket's creation until its clock listens.
  private static let settling = 3.0
  /// Seconds between attempts while no socket changes.
  private static let pause = 10.0

  package init() {}

  /// Attempts are rare, because each wakes all clocks.
  package mutating func shouldTryToConnect(at uptime: Double) -> Bool {
    if folders.haveChanged() { changed = uptime }
    guard uptime >= next || uptime - changed < UsualClock.settling else { return false }
    next = uptime + UsualClock.pause
    return true
  }

  package func connect(
    to named: String?, patience: Duration = ClockConnection.patience
  ) throws(Refusal) -> ClockConnection {
    try ClockChoice(options: "--control").connect(to: named, patience: patience)
  }
}
