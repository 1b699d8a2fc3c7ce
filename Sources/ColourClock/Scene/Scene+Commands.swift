extension Scene {
  mutating func obey(_ command: Command, at moment: Moment) throws(Refusal) -> [Effect] {
    switch command {
    case .face(let name): return try show(card: name)
    case .countdown(let order, let name):
      return try undoably(at: moment) { (scene) throws(Refusal) in
        try scene.obey(order, of: name, at: moment) + [.saveTimers]
      }
    case .undo:
      guard let effects = undo(at: moment) else { throw Refusal("there is nothing to undo") }
      return effects
    case .stopwatch(let order):
      return try undoably(at: moment) { (scene) throws(Refusal) in try scene.obey(order, at: moment) }
    case .program(let order):
      return try undoably(at: moment) { (scene) throws(Refusal) in try scene.obey(order, at: moment) + [.saveTimers] }
    case .gallery(let order): return try obey(order, at: moment)
    case .refresh:
      guard !pull.isRefreshing(at: moment) else { throw Refusal("a refresh is under way") }
      return refreshEffects(if: wall.pull.start(at: moment))
    case .feed(let text): return try show(feed: text, at: moment)
    case .dim(let share, let span): clock.displayOverride.dim(to: share, lasting: span, at: moment)
    case .message(let message): return try show(message, at: moment)
    case .dismiss(let name):
      return try undoably(at: moment) { (scene) throws(Refusal) in try scene.dismiss(name, at: moment) }
    case .snooze(let span):
      guard let effects = snooze(by: span, at: moment) else { throw Refusal("nothing rings") }
      return effects
    case .alarm(let order): return try obey(order, at: moment)
    case .agenda(let periods): return try replaceAgenda(with: periods, at: moment)
    case .blank(let isBlank): return blank(isBlank, at: moment)
    case .sound(let order): return try obey(order, at: moment)
    case .pair(let order): return try obey(order, at: moment)
    case .identify: break
    }
    return []
  }

  private mutating func show(card name: String) throws(Refusal) -> [Effect] {
    guard let card = setup.cards.first(where: { $0.name == name }) else {
      throw Refusal("there is no face '\(name)': there are \(setup.cards.map(\.name).joined(separator: ", "))")
    }
    return choose(card)
  }

  private mutating func blank(_ isBlank: Bool, at moment: Moment) -> [Effect] {
    clock.displayOverride.isBlank = isBlank
    return (isBlank ? cancel(at: moment) : []) + [.powerScreen(!isBlank)]
  }

  /// The input only lights the blank wall, because the viewer could not see its target. Mouse movement does not count.
  mutating func wake(by input: Event) -> [Effect] {
    switch input {
    case .pressed, .pointerPressed: setGesture(.ignoredUntilRelease)
    case .scrolled: break
    default: return []
    }
    clock.displayOverride.isBlank = false
    return [.powerScreen(true)]
  }

  private mutating func show(feed text: String, at moment: Moment) throws(Refusal) -> [Effect] {
    guard !text.isEmpty else {
      clock.feed = setup.feed.map { Feed($0, at: moment) }
      return clock.feed?.start(at: moment) == true ? [.feed] : []
    }
    var fresh = feed ?? Feed(setup.feed ?? Feed.Rules(), at: moment)
    guard fresh.show(Array(text.utf8), at: moment) else { throw Refusal("the text is binary data") }
    clock.feed = fresh
    return []
  }

  // MARK: Sound, gallery

  private mutating func obey(_ order: Command.SoundOrder, at moment: Moment) throws(Refusal) -> [Effect] {
    guard setup.sound.isOn else { throw Refusal("this clock has no sound: see '--sound'") }
    switch order {
    case .on: return mute(false, at: moment)
    case .off: return mute(true, at: moment)
    case .toggle: return mute(!clock.sound.isMuted, at: moment)
    }
  }

  private mutating func obey(_ order: Command.GalleryOrder, at moment: Moment) throws(Refusal) -> [Effect] {
    guard order != .open else {
      guard gesture.isOver, size != nil else { throw Refusal("a viewer is using the wall: try again later") }
      wall.gallery.open(on: ownCard, at: moment)
      return []
    }
    guard gallery.isOpen(at: moment) else { throw Refusal("the gallery is not open") }
    switch order {
    case .open: break
    case .close: wall.gallery.close(at: moment)
    case .next: wall.gallery.step(by: 1, at: moment)
    case .previous: wall.gallery.step(by: -1, at: moment)
    case .choose: if wall.gallery.choose(at: moment) { return accept(.chosen) }
    }
    return []
  }
}
