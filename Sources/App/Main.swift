import ColourClock
import System

/// The program: reads what it is asked for, and does it.
@main
enum Main {
  static func main() {
    Process.prepare()
    let words = Array(Process.arguments.dropFirst())
    // Before all else that a clock needs: a client is to be quick.
    if let command = ClientCommand(words) { Process.exit(command.run()) }
    if words.first == Helper.word { Helper.become(words.dropFirst()) }
    if words.first == SnapshotProcess.name { Process.exit(SnapshotProcess.run(words.dropFirst())) }
    Memory.keepWhileStarting()
    // From the start: a host may send a signal as soon as there is a process, and that would end it.
    let signals = SignalDescriptor()
    do {
      switch words.first {
      case "help" where words.count == 1: Process.print(Help.text)
      case "audit": try AuditCommand(Array(words.dropFirst())).run()
      case "program": try ProgramCommand(Array(words.dropFirst())).run()
      default:
        var program = try Program(words, signals: signals)
        try program.run()
        signals.endByIt()
      }
    } catch {
      error.report()
      Process.exit(error.status)
    }
  }
}
