import ColourClock
import System

/// Reads the file of `--program-file`. A file with a wrong line is refused as a whole.
extension CountdownOptions {
  /// The greatest size of the file, in bytes.
  private static let limit = 1 << 20
  private static let reportLimit = 20

  /// Reads the program at the start, and reports all its mistakes.
  mutating func readProgram() throws(ProgramExit) {
    guard let path = programFile else { return }
    let mistakes = try readProgram(at: path)
    // The thrown error reports the last mistake.
    for line in mistakes.dropLast() { Process.report(line, as: .error) }
    if let last = mistakes.last { throw ProgramExit(last, ExitStatus.data) }
  }

  /// - Throws: the first mistake.
  mutating func readProgramAgain() throws(ProgramExit) {
    guard let path = programFile else { return }
    if let first = try readProgram(at: path).first { throw ProgramExit(first, ExitStatus.data) }
  }

  /// - Returns: the wrong lines; empty if the program was read.
  private mutating func readProgram(at path: String) throws(ProgramExit) -> [String] {
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try File.readRegular(path, limit: CountdownOptions.limit) } catch {
      throw ProgramExit("cannot read \(path): \(error.reason)", ExitStatus.noInput)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ProgramExit("\(path): it is not text in UTF-8", ExitStatus.data)
    }
    // Without a newline, `read` would take a file of one line for a value of `--program`.
    let (program, complaints) = TimerProgram.read(text + "\n")
    self.program = program ?? self.program
    return complaints.prefix(CountdownOptions.reportLimit).map { "\(path):\($0.number): \($0.reason)" }
  }
}

extension TimerProgram {
  /// Identifies a program: the number of steps, and a hash (FNV-1a).
  var fingerprint: String {
    let hash = line.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return "\(steps.count) \(String(hash, radix: 16))"
  }
}
