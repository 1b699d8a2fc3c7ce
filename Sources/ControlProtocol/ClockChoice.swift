package import ColourClock
import System

/// Selects a user's clock by the display and name in its socket's file name.
package struct ClockChoice {
  private let display: String?
  private let name: String?
  /// The options that a refusal tells the user to give.
  private let options: String

  package init(display: String? = nil, name: String? = nil, options: String) {
    (self.display, self.name, self.options) = (display, name, options)
  }

  /// `0.sock` for `:0`, `0-hall.sock` for the clock `hall` on it. The name has no colon, because an address of socat
  /// cannot have one.
  /// - Parameter display: `:0`, not `:0.0`.
  package static func fileName(_ display: String, _ name: String?) -> String {
    let place = String(display.drop { $0 == ":" }.map { $0 == ":" ? "_" : $0 }).inFileName
    return place + (name.map { "-" + $0.inFileName } ?? "") + ".sock"
  }

  /// The socket of the chosen clock. Without display and name, this is the only clock. Without a name, it is the
  /// unnamed clock on the display, or else the only clock there. If no display is known, it is the only clock of the
  /// name.
  /// - Parameters:
  ///   - files: sockets of answering clocks.
  ///   - ownDisplay: `$DISPLAY`.
  /// - Returns: the expected file name, even if that clock does not answer.
  /// - Throws: if several clocks could be meant, or no display is known.
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

  /// The only file of `alike`.
  /// - Parameter problem: the words for no such file. Then the refusal lists all files.
  private func only(of alike: [String], among files: [String], orElse problem: String) throws(Refusal) -> String {
    if alike.count == 1 { return alike[0] }
    let what = alike.isEmpty ? "\(problem);" : "which clock?"
    throw Refusal("\(what) \(ClockChoice.list(alike.isEmpty ? files : alike)): give \(options)")
  }

  /// True for the file of a clock with this name on any display. What precedes the name must end with a display's
  /// number: `0-big-hall.sock` belongs to `big-hall`, and not to `hall`.
  private static func isFile(_ file: String, of name: String) -> Bool {
    let end = fileName("", name)
    guard file.hasSuffix(end), let number = file.dropLast(end.count).split(separator: "_").last else { return false }
    return number.allSatisfy { $0.isDigit || $0 == "." }
  }

  /// `RuntimeDirectory=` of the packaged kiosk, for its user and root.
  private static let serviceFolder = "/run/colourclock"

  /// The folders of sockets, in the order of the search.
  package static func folders(_ ownFolder: String?) -> [String] {
    ownFolder == serviceFolder ? [serviceFolder] : [ownFolder, serviceFolder].compactMap(\.self)
  }

  /// The path of the chosen clock's socket.
  /// - Parameter sockets: returns the answering sockets in a folder.
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
  /// A part of a file's name: without slashes, and different for different texts.
  package var inFileName: String { percentEncoded(["/"]) }

  /// Each of `scalars`, and each `%`, becomes a percent sign and two hexadecimal digits. `scalars`: ASCII only.
  ///
  /// Goes by scalars, not characters: a slash and a combining accent are one character.
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

/// The only clock, or the clock on `$DISPLAY`, for a companion without `--control`.
package struct UsualClock {
  private var folders = ClockChoice.folders(LocalSocket.runtimeFolder).map { StatWatch($0) }
  /// The uptime in seconds at which a folder last changed.
  private var changed = -UsualClock.settling
  /// The uptime in seconds of the next attempt.
  private var next = 0.0

  /// Seconds from a socket's creation until its clock listens.
  private static let settling = 3.0
  /// Seconds between attempts while no socket changes.
  private static let pause = 10.0

  package init() {}

  /// True if it is time for an attempt. Attempts are rare, because each wakes all clocks.
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
