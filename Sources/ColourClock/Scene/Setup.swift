/// All that an option decides about the wall and its controls.
package struct Setup: Hashable, Sendable {
  package var face: Face
  package var style: Style
  /// What the gallery shows, in order.
  package var cards: [Gallery.Card]
  package var look = CarouselLayout.standard
  package var paging = Paging.Rules.standard
  package var ring = Ring.Style.standard
  /// `nil` for a wall that is not pulled.
  package var pull: Pull.Rules? = .standard
  package var hold = HoldSetup()
  /// Further zones whose time is shown.
  package var zones: [OtherZone] = []
  /// `nil` for a wall without a feed.
  package var feed: Feed.Rules?
  /// Steps and fades instead of movement.
  package var isReduced = false
  /// Whether a countdown counts on past zero.
  package var hasOvertime = false
  /// Whether nothing but a completed hold may end the program.
  package var isLocked = false
  /// Whether any input ends it.
  package var endsOnInput = false
  /// Whether the frames of each second are counted on the wall.
  package var showsRate = false
  /// How far ring, labels and button shift against burn-in.
  package var shift = Shift.off
  /// `nil` for a wall that is as by day all night.
  package var night: Night?
  /// Whether the wall says that the system's clock is not synchronised.
  package var showsSynchronisation = false
  /// What the countdown key sets first.
  package var countdownLength = Duration.seconds(300)
  /// The lengths that the bar offers.
  package var presets: [Duration] = [60, 300, 600, 1500].map { .seconds($0) }
  /// What viewers may do, beside the hold.
  package var allowed = Set(Permission.allCases)

  package init(face: Face, style: Style, cards: [Gallery.Card]? = nil) {
    self.face = face
    self.style = style
    self.cards = cards ?? Face.all.map { Gallery.Card(name: $0.name, face: $0, style: style) }
  }

  var newHold: Hold { Hold(rules: hold.rules, mode: hold.mode, isReduced: isReduced) }
  func newPull(in size: Size) -> Pull { Pull(rules: pull ?? .standard, size: size, isReduced: isReduced) }
  func newGallery(in size: Size) -> Gallery {
    Gallery(
      cards: cards, layout: look, rules: paging, isReduced: isReduced, canScrub: allowed.contains(.scrub), size: size)
  }
}

/// What the hold button does and how it looks.
package struct HoldSetup: Hashable, Sendable {
  package var rules = Hold.Rules.standard
  package var mode = AutoHide.Mode.auto
  package var action = HoldAction.quit
  /// Instead of the words that come with the action.
  package var label: String?
  /// Of the button's centre above the lower edge, as a share of the window's height.
  package var position = 0.12

  package init() {}
}

/// What a completed hold does.
package enum HoldAction: Hashable, Sendable {
  case quit, reset, refresh, none, command
  /// Ends the alarm of a countdown that has ended.
  case dismiss

  /// In the infinitive, for labels.
  var words: String {
    switch self {
    case .quit: "quit"
    case .reset: "reset"
    case .refresh: "refresh"
    case .none: "try"
    case .command: "run"
    case .dismiss: "dismiss"
    }
  }
}
