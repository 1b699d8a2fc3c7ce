import ArgumentParser
import ColourClock
import XWindow

/// Which countdown is started.
struct CountdownSettings {
  /// The last one asked for counts.
  var plan: Plan?
  var isAligned = false
  var hasOvertime = false
  var onZero: String?

  enum Plan: Hashable {
    case span(Duration)
    case until(TimeOfDay)
    case every(Duration)
  }

  mutating func lay(_ options: CountdownOptions) throws(Failure) {
    let plans = [
      options.countdown.map(Plan.span), options.until.map(Plan.until), options.every.map(Plan.every),
    ].compactMap(\.self)
    guard plans.count <= 1 else { throw .usage("'--countdown', '--until' and '--every' exclude each other") }
    plan = plans.first ?? plan
    isAligned = options.aligned ?? isAligned
    hasOvertime = options.overtime ?? hasOvertime
    onZero = options.onZero ?? onZero
  }

  /// The countdown asked for, running; `nil` if none was.
  func countdown(at moment: Moment) -> Countdown? {
    var countdown: Countdown
    switch plan {
    case nil: return nil
    case .until(let time): return .until(time, overtime: hasOvertime, at: moment)
    case .span(let span): countdown = Countdown(Countdown.Rules(period: span, overtime: hasOvertime))
    case .every(let span):
      countdown = Countdown(Countdown.Rules(period: span, timing: isAligned ? .aligned : .span, repeats: true))
    }
    countdown.start(at: moment)
    return countdown
  }

  /// One line that tells one plan from another, kept with the countdown: the same plan again takes up the old one.
  var name: String {
    switch plan {
    case nil: "none"
    case .span(let span): "countdown \(span.components.seconds)\(hasOvertime ? " overtime" : "")"
    case .until(let time): "until \(time.text)\(hasOvertime ? " overtime" : "")"
    case .every(let span): "every \(span.components.seconds)\(isAligned ? " aligned" : "")"
    }
  }
}

/// What a refresh does, and the feed.
struct RefreshSettings {
  var isOn = true
  var pull = Pull.Rules.standard
  var onRefresh: String?
  var feed: FeedSource?
  var every = Duration.seconds(60)
  var timeout = Duration.seconds(10)

  enum FeedSource: Hashable {
    case command(String)
    case file(String)
  }

  mutating func lay(_ options: RefreshOptions) throws(Failure) {
    isOn = options.pull ?? isOn
    pull.fires = options.pullFires ?? pull.fires
    pull.gum = options.gum ?? pull.gum
    pull.trigger = options.pullDistance ?? pull.trigger
    onRefresh = options.onRefresh ?? onRefresh
    guard options.feed == nil || options.feedFile == nil else {
      throw .usage("'--feed' and '--feed-file' exclude each other")
    }
    feed = options.feed.map(FeedSource.command) ?? options.feedFile.map(FeedSource.file) ?? feed
    every = options.refreshEvery ?? every
    timeout = options.feedTimeout ?? timeout
  }
}

extension Settings {
  /// What the scene is set up with. `chosen` names the card that was chosen in the gallery before.
  /// It is stronger than a face on the command line only if `isForced`.
  func setup(chosen: String?, isForced: Bool) -> Setup {
    let ownCards = variants.compactMap(card)
    var setup = Setup(face: look.face, style: style)
    setup.cards += ownCards
    if preset == .seed { (setup.look, setup.paging) = (.seed, .seed) }
    setup.ring = ring.style
    setup.ring.title = ring.title
    if let share = ring.size ?? (ring.style.place == .above && preset == .standard ? 0.12 : nil) {
      setup.ring.diameter = .share(share)
    }
    setup.pull = refresh.isOn ? refresh.pull : nil
    // The pull waits for the feed, not less than that is given.
    setup.pull?.timeOut = max(refresh.pull.timeOut, refresh.timeout + .seconds(5))
    setup.hold = hold.setup
    setup.feed = refresh.feed.map { _ in Feed.Rules(every: refresh.every) }
    setup.isReduced = isReduced
    setup.hasOvertime = countdown.hasOvertime
    fit(&setup)
    fitLongRun(&setup)
    if isForced || !isFaceGiven, let card = setup.cards.last(where: { $0.name == chosen }) {
      (setup.face, setup.style) = (card.face, card.style)
    }
    return setup
  }

  /// The same with the names of days and months in the user's language.
  func fullSetup(chosen: String?, isForced: Bool = false) -> Setup {
    var settings = self
    if look.labels.date || variants.contains(where: { $0.options.contains("--date") }) {
      settings.look.labels.names = Process.dateNames()
    }
    return settings.setup(chosen: chosen, isForced: isForced)
  }

  private func card(_ variant: Variant) -> Gallery.Card? {
    guard let options = try? LookOptions.parse(variant.options) else { return nil }
    var labels = look.labels
    labels.lay(options)
    let style = Style(labels: labels, fade: Fade(span: options.fade ?? look.fade, pace: pace))
    let face = options.face?.face ?? look.face
    return Gallery.Card(name: variant.name, face: face, style: style)
  }
}
