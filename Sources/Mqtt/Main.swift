import Companion
import Glibc

/// A companion of the clock: joins it to an MQTT broker.
@main
enum Main {
  static func main() {
    do throws(OptionsReader.Failure) {
      let options = try OptionsReader.options(Array(CommandLine.arguments.dropFirst()))
      switch options.answer {
      case .help: System.print(OptionRow.help)
      case .version: System.print(System.version)
      case .list: System.print(OptionRow.list)
      case nil: exit(run(options))
      }
    } catch {
      System.report(error.reason, as: .error)
      exit(error.status)
    }
  }

  private static func run(_ options: Options) -> Int32 {
    guard let address = options.broker else { return ExitStatus.usage }
    let credentials: Credentials?
    do throws(Credentials.Failure) { credentials = try Credentials.find(options.credentials) } catch {
      System.report(error.reason, as: .error)
      return error.status
    }
    for file in [options.ca, options.certificate, options.key].compactMap(\.self) where access(file, R_OK) != 0 {
      System.report("cannot read \(file): \(System.lastFailure.reason)", as: .error)
      return ExitStatus.noInput
    }
    _ = Signals.descriptor
    return options.isToForget ? forget(options, credentials, address) : join(options, credentials, address)
  }

  private static func join(_ options: Options, _ credentials: Credentials?, _ address: BrokerAddress) -> Int32 {
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

  private static func forget(_ options: Options, _ credentials: Credentials?, _ address: BrokerAddress) -> Int32 {
    let forgetting = Forgetting(options, credentials, address)
    let loop = Loop(forgetting.broker, nil)
    let end = System.uptime + Forgetting.patience
    while !forgetting.isDone {
      guard !Signals.hasCome, System.uptime < end else {
        forgetting.end()
        return ExitStatus.unavailable
      }
      forgetting.broker.step(at: System.uptime)
      loop.turn(until: min(end, forgetting.broker.deadline))
      forgetting.step()
    }
    return forgetting.isDenied ? ExitStatus.unavailable : ExitStatus.done
  }
}
