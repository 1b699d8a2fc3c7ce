import ControlProtocol
package import System

/// An options file. `OptionsLine` parses its lines.
package struct OptionsFile<Target: OptionTarget> {
  private let path: String
  /// True if the command line names the file; then it may be a pipe.
  private let isNamed: Bool
  private let table: OptionTable<Target>

  /// The maximum size in bytes: more than anyone writes by hand, and harmless to read by mistake.
  private static var limit: Int { 65_536 }

  /// The candidate paths; the first existing file counts. The user's file comes before the system's.
  /// - Parameters:
  ///   - named: the file that the command line names.
  ///   - name: the file's name in the configuration folders.
  package static func paths(_ named: String?, isNone: Bool, name: String) -> [String] {
    isNone ? [] : named.map { [$0] } ?? BaseDirectory.configuration.map { "\($0)/colourclock/\(name)" }
  }

  /// `nil` if none of the paths exists. A named file is not checked here: `arguments` reports that it is missing.
  package init?(_ paths: [String], isNamed: Bool, _ table: OptionTable<Target>) {
    guard let path = isNamed ? paths.first : paths.first(where: File.isThere) else { return nil }
    (self.path, self.isNamed, self.table) = (path, isNamed, table)
  }

  /// The arguments of the file, one a line, in order.
  /// - Parameter isAgain: reads a regular file only. A pipe can be read once; a second read would block.
  package func arguments(isAgain: Bool = false) throws(ProgramExit) -> [Argument<Target>] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes =
        isNamed && !isAgain
        ? try File.read(path, limit: OptionsFile.limit) : try File.readRegular(path, limit: OptionsFile.limit)
    } catch {
      throw ProgramExit("cannot read the options file \(path): \(error.reason)", Target.statusOfUnreadableFile)
    }
    return try OptionsFile.arguments(in: bytes, of: path, table)
  }

  /// Parses the content of an options file.
  /// - Parameter path: the file's path, for messages.
  package static func arguments(
    in bytes: [UInt8], of path: String, _ table: OptionTable<Target>
  ) throws(ProgramExit) -> [Argument<Target>] {
    guard let lines = OptionsLine.all(in: bytes) else {
      throw ProgramExit("cannot read the options file \(path): it is not text", Target.statusOfUnreadableFile)
    }
    return try lines.map { line throws(ProgramExit) in
      try Argument(line.name, line.value, in: table, origin: "\(path):\(line.number)")
    }
  }
}
