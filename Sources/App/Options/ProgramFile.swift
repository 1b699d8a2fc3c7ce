import ColourClock
import System

extension CountdownOptions {
  private static let limit = 1 << 20
  private static let reportLimit = 20

  mutating func readProgram() throws(ProgramMistake) {
    guard let path = programFile else { return }
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try File.readRegular(path, limit: CountdownOptions.limit) } catch {
      throw ProgramMistake(["cannot read \(path): \(error.reason)"], line: nil, ExitStatus.noInput)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ProgramMistake(["\(path): it is not text in UTF-8"], line: nil, ExitStatus.data)
    }
    // Without a newline, `read` would take one line for a value of `--program`.
    let (program, complaints) = TimerProgram.read(text + "\n")
    self.program = program ?? self.program
    guard let first = complaints.first else { return }
    let lines = complaints.lines(atMost: CountdownOptions.reportLimit, of: path) { ":\($0.number): \($0.reason)" }
    throw ProgramMistake(lines, line: first.number, ExitStatus.data)
  }
}

struct ProgramMistake: Error {
  /// The report's text.
  let lines: [String]
  /// The number of the first wrong line. `nil` if the file cannot be read as text, or is imported.
  let line: Int?
  private let status: Int32

  init(_ lines: [String], line: Int?, _ status: Int32) { (self.lines, self.line, self.status) = (lines, line, status) }

  var healthProblem: HealthProblem { .programFile(line: line) }

  var first: ProgramExit { ProgramExit(lines.first ?? "", status) }

  func report() {
    for line in lines { Process.report(line, as: .error) }
  }

  /// Reports all lines but the last, which the program reports when it ends.
  func reportAllButLastLine() -> ProgramExit {
    for line in lines.dropLast() { Process.report(line, as: .error) }
    return ProgramExit(lines.last ?? "", status)
  }
}

extension Collection {
  func lines(atMost most: Int, of path: String, _ text: (Element) -> String) -> [String] {
    prefix(most).map { path + text($0) } + (count > most ? ["\(path): and \(count - most) more"] : [])
  }
}

extension TimerProgram {
  /// The number of steps, and their FNV-1a hash.
  var fingerprint: String {
    let hash = line.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return "\(steps.count) \(String(hash, radix: 16))"
  }
}
