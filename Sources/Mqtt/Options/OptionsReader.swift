import Companion
import Notation
import System

/// Puts options together: the file's, then those of the command line, which count more.
enum OptionsReader {
  private static let longestFile = 65_536

  static func options(_ words: [String]) throws(Ending) -> Options {
    let given = try scan(words)
    var line = Options()
    for (row, value) in given { try set(row, value, in: &line, ExitStatus.usage, "--\(row.name)") }
    guard line.answer == nil else { return line }
    var options = Options()
    if !line.noConfig { try readFile(line.config, into: &options) }
    // A list that is given again takes the place of the file's.
    if given.contains(where: { $0.0.name == "group" }) { options.groups = [] }
    for (row, value) in given { try set(row, value, in: &options, ExitStatus.usage, "--\(row.name)") }
    guard options.broker != nil else {
      throw Ending("which broker? give '--broker mqtts://host:8883'", ExitStatus.usage)
    }
    guard (options.certificate == nil) == (options.key == nil) else {
      throw Ending("'--certificate' and '--key' go together", ExitStatus.usage)
    }
    guard options.ca == nil && options.key == nil || options.broker?.isEncrypted ?? false else {
      throw Ending("certificates need a broker that is spoken to by TLS: '--broker mqtts://…'", ExitStatus.usage)
    }
    return options
  }

  // MARK: The command line

  private static func scan(_ words: [String]) throws(Ending) -> [(OptionRow, String)] {
    var (found, rest): ([(OptionRow, String)], ArraySlice<String>) = ([], words[...])
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard word.hasPrefix("--"), let row = OptionRow.all.first(where: { "--\($0.name)" == parts[0] }) else {
        throw Ending(
          "'\(parts[0])' is no option: try 'colourclock-mqtt --help'", ExitStatus.usage)
      }
      if row.value == nil {
        guard parts.count == 1 else {
          throw Ending("'--\(row.name)' takes no value", ExitStatus.usage)
        }
        found.append((row, ""))
      } else if let value = parts.count > 1 ? parts[1] : rest.popFirst() {
        found.append((row, value))
      } else {
        throw Ending("'--\(row.name)' takes a value", ExitStatus.usage)
      }
    }
    return found
  }

  private static func set(
    _ row: OptionRow, _ value: String, in options: inout Options, _ status: Int32, _ place: String
  ) throws(Ending) {
    guard row.value == nil || !value.isEmpty else { throw Ending("'\(place)' takes a value", status) }
    do throws(Refusal) { try row.set(&options, value) } catch {
      throw Ending("\(place): \(error.text)", status)
    }
  }

  // MARK: The file

  private static func readFile(_ named: String?, into options: inout Options) throws(Ending) {
    guard let path = named ?? standardPaths.first(where: { File.Stamp(of: $0) != nil }) else { return }
    let bytes: [UInt8]
    do throws(File.Failure) { bytes = try File.readRegular(path, limit: longestFile) } catch {
      throw Ending("cannot read the options file \(path): \(error.reason)", ExitStatus.configuration)
    }
    guard let lines = OptionsLine.all(in: bytes) else {
      throw Ending("cannot read the options file \(path): it is not text", ExitStatus.configuration)
    }
    for line in lines { try read(line, of: path, into: &options) }
  }

  private static func read(_ line: OptionsLine, of path: String, into options: inout Options) throws(Ending) {
    let place = "\(path):\(line.number)"
    guard let row = OptionRow.all.first(where: { $0.name == line.name }), !row.isForLine else {
      throw Ending("\(place): there is no option '\(line.name)' here", ExitStatus.configuration)
    }
    guard (row.value == nil) == (line.value == nil) else {
      let reason = "\(place): '\(line.name)' takes \(row.value == nil ? "no" : "a") value"
      throw Ending(reason, ExitStatus.configuration)
    }
    try set(row, line.value ?? "", in: &options, ExitStatus.configuration, "\(place): \(line.name)")
  }

  private static var standardPaths: [String] {
    BaseDirectory.configuration.map { "\($0)/colourclock/colourclock-mqtt.conf" }
  }
}
