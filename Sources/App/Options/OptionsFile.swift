import Notation
import System

/// The file of options (`OptionsLine`).
struct OptionsFile {
  let path: String
  /// Whether it was asked for: then it may be a pipe.
  private let isNamed: Bool

  /// More than is ever written by hand, and little enough to read a wrong file without harm.
  private static let limit = 65_536

  /// The file that the command line asks for, else the standard one; `nil` if there is none.
  init?(_ options: FileOptions) {
    // The user's own file, else the system's.
    let path = options.config ?? OptionsFile.paths(options).first(where: File.isThere)
    guard !options.noConfig, let path else { return nil }
    (self.path, isNamed) = (path, options.config != nil)
  }

  /// Where it may stand; the first that is there counts.
  static func paths(_ options: FileOptions) -> [String] {
    options.noConfig ? [] : options.config.map { [$0] } ?? standardPaths
  }

  private static var standardPaths: [String] {
    BaseDirectory.configuration.map { "\($0)/colourclock/colourclock.conf" }
  }

  /// One argument a line, in order.
  func arguments(isAgain: Bool) throws(Failure) -> [Argument] {
    try OptionsFile.arguments(in: bytes(isAgain: isAgain), of: path)
  }

  static func arguments(in bytes: [UInt8], of path: String) throws(Failure) -> [Argument] {
    guard let lines = OptionsLine.all(in: bytes) else {
      throw .unable("cannot read the options file \(path): it is not text")
    }
    return try lines.map { line throws(Failure) in
      try Argument(line.name, line.value, origin: "\(path):\(line.number)")
    }
  }

  private func bytes(isAgain: Bool) throws(Failure) -> [UInt8] {
    do {
      // A pipe can be read once; the second time, or where none was meant, it would hold up the clock.
      let mayBePipe = isNamed && !isAgain
      return try mayBePipe
        ? File.read(path, limit: OptionsFile.limit) : File.readRegular(path, limit: OptionsFile.limit)
    } catch {
      throw .unable("cannot read the options file \(path): \(error.reason)")
    }
  }
}
