package import ColourClock
import System

/// Selects a clock by its socket's file name.
package struct ClockChoice {
  private let display: String?
  private let name: String?
  /// The options that a refusal suggests.
  private let options: String

  package init(display: String? = nil, name: String? = nil, options: String) {
    (self.display, self.name, self.options) = (display, name, options)
  }

  /// Returns `0.sock` for `:0`, and `0-hall.sock` for the clock `hall` there. socat allows no colon in an address.
  /// - Parameter display: `:0`, not `:0.0`.
  package static func fileName(_ display: String, _ name: String?) -> String {
    let place = String(display.drop { $0 == ":" }.map { $0 == ":" ? "_" : $0 }).inFileName
    return place + (name.map { "-" + $0.inFileName } ?? "") + ".sock"
  }

  /// Without display and name, chooses the only clock. Without a name, chooses the display's unnamed clock, or else its
  /// only clock. Without a known display, chooses the only clock of that name.
  /// - Parameter files: sockets of answering clocks.
  /// - Returns: a file name, even if no clock answers there.
  /// - Throws: if several clocks fit, or other clocks answer but none fits.
  package func file(among files: [String], on ownDisplay: String?) throws(Refusal) -> String {
    let isNamed = display != nil || name != nil
    if !isNamed, files.count == 1 { return files[0] }
    guard let place = display ?? ownDisplay else { return try fileOnAnyDisplay(among: files) }
    let file = ClockChoice.fileName(ClockChoice.withoutFirstScreen(place), name)
    let alike = name == nil ? files.filter { $0.hasPrefix("\(file.dropLast(".sock".count))-") } : []
    if files.contains(file) || isNamed && alike.isEmpty || files.isEmpty { return file }
    return try only(of: alike, among: files, orElse: "no clock is on \(place)")
  }

  private func fileOnAnyDisplay(among files: [String]) throws(Refusal) -> String {
    if files.isEmpty { throw Refusal("there is no clock") }
    let alike = name.map { name in files.filter { ClockChoice.isFile($0, of: name) } } ?? files
    return try only(of: alike, among: files, orElse: "no clock has this name")
  }

  private func only(of alike: [String], among files: [String], orElse problem: String) throws(Refusal) -> String {
    if alike.count == 1 { return alike[0] }
    let what = alike.isEmpty ? "\(problem);" : "which clock?"
    throw Refusal("\(what) \(ClockChoice.list(alike.isEmpty ? files : alike)): give \(options)")
  }

  /// A display's number precedes the name: `0-big-hall.sock` belongs to `big-hall`, not to `hall`.
  private static func isFile(_ file: String, of name: String) -> Bool {
    let end = fileName("", name)
    guard file.hasSuffix(end), let number = file.dropLast(end.count).split(separator: "_").last else { return false }
    return number.allSatisfy { $0.isDigit || $0 == "." }
  }

  /// The `RuntimeDirectory=` of the packaged kiosk.
  private static let serviceFolder = "/run/colourclock"

  package static func folders(_ ownFolder: String?) -> [String] {
    ownFolder == serviceFolder ? [serviceFolder] : [ownFolder, serviceFolder].compactMap(\.self)
  }

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
    files.count == 1
      ? "there is \(files[0])"
      : "there are \(files.dropLast().joined(separator: ", ")) and \(files.last ?? "")"
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
  /// The text without slashes. Different texts stay different.
  package var inFileName: String { percentEncoded(["/"]) }

  /// Percent-encodes `%` and `scalars` (ASCII).
  package func percentEncoded(_ scalars: Set<Unicode.Scalar>) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if scalar == "%" || scalars.contains(scalar) {
        text += "%" + String(scalar.value, radix: 16, uppercase: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

/// Finds a clock for companions without `--control`.
package struct ClockFinder {
  private var folders = ClockChoice.folders(LocalSocket.runtimeFolder).map { StatWatch($0) }
  /// The uptime of the last change, in seconds.
  private var changed = -ClockFinder.settling
  /// The earliest uptime of the next attempt, in seconds.
  private var next = 0.0

  /// Seconds from a socket's creation until its clock listens.
  private static let settling = 3.0
  /// Seconds between attempts while no socket changes.
  private static let pause = 10.0

  package init() {}

  /// Attempts are rare, because each wakes all clocks.
  package mutating func shouldTryToConnect(at uptime: Double) -> Bool {
    if folders.haveChanged() { changed = uptime }
    guard uptime >= next || uptime - changed < ClockFinder.settling else { return false }
    next = uptime + ClockFinder.pause
    return true
  }

  package func connect(
    to named: String?, patience: Duration = ClockConnection.patience
  ) throws(Refusal) -> ClockConnection {
    try ClockChoice(options: "--control").connect(to: named, patience: patience)
  }
}
