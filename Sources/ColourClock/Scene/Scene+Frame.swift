/// What the wall looks like.
extension Scene {
  /// The picture at `moment`; `nil` while there is nothing to draw on, or it cannot be seen.
  package func frame(at moment: Moment) -> Frame? {
    guard let size, isVisible else { return nil }
    if role == .black || displayOverride.isBlank { return Frame(size: size, background: .black, items: []) }
    if role == .whole, let frame = gallery.frame(at: moment) { return frame }
    let dimming = dimming(at: moment)
    let backdrop = backdrop(at: moment, under: dimming)
    var items = role == .colour || dimming.isBlack ? [] : items(on: backdrop, at: moment)
    if let nameplate, moment.uptime < nameplate.end { items = nameplate.items(in: size, on: backdrop) }
    return Frame(size: size, background: backdrop.colour, items: items).dimmed(by: dimming)
  }

  /// How far the content, which is ring, labels and button, is from its place: it may be pulled down, and shifts.
  func contentOffset(at moment: Moment) -> Point {
    shift(at: moment) + Point(x: 0, y: pull.offset(at: moment))
  }

  /// The inputs of the layout; `nil` until the size is known.
  var layoutContents: Layout.Contents? {
    guard let size else { return nil }
    var contents = Layout.Contents(size: size, labels: style.labels)
    (contents.words, contents.margin) = (setup.words, setup.shift.margin(in: size))
    if let shownCountdown {
      (contents.ring, contents.number) = (ringStyle, shownCountdown.widestNumber(ringStyle.format))
    }
    if let ringing = plans.alarms.ringing { contents.number = ringing.number(style.labels) }
    addPlans(to: &contents)
    if let style = feed?.style ?? setup.feed?.style { (contents.feed, contents.feedStyle) = (feed?.lines ?? [], style) }
    contents.hasStopwatch = stopwatch != nil
    contents.zones = setup.zones.map { $0.template(style.labels) }
    // Also where nothing is to be had, as in a saver: one wall looks the same in every mode.
    if setup.hold.mode != .never || setup.allowed.isEmpty {
      contents.button = HoldButton.Contents(
        position: setup.hold.position, action: setup.hold.action, label: setup.hold.label)
    }
    if setup.hasBar { contents.bar = ControlBar.Contents(barCommands, setup.words, resolution: resolution) }
    return contents
  }

  /// The help; or, from the bottom up: ring, labels, button and bar, which are the content that is pulled; what the pull uncovers.
  private func items(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let layout else { return [] }
    if help.isOpen(at: moment.uptime) { return helpItems(on: backdrop, at: moment) }
    var items = labels(layout, on: backdrop, at: moment)
    if setup.ring.place == .above || layout.ring != nil { items = ringItems(on: backdrop, at: moment) + items }
    if layout.agendaBand != nil || !layout.border.isEmpty { items += planItems(layout, on: backdrop, at: moment) }
    if hold.opacity(at: moment) > 0, let button {
      items += button.items(hold, at: moment, steps: fillSteps, ink: backdrop.ink, wall: backdrop.colour)
    }
    if bar.opacity(at: moment) > 0 { items += barItems(on: backdrop, at: moment) }
    if let badge = badgeText(moment.health) {
      items += sign(badge, in: layout.sign(badge, isLeft: false), on: backdrop)
    }
    if hint != nil { items += hintItems(layout, on: backdrop, at: moment) }
    let isPulled = !pull.isAtRest(at: moment)
    let offset = isPulled ? contentOffset(at: moment) : shift(at: moment)
    if offset.length > 0 { items = items.map { $0.moved(by: offset) } }
    if isPulled { items += pullItems(on: backdrop, at: moment) }
    if setup.showsRate, let rate = wall.rate {
      let widest = setup.words["%d fps", "000"]
      items += sign(setup.words["%d fps", rate], in: layout.sign(widest, isLeft: true), on: backdrop)
    }
    return items
  }

  private func labels(_ layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    var texts: [Item] = []
    texts.reserveCapacity(layout.slots.count + layout.slotsInRing.count)
    for index in layout.slots.indices {
      let slot = layout.slots[index]
      guard let text = text(slot, on: backdrop, at: moment) else { continue }
      if slot.lead > 0 { texts += ControlBar.watch(before: text, ink: backdrop.ink) }
      texts.append(.text(text))
    }
    guard !layout.slotsInRing.isEmpty else { return texts }
    let isLit = shownCountdown?.alarm?.isLit(at: moment.uptime) ?? false
    let inner = isLit ? backdrop.lit : backdrop
    return texts + layout.slotsInRing.compactMap { text($0, on: inner, at: moment).map(Item.text) }
  }

  private func text(_ slot: Layout.Slot, on backdrop: Backdrop, at moment: Moment) -> Text? {
    switch slot.part {
    case .time, .hour, .minute, .second, .half, .code, .date: return backdrop.label(slot, style.labels)
    case .words(let words): return backdrop.text(slot, words)
    case .zone(let index):
      // Those of the layout are those of the set-up.
      let second = style.fade.pace.tickStart(moment.instant)
      return backdrop.text(slot, setup.zones[index].text(at: second, beside: backdrop.time, style.labels))
    case .number, .phase, .heading, .note:
      return countdownText(slot.part, at: moment).map { backdrop.text(slot, $0) }
    case .status, .stopwatch, .lap, .elapsed, .exactLap, .agendaNow, .agendaNext, .agenda:
      return changingText(slot.part, at: moment).map { backdrop.text(slot.fitting($0), $0) }
    }
  }

  /// What may be longer than the layout has foreseen, and is then made smaller; `nil` where there is nothing to say.
  private func changingText(_ part: Layout.Part, at moment: Moment) -> String? {
    switch part {
    case .status: return feed?.status(at: moment, setup.words)
    case .stopwatch: return stopwatch?.text(at: moment, setup.words)
    case .elapsed(let index): return stopwatch?.column(at: moment)[index]
    case .lap, .exactLap:
      let exact = part == .exactLap ? moment : nil
      let note = stopwatch?.note(by: starter(.stopwatch), setup.words, exactAt: exact) ?? ""
      return note.isEmpty ? nil : note
    default: return agendaText(part, at: moment)
    }
  }

  private func countdownText(_ part: Layout.Part, at moment: Moment) -> String? {
    guard let countdown = shownCountdown else { return nil }
    let number = countdown.number(at: moment, ringStyle.counting)
    let string =
      switch part {
      case .heading: countdown.heading(ringStyle.title, by: starter(.countdown), at: moment, setup.words)
      case .phase: countdown.heading("", by: starter(.countdown), at: moment, setup.words)
      case .number: plans.alarms.ringing?.number(style.labels) ?? Ring.label(number, ringStyle.format)
      default: countdown.note(Ring.label(number, .automatic), by: starter(.countdown), at: moment, setup.words)
      }
    return string.isEmpty ? nil : string
  }

  /// With what a visitor can start it; `nil` where that is not allowed.
  private func starter(_ permission: Permission) -> InputDevice? { allows(permission) ? hand.device : nil }

  /// Where the ring comes down, the pull shows no symbol of its own until it is at work.
  private func pullItems(on backdrop: Backdrop, at moment: Moment) -> [Item] {
    if ringComesDown(at: moment), !pull.isRefreshing(at: moment) { return [] }
    return pull.items(at: moment, ink: backdrop.ink, dial: dial(at: moment), setup.words)
  }

  private func dial(at moment: Moment) -> Pull.Dial? {
    guard let feed, let rest = feed.untilDue(at: moment), let period = feed.period else { return nil }
    return Pull.Dial(fraction: rest / period, number: rest.secondsRoundedUp)
  }

  /// In how many steps the button fills with reduced motion.
  var fillSteps: Int? { setup.isReduced ? 10 : nil }

  /// Where the hold button is, and what it says now.
  var button: HoldButton? {
    guard setup.hold.mode != .never, let plate = layout?.button else { return nil }
    let action = presentHoldAction
    let label = action == setup.hold.action ? setup.hold.label : nil
    let labels = action.labels(
      setup.words, key: request.key.name(setup.words), isTouched: hand.isTouched, isHeldOnly: needsHold, label: label)
    return HoldButton(plate: plate, labels: labels, colours: setup.hold.colours, runsLeft: setup.words.runsLeft)
  }

  func badgeText(_ health: ClockHealth) -> String? {
    switch health {
    case .unset: return setup.words["clock not set"]
    case .unsynchronised where setup.showsSynchronisation: return setup.words["clock not synchronised"]
    case .good, .unsynchronised: return setup.showsHealthProblems ? healthProblem?.text(setup.words) : nil
    }
  }

  /// A small text on a ground of its own, on which it is read whatever lies beneath.
  private func sign(_ string: String, in box: Rect, on backdrop: Backdrop) -> [Item] {
    let line = Rect(centre: box.centre, width: max(1, box.width - box.height), height: box.height / 2)
    return [
      .fill(Fill(.box(box, radius: box.height / 2), backdrop.ink.colour)),
      .text(Text(string: string, template: string, box: line, ink: backdrop.ink.opposite)),
    ]
  }
}

extension Key {
  /// How a label names it.
  func name(_ words: Words) -> String? {
    switch self {
    case .enter: words["Enter"]
    case .escape: words["Escape"]
    case .character(" "): words["Space"]
    case .character(let character): String(character)
    default: nil
    }
  }
}
