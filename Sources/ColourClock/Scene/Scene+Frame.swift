/// What the wall looks like.
extension Scene {
  /// The picture at `moment`; `nil` while there is nothing to draw on, or it cannot be seen.
  package func frame(at moment: Moment) -> Frame? {
    guard let size, isVisible else { return nil }
    if role == .black { return Frame(size: size, background: .black, items: []) }
    if role == .whole, let frame = gallery.frame(at: moment) { return frame }
    let dimming = dimming(at: moment)
    let backdrop = backdrop(at: moment, under: dimming)
    let items = role == .colour || dimming.isBlack ? [] : items(on: backdrop, in: size, at: moment)
    return Frame(size: size, background: backdrop.colour, items: items).dimmed(by: dimming)
  }

  /// How far the content, which is ring, labels and button, is from its place: it may be pulled down, and shifts.
  func contentOffset(at moment: Moment) -> Point {
    shift(at: moment) + Point(x: 0, y: pull.offset(at: moment))
  }

  /// From the bottom up: ring, labels and button, which are the content that is pulled; what the pull uncovers.
  private func items(on backdrop: Backdrop, in size: Size, at moment: Moment) -> [Item] {
    var items = ringItems(on: backdrop, at: moment)
    items += labels(on: backdrop, in: size, at: moment)
    if hold.opacity(at: moment) > 0, let button {
      items += button.items(hold, at: moment, steps: fillSteps, ink: backdrop.ink, wall: backdrop.colour)
    }
    items += badge(on: backdrop, in: size, at: moment)
    let offset = contentOffset(at: moment)
    if offset.length > 0 { items = items.map { $0.moved(by: offset) } }
    items += pullItems(on: backdrop, at: moment)
    items += rateItems(on: backdrop, in: size)
    return items
  }

  private func labels(on backdrop: Backdrop, in size: Size, at moment: Moment) -> [Item] {
    var notes = LabelExtras()
    notes.feed = feed?.lines ?? []
    notes.status = feed?.status(at: moment)
    guard let countdown, let ring else {
      return backdrop.texts(style.labels, in: labelArea(in: size), notes: notes).map(Item.text)
    }
    let reading = countdown.reading(at: moment)
    notes.number = number(countdown, reading, ring)
    let inner = 2 * ring.innerEdge
    let area = Rect(centre: ring.centre, width: inner * Scene.inscribed.width, height: inner * Scene.inscribed.height)
    return (reading.isLit ? lit(backdrop) : backdrop).texts(style.labels, in: area, notes: notes).map(Item.text)
  }

  /// With a feed the labels reach so far down that the button would cover them: they end above it then.
  private func labelArea(in size: Size) -> Rect {
    let whole = Rect(size).inset(by: setup.shift.margin(in: size))
    guard feed != nil, let button, button.plate.midY > whole.midY else { return whole }
    return Rect(x: whole.x, y: whole.y, width: whole.width, height: button.plate.y - whole.y)
  }

  /// The part of the ring's inner diameter that labels can fill: the middle lines are the long ones.
  private static let inscribed = (width: 0.92, height: 0.84)

  /// The disc of the alarm in place of the wall; the code goes on naming the wall's colour.
  private func lit(_ backdrop: Backdrop) -> Backdrop {
    Backdrop(colour: backdrop.ink.colour, ink: backdrop.ink.opposite, time: backdrop.time, named: backdrop.colour)
  }

  private func number(_ countdown: Countdown, _ reading: Ring.Reading, _ ring: Ring) -> LabelExtras.Number {
    let state: String? =
      switch countdown.state {
      case .idle: "c starts"
      case .paused: "paused"
      case .running, .over: reading.phase.caption
      }
    return LabelExtras.Number(
      string: ring.label(reading), template: ring.template(reading), heading: state ?? setup.ring.title)
  }

  /// Where the ring comes down, the pull shows no symbol of its own until it is at work.
  private func pullItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    if ringComesDown(at: moment), !pull.isRefreshing(at: moment) { return [] }
    return pull.items(at: moment, ink: backdrop.ink, dial: dial(at: moment))
  }

  private func dial(at moment: Moment) -> Pull.Dial? {
    guard let feed, let rest = feed.untilDue(at: moment), let period = feed.period else { return nil }
    return Pull.Dial(fraction: rest / period, number: rest.secondsRoundedUp)
  }

  /// In how many steps the button fills with reduced motion.
  var fillSteps: Int? { setup.isReduced ? 10 : nil }

  /// Where the hold button is, and what it says now.
  var button: HoldButton? {
    guard let size, setup.hold.mode != .never else { return nil }
    let action = presentHoldAction
    var labels = HoldButton.Labels(action: action.words, time: setup.hold.rules.time)
    if let label = setup.hold.label, action == setup.hold.action { labels.hold = label }
    if let name = askedBy.name { labels.again = "Press \(name) again to \(action.words)" }
    var button = HoldButton(size: size, labels: labels, position: setup.hold.position)
    button.margin = setup.shift.margin(in: size)
    return button
  }
}

extension Key {
  /// How a label names it.
  fileprivate var name: String? {
    switch self {
    case .enter: "Enter"
    case .escape: "Escape"
    case .character(" "): "Space"
    case .character(let character): String(character)
    default: nil
    }
  }
}

/// Small texts in the lower corners.
extension Scene {
  /// That the time shown may be wrong, in the lower right corner: legible at close distance only.
  private func badge(on backdrop: Backdrop, in size: Size, at moment: Moment) -> [Item] {
    guard let string = badgeText(moment.health) else { return [] }
    let height = max(9, size.shortSide * 0.02)
    let width = min(height * Line(string: "", template: string).width, Double(size.width) - 2 * height)
    let edge = height + setup.shift.margin(in: size)
    let corner = Point(x: Double(size.width) - edge, y: Double(size.height) - edge)
    let box = Rect(x: corner.x - width, y: corner.y - height, width: width, height: height)
    return [.text(Text(string: string, template: string, box: box, ink: backdrop.ink, halo: backdrop.haloOpacity))]
  }

  private func badgeText(_ health: ClockHealth) -> String? {
    switch health {
    case .good: nil
    case .unsynchronised: setup.showsSynchronisation ? "clock not synchronised" : nil
    case .unset: "clock not set"
    }
  }

  /// The frame rate in the lower left corner.
  private func rateItems(on backdrop: Backdrop, in size: Size) -> [Item] {
    guard setup.showsRate, let rate else { return [] }
    let (string, template) = ("\(rate) fps", "60 fps")
    let height = max(9, size.shortSide * 0.016)
    let width = height * Line(string: "", template: template).width
    let box = Rect(x: height, y: Double(size.height) - 2 * height, width: width, height: height)
    return [.text(Text(string: string, template: template, box: box, ink: backdrop.ink, halo: 255))]
  }
}

/// Counts the frames of each second.
struct RateMeter {
  private var second: Int64 = 0
  private var count = 0
  /// Of the last whole second of uptime.
  private(set) var rate = 0

  /// A frame was shown.
  mutating func add(at uptime: Duration) {
    pass(to: uptime)
    count += 1
  }

  /// To be called before a frame is drawn.
  mutating func pass(to uptime: Duration) {
    let now = uptime.components.seconds
    guard now != second else { return }
    rate = now == second + 1 ? count : 0
    (second, count) = (now, 0)
  }
}
