import ColourClock
import XWindow

/// The program: reads what it is asked for, and does it.
@main
enum Main {
  static func main() {
    Process.prepare()
    do {
      let settings = try Settings.fromCommandLine(Array(CommandLine.arguments.dropFirst()))
      try Program(settings).run()
    } catch {
      error.report()
      Process.exit(error.status)
    }
  }
}
