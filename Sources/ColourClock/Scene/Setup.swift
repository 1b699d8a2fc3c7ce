/// All that an option decides about the wall and its controls.
package struct Setup: Hashable, Sendable {
  package var words = Words()
  package var face: Face
  package var style: Style
  /// What the gallery shows, in order.
  package var cards: [Gallery.Card]
  package var carousel = CarouselLayout.standard
  package var paging = Paging.Rules.standard
  package var ring = Ring.Style.standard
  /// `nil` for a wall that is not pulled.
  package var pull: Pull.Rules? = .standard
  package var pullRefreshes = PullRefreshes.always
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
  /// Whether the wall says what is wrong with it.
  package var showsHealthProblems = false
  /// What the countdown key sets first.
  var countdownLength = Duration.seconds(300)
  package var alarms: [DailyAlarm] = []
  package var agenda = Agenda()
  /// Whether there is a bar of controls.
  package var hasBar = true
  /// The lengths that it offers.
  package var presets: [Duration] = [60, 300, 600, 1500].map { .seconds($0) }
  /// What viewers may do, beside the hold.
  package var allowed = Set(Permission.allCases)

  package init(face: Face, style: Style, cards: [Gallery.Card]? = nil) {
    self.face = face
    self.style = style
    self.cards = cards ?? Face.all.map { Gallery.Card(name: $0.name, face: $0, style: style) }
  }

  package mutating func show(_ card: Gallery.Card) { (face, style) = (card.face, card.style) }

  var newHold: Hold { Hold(rules: hold.rules, mode: hold.mode, isReduced: isReduced) }
  func newPull(in size: Size) -> Pull { Pull(rules: pull ?? .standard, size: size, isReduced: isReduced) }
  func newGallery(in size: Size, resolution: Double) -> Gallery {
    Gallery(
      cards: cards, layout: carousel, rules: paging, isReduced: isReduced, allowed: allowed, size: size, words: words,
      resolution: resolution)
  }
}

/// Whether a pull refreshes; else it only brings the ring that is above the edge to sight, if there is one.
package enum PullRefreshes: Hashable, Sendable {
  case always, never
  /// Not while there is a countdown whose ring comes down: the seed's, of which a pull changes nothing.
  case withoutCountdown
}

/// What the hold button does and how it looks.
package struct HoldSetup: Hashable, Sendable {
  package var rules = Hold.Rules.standard
  package var mode = AutoHide.Mode.auto
  package var action = HoldAction.quit
  /// Instead of the words that come with the action.
  package var label: String?
  /// From the button's centre to the lower edge, as a share of the window's shorter side; above a half, from the upper edge.
  package var position = 0.08
  /// `nil` for those that go with the wall.
  package var colours: HoldButton.Colours?

  package init() {}
}

/// What a completed hold does.
package enum HoldAction: Hashable, Sendable {
  case quit, reset, refresh, none, command
  /// Ends the alarm of a countdown that has ended.
  case dismiss

  /// As the help calls it.
  func title(_ words: Words) -> String {
    switch self {
    case .quit: words["Quit"]
    case .reset: words["Reset"]
    case .refresh: words["Refresh"]
    case .none: words["Try"]
    case .command: words["Run"]
    case .dismiss: words["Dismiss"]
    }
  }

  /// What the button says of it.
  /// - Parameters:
  ///   - key: the name of the key that asks for it; without one, Enter.
  ///   - isTouched: whether a finger does.
  ///   - isHeldOnly: whether there is no other way than to hold.
  ///   - label: in place of what to do.
  func labels(
    _ words: Words, key: String? = nil, isTouched: Bool = false, isHeldOnly: Bool = false, label: String? = nil
  ) -> HoldButton.Labels {
    let key = key ?? words["Enter"]
    let (hold, again, tap) =
      switch self {
      case .quit: (words["Hold to quit"], words["Press %s again to quit", key], words["Tap again to quit"])
      case .reset: (words["Hold to reset"], words["Press %s again to reset", key], words["Tap again to reset"])
      case .refresh:
        (words["Hold to refresh"], words["Press %s again to refresh", key], words["Tap again to refresh"])
      case .none: (words["Hold to try"], words["Press %s again to try", key], words["Tap again to try"])
      case .command: (words["Hold to run"], words["Press %s again to run", key], words["Tap again to run"])
      case .dismiss:
        (words["Hold to dismiss"], words["Press %s again to dismiss", key], words["Tap again to dismiss"])
      }
    return HoldButton.Labels(
      hold: label ?? hold, again: isTouched ? tap : again, isHeldOnly: isTouched || isHeldOnly, words)
  }
}

/// What viewers may do at the wall, beside the hold button: in a kiosk only what is allowed there.
package enum Permission: String, Hashable, Sendable, CaseIterable {
  case countdown, stopwatch, gallery, look, refresh, scrub
}

extension Scene {
  func allows(_ permission: Permission) -> Bool { setup.allowed.contains(permission) }
}
