import XWindow

/// The file of options: each line a long option, usually without its dashes.
struct OptionsFile {
  let path: String

  /// More than is ever written by hand, and little enough to read a wrong file without harm.
  private static let limit = 65_536

  /// The file that the command line asks for, else the standard one; `nil` if there is none.
  init?(_ options: FileOptions) {
    // The user's own file, else the system's.
    let path = options.config ?? OptionsFile.paths(options).first { File.Stamp(of: $0) != nil }
    guard !options.noConfig, let path else { return nil }
    self.path = path
  }

  /// Where it may stand; the first that is there counts.
  static func paths(_ options: FileOptions) -> [String] {
    options.noConfig ? [] : options.config.map { [$0] } ?? standardPaths
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

  /// One argument a line, in order.
  func arguments(isAgain: Bool) throws(Failure) -> [Argument] {
    try OptionsFile.arguments(in: bytes(isAgain: isAgain), of: path)
  }

  static func arguments(in bytes: [UInt8], of path: String) throws(Failure) -> [Argument] {
    let lines = try text(bytes, of: path).split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    return try lines.enumerated().map { index, line throws(Failure) in
      let words = OptionsFile.words(line)
      return try words.name.map { name throws(Failure) in
        try Argument(name, words.value, origin: "\(path):\(index + 1)")
      }
    }.compactMap(\.self)
  }

  private func bytes(isAgain: Bool) throws(Failure) -> [UInt8] {
    do {
      // A pipe can be read once; the second time it would hold up the clock.
      return try isAgain ? File.readRegular(path, limit: OptionsFile.limit) : File.read(path, limit: OptionsFile.limit)
    } catch {
      throw .unable("cannot read the options file \(path): \(error.reason)")
    }
  }

  private static func text(_ bytes: [UInt8], of path: String) throws(Failure) -> String {
    // Some editors begin a text with a byte order mark.
    let isMarked = bytes.starts(with: "\u{FEFF}".utf8)
    guard !bytes.contains(0), let text = String(validating: bytes.dropFirst(isMarked ? 3 : 0), as: UTF8.self) else {
      throw .unable("cannot read the options file \(path): it is not text")
    }
    return text
  }

  /// The option's name, also with dashes, and its value, with or without `=` before it and quotes around it; what follows
  /// a `#` at the start or after a blank is a comment.
  private static func words(_ line: Substring) -> (name: String?, value: String?) {
    let line = line.drop(while: \.isWhitespace)
    guard let first = line.first, first != "#" else { return (nil, nil) }
    let word = line.prefix { !$0.isWhitespace && $0 != "=" }
    let rest = line.dropFirst(word.count).drop { $0.isWhitespace || $0 == "=" }
    let name = word.drop { $0 == "-" }
    return (String(name.isEmpty ? word : name), quoted(rest) ?? withoutComment(line, rest))
  }

  /// The value between quotes, if they are around all of it.
  private static func quoted(_ text: Substring) -> String? {
    guard let mark = text.first, mark == "\"" || mark == "'", let end = text.dropFirst().firstIndex(of: mark) else {
      return nil
    }
    let rest = text[text.index(after: end)...]
    let isAll = rest.allSatisfy(\.isWhitespace) || rest.first?.isWhitespace == true && rest.trimmed.hasPrefix("#")
    return isAll ? String(text[..<end].dropFirst()) : nil
  }

  private static func withoutComment(_ line: Substring, _ value: Substring) -> String? {
    let comment = value.indices.first { value[$0] == "#" && line[line.index(before: $0)].isWhitespace }
    let text = value[..<(comment ?? value.endIndex)].trimmed
    return text.isEmpty ? nil : text
  }
}

/// Folders by the XDG base directory specification.
enum BaseDirectory {
  /// The path that was given, if it is one that counts: relative ones do not.
  static func absolute(_ path: String?) -> String? { path?.hasPrefix("/") == true ? path : nil }
}
