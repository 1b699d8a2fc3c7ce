import CommandOptions
import CompanionSupport
import System

@main
enum Main {
  static func main() {
    Options.run { options throws(ProgramExit) in
      if let name = options.newToken {
        Process.print(try Accounts(options).newToken(name, options.allowed))
      } else {
        try serve(options)
      }
    }
  }

  private static func serve(_ options: Options) throws(ProgramExit) {
    let companion = try WebCompanion(options)
    let server = companion.server
    var loop = CompanionLoop(companion.wall)
    companion.begin()
    while !loop.isToEnd {
      companion.step(at: Now.uptime)
      let deadline = companion.deadline(at: Now.uptime)
      loop.waitAndReceive(until: deadline, companion.descriptors, wakes: server.descriptor) { companion.receive() }
      // Run last, to send the wall's latest events.
      server.run()
    }
    companion.end()
  }
}
