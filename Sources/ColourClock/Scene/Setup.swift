package struct Setup: Hashable, Sendable {
  package var words = Words()
  package var face: Face
  package var style: Style
  package var cards: [Gallery.Card]
  package var carousel = CarouselLayout.standard
  package var paging = Paging.Rules.standard
  package var ring = Ring.Style.standard
  /// `nil` if the wall cannot be pulled down.
  package var pull: Pull.Rules? = .standard
  package var pullRefreshes = PullRefreshes.always
  package var hold = HoldSetup()
  package var zones: [OtherZone] = []
  package var given = Given()
  package var feed: Feed.Rules?
  /// Steps and fades replace movement.
  package var isReduced = false
  package var hasOvertime = false
  package var phases = CountdownPhases()
  /// Shows a program's planned end, not the expected one.
  package var keepsProgramEnd = false
  /// True in a kiosk: viewers cannot close the window or leave full screen.
  package var isLocked = false
  package var endsOnInput = false
  package var showsRate = false
  package var shift = Shift.off
  package var night: Night?
  package var showsSynchronisation = false
  package var showsHealthProblems = false
  package var alarms: [DailyAlarm] = []
  package var agenda = Agenda()
  package var sound = SoundSetup()
  package var hasBar = true
  package var presets: [Duration] = [60, 300, 600, 1500].map { .seconds($0) }
  package var allowed = Set(Permission.allCases)

  package init(face: Face, style: Style, cards: [Gallery.Card]? = nil) {
    self.face = face
    self.style = style
    self.cards = cards ?? Face.all.map { Gallery.Card(name: $0.name, face: $0, style: style) }
  }

  package struct Given: Hashable, Sendable {
    let title: String
    let zones: [OtherZone]
    let night: Night?
    /// The night for `Night.Choice.now`.
    let alwaysNight: Night
    let program: TimerProgram?

    package init(
      title: String = "", zones: [OtherZone] = [], night: Night? = nil, alwaysNight: Night = .now,
      program: TimerProgram? = nil
    ) {
      (self.title, self.zones, self.night, self.alwaysNight) = (title, zones, night, alwaysNight)
      self.program = program
    }
  }

  package mutating func show(_ card: Gallery.Card) { (face, style) = (card.face, card.style) }

  var newHold: Hold { Hold(rules: hold.rules, mode: hold.presence.mode, isReduced: isReduced) }
  func newPull(in size: Size) -> Pull { Pull(rules: pull ?? .standard, size: size, isReduced: isReduced) }
  func newGallery(in size: Size, resolution: Double) -> Gallery {
    Gallery(
      cards: cards, layout: carousel, rules: paging, isReduced: isReduced, allowed: allowed, size: size, words: words,
      resolution: resolution)
  }
}

package enum PullRefreshes: Hashable, Sendable {
  case always, never
  /// Pulling down a countdown's ring does not refresh (`--preset seed`).
  case withoutCountdown
}
