import Companion
import Glibc

/// A companion of the clock: joins it to an MQTT broker.
@main
enum Main {
  static func main() {
    do throws(Ending) {
      let options = try OptionsReader.options(Array(System.arguments.dropFirst()))
      switch options.answer {
      case .help: System.print(OptionRow.help)
      case .version: System.print(System.version)
      case .list: System.print(OptionRow.list)
      case nil: exit(try run(options))
      }
    } catch {
      System.report(error.reason, as: .error)
      exit(error.status)
    }
  }

  private static func run(_ options: Options) throws(Ending) -> Int32 {
    guard let address = options.broker else { return ExitStatus.usage }
    let credentials = CredentialsFile(options.credentials)
    // What is wrong with them at the start would be wrong for long.
    let isSecret = try credentials?.read().password != nil
    if isSecret, !address.isEncrypted, !address.isLoopback {
      System.report(
        "the password goes to \(address.text) unencrypted: with '--broker mqtts://…' no listener could read it")
    }
    try CertificateFiles(options).check()
    _ = Signals.descriptor
    return options.isToForget ? forget(options, credentials, address) : join(options, credentials, address)
  }

  private static func join(_ options: Options, _ credentials: CredentialsFile?, _ address: BrokerAddress) -> Int32 {
    let bridge = Bridge(options, credentials, address)
    let loop = Loop(bridge.broker, bridge.wall)
    bridge.begin()
    while !Signals.hasCome {
      bridge.step(at: System.uptime)
      loop.turn(until: bridge.deadline(at: System.uptime))
    }
    bridge.end()
    return ExitStatus.done
  }

  private static func forget(_ options: Options, _ credentials: CredentialsFile?, _ address: BrokerAddress) -> Int32 {
    let forgetting = Forgetting(options, credentials, address)
    let loop = Loop(forgetting.broker, nil)
    let end = System.uptime + Forgetting.patience
    while forgetting.status == nil {
      if Signals.hasCome || System.uptime >= end { forgetting.end(nil, ExitStatus.unavailable) }
      forgetting.broker.step(at: System.uptime)
      loop.turn(until: min(end, forgetting.broker.deadline, forgetting.deadline))
      forgetting.step(at: System.uptime)
    }
    return forgetting.status ?? ExitStatus.unavailable
  }
}
