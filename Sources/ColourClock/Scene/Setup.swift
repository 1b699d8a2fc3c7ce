/// All options of a wall.
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
  /// Countdowns go on after zero.
  package var hasOvertime = false
  /// For countdowns without phases of their own.
  package var phases = CountdownPhases()
  package var keepsProgramEnd = false
  package var isLocked = false
  package var endsOnInput = false
  package var showsRate = false
  package var shift = Shift.off
  package var night: Night?
  package var showsSynchronisation = false
  package var showsHealthProblems = false
  /// For a start without a length.
  var countdownLength = Duration.seconds(300)
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

  /// What viewers can return to after changes at the wall.
  package struct Given: Hashable, Sendable {
    let title: String
    let zones: [OtherZone]
    let night: Night?
    /// The night that viewers switch on.
    let nightNow: Night
    let program: TimerProgram?

    package init(
      title: String = "", zones: [OtherZone] = [], night: Night? = nil, nightNow: Night = .now,
      program: TimerProgram? = nil
    ) {
      (self.title, self.zones, self.night, self.nightNow) = (title, zones, night, nightNow)
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

/// A pull may also just bring down a ring from above the window.
package enum PullRefreshes: Hashable, Sendable {
  case always, never
  /// Unless it brings down a countdown's ring (`--preset seed`).
  case withoutCountdown
}

package struct HoldSetup: Hashable, Sendable {
  package var rules = Hold.Rules.standard
  package var presence = Presence.auto
  package var action = HoldAction.quit
  /// Replaces the words for the action.
  package var label: String?
  /// The button's centre, in shares of the shorter side: up to 0.5 from the lower edge; above, 1 minus it from the
  /// upper.
  package var position = 0.08
  /// `nil` for the wall's colour and ink.
  package var colours: HoldButton.Colours?

  package init() {}

  package enum Presence: String, Hashable, Sendable, CaseIterable {
    case always
    /// After a viewer's input.
    case motion
    /// While there is something to dismiss or a key is held for the button. As `motion` unless the action is quit.
    case auto
    case never

    var mode: AutoHide.Mode {
      switch self {
      case .always: .always
      case .motion, .auto: .auto
      case .never: .never
      }
    }
  }

  /// True if not only for dismissals.
  var isShownForItself: Bool {
    switch presence {
    case .always, .motion: true
    case .auto: action != .quit
    case .never: false
    }
  }
}

package enum HoldAction: Hashable, Sendable {
  case quit, reset, refresh, none, command
  case dismiss
  /// After a program's step that has ended and waits.
  case next

  func title(_ words: Words) -> String {
    switch self {
    case .quit: words["Quit"]
    case .reset: words["Reset"]
    case .refresh: words["Refresh"]
    case .none: words["Try"]
    case .command: words["Run"]
    case .dismiss: words["Dismiss"]
    case .next: words["Next"]
    }
  }

  /// - Parameters:
  ///   - key: `nil` for Enter.
  ///   - isTouched: for a finger.
  ///   - isHeldOnly: only a hold completes the action.
  ///   - isTapped: a tap does.
  ///   - label: replaces the action's words.
  func labels(
    _ words: Words, key: String? = nil, isTouched: Bool = false, isHeldOnly: Bool = false, isTapped: Bool = false,
    label: String? = nil
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
        (
          isTapped ? words["Dismiss"] : words["Hold to dismiss"], words["Press %s again to dismiss", key],
          words["Tap again to dismiss"]
        )
      case .next:
        (
          words["Next step"], words["Press %s again for the next step", key],
          words["Tap again for the next step"]
        )
      }
    return HoldButton.Labels(
      hold: label ?? hold, again: isTouched ? tap : again, isHeldOnly: isTouched || isHeldOnly, words)
  }
}

/// Viewers' rights without the hold button.
package enum Permission: String, Hashable, Sendable, CaseIterable {
  case countdown, stopwatch, gallery, look, refresh, scrub, sound
}

extension Scene {
  func allows(_ permission: Permission) -> Bool { setup.allowed.contains(permission) }
}
