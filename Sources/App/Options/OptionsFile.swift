import XWindow

/// The file of options: each line a long option without its dashes, checked where it stands.
struct OptionsFile {
  let path: String

  /// More than anyone writes, and little enough to read a wrong file without harm.
  private static let limit = 65_536

  /// Those that only make sense on a command line.
  private static let commandLineOnly: Set = [
    "config", "no-config", "help", "version", "generate-completion-script", "experimental-dump-help", "list-faces",
    "root", "window-id", "xrm",
  ]

  /// The user's own file, else the system's; `nil` if there is none.
  static func standard() -> OptionsFile? {
    standardPaths.first { File.Stamp(of: $0) != nil }.map(OptionsFile.init)
  }

  /// Where it may stand, by the XDG base directory specification.
  private static var standardPaths: [String] {
    let home = Process.environment("HOME").map { "\($0)/.config" }
    let own = BaseDirectory.absolute(Process.environment("XDG_CONFIG_HOME")) ?? home
    let system = (Process.environment("XDG_CONFIG_DIRS") ?? "/etc/xdg").split(separator: ":").map(String.init)
    return ([own].compactMap(\.self) + system.compactMap(BaseDirectory.absolute)).map {
      "\($0)/colourclock/colourclock.conf"
    }
  }

  /// One layer of options a line, in order.
  func layers(isAgain: Bool = false) throws(Failure) -> [Options] {
    var layers: [Options] = []
    for (index, line) in try text(isAgain: isAgain).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      if let argument = try argument(in: line, number: index + 1) { layers.append(argument) }
    }
    return layers
  }

  private func text(isAgain: Bool) throws(Failure) -> String {
    let bytes: [UInt8]
    do {
      // A pipe can be read once; the second time it would hold up the clock.
      bytes = try isAgain ? File.readRegular(path, limit: OptionsFile.limit) : File.read(path, limit: OptionsFile.limit)
    } catch {
      throw .unable("cannot read the options file \(path): \(error.reason)")
    }
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw .unable("cannot read the options file \(path): it is not text")
    }
    return text
  }

  private func argument(in line: Substring, number: Int) throws(Failure) -> Options? {
    let words = OptionsFile.words(line)
    guard let name = words.name else { return nil }
    let argument = words.value.map { "--\(name)=\($0)" } ?? "--\(name)"
    do throws(Failure) {
      try OptionsFile.checkPlace(of: name)
      return try OptionsFile.layer(argument)
    } catch { throw .usage("\(path):\(number): \(error.text)") }
  }

  /// Whether the option may stand elsewhere than on the command line.
  static func checkPlace(of name: String) throws(Failure) {
    guard !commandLineOnly.contains(name) else { throw .usage("'\(name)' can only stand on the command line") }
  }

  /// A layer of one option, checked as far as can be where it stands.
  static func layer(_ argument: String) throws(Failure) -> Options {
    let options = try Options.read([argument])
    if let zone = options.time.timezone { _ = try ZoneChoice.named(zone).load() }
    return options
  }

  /// The option's name and what follows it, with or without `=`; what follows a `#` at the start or after a blank is a
  /// comment.
  private static func words(_ line: Substring) -> (name: String?, value: String?) {
    var text = line
    if let comment = line.indices.first(where: { isComment($0, in: line) }) { text = line[..<comment] }
    let parts = text.split(maxSplits: 1) { $0.isWhitespace || $0 == "=" }
    let value = parts.dropFirst().first.map { $0.drop { $0.isWhitespace || $0 == "=" }.trimmed }
    return (parts.first.map(\.trimmed), value?.isEmpty == true ? nil : value)
  }

  private static func isComment(_ index: Substring.Index, in line: Substring) -> Bool {
    line[index] == "#" && (index == line.startIndex || line[line.index(before: index)].isWhitespace)
  }
}
