import ColourClock
import System

@main
enum Main {
  static func main() {
    Process.prepare()
    let words = Array(Process.arguments.dropFirst())
    // A client must start quickly, so it is checked first.
    if let command = ClientCommand(words) { Process.exit(command.run()) }
    if words.first == Helper.word { Helper.become(words.dropFirst()) }
    if words.first == SnapshotProcess.name { Process.exit(SnapshotProcess.run(words.dropFirst())) }
    Memory.keepWhileStarting()
    // Before this line, a screensaver host's SIGUSR1 would end the process.
    let signals = SignalDescriptor()
    do {
      switch words.first {
      case "help" where words.count == 1: Process.print(Help.text)
      case "audit": try AuditCommand(Array(words.dropFirst())).run()
      case "program": try ProgramCommand(Array(words.dropFirst())).run()
      default:
        var program = try Program(words, signals: signals)
        try program.run()
        signals.endBySignal()
      }
    } catch {
      error.report()
      Process.exit(error.status)
    }
  }
}
