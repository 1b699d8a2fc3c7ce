import ColourClock
import System

/// Reads the file of `--program-file`. If a line is wrong, refuses the whole file.
extension CountdownOptions {
  /// The greatest size of the file, in bytes.
  private static let limit = 1 << 20
  private static let reportLimit = 20

  mutating func readProgram() throws(ProgramExit) {
    guard let path = programFile else { return }
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try File.readRegular(path, limit: CountdownOptions.limit) } catch {
      throw ProgramExit("cannot read \(path): \(error.reason)", ExitStatus.noInput)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ProgramExit("\(path): it is not text in UTF-8", ExitStatus.data)
    }
    // Without a newline, `read` would take a file of one line for a value of `--program`.
    let (program, complaints) = TimerProgram.read(text + "\n")
    if let program {
      self.program = program
      return
    }
    // Report the first mistakes. The last of them is thrown instead.
    let lines = complaints.prefix(CountdownOptions.reportLimit).map { "\(path):\($0.number): \($0.reason)" }
    for line in lines.dropLast() { Process.report(line, as: .error) }
    throw ProgramExit(lines.last ?? path, ExitStatus.data)
  }
}

extension TimerProgram {
  /// Identifies a program: the number of steps, and a hash (FNV-1a).
  var fingerprint: String {
    let hash = line.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return "\(steps.count) \(String(hash, radix: 16))"
  }
}
