import ColourClock
import System
import Testing

@testable import App

/// The file of `--program-file`.
@Suite struct ProgramFileTests {
  private let folder = TemporaryFolder()

  private func mistake(in text: String) throws -> ProgramMistake? {
    let path = "\(folder.path)/show.txt"
    try File.replace(path, with: Array(text.utf8))
    var options = CountdownOptions()
    options.programFile = path
    do { try options.readProgram() } catch { return error }
    #expect(options.program != nil)
    return nil
  }

  /// Each mistake has a line, up to twenty. Then their number follows.
  @Test(arguments: [0, 1, 20, 21, 57]) func mistakesAreCounted(count: Int) throws {
    let wrong = try mistake(in: "A 5m\n" + String(repeating: "B\n", count: count))
    guard count > 0 else { return #expect(wrong == nil) }
    let lines = try #require(wrong).lines
    #expect(wrong?.line == 2 && wrong?.healthProblem == .programFile(line: 2))
    #expect(lines.count == min(count, 20) + (count > 20 ? 1 : 0))
    #expect(lines.first?.hasPrefix("\(folder.path)/show.txt:2: ") == true)
    if count > 20 { #expect(lines.last == "\(folder.path)/show.txt: and \(count - 20) more") }
  }

  @Test func aFileThatIsMissing() throws {
    var options = CountdownOptions()
    options.programFile = "\(folder.path)/none"
    #expect(throws: ProgramMistake.self) { try options.readProgram() }
  }
}
