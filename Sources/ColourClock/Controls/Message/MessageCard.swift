struct MessagePress: Press {
  let number: Int
  let start: Point

  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] {
    if (place - start).length >= scene.slop { scene.setGesture(.undecided(from: start)) }
    return []
  }

  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    // A double tap must not remove the next message.
    guard scene.takesTap(nil, at: place, moment) else { return [] }
    scene.wall.taps.record(nil, at: place, moment)
    return scene.takeMessage(number, at: moment)
  }
}

extension Layout.Card {
  func items(on backdrop: Backdrop) -> [Item] {
    let radius = 0.5 * (slots.first?.box.height ?? 0)
    let inner = isNotice ? backdrop.lit : backdrop
    let plate = Item.fill(Fill(.box(box, radius: radius), backdrop.ink.colour))
    let edge = max(1, (0.12 * (slots.first?.box.height ?? 0)).rounded())
    let ground = Item.fill(Fill(.box(box.inset(by: edge), radius: max(0, radius - edge)), backdrop.colour))
    return (isNotice ? [plate] : [plate, ground])
      + slots.compactMap { slot in
        if case .words(let words) = slot.part {
          Item.text(inner.text(slot, words, figures: .proportional).withoutPlate)
        } else {
          nil
        }
      }
  }
}

extension Scene {
  /// - Throws: if too many messages wait, or this one does not fit and may not be cut.
  mutating func show(_ message: Message, at moment: Moment) throws(Refusal) -> [Effect] {
    guard message.mayBeCut || message.isWhole && hasRoom(for: message, at: moment) else {
      throw Refusal("the message is too long for this wall: shorten it")
    }
    let isAdded = clock.schedule.messages.add(message, at: moment)
    guard isAdded else { throw Refusal("\(Messages.most) messages are waiting already: dismiss one first") }
    return advanceSchedule(to: moment)
  }

  private func hasRoom(for message: Message, at moment: Moment) -> Bool {
    // Messages are shown only on walls with the whole clock.
    guard role == .whole, var contents = layoutContents(at: moment) else { return true }
    contents.messages = Messages.Shown(message)
    return Layout(contents).hasRoom(forMessage: message.lines)
  }

  /// `nil` outside the cards, and for an urgent message.
  func message(at place: Point) -> Int? {
    guard !schedule.messages.isUrgent, let card = layout?.cards.first(where: { $0.box.contains(place) }) else {
      return nil
    }
    return schedule.messages.number(ofShown: card.isNotice ? .notice : .info)
  }
}

extension Effect {
  var isUrgentMessage: Bool { if case .announce(let message) = self { message.priority == .urgent } else { false } }
}
