import ColourClock
import CommandOptions
import System
import XWindow

extension Options {
  func setup(_ mode: RunMode, chosen: SavedState.Choice = SavedState.Choice()) -> Setup {
    let labels = wallLabels(chosen.look)
    var setup = Setup(face: look.face ?? .scaled, style: style(look, labels))
    setup.words = language.words
    setup.cards += gallery.variants.map { card($0, labels) }
    if preset == .seed { (setup.carousel, setup.paging) = (.seed, .seed) }
    setup.ring = ringStyle
    (setup.presets, setup.phases) = (countdown.presets ?? setup.presets, countdown.phases)
    // The text `source` only identifies the feed.
    setup.feed = refresh.source.map {
      Feed.Rules(source: "\($0)", every: refresh.every, name: $0.name, style: refresh.feedStyle)
    }
    setup.zones = time.zones
    setup.given = Setup.Given(
      title: setup.ring.title, zones: time.zones, night: night, alwaysNight: withNightOptions(.now),
      program: countdown.program)
    setup.alarms = schedule.alarms
    setup.keepsProgramEnd = countdown.programEnd == .kept
    (setup.isReduced, setup.hasOvertime) = (gallery.reducedMotion, countdown.overtime)
    (setup.night, setup.showsRate) = (night, window.fps)
    adapt(&setup, to: mode)
    if let card = setup.cards.last(where: { $0.name == chosen.card }) { setup.show(card) }
    setup.apply(chosen.look)
    return setup
  }

  private func adapt(_ setup: inout Setup, to mode: RunMode) {
    (setup.isLocked, setup.endsOnInput) = (mode.isLocked, mode.endsOnInput)
    if mode.isLocked {
      setup.allowed = kiosk.allow
    } else if !mode.hasControls || mode.endsOnInput {
      setup.allowed = []
    }
    setup.pull = setup.allowed.contains(.refresh) ? pullRules : nil
    setup.pullRefreshes = pullRefreshes
    // A screensaver is silent: its user may be away.
    setup.sound = SoundSetup(
      isOn: sound.choice != .off && mode.hasOwnWindow, isForMessages: schedule.messageCommand == nil,
      isByNight: sound.byNight, chimes: sound.chime)
    (setup.hold, setup.hasBar) = (holdSetup, gallery.bar)
    if !mode.hasControls { setup.hold.presence = .never }
    setup.shift = longRuns.shift ?? mode.shift
    setup.showsSynchronisation = longRuns.syncBadge ?? mode.showsSynchronisation
    setup.showsHealthProblems = longRuns.healthBadge.isShown(in: mode)
  }

  /// - Throws: for an unknown colour name, even if another argument overrides it.
  mutating func resolveColours(on display: Display, _ arguments: Arguments) throws(ProgramExit) {
    for argument in arguments.all(\.ring.colour) {
      guard case .named(let name) = try Options(applying: [argument]).ring.colour else { continue }
      guard display.colour(named: name) == nil else { continue }
      throw .usage(argument.located("there is no colour '\(name)' for '--ring-colour': \(ColourChoice.takes)"))
    }
    guard case .named(let name) = ring.colour, let colour = display.colour(named: name) else { return }
    ring.colour = .value(colour)
  }

  func check(_ arguments: Arguments) throws(ProgramExit) {
    try checkPhases(arguments)
    guard longRuns.night == .sun, longRuns.place == nil else { return }
    throw .usage(arguments.located(\.longRuns.night, "'--night sun' needs '--place', such as --place 52.52,13.40"))
  }

  func checkPhases(_ arguments: Arguments) throws(ProgramExit) {
    guard countdown.phases.isInOrder else {
      throw .usage(
        arguments.located(
          \.countdown.phases.danger, "'--danger' has to be less than '--warn', such as --warn 5m --danger 1m"))
    }
  }

  private func wallLabels(_ chosen: LookChoice) -> Labels {
    var labels = look.labels(over: Labels())
    labels.hasLargeCode = preset == .seed
    let all = [labels] + gallery.variants.map { $0.look.labels(over: labels) }
    let isChosen = chosen.date == true || chosen.twelveHour == true
    if isChosen || all.contains(where: \.needsNames) { labels.names = language.dateNames }
    return labels
  }

  /// - Parameter own: the wall's look, or a variant's. The wall's look supplies what a variant leaves out.
  private func style(_ own: LookOptions, _ labels: Labels) -> Style {
    let span = own.fade ?? look.fade ?? .milliseconds(300)
    return Style(
      labels: labels, fade: Fade(span: span, pace: time.speed, easesMinutes: preset != .seed),
      brightness: own.brightness ?? look.brightness ?? 1)
  }

  private func card(_ variant: Variant, _ labels: Labels) -> Gallery.Card {
    Gallery.Card(
      name: variant.name, face: variant.look.face ?? look.face ?? .scaled,
      style: style(variant.look, variant.look.labels(over: labels)))
  }

  private var ringStyle: Ring.Style {
    var style = ring.style
    style.title = countdown.title.asTitle
    if let share = ring.size ?? (style.place == .above && preset == .standard ? Options.smallRing : nil) {
      style.diameter = .share(share)
    }
    if case .value(let colour) = ring.colour { style.colour = colour }
    return style
  }

  /// The diameter as a share of the window's shorter side.
  private static let smallRing = 0.12

  private var pullRefreshes: PullRefreshes {
    if !refresh.pull || refresh.pullOnlyRevealsRing == true { return .never }
    return preset == .seed && refresh.pullOnlyRevealsRing == nil ? .withoutCountdown : .always
  }

  private var pullRules: Pull.Rules {
    var rules = refresh.rules
    // A pull waits until the feed answers or its time is over.
    rules.timeOut = max(rules.timeOut, refresh.feedTimeout + Options.feedMargin)
    return rules
  }

  private static let feedMargin = Duration.seconds(5)

  private var holdSetup: HoldSetup {
    with(hold.setup) {
      $0.action = HoldAction.named(hold.action).action
      $0.label = $0.label.flatMap(Countdown.title)
    }
  }

  private var night: Night? {
    switch longRuns.night {
    case .times(let schedule): withNightOptions(Night(schedule))
    case .sun: longRuns.place.map { withNightOptions(Night(longRuns.sun(at: $0))) }
    case nil: nil
    }
  }

  private func withNightOptions(_ night: Night) -> Night {
    with(night) { ($0.isRed, $0.brightness) = (longRuns.nightRed, longRuns.nightBrightness) }
  }
}

extension LongRunOptions {
  fileprivate func sun(at place: GeographicPlace) -> SunNight {
    SunNight(at: place, from: nightBegins, offset: nightOffset)
  }
}

extension LookOptions {
  fileprivate func labels(over base: Labels) -> Labels {
    var labels = base
    labels.twelveHour = twelveHour ?? base.twelveHour
    labels.seconds = seconds ?? base.seconds
    labels.time = time ?? base.time
    labels.hex = hex ?? base.hex
    labels.date = date ?? (dateFormat == nil ? base.date : true)
    labels.secondsRing = secondsRing ?? base.secondsRing
    labels.sweeps = sweep ?? base.sweeps
    (labels.timeFormat, labels.dateFormat) = (timeFormat ?? base.timeFormat, dateFormat ?? base.dateFormat)
    return labels
  }
}

extension Labels {
  fileprivate var needsNames: Bool { twelveHour || date || timeFormat != nil }
}

extension HoldAction {
  static func named(_ text: String) -> (action: HoldAction, command: String?) {
    switch text {
    case "quit": (.quit, nil)
    case "reset": (.reset, nil)
    case "refresh": (.refresh, nil)
    case "none": (.none, nil)
    default: (.command, text)
    }
  }
}

extension RefreshOptions {
  enum Source: Hashable {
    case command(String)
    case file(String)

    var name: String {
      switch self {
      case .command(let text): ShellCommands.name(of: text)
      case .file(let path): String(path.split(separator: "/").last ?? "")
      }
    }
  }

  var source: Source? { feed.map(Source.command) ?? feedFile.map(Source.file) }
}
