import ColourClock
import System

private import var Glibc.STDIN_FILENO

struct ProgramCommand {
  private let path: String
  private let rundown: String?

  private static let usage = """
    USAGE: colourclock program import <file> [<rundown>]

    Reads a project file of Ontime, or a table with a title and a length or a start in each row. Prints the steps as a
    program for --program-file. If a project has several rundowns, name one of them. The file - is the standard input.

    Exit status: 0 done; 64 a mistake on the command line; 65 a mistake in the file, and no program is printed;
    66 the file cannot be read. See also colourclock-program(5).
    """

  init(_ words: [String]) throws(ProgramExit) {
    if words.contains(where: ["--help", "-h"].contains) { throw .answered(ProgramCommand.usage) }
    guard words.first == "import" else { throw .usage("program: it takes 'import FILE'; try 'program --help'") }
    guard words.count >= 2 else { throw .usage("program import: it takes a file") }
    guard words.count <= 3 else { throw .usage("program import: unexpected word '\(words[3])'") }
    (path, rundown) = (words[1], words.count > 2 ? words[2] : nil)
  }

  func run() throws(ProgramExit) {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes =
        path == "-"
        ? try File.readAll(of: STDIN_FILENO, limit: ProgramImport.limit)
        : try File.read(path, limit: ProgramImport.limit)
    } catch { throw ProgramExit("cannot read \(path): \(error.reason)", ExitStatus.noInput) }
    let found: ProgramImport
    do throws(Refusal) { found = try ProgramImport(bytes, rundown: rundown) } catch {
      throw ProgramExit("\(path): \(error.text)", ExitStatus.data)
    }
    guard let program = found.program else {
      let lines = found.complaints.lines(atMost: ProgramImport.reportLimit, of: path) { "\($0.place): \($0.reason)" }
      throw ProgramMistake(lines, line: nil, ExitStatus.data).reportAllButLastLine()
    }
    for remark in found.remarks { Process.report("\(path)\(remark.place): \(remark.reason)", as: .warning) }
    // `lines` ends with a newline, and `print` adds another.
    Process.print(String(program.lines.dropLast()))
  }
}
