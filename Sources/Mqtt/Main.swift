import CommandOptions
import CompanionSupport
import System

@main
enum Main {
  static func main() {
    Options.run { options throws(ProgramExit) in Process.exit(try run(options)) }
  }

  private static func run(_ options: Options) throws(ProgramExit) -> Int32 {
    guard let address = options.broker else { return ExitStatus.usage }
    let credentials = CredentialsFile(options.credentials)
    let hasPassword = try credentials?.read().password != nil
    if hasPassword, !address.isEncrypted, !address.isLoopback {
      Process.report(
        "the password is sent to \(address.text) unencrypted: use '--broker mqtts://…'")
    }
    try CertificateFiles(options).check()
    return options.forgetsWall ? forget(options, credentials, address) : join(options, credentials, address)
  }

  private static func join(_ options: Options, _ credentials: CredentialsFile?, _ address: BrokerAddress) -> Int32 {
    let bridge = Bridge(options, credentials, address)
    var loop = CompanionLoop(bridge.wall)
    bridge.begin()
    while !loop.isToEnd {
      bridge.step(at: Now.uptime)
      wait(&loop, until: bridge.deadline(at: Now.uptime), bridge.broker)
    }
    bridge.end()
    return ExitStatus.done
  }

  private static func forget(_ options: Options, _ credentials: CredentialsFile?, _ address: BrokerAddress) -> Int32 {
    let forgetting = Forgetting(options, credentials, address)
    let broker = forgetting.broker
    var loop = CompanionLoop(nil)
    let end = Now.uptime + Forgetting.patience
    while forgetting.status == nil {
      if loop.isToEnd { forgetting.end(nil, ExitStatus.unavailable) }
      if Now.uptime >= end { forgetting.giveUp() }
      broker.step(at: Now.uptime)
      wait(&loop, until: min(end, broker.deadline, forgetting.deadline), broker)
      forgetting.step(at: Now.uptime)
    }
    return forgetting.status ?? ExitStatus.unavailable
  }

  private static func wait(_ loop: inout CompanionLoop, until deadline: Double, _ broker: BrokerSide) {
    let descriptors = [broker.descriptor].compactMap(\.self)
    loop.waitAndReceive(until: deadline, descriptors, wantsWrite: broker.wantsWrite) { broker.receive(at: Now.uptime) }
  }
}
