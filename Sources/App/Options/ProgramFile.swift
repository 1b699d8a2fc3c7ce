import ColourClock
import System

/// The file of `--program-file`. A file of which a line makes no sense is no program.
extension CountdownOptions {
  private static let limit = 1 << 20
  /// The most wrong lines that are named.
  private static let mostNamed = 20

  /// Reads the program, if one is asked for.
  mutating func readProgram() throws(ProgramExit) {
    guard let path = programFile else { return }
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try File.readRegular(path, limit: CountdownOptions.limit) } catch {
      throw ProgramExit("cannot read \(path): \(error.reason)", ExitStatus.noInput)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ProgramExit("\(path): it is not text in UTF-8", ExitStatus.data)
    }
    // A file of one line has no other form than one of several.
    let (program, complaints) = TimerProgram.read(text + "\n")
    guard program == nil else { return self.program = program }
    let lines = complaints.prefix(CountdownOptions.mostNamed).map { "\(path):\($0.number): \($0.reason)" }
    for line in lines.dropLast() { Process.report(line, as: .error) }
    throw ProgramExit(lines.last ?? path, ExitStatus.data)
  }
}

extension TimerProgram {
  /// Tells one program from another in a few letters (FNV-1a).
  var fingerprint: String {
    let hash = line.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return "\(steps.count) \(String(hash, radix: 16))"
  }
}
