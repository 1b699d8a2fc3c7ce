import ControlProtocol
package import System

package struct OptionsFile<Target: OptionTarget> {
  private let path: String
  /// True if the user named the file. Then it may be a pipe.
  private let isNamed: Bool
  private let table: OptionTable<Target>

  private static var limit: Int { 65_536 }

  /// The possible files; the first that exists counts.
  package static func paths(userPath: String?, isDisabled: Bool, fileName: String) -> [String] {
    isDisabled ? [] : userPath.map { [$0] } ?? BaseDirectory.configuration.map { "\($0)/colourclock/\(fileName)" }
  }

  /// Returns `nil` if no file exists. If a named file is missing, `arguments` throws.
  package init?(_ paths: [String], isNamed: Bool, _ table: OptionTable<Target>) {
    guard let path = isNamed ? paths.first : paths.first(where: File.exists) else { return nil }
    (self.path, self.isNamed, self.table) = (path, isNamed, table)
  }

  /// - Parameter isAgain: true to refuse pipes, which would block on a second read.
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

  package static func arguments(
    in bytes: [UInt8], of path: String, _ table: OptionTable<Target>
  ) throws(ProgramExit) -> [Argument<Target>] {
    guard let lines = OptionsFileLine.all(in: bytes) else {
      throw ProgramExit("cannot read the options file \(path): it is not text", Target.statusOfUnreadableFile)
    }
    return try lines.map { line throws(ProgramExit) in
      try Argument(line.name, line.value, in: table, origin: "\(path):\(line.number)")
    }
  }
}
