/// Composes a wall: the subject, lines around it, and at the lower edge agenda and code.
///
/// Without room, parts are left out in the order of `Layout.Extra`. The arrangement with the highest score wins, mostly
/// the one with the largest text.
struct WallComposer {
  let contents: Layout.Contents
  let texts: WallTexts
  let area: Rect
  /// A subject without other lines stands in the middle of this space.
  let stage: Rect
  /// The upper edge (y) of controls to avoid, or `nil`.
  let controlsTop: Double?
  let ringFit: RingPlan.Fit?
  /// The ring's least diameter, as a share of the shorter side.
  var leastRing = RingPlan.least
  /// False if the controls may cover a program's lines.
  var keepsProgramClear = true
  /// False if the controls may cover the list of countdowns.
  var keepsListClear = true
  let cache = LayoutCache()

  /// The parts to place, and their forms.
  struct Wanted: Hashable {
    // Set by `composition` and its callees:
    var extras: Layout.Extras
    // The most lines of each list; a sign such as "+3" does not count:
    var feedLines = Int.max
    var zones = Int.max
    var countdowns = Int.max
    var laps = Int.max
    var agendaForm = AgendaDay.Form.both
    var mayBreakDate = false
    /// True if a lane of reminders does not make the agenda's band taller.
    var hasLowLane = false

    // Copied from the arrangement by `largest`:
    var isAiry = false
    var linesPerItem = Int.max
    var hasLargeZones = false
    var hasLargeDate = false
    var listForm = Arrangement.ListForm.whole
    var zonesAreCells = false
    var hasTitleApart = false

    // Set for the lines below or beside the time:
    var isInSecondColumn = false
    /// The right edge of zones in one column; `nil` if the list has its own width.
    var zoneEdge: Double?

    func has(_ extra: Layout.Extra) -> Bool { extras.contains(extra) }
  }

  func showing(_ contents: Layout.Contents) -> WallComposer {
    WallComposer(
      contents: contents, texts: texts, area: area, stage: stage, controlsTop: controlsTop, ringFit: ringFit,
      leastRing: leastRing, keepsProgramClear: keepsProgramClear, keepsListClear: keepsListClear)
  }

  /// A composer with another stage and without controls. Both `keeps…Clear` flags are true again.
  func standing(on stage: Rect) -> WallComposer {
    WallComposer(
      contents: contents, texts: texts, area: area, stage: stage, controlsTop: nil, ringFit: ringFit,
      leastRing: leastRing)
  }

  /// `hidden` names parts left out or shortened.
  typealias Found = (composition: Layout.Composition, hidden: [Layout.Extra])

  var shortSide: Double { contents.shortSide }
  var isPortrait: Bool { stage.height > stage.width }
  var hasRing: Bool { contents.ring?.place == .around }
  var hasStopwatchAlone: Bool { contents.hasStopwatch && !hasRing }

  func composition() -> Found {
    var wanted = Wanted(extras: asked)
    if isPlain, contents.agenda?.listed.isEmpty == false { wanted.agendaForm = .list }
    // `before` still has the last part of `hidden`.
    var before = wanted
    var hidden: [Layout.Extra] = []
    while true {
      if let whole = whole(wanted) {
        if let shorter = shortened(hidden, before) { return withCount(withMore(shorter.attempt, shorter.hidden)) }
        // `withLargeList` needs a wall with its code. The code is left out first, so `hidden` is empty here.
        if let large = withLargeList(whole) { return withCount((large, [.code])) }
        let isCodeGone = wanted.has(.code) && !whole.wanted.has(.code)
        return withCount(withMore(whole, isCodeGone ? [.code] : hidden))
      }
      guard let next = Layout.Extra.allCases.first(where: wanted.has) else { return (bare, hidden) }
      wanted.agendaForm = .both
      before = wanted
      hidden.append(next)
      wanted.extras.remove(next)
    }
  }

  private func shortened(_ hidden: [Layout.Extra], _ wanted: Wanted) -> (attempt: Attempt, hidden: [Layout.Extra])? {
    guard let last = hidden.last else { return nil }
    if last == .program, let found = shorterForm(of: .countdowns, wanted) {
      return (found, hidden.dropLast() + [.countdowns])
    }
    if let found = withZones(hidden, wanted) {
      return (found, hidden.filter { $0 != .zones && $0 != .feed } + [.feed])
    }
    return shorterForm(of: last, wanted).map { ($0, hidden) }
  }

  private func withZones(_ hidden: [Layout.Extra], _ wanted: Wanted) -> Attempt? {
    guard hidden.contains(.zones), hidden.last == .zones || hidden.last == .feed else { return nil }
    return shorterForm(of: .feed, with(wanted) { $0.extras.insert(.zones) })
  }

  typealias Attempt = (composition: Layout.Composition, wanted: Wanted)

  private func whole(_ wanted: Wanted) -> Attempt? {
    let forms = forms(of: wanted)
    func fitting(_ form: Wanted) -> Attempt? { best(form).map { ($0, form) } }
    // The last form needs the least room. If it does not fit, mostly no form does. Only a list may need less room than
    // two broken texts.
    let least = forms.last.flatMap(fitting)
    guard least != nil || wanted.agendaForm == .list else { return nil }
    return forms.dropLast().lazy.compactMap(fitting).first ?? least
  }

  /// Forms to try, the best first.
  private func forms(of wanted: Wanted) -> [Wanted] {
    var forms = [wanted]
    if hasRing, wanted.has(.date), !wanted.mayBreakDate {
      forms += forms.map { with($0) { $0.mayBreakDate = true } }
    }
    guard wanted.agendaForm == .list else { return forms }
    let withTexts = forms.map { with($0) { $0.agendaForm = .both } }
    let withoutCode = wanted.has(.code) ? forms.map { with($0) { $0.extras.remove(.code) } } : []
    return forms + withoutCode + withTexts
  }

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

  /// A large part that was left out may make room for smaller ones. Those come back, the most important first.
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

  private func shorterForm(of extra: Layout.Extra, _ wanted: Wanted) -> Attempt? {
    switch extra {
    case .laps: most(from: 1, below: Self.mostLaps, wanted, \.laps)
    case .zones: most(from: Self.leastZones, below: contents.zones.count, wanted, \.zones)
    case .feed: most(from: 1, below: contents.feed?.count ?? 0, wanted, \.feedLines)
    case .countdowns: most(from: 1, below: contents.countdowns.count, wanted, \.countdowns)
    // Messages need the room of the agenda's text.
    case .agenda where contents.agenda?.hasBand == true && contents.messages == Messages.Shown():
      withOneAgendaText(wanted)
    default: nil
    }
  }

  private static let leastZones = 2

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

  /// Shows one text of the agenda. If it still has no room, the band becomes lower.
  private func withOneAgendaText(_ wanted: Wanted) -> Attempt? {
    var wanted = wanted
    wanted.agendaForm = .one
    if let best = best(wanted) { return (best, wanted) }
    guard contents.agenda?.hasReminders == true else { return nil }
    wanted.hasLowLane = true
    return best(wanted).map { ($0, wanted) }
  }

  /// The subject alone, for a window too small for anything else.
  private var bare: Layout.Composition {
    let wanted = Wanted(extras: Layout.Extras())
    let mayBeColumn = isPortrait && !hasRing && !mainColumn.isEmpty
    for isColumn in mayBeColumn ? [true, false] : [false] {
      let arrangement = Arrangement(isColumn: isColumn, allowsAnySize: true)
      var size = hasRing ? limits(arrangement).most : subjectLimit(arrangement)
      while size >= Self.leastBare {
        if let found = compose(arrangement, wanted, size) { return found }
        size *= 0.9
      }
    }
    return Layout.Composition(scale: TypeScale(first: 1), protectedArea: area)
  }

  private static let leastBare = 2.0
}
