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
    // The text of the source only identifies the feed.
    setup.feed = refresh.source.map {
      Feed.Rules(source: "\($0)", every: refresh.every, name: $0.name, style: refresh.feedStyle)
    }
    setup.zones = time.zones
    setup.given = Setup.Given(
      title: setup.ring.title, zones: time.zones, night: night, nightNow: withLook(of: .now), program: countdown.program
    )
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
    // A screensaver makes no sound, because its user may be away.
    setup.sound = SoundSetup(
      isOn: sound.choice != .off && mode.isOwn, isForMessages: schedule.messageSound == nil, isByNight: sound.byNight,
      chimes: sound.chime)
    (setup.hold, setup.hasBar) = (holdSetup, gallery.bar)
    if !mode.hasControls { setup.hold.presence = .never }
    setup.shift = longRuns.shift ?? mode.shift
    setup.showsSynchronisation = longRuns.syncBadge ?? mode.showsSynchronisation
    setup.showsHealthProblems = longRuns.healthBadge.isShown(in: mode)
  }

  /// - Throws: if the server does not know a colour's name, even if a stronger source overrides that colour.
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

  /// Reads the names of days and months only if a label needs them.
  private func wallLabels(_ chosen: LookChoice) -> Labels {
    var labels = look.labels(over: Labels())
    labels.hasLargeCode = preset == .seed
    let all = [labels] + gallery.variants.map { $0.look.labels(over: labels) }
    let isChosen = chosen.date == true || chosen.twelveHour == true
    if isChosen || all.contains(where: \.needsNames) { labels.names = language.dateNames }
    return labels
  }

  private func style(_ look: LookOptions, _ labels: Labels) -> Style {
    let span = look.fade ?? self.look.fade ?? .milliseconds(300)
    return Style(
      labels: labels, fade: Fade(span: span, pace: time.speed, easesMinutes: preset != .seed),
      brightness: look.brightness ?? self.look.brightness ?? 1)
  }

  private func card(_ variant: Variant, _ labels: Labels) -> Gallery.Card {
    Gallery.Card(
      name: variant.name, face: variant.look.face ?? look.face ?? .scaled,
      style: style(variant.look, variant.look.labels(over: labels)))
  }

  private var ringStyle: Ring.Style {
    var style = ring.style
    // A title of more than 120 characters could not be read.
    style.title = String(countdown.title.prefix(120))
    if let share = ring.size ?? (style.place == .above && preset == .standard ? 0.12 : nil) {
      style.diameter = .share(share)
    }
    if case .value(let colour) = ring.colour { style.colour = colour }
    return style
  }

  private var pullRefreshes: PullRefreshes {
    if !refresh.pull || refresh.pullReveals == true { return .never }
    return preset == .seed && refresh.pullReveals == nil ? .withoutCountdown : .always
  }

  private var pullRules: Pull.Rules {
    var rules = refresh.rules
    // A pull waits for the feed, which may take `feedTimeout`, so the pull must wait longer.
    rules.timeOut = max(rules.timeOut, refresh.feedTimeout + .seconds(5))
    return rules
  }

  private var holdSetup: HoldSetup {
    with(hold.setup) { $0.action = HoldAction.named(hold.action).action }
  }

  private var night: Night? {
    switch longRuns.night {
    case .times(let schedule): withLook(of: Night(schedule))
    case .sun: longRuns.place.map { withLook(of: Night(longRuns.sun(at: $0))) }
    case nil: nil
    }
  }

  private func withLook(of night: Night) -> Night {
    return with(night) { ($0.isRed, $0.brightness) = (longRuns.nightRed, longRuns.nightBrightness) }
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

extension Options {
  /// True if the date of `--until` has passed. This is no mistake, because a clock may start again later with the same
  /// options.
  func checkEnd(_ arguments: Arguments, at moment: Moment) throws(ProgramExit) -> Bool {
    guard case .dated(let written, _)? = countdown.until else { return false }
    do throws(Refusal) {
      let end = try written.instant(in: moment.zone)
      // Before the system's clock is set, the present time is unknown, so no date is refused as too far.
      if moment.health != .unset, end - moment.instant > TimeSpan.longest { throw .tooFar }
      return end <= moment.instant
    } catch { throw .usage(arguments.located(\.countdown.until, "'--until': \(error.text)")) }
  }
}

extension CountdownOptions {
  func started(at moment: Moment) -> Countdowns {
    let all =
      isOfSpans
      ? spans.map { $0.started(overtime: overtime, at: moment) } : other(at: moment).map { [$0] } ?? []
    return Countdowns(all.map { with($0) { $0.isFromOptions = true } })
  }

  private var isOfSpans: Bool { until == nil && program == nil && every == nil && !spans.isEmpty }

  var hasOwnTitles: Bool { isOfSpans && spans.contains { !$0.title.isEmpty } }

  /// The countdown of `--until`, `--program`, `--program-file` or `--every`; `nil` without these options.
  private func other(at moment: Moment) -> Countdown? {
    switch until {
    case .daily(let time): return .until(time, overtime: overtime, at: moment)
    case .dated(let written, _):
      return (try? written.instant(in: moment.zone)).flatMap { .until($0, overtime: overtime, at: moment) }
    case nil: break
    }
    if let program {
      return with(.program(program, overtime: overtime, at: moment)) {
        // A program with a start time begins by itself.
        if program.start == nil { $0.start(at: moment) }
      }
    }
    guard let every else { return nil }
    return with(Countdown(Countdown.Rules(period: every, timing: aligned ? .aligned : .span, repeats: true))) {
      $0.start(at: moment)
    }
  }

  /// Identifies the options that start countdowns; `nil` without such options. `Resumption` compares the plan with the
  /// saved plan.
  var plan: String? {
    let suffix = overtime ? "" : " no-overtime"
    if let until { return "until \(until.text)\(suffix)" }
    if let program { return "program \(program.fingerprint)\(suffix)" }
    if let programFile { return "program of \(programFile)" }
    if isOfSpans {
      let all = spans.map { "\($0.length.components.seconds)\($0.title.isEmpty ? "" : " \($0.title)")" }
      return "countdown \(all.joined(separator: ", "))\(suffix)"
    }
    return every.map { "every \($0.components.seconds)\(aligned ? " aligned" : "")" }
  }
}
