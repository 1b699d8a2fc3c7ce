/// Composes a wall: the subject, lines around it, and at the lower edge agenda and code.
///
/// Leaves out parts in the order of `Layout.Extra` until the rest fits. The highest score wins, mostly the largest
/// text.
struct WallComposer {
  let contents: Layout.Contents
  let texts: WallTexts
  /// The wall within its margins.
  let area: Rect
  /// A subject without other lines stands in its middle.
  let stage: Rect
  /// A y; `nil` without controls to avoid.
  let controlsTop: Double?
  let ringFit: RingPlan.Fit?
  /// As a share of the shorter side.
  var leastRing = RingPlan.least
  /// False if the controls may cover a program's lines.
  var keepsProgramClear = true
  /// False if the controls may cover the list of countdowns.
  var keepsListClear = true
  let known = KnownParts()

  /// The parts to place, and their forms.
  struct Wanted: Hashable {
    // Set by `composition` and its callees:
    var extras: Layout.Extras
    // The most lines of each list, without a sign such as "+3":
    var feedLines = Int.max
    var zones = Int.max
    var countdowns = Int.max
    var laps = Int.max
    var agendaForm = AgendaDay.Form.both
    /// A date beside a ring may have two lines.
    var mayBreakDate = false
    /// The lane of reminders does not make the band taller.
    var hasLowLane = false

    // Copied from the arrangement by `largest`:
    var isAiry = false
    var hasWholeLines = false
    var hasLargeZones = false
    var listForm = Arrangement.ListForm.whole
    var zonesAreCells = false

    // Set for the lines below or beside the time:
    /// In a second column, at the right of the other.
    var isAside = false
    /// The right edge of zones in one column; `nil` if the list has its own width.
    var zoneEdge: Double?

    func has(_ extra: Layout.Extra) -> Bool { extras.contains(extra) }
  }

  func showing(_ contents: Layout.Contents) -> WallComposer {
    WallComposer(
      contents: contents, texts: texts, area: area, stage: stage, controlsTop: controlsTop, ringFit: ringFit,
      leastRing: leastRing, keepsProgramClear: keepsProgramClear, keepsListClear: keepsListClear)
  }

  func standing(on stage: Rect) -> WallComposer {
    WallComposer(
      contents: contents, texts: texts, area: area, stage: stage, controlsTop: nil, ringFit: ringFit,
      leastRing: leastRing)
  }

  /// `hidden`: left out or shortened.
  typealias Found = (composition: Layout.Composition, hidden: [Layout.Extra])

  var short: Double { contents.size.shortSide - 2 * contents.margin }
  var isUpright: Bool { stage.height > stage.width }
  var hasRing: Bool { contents.ring?.place == .around }
  var hasStopwatchAlone: Bool { contents.hasStopwatch && !hasRing }

  func composition() -> Found {
    var wanted = Wanted(extras: asked)
    if isPlain, contents.agenda?.listed.isEmpty == false { wanted.agendaForm = .list }
    // With the last part of `leftOut`.
    var before = wanted
    var leftOut: [Layout.Extra] = []
    while true {
      if let whole = whole(wanted) {
        // The part left out last may have room in a shorter form.
        if let shorter = shortened(leftOut, before) { return withCount(withMore(shorter.attempt, shorter.hidden)) }
        // `leftOut` is empty here, because the code is left out first.
        if let large = withLargeList(whole) { return withCount((large, [.code])) }
        let isCodeGone = wanted.has(.code) && !whole.wanted.has(.code)
        return withCount(withMore(whole, isCodeGone ? [.code] : leftOut))
      }
      guard let next = Layout.Extra.allCases.first(where: wanted.has) else { return (bare, leftOut) }
      wanted.agendaForm = .both
      before = wanted
      leftOut.append(next)
      wanted.extras.remove(next)
    }
  }

  /// A shorter form of the part left out last, which `wanted` still has.
  private func shortened(_ hidden: [Layout.Extra], _ wanted: Wanted) -> (attempt: Attempt, hidden: [Layout.Extra])? {
    guard let last = hidden.last else { return nil }
    // The list becomes shorter before a program is left out.
    if last == .program, let found = withFewerCountdowns(wanted) { return (found, hidden.dropLast() + [.countdowns]) }
    if let found = withZones(hidden, wanted) {
      return (found, hidden.filter { $0 != .zones && $0 != .feed } + [.feed])
    }
    return shorterForm(of: last, wanted).map { ($0, hidden) }
  }

  /// All zones, and fewer lines of the feed: its later lines matter less.
  private func withZones(_ hidden: [Layout.Extra], _ wanted: Wanted) -> Attempt? {
    guard hidden.contains(.zones), hidden.last == .zones || hidden.last == .feed else { return nil }
    return withFewerLines(with(wanted) { $0.extras.insert(.zones) })
  }

  typealias Attempt = (composition: Layout.Composition, wanted: Wanted)

  private func whole(_ wanted: Wanted) -> Attempt? {
    let forms = forms(of: wanted)
    func fitting(_ form: Wanted) -> Attempt? { best(form).map { ($0, form) } }
    // Mostly no form fits. The last is tried first, because it needs the least room. Only a list of entries may need
    // less than two broken texts.
    let least = forms.last.flatMap(fitting)
    guard least != nil || wanted.agendaForm == .list else { return nil }
    return forms.dropLast().lazy.compactMap(fitting).first ?? least
  }

  /// The best first.
  private func forms(of wanted: Wanted) -> [Wanted] {
    var forms = [wanted]
    if hasRing, wanted.has(.date), !wanted.mayBreakDate {
      forms += forms.map { with($0) { $0.mayBreakDate = true } }
    }
    guard wanted.agendaForm == .list else { return forms }
    let withTexts = forms.map { with($0) { $0.agendaForm = .both } }
    // The list of entries says more than the code.
    let withoutCode = wanted.has(.code) ? forms.map { with($0) { $0.extras.remove(.code) } } : []
    return forms + withoutCode + withTexts
  }

  /// Only time, date and agenda.
  private var isPlain: Bool {
    contents.ring == nil && !contents.hasStopwatch && contents.zones.isEmpty && contents.feed == nil
      && contents.countdowns.isEmpty
  }

  /// Leaves out the code if the list's rows are small only because of it.
  private func withLargeList(_ whole: Attempt) -> Attempt? {
    guard whole.wanted.has(.code), whole.wanted.has(.countdowns), hasSmallRows(whole.composition) else { return nil }
    var wanted = whole.wanted
    wanted.extras.remove(.code)
    return self.whole(wanted).flatMap { hasSmallRows($0.composition) ? nil : $0 }
  }

  /// Brings parts back, the most important first. Otherwise a small wall could show a part that a larger wall leaves
  /// out.
  private func withMore(_ attempt: Attempt, _ hidden: [Layout.Extra]) -> (attempt: Attempt, hidden: [Layout.Extra]) {
    var (attempt, hidden) = (attempt, hidden)
    guard hidden.contains(.agenda) || hidden.contains(.countdowns) || hidden.contains(.program) else {
      return (attempt, hidden)
    }
    for extra in hidden.reversed() where !attempt.wanted.has(extra) && extra != .code {
      var more = attempt.wanted
      more.extras.insert(extra)
      guard let whole = whole(more) else { return (shorterForm(of: extra, more) ?? attempt, hidden) }
      attempt = whole
      hidden.removeAll { $0 == extra }
    }
    return (attempt, hidden)
  }

  /// Such as fewer laps; `nil` without room.
  private func shorterForm(of extra: Layout.Extra, _ wanted: Wanted) -> Attempt? {
    switch extra {
    case .laps: most(from: 1, below: Self.laps, wanted, \.laps)
    case .zones: withFewerZones(wanted)
    case .feed: withFewerLines(wanted)
    case .countdowns: withFewerCountdowns(wanted)
    // Messages need the room of that text.
    case .agenda where contents.agenda?.hasBand == true && contents.messages == Messages.Shown():
      withOneAgendaText(wanted)
    default: nil
    }
  }

  private var asked: Layout.Extras {
    var asked = Layout.Extras()
    if contents.labels.hex, !isCodeSubject, contents.headline == nil { asked.insert(.code) }
    if contents.labels.date, !isDateSubject { asked.insert(.date) }
    if contents.hasStopwatch, contents.hasLaps { asked.insert(.laps) }
    if !contents.zones.isEmpty { asked.insert(.zones) }
    if contents.feed != nil { asked.insert(.feed) }
    if contents.agenda != nil { asked.insert(.agenda) }
    if contents.program != nil { asked.insert(.program) }
    if !contents.countdowns.isEmpty { asked.insert(.countdowns) }
    return asked
  }

  private func withFewerZones(_ wanted: Wanted) -> Attempt? {
    most(from: Self.leastZones, below: contents.zones.count, wanted, \.zones)
  }

  /// In a shortened list.
  private static let leastZones = 2

  private func withFewerLines(_ wanted: Wanted) -> Attempt? {
    most(from: 1, below: contents.feed?.count ?? 0, wanted, \.feedLines)
  }

  private func withFewerCountdowns(_ wanted: Wanted) -> Attempt? {
    most(from: 1, below: contents.countdowns.count, wanted, \.countdowns)
  }

  private func most(
    from least: Int, below end: Int, _ wanted: Wanted, _ lines: WritableKeyPath<Wanted, Int>
  ) -> Attempt? {
    var (low, high) = (least, end)
    var found: Attempt?
    while low < high {
      let middle = (low + high) / 2
      var wanted = wanted
      wanted[keyPath: lines] = middle
      if let best = best(wanted) {
        found = (best, wanted)
        low = middle + 1
      } else {
        high = middle
      }
    }
    return found
  }

  /// As a last choice the band becomes lower, because a text says more than a high band.
  private func withOneAgendaText(_ wanted: Wanted) -> Attempt? {
    var wanted = wanted
    wanted.agendaForm = .one
    if let best = best(wanted) { return (best, wanted) }
    guard contents.agenda?.hasReminders == true else { return nil }
    wanted.hasLowLane = true
    return best(wanted).map { ($0, wanted) }
  }

  /// For a window too small for anything else.
  private var bare: Layout.Composition {
    let wanted = Wanted(extras: Layout.Extras())
    let mayBeColumn = isUpright && !hasRing && !mainColumn.isEmpty
    for isColumn in mayBeColumn ? [true, false] : [false] {
      let arrangement = Arrangement(isColumn: isColumn, isSizeFree: true)
      var size = hasRing ? limits(arrangement).most : subjectLimit(arrangement)
      while size >= Self.leastBare {
        if let found = compose(arrangement, wanted, size) { return found }
        size *= 0.9
      }
    }
    return Layout.Composition(scale: TypeScale(first: 1), kept: area)
  }

  /// Digit height, in pixels.
  private static let leastBare = 2.0
}
