import ColourClock
import XWindow

/// The program: reads what it is asked for, and does it.
@main
enum Main {
  static func main() {
    Process.prepare()
    // From the start: a host may send a signal as soon as there is a process, and that would end it.
    let wakeups = SignalDescriptor()
    do {
      var program = try Program(Layers(Array(CommandLine.arguments.dropFirst())), wakeups: wakeups)
      try program.run()
    } catch {
      error.report()
      Process.exit(error.status)
    }
  }
}
