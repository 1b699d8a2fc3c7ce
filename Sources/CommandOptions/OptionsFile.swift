import Notation
package import System

/// A file of options (`OptionsLine`).
package struct OptionsFile<Target: OptionTarget> {
  private let path: String
  /// Whether it was asked for: then it may be a pipe.
  private let isNamed: Bool
  private let table: OptionTable<Target>

  /// More than is ever written by hand, and little enough to read a wrong file without harm.
  private static var limit: Int { 65_536 }

  /// Where it may stand; the first that is there counts. The user's own file comes before the system's.
  /// - Parameters:
  ///   - named: the file that the command line asks for.
  ///   - name: that of the standard one in the folders of the configuration.
  package static func paths(_ named: String?, isNone: Bool, name: String) -> [String] {
    isNone ? [] : named.map { [$0] } ?? BaseDirectory.configuration.map { "\($0)/colourclock/\(name)" }
  }

  /// `nil` if there is none.
  package init?(_ paths: [String], isNamed: Bool, _ table: OptionTable<Target>) {
    guard let path = isNamed ? paths.first : paths.first(where: File.isThere) else { return nil }
    (self.path, self.isNamed, self.table) = (path, isNamed, table)
  }

  /// One argument a line, in order.
  /// - Parameter isAgain: a pipe can be read once; the second time, or where none was meant, it would hold up the
  ///   program.
  package func arguments(isAgain: Bool = false) throws(Ending) -> [Argument<Target>] {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes =
        isNamed && !isAgain
        ? try File.read(path, limit: OptionsFile.limit) : try File.readRegular(path, limit: OptionsFile.limit)
    } catch {
      throw Ending("cannot read the options file \(path): \(error.reason)", Target.statusOfUnreadableFile)
    }
    return try OptionsFile.arguments(in: bytes, of: path, table)
  }

  package static func arguments(
    in bytes: [UInt8], of path: String, _ table: OptionTable<Target>
  ) throws(Ending) -> [Argument<Target>] {
    guard let lines = OptionsLine.all(in: bytes) else {
      throw Ending("cannot read the options file \(path): it is not text", Target.statusOfUnreadableFile)
    }
    return try lines.map { line throws(Ending) in
      try Argument(line.name, line.value, in: table, origin: "\(path):\(line.number)")
    }
  }
}
