import CompanionSupport
import ControlProtocol
import System

/// The companion `colourclock-web`: a remote control for phones, and an HTTP interface for programs.
@main
enum Main {
  static func main() {
    Process.becomeCompanion("colourclock-web")
    do throws(ProgramExit) {
      let options = try Options(line: Array(Process.arguments.dropFirst()))
      if let answer = options.answer { return Process.print(answer) }
      if let name = options.newToken { return Process.print(try Accounts(options).newToken(name, options.allowed)) }
      try serve(options)
    } catch {
      error.report()
      Process.exit(error.status)
    }
  }

  private static func serve(_ options: Options) throws(ProgramExit) {
    let companion = try WebCompanion(options)
    var loop = Loop(companion.server, companion.wall)
    companion.begin()
    while !loop.isToEnd {
      companion.step(at: Now.uptime)
      loop.turn(until: companion.deadline(at: Now.uptime))
    }
    companion.end()
  }
}
