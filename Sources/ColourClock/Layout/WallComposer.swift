/// Composes a wall: the subject (ring or large digits), the lines around it, and at the lower edge agenda and code.
///
/// First, parts are left out in the order of `Layout.Extra`, until the rest fits at the smallest size. Then the
/// arrangement with the highest score wins: in most cases, the one with the largest text.
struct WallComposer {
  let contents: Layout.Contents
  let texts: WallTexts
  /// The wall within its margins.
  let area: Rect
  /// A subject without other lines stands in the middle of this area.
  let stage: Rect
  /// The upper edge of the controls (y, in pixels); `nil` if there are no controls to avoid.
  let controlsTop: Double?
  /// What the ring has room for; `nil` without a ring.
  let ringFit: RingPlan.Fit?
  /// The least diameter of a ring, as a share of the shorter side.
  var leastRing = RingPlan.least
  /// True if the controls must not cover a program's lines.
  var keepsProgramClear = true
  /// True if the controls must not cover the list of countdowns.
  var keepsListClear = true
  let known = KnownParts()

  /// What one attempt has to place: the parts, and the form of each part. `composition` and the functions that it calls
  /// choose the parts and most forms. `largest` copies the forms that depend on the arrangement: `isAiry`,
  /// `hasWholeLines`, `hasLargeZones`, `listForm` and `zonesAreCells`. The composition of the lines below or beside the
  /// time sets `isAside` and `zoneEdge`.
  struct Wanted: Hashable {
    var extras: Layout.Extras
    var feedLines = Int.max
    /// The most zones in their list. A last line such as "+3" stands for the rest.
    var zones = Int.max
    /// True for larger gaps between zones, and between lines of the feed.
    var isAiry = false
    /// True if a line of the feed must not be broken.
    var hasWholeLines = false
    var countdowns = Int.max
    var laps = Int.max
    var hasLargeZones = false
    var listForm = Arrangement.ListForm.whole
    /// True if each zone has a cell with its time below its name, in place of a row.
    var zonesAreCells = false
    /// True for lines in a second column at the right of the others.
    var isAside = false
    /// The distance from the left margin to the right edge of the zones, if they stand below the time. `nil` if their
    /// list has its own width.
    var zoneEdge: Double?
    var agendaForm = AgendaDay.Form.both
    /// True if the date beside a ring may have two lines, so that no part is left out.
    var mayBreakDate = false
    /// True if the lane of the agenda's reminders does not make the band taller. The band's periods become lower
    /// instead.
    var hasLowLane = false

    func has(_ extra: Layout.Extra) -> Bool { extras.contains(extra) }
  }

  /// The same wall with other contents.
  func showing(_ contents: Layout.Contents) -> WallComposer {
    WallComposer(
      contents: contents, texts: texts, area: area, stage: stage, controlsTop: controlsTop, ringFit: ringFit,
      leastRing: leastRing, keepsProgramClear: keepsProgramClear, keepsListClear: keepsListClear)
  }

  /// The same wall with another stage and without controls.
  func standing(on stage: Rect) -> WallComposer {
    WallComposer(
      contents: contents, texts: texts, area: area, stage: stage, controlsTop: nil, ringFit: ringFit,
      leastRing: leastRing)
  }

  /// A composition, and the parts that it leaves out or shortens (`hidden`).
  typealias Found = (composition: Layout.Composition, hidden: [Layout.Extra])

  var short: Double { contents.size.shortSide - 2 * contents.margin }
  var isUpright: Bool { stage.height > stage.width }
  var hasRing: Bool { contents.ring?.place == .around }
  var hasStopwatchAlone: Bool { contents.hasStopwatch && !hasRing }

  func composition() -> Found {
    var wanted = Wanted(extras: asked)
    if isPlain, contents.agenda?.listed.isEmpty == false { wanted.agendaForm = .list }
    // `before` is what was wanted before the last part of `leftOut` was left out.
    var (before, leftOut) = (wanted, [Layout.Extra]())
    while true {
      if let whole = whole(wanted) {
        // A shorter form of a part needs more room than nothing, so it is tried only now.
        if let shorter = shortened(leftOut, before) { return withCount(withMore(shorter.attempt, shorter.hidden)) }
        // While the code is there, `leftOut` is empty, because the code is left out first.
        if let large = withLargeList(whole) { return withCount((large, [.code])) }
        let isCodeGone = wanted.has(.code) && !whole.wanted.has(.code)
        return withCount(withMore(whole, isCodeGone ? [.code] : leftOut))
      }
      guard let next = Layout.Extra.allCases.first(where: wanted.has) else { return (bare, leftOut) }
      wanted.agendaForm = .both
      (before, leftOut) = (wanted, leftOut + [next])
      wanted.extras.remove(next)
    }
  }

  /// The composition with a shorter form of the part that was left out last; `nil` if this has no room.
  /// - Parameter wanted: the parts that were tried before that part was left out.
  private func shortened(_ hidden: [Layout.Extra], _ wanted: Wanted) -> (attempt: Attempt, hidden: [Layout.Extra])? {
    guard let last = hidden.last else { return nil }
    // The list of countdowns becomes shorter before the lines of a program are left out.
    if last == .program, let found = withFewerCountdowns(wanted) { return (found, hidden.dropLast() + [.countdowns]) }
    if let found = withZones(hidden, wanted) {
      // The zones are back. The feed counts as left out, even if it is only shorter; it may be in the list already.
      return (found, hidden.filter { $0 != .zones && $0 != .feed } + [.feed])
    }
    return shorterForm(of: last, wanted).map { ($0, hidden) }
  }

  /// All zones, and fewer lines of the feed, because zones matter more than its later lines. `nil` if this has no room.
  private func withZones(_ hidden: [Layout.Extra], _ wanted: Wanted) -> Attempt? {
    guard hidden.contains(.zones), hidden.last == .zones || hidden.last == .feed else { return nil }
    return withFewerLines(with(wanted) { $0.extras.insert(.zones) })
  }

  /// A composition, and what it places.
  typealias Attempt = (composition: Layout.Composition, wanted: Wanted)

  /// The composition of all wanted parts; `nil` if they do not fit.
  private func whole(_ wanted: Wanted) -> Attempt? {
    let forms = forms(of: wanted)
    func fitting(_ form: Wanted) -> Attempt? { best(form).map { ($0, form) } }
    // In most cases no form fits. The last form needs the least room, so it is tried first. If it does not fit, the
    // others are tried only with a list of entries: the list may need less room than two broken texts.
    let least = forms.last.flatMap(fitting)
    guard least != nil || wanted.agendaForm == .list else { return nil }
    return forms.dropLast().lazy.compactMap(fitting).first ?? least
  }

  /// The same parts in other forms, the best first.
  private func forms(of wanted: Wanted) -> [Wanted] {
    var forms = [wanted]
    if hasRing, wanted.has(.date), !wanted.mayBreakDate {
      forms += forms.map { with($0) { $0.mayBreakDate = true } }
    }
    guard wanted.agendaForm == .list else { return forms }
    let withTexts = forms.map { with($0) { $0.agendaForm = .both } }
    // The list of coming entries says more than the code.
    let withoutCode = wanted.has(.code) ? forms.map { with($0) { $0.extras.remove(.code) } } : []
    return forms + withoutCode + withTexts
  }

  /// True for a wall with only the time, the date and the agenda.
  private var isPlain: Bool {
    contents.ring == nil && !contents.hasStopwatch && contents.zones.isEmpty && contents.feed == nil
      && contents.countdowns.isEmpty
  }

  /// The same parts without the code. Without this, the rows of the list of countdowns would be small. `nil` if they
  /// already have their usual size, or if they stay small.
  private func withLargeList(_ whole: Attempt) -> Attempt? {
    guard whole.wanted.has(.code), whole.wanted.has(.countdowns), hasSmallRows(whole.composition) else { return nil }
    var wanted = whole.wanted
    wanted.extras.remove(.code)
    return self.whole(wanted).flatMap { hasSmallRows($0.composition) ? nil : $0 }
  }

  /// If the agenda, the list of countdowns or the program was shortened or left out, there may be room now for parts
  /// that were left out before. Brings them back, the most important first, and stops at the first that does not fit.
  /// Otherwise a small wall could show a part that a larger wall of the same proportions leaves out.
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

  /// A shorter form of a part, such as fewer laps. `nil` if the part has no shorter form, or if the shorter form does
  /// not fit.
  private func shorterForm(of extra: Layout.Extra, _ wanted: Wanted) -> Attempt? {
    switch extra {
    case .laps: most(from: 1, below: Self.laps, wanted, \.laps)
    case .zones: withFewerZones(wanted)
    case .feed: withFewerLines(wanted)
    case .countdowns: withFewerCountdowns(wanted)
    // With messages the agenda is not shortened to one text, because the messages need the room of that text.
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

  private static let leastZones = 2

  private func withFewerLines(_ wanted: Wanted) -> Attempt? {
    most(from: 1, below: contents.feed?.count ?? 0, wanted, \.feedLines)
  }

  private func withFewerCountdowns(_ wanted: Wanted) -> Attempt? {
    most(from: 1, below: contents.countdowns.count, wanted, \.countdowns)
  }

  /// The most lines of a list that fit, by bisection: a shorter list needs less room.
  private func most(
    from least: Int, below end: Int, _ wanted: Wanted, _ lines: WritableKeyPath<Wanted, Int>
  ) -> Attempt? {
    var (low, high, found) = (least, end, nil as Attempt?)
    while low < high {
      let middle = (low + high) / 2
      var wanted = wanted
      wanted[keyPath: lines] = middle
      if let best = best(wanted) { (found, low) = ((best, wanted), middle + 1) } else { high = middle }
    }
    return found
  }

  /// The agenda with only one text. If that text has no room either, the reminders take their height from the band,
  /// because a text says more than a high band.
  private func withOneAgendaText(_ wanted: Wanted) -> Attempt? {
    var wanted = wanted
    wanted.agendaForm = .one
    if let best = best(wanted) { return (best, wanted) }
    guard contents.agenda?.hasReminders == true else { return nil }
    wanted.hasLowLane = true
    return best(wanted).map { ($0, wanted) }
  }

  /// The composition for a window that is too small for anything else.
  private var bare: Layout.Composition {
    let wanted = Wanted(extras: Layout.Extras())
    let mayBeColumn = isUpright && !hasRing && !mainColumn.isEmpty
    for isColumn in mayBeColumn ? [true, false] : [false] {
      let arrangement = Arrangement(isColumn: isColumn, isSizeFree: true)
      let most = hasRing ? limits(arrangement).1 : subjectLimit(arrangement)
      let sizes = sequence(first: most) { $0 * 0.9 }.prefix { $0 >= 2 }
      for size in sizes { if let found = compose(arrangement, wanted, size) { return found } }
    }
    return Layout.Composition(scale: TypeScale(first: 1), kept: area)
  }
}
