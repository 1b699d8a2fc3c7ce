enum PairingControl: Control {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    scene.showsPairing(at: moment) ? PairingPress() : nil
  }

  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    scene.showsPairing(at: moment) ? [] : nil
  }

  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    guard scene.showsPairing(at: moment), key != .leaveKiosk, key != .function(11) else { return nil }
    return scene.dismissPairing()
  }

  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {
    guard let card = scene.pairing.card, moment.uptime >= card.end else { return }
    scene.clock.pairing.card = nil
    result.addChange()
  }

  static func due(in scene: Scene) -> Wake { Wake(uptime: scene.pairing.card?.end) }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    guard let card = scene.pairing.card, card.end > moment.uptime else { return .never }
    return Wake(uptime: card.end - .seconds((card.end - moment.uptime).secondsRoundedUp - 1))
  }

  static func composedFrameStaysValid(in scene: Scene) -> Bool { scene.pairing.card == nil }
}

private struct PairingPress: Press {
  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.setGesture(.ignoredUntilRelease)
    return scene.dismissPairing()
  }
}

extension Scene {
  package var pairing: Pairing { clock.pairing }

  mutating func obey(_ order: Command.PairingOrder, at moment: Moment) throws(Refusal) -> [Effect] {
    switch order {
    case .begin:
      guard pairing.isOffered else { throw .noCompanion }
      return [.pair(.begin)]
    case .revoke(let id):
      guard pairing.isOffered else { throw .noCompanion }
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

  mutating func dismissPairing() -> [Effect] {
    guard pairing.card != nil else { return [] }
    clock.pairing.card = nil
    return [.pair(.cancel)]
  }

  mutating func offerPairing(_ isOffered: Bool) {
    clock.pairing = isOffered ? clock.pairing : Pairing()
    clock.pairing.isOffered = isOffered
  }

  // MARK: Picture

  package func showsPairing(at moment: Moment) -> Bool { pairing.card.map { moment.uptime < $0.end } ?? false }

  func pairingItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let size, let card = pairing.card else { return [] }
    let left = (card.end - moment.uptime).secondsRoundedUp
    let texts = PairingCard.Texts(card, secondsLeft: left, closingHint: closingHint, setup.words)
    let picture = PairingCard(
      texts, modules: card.modules, isRightToLeft: setup.words.isRightToLeft,
      in: Rect(size).inset(by: setup.shift.margin(in: size)))
    return picture.items(texts, on: backdrop).map { $0.moved(by: shift(at: moment)) }
  }
}

extension Refusal {
  fileprivate static let noCompanion = Refusal("no colourclock-web is connected: start it, and try again")
}
