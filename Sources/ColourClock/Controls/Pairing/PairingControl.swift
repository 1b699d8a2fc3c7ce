/// The pairing card on the wall.
enum PairingControl: Control {
  static func advance(_ scene: inout Scene, to moment: Moment, _ due: inout Due) {
    guard let card = scene.pairing.card, moment.uptime >= card.end else { return }
    scene.clock.pairing.card = nil
    due.add([])
  }

  static func due(in scene: Scene) -> Wake { Wake(uptime: scene.pairing.card?.end) }
  static func isStill(in scene: Scene) -> Bool { scene.pairing.card == nil }
}

extension Scene {
  package var pairing: Pairing { clock.pairing }

  mutating func obey(_ order: Command.PairingOrder, at moment: Moment) throws(Refusal) -> [Effect] {
    switch order {
    case .begin:
      guard pairing.isOffered else { throw Refusal("no colourclock-web is connected: start it, and try again") }
      return [.pair(.begin)]
    case .revoke(let id):
      guard pairing.isOffered else { throw Refusal("no colourclock-web is connected: start it, and try again") }
      guard pairing.devices.contains(where: { $0.id == id }) else {
        throw Refusal("no paired device has the ID '\(id)'")
      }
      return [.pair(.revoke(id))]
    case .show(let offer):
      clock.pairing.card = Pairing.Card(
        code: offer.code, address: offer.address, modules: offer.modules, end: moment.uptime + offer.span)
      return reveal(at: moment)
    case .end: clock.pairing.card = nil
    case .devices(let devices): clock.pairing.devices = devices
    }
    return []
  }

  /// A viewer has dismissed the card.
  mutating func dismissPairing() -> [Effect] {
    guard pairing.card != nil else { return [] }
    clock.pairing.card = nil
    return [.pair(.cancel)]
  }

  /// The companion has come or gone. Its card and its list go with it.
  mutating func offerPairing(_ isOffered: Bool) {
    clock.pairing = isOffered ? clock.pairing : Pairing()
    clock.pairing.isOffered = isOffered
  }
}
