internal import System

/// Asks D-Bus services to keep the screen on. After an error, tries the service's other paths.
final class BusInhibitor: Inhibitor {
  var holding: [String] { states.filter { $0.receipt != nil }.map(\.service.name) }
  private let bus: BusLink
  private var isOn = false
  private var states: [State]

  private struct State {
    let service: BusService
    var request: (serial: UInt32, path: String)?
    var receipt: (answer: BusValue, path: String)?
    var isAbsent = false
  }

  init(_ services: [BusService], at address: @escaping () -> BusAddress?) {
    bus = BusLink(address)
    states = services.map { State(service: $0) }
  }

  convenience init() { self.init([.screenSaver, .portal]) { .session } }

  static func ofSystem() -> BusInhibitor { BusInhibitor([.login]) { .system } }

  var isIdle: Bool { states.allSatisfy { $0.request == nil } }

  var descriptors: [Int32] { bus.descriptors }

  func start() {
    isOn = true
    bus.startProbe()
  }

  func beat() {
    guard isOn else { return }
    bus.startProbe()
    for index in states.indices where states[index].request == nil && states[index].receipt == nil {
      if !states[index].isAbsent { inhibit(index, at: states[index].service.paths.first) }
    }
  }

  func receive() {
    switch bus.receive() {
    case .connected:
      for index in states.indices {
        bus.send(.watch(states[index].service.destination))
        inhibit(index, at: states[index].service.paths.first)
      }
      receive()
    case .received(let messages): messages.forEach(handle)
    case .lost: reset()
    case .nothing: break
    }
  }

  func stop() {
    isOn = false
    for state in states {
      let call = state.receipt.flatMap { state.service.release($0.answer, at: $0.path) }
      if let call { bus.send(call) }
    }
    bus.end()
    reset()
  }

  private func reset() { states = states.map { State(service: $0.service) } }

  private func inhibit(_ index: Int, at path: String?) {
    guard let path else { return }
    let serial = bus.send(states[index].service.request(at: path))
    if serial != 0 { states[index].request = (serial, path) }
  }

  private func handle(_ message: BusMessage) {
    if message.isOwnerChange { return ownerChanged(message) }
    guard message.replySerial != 0,
      let index = states.firstIndex(where: { $0.request?.serial == message.replySerial }),
      let path = states[index].request?.path
    else { return }
    states[index].request = nil
    let service = states[index].service
    if message.error == nil, let answer = message.arguments.first, service.accepts(answer) {
      return states[index].receipt = (answer, path)
    }
    states[index].isAbsent = message.isServiceMissing
    if !states[index].isAbsent { inhibit(index, at: service.paths.drop { $0 != path }.dropFirst().first) }
  }

  private func ownerChanged(_ message: BusMessage) {
    for index in states.indices {
      guard let hasStarted = message.hasStarted(states[index].service.destination) else { continue }
      states[index] = State(service: states[index].service)
      states[index].isAbsent = !hasStarted
      if hasStarted { inhibit(index, at: states[index].service.paths.first) }
    }
  }
}
