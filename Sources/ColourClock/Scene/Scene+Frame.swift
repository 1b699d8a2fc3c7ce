/// What the wall looks like.
extension Scene {
  /// The picture at `moment`; `nil` while there is nothing to draw on or nobody to see it.
  package func frame(at moment: Moment) -> Frame? {
    guard let size, isVisible else { return nil }
    if role == .black { return Frame(size: size, background: .black, items: []) }
    if role == .whole, let frame = gallery.frame(at: moment, in: size) { return frame }
    let dimming = dimming(at: moment)
    let backdrop = backdrop(at: moment, under: dimming)
    let items = role == .colour || dimming.isBlack ? [] : items(on: backdrop, in: size, at: moment)
    return Frame(size: size, background: backdrop.colour, items: items).dimmed(by: dimming)
  }

  /// How far the sheet with ring, labels and button is from its place: it may be pulled down, and wanders.
  func sheet(at moment: Moment) -> Point {
    shift(at: moment) + Point(x: 0, y: pull.offset(at: moment.uptime))
  }

  /// From the bottom up: ring, labels and button, which are on the sheet that is pulled; what the pull uncovers.
  private func items(on backdrop: Backdrop, in size: Size, at moment: Moment) -> [Item] {
    let uptime = moment.uptime
    let sheet = sheet(at: moment)
    let wall =
      ringItems(on: backdrop, at: moment) + labels(on: backdrop, in: size, at: moment)
      + (button?.items(hold, at: uptime, steps: fillSteps, ink: backdrop.ink, wall: backdrop.colour) ?? [])
      + badge(on: backdrop, in: size, at: moment)
    return wall.map { sheet.length == 0 ? $0 : $0.moved(by: sheet) }
      + pullItems(on: backdrop, at: moment) + rateItems(on: backdrop, in: size)
  }

  private func labels(on backdrop: Backdrop, in size: Size, at moment: Moment) -> [Item] {
    var notes = LabelExtras()
    notes.feed = feed?.lines ?? []
    notes.status = feed?.status(at: moment.uptime)
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

  /// The disc of the signal in place of the wall; the code goes on naming the wall's colour.
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
    if ringComesDown(at: moment), !pull.isRefreshing(at: moment.uptime) { return [] }
    return pull.items(at: moment.uptime, ink: backdrop.ink, dial: dial(at: moment.uptime))
  }

  private func dial(at uptime: Duration) -> Pull.Dial? {
    guard let feed, let rest = feed.untilDue(at: uptime), let period = feed.period else { return nil }
    return Pull.Dial(fraction: rest / period, number: rest.secondsRoundedUp)
  }
}

extension Scene {
  /// In how many steps a hold fills that is not to move.
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
