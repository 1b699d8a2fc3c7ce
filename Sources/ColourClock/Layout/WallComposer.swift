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
  let ceiling: Double?
  /// What the ring has room for; `nil` without a ring.
  let ringFit: RingPlan.Fit?
  /// The least diameter of a ring, as a share of the shorter side.
  var leastRing = RingPlan.least
  /// True if the controls must not cover a program's lines.
  var keepsProgramClear = true
  /// True if the controls must not cover the list of countdowns.
  var keepsListClear = true
  let known = KnownParts()

  /// What one attempt has to place: the parts, and the form of each part. `largest` sets the fields that depend on the
  /// arrangement.
  struct Wanted: Hashable {
    var extras: Layout.Extras
    var feedLines = Int.max
    /// The most zones in their list. A last line such as "+3" stands for the rest.
    var zones = Int.max
    var isAiry = false
    var hasWholeLines = false
    var countdowns = Int.max
    var laps = Int.max
    var hasLargeZones = false
    var listForm = Arrangement.ListForm.whole
    var hasCells = false
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
      contents: contents, texts: texts, area: area, stage: stage, ceiling: ceiling, ringFit: ringFit,
      leastRing: leastRing, keepsProgramClear: keepsProgramClear, keepsListClear: keepsListClear)
  }

  /// The same wall with another stage and without controls.
  func standing(on stage: Rect) -> WallComposer {
    WallComposer(
      contents: contents, texts: texts, area: area, stage: stage, ceiling: nil, ringFit: ringFit, leastRing: leastRing)
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
    var (fuller, hidden) = (wanted, [Layout.Extra]())
    while true {
      if let whole = whole(wanted) {
        // A shorter form of a part needs more room than nothing, so it is tried only now.
        if let (cut, hidden) = shortened(hidden, fuller) { return withCount(withMore(cut, hidden)) }
        if let large = withLargeList(whole) { return withCount((large, [.code])) }
        let isCodeGone = wanted.has(.code) && !whole.wanted.has(.code)
        return withCount(withMore(whole, isCodeGone ? hidden + [.code] : hidden))
      }
      guard let next = Layout.Extra.allCases.first(where: wanted.has) else { return (bare, hidden) }
      wanted.agendaForm = .both
      (fuller, hidden) = (wanted, hidden + [next])
      wanted.extras.remove(next)
    }
  }

  /// The composition with a shorter form of the part that was left out last; `nil` if this has no room.
  /// - Parameter wanted: the parts that were tried before that part was left out.
  private func shortened(_ hidden: [Layout.Extra], _ wanted: Wanted) -> (cut: Cut, hidden: [Layout.Extra])? {
    guard let last = hidden.last else { return nil }
    // The list of countdowns becomes shorter before the lines of a program are left out.
    if last == .program, let cut = withFewerCountdowns(wanted) { return (cut, hidden.dropLast() + [.countdowns]) }
    return cut(last, wanted).map { ($0, hidden) }
  }

  /// A composition, and what it places. Not all of them are shortened.
  typealias Cut = (composition: Layout.Composition, wanted: Wanted)

  /// The composition of all wanted parts; `nil` if they do not fit.
  private func whole(_ wanted: Wanted) -> Cut? {
    let forms = forms(of: wanted)
    func fitting(_ form: Wanted) -> Cut? { best(form).map { ($0, form) } }
    // In most cases no form fits. The last form needs the least room, so it is tried first. Only a list of entries may
    // need less than two broken texts.
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
    !hasRing && !contents.hasStopwatch && contents.zones.isEmpty && contents.feed == nil && contents.countdowns.isEmpty
      && contents.ring == nil
  }

  /// The same parts without the code, if only then the rows of the list have their usual size; otherwise `nil`.
  private func withLargeList(_ whole: Cut) -> Cut? {
    guard whole.wanted.has(.code), whole.wanted.has(.countdowns), hasSmallRows(whole.composition) else { return nil }
    var wanted = whole.wanted
    wanted.extras.remove(.code)
    return self.whole(wanted).flatMap { hasSmallRows($0.composition) ? nil : $0 }
  }

  /// If the agenda, the list of countdowns or the program was cut or left out, there may be room now for parts that
  /// were left out before. Brings them back, the most important first, and stops at the first that does not fit.
  /// Otherwise a small wall could show a part that a larger wall of the same proportions leaves out.
  private func withMore(_ cut: Cut, _ hidden: [Layout.Extra]) -> (cut: Cut, hidden: [Layout.Extra]) {
    var (cut, hidden) = (cut, hidden)
    guard hidden.contains(.agenda) || hidden.contains(.countdowns) || hidden.contains(.program) else {
      return (cut, hidden)
    }
    for extra in hidden.reversed() where !cut.wanted.has(extra) && extra != .code {
      var more = cut.wanted
      more.extras.insert(extra)
      guard let whole = whole(more) else { return (self.cut(extra, more) ?? cut, hidden) }
      cut = whole
      hidden.removeAll { $0 == extra }
    }
    return (cut, hidden)
  }

  /// A shorter form of a part, such as fewer laps. `nil` if the part has no shorter form, or if the shorter form does
  /// not fit.
  private func cut(_ extra: Layout.Extra, _ wanted: Wanted) -> Cut? {
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

  private func withFewerZones(_ wanted: Wanted) -> Cut? {
    most(from: Self.leastZones, below: contents.zones.count, wanted, \.zones)
  }

  private static let leastZones = 2

  private func withFewerLines(_ wanted: Wanted) -> Cut? {
    most(from: 1, below: contents.feed?.count ?? 0, wanted, \.feedLines)
  }

  private func withFewerCountdowns(_ wanted: Wanted) -> Cut? {
    most(from: 1, below: contents.countdowns.count, wanted, \.countdowns)
  }

  /// The most lines of a list that fit, by bisection: a shorter list needs less room.
  private func most(
    from least: Int, below end: Int, _ wanted: Wanted, _ lines: WritableKeyPath<Wanted, Int>
  ) -> Cut? {
    var (low, high, found) = (least, end, nil as Cut?)
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
  private func withOneAgendaText(_ wanted: Wanted) -> Cut? {
    var wanted = wanted
    wanted.agendaForm = .one
    if let best = best(wanted) { return (best, wanted) }
    guard contents.agenda?.hasReminders == true else { return nil }
    wanted.hasLowLane = true
    return best(wanted).map { ($0, wanted) }
  }

  // MARK: The largest size that fits

  /// The composition with the highest score; `nil` if no arrangement fits. If two have the same score, the first wins.
  private func best(_ wanted: Wanted) -> Layout.Composition? {
    var best: (composition: Layout.Composition, score: Double)?
    for arrangement in arrangements(wanted) {
      guard let found = largest(arrangement, wanted, above: best?.score ?? 0) else { continue }
      let score = score(found, arrangement)
      if score > best?.score ?? 0 { best = (found, score) }
    }
    return best?.composition
  }

  /// The score of the sizes, corrected for the composition. On a wide wall, a narrow subject with all lines below it
  /// scores less. On an upright wall without a ring, a composition that uses more of the height scores more.
  private func score(_ found: Layout.Composition, _ arrangement: Arrangement) -> Double {
    let isNarrow =
      !isUpright && arrangement.beside.isEmpty && arrangement.hasLines && found.kept.width < Self.narrow * area.width
    let gain = isNarrow ? Self.narrowGain : 1
    return score(found.scale, arrangement) / (gain * gain)
      * (isUpright && !hasRing ? usedHeight(found).squareRoot() : 1)
  }

  /// The height from the first line to the last, as a share of the area's height. The code does not count.
  private func usedHeight(_ found: Layout.Composition) -> Double {
    let lines = found.slots.filter { $0.part != .code }.map(\.box) + [found.band].compactMap(\.self)
    let (top, bottom) = (lines.map(\.y).min() ?? 0, lines.map(\.maxY).max() ?? 0)
    return min(1, max(0.01, (bottom - top) / area.height))
  }

  /// The first size times the size of the other lines, divided by the square of `Arrangement.gain`. This is an upper
  /// limit: corrections for the composition only reduce it.
  private func score(_ scale: TypeScale, _ arrangement: Arrangement) -> Double {
    // The size of the other lines counts too: in proportion to the digits, they are smaller with a column of digits
    // than with a row. On an upright wall with large zones, the second size counts in place of the third.
    let hasLargeZones = isUpright && !hasRing && arrangement.hasLargeZones
    let lines = hasLargeZones ? scale.second * TypeScale.share.third / TypeScale.share.second : scale.third
    return scale.first * lines / (arrangement.gain * arrangement.gain)
  }

  /// With all lines below a narrow subject, the sides of the wall are empty. The subject is narrow if it takes less
  /// than the share `narrow` of the width. Another arrangement then wins even if its text is smaller by the factor
  /// `narrowGain`.
  private static let (narrow, narrowGain) = (0.6, 1.1)

  /// The composition at the largest size that fits; `nil` if no size that fits can score more than `score`. The search
  /// is a bisection with the geometric mean: 8 steps, or until the sizes differ by less than 0.4 %.
  private func largest(_ arrangement: Arrangement, _ wanted: Wanted, above score: Double) -> Layout.Composition? {
    let (least, most) = limits(arrangement)
    var wanted = wanted
    (wanted.hasLargeZones, wanted.isAiry) = (arrangement.hasLargeZones, arrangement.isAiry)
    wanted.listForm = arrangement.listForm
    wanted.hasCells = arrangement.hasCells
    wanted.hasWholeLines = arrangement.hasWholeLines
    guard least <= most, let needed = needed(arrangement, above: score, from: least, to: most) else { return nil }
    // `needed` is the least size that can win. Most arrangements do not fit even there, so it is tried first.
    guard var found = compose(arrangement, wanted, needed) else {
      // Some contents have a minimum size of their own. If a ring of the least size is too small for them, a larger
      // ring may fit.
      guard hasRing, needed == least || compose(arrangement, wanted, least) == nil,
        // A larger ring leaves less room for the lines below it, so they must fit at the least size.
        lower(arrangement, wanted, scale(least, arrangement), isFlush(arrangement)) != nil
      else { return nil }
      return inLargestRing(arrangement, wanted, from: needed, to: most)
    }
    if let whole = compose(arrangement, wanted, most) { return whole }
    var (low, high) = (least, most)
    for _ in 0..<8 where high / low > 1.004 {
      let middle = (low * high).squareRoot()
      guard middle > needed else {
        low = middle
        continue
      }
      if let better = compose(arrangement, wanted, middle) { (found, low) = (better, middle) } else { high = middle }
    }
    return found
  }

  /// The least digit height at which an arrangement can score more than `score`, by bisection; `nil` if even `most` is
  /// too small.
  private func needed(
    _ arrangement: Arrangement, above score: Double, from least: Double, to most: Double
  ) -> Double? {
    // While something rings, the headline has a size of its own, so `scale` does not give the score.
    guard score > 0, contents.headline == nil else { return least }
    func isEnough(_ first: Double) -> Bool { self.score(scale(first, arrangement), arrangement) > score }
    if isEnough(least) { return least }
    guard isEnough(most) else { return nil }
    var (low, high) = (least, most)
    for _ in 0..<20 {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle }
    }
    return low
  }

  /// The composition with the largest ring that fits, by bisection over steps of 5 %. A ring that is too small has no
  /// room for its contents. A ring that is too large leaves no room for the lines beside it.
  private func inLargestRing(
    _ arrangement: Arrangement, _ wanted: Wanted, from least: Double, to most: Double
  ) -> Layout.Composition? {
    let sizes = Array(sequence(first: most) { $0 * 0.95 }.prefix { $0 >= least })
    var (low, high, found) = (0, sizes.count, nil as Layout.Composition?)
    while low < high {
      let middle = (low + high) / 2
      if let composition = compose(arrangement, wanted, sizes[middle]) {
        (found, high) = (composition, middle)
      } else if subject(arrangement, wanted, scale(sizes[middle], arrangement), isFlush(arrangement)) != nil {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return found
  }

  /// The least and the greatest digit height to try, in pixels. For digits that span the wall it is the height from
  /// which the other sizes follow: the digits themselves have `spanningHeight`.
  private func limits(_ arrangement: Arrangement) -> (Double, Double) {
    if hasRing {
      let unit = RingPlan.unit
      let wish = contents.ring?.diameter.pixels(of: short) ?? 0
      // High controls leave little room above them. With other lines, the ring may then be so large that the controls
      // cover a part of it.
      let isCovered = arrangement.hasLines && clearDiameter < Self.leastClear * stage.height
      let clear = isCovered ? max(clearDiameter, Self.clearShare * stage.height) : clearDiameter
      let most = min(wish, area.width, stage.height, max(clear, leastRing * short))
      return (min(leastRing(arrangement) * short, most) * unit, most * unit)
    }
    if arrangement.isSpanning {
      let share = hasStopwatchAlone ? TypeScale.watchShare.third : TypeScale.share.third
      let least = Self.leastSpanned
      let spanned = (hasStopwatchAlone ? least.watch : contents.agenda == nil ? least.usual : least.agenda) * short
      // The zones of a board are many, so that their cells may be smaller.
      let mayBeSmall = !hasStopwatchAlone && (isUpright || arrangement.hasCells && hasBoard)
      let third = mayBeSmall ? leastThird(isList: arrangement.isList) : spanned
      let most = (isUpright ? Self.mostSpanned : 1) * spanningHeight
      return (max(third, TypeScale.least(in: short)) / share, most)
    }
    let limit = subjectLimit(arrangement)
    // The smaller limit; `scale(_:_:)` applies the one that is right for this arrangement.
    let least = min(leastThird(), leastThird(isList: true)) / TypeScale.share.third
    let most = limit / arrangement.timeShare
    // On an upright wall the other lines may be larger in proportion to a wide row of digits.
    return (isUpright ? min(least, most) : least, most)
  }

  /// The limits of the third size below digits that span the wall. `leastSpanned`: its least value, as a share of the
  /// shorter side; `watch` is for the laps of a stopwatch. `mostSpanned`: its greatest value on an upright wall, as a
  /// multiple of its usual value.
  private static let (leastSpanned, mostSpanned) = ((usual: 0.04, agenda: 0.034, watch: 0.033), 2.4)

  /// The least third size, in pixels. `isList` is true if a list fills the wall.
  func leastThird(isList: Bool = false) -> Double {
    let isSmall = isList && short < Self.smallList
    let share = isUpright ? Self.least.upright : isSmall ? Self.least.small : Self.least.wide
    return max(share * short, TypeScale.least(in: short))
  }

  /// The least digit heights of the third size, as shares of the shorter side. `wide` is a font size of 1/24 of that
  /// side. `small`: of a list on a small wall, where fewer lines are better than lines that are hard to read. On an
  /// upright wall the shorter side is the width, and larger text has room.
  private static let least = (upright: 0.036, small: 1.0 / 30, wide: 0.0295)

  /// The shorter side of a wall with larger lines in lists, in pixels.
  private static let smallList = 400.0

  /// The composition for a window that is too small for anything else.
  private var bare: Layout.Composition {
    let wanted = Wanted(extras: Layout.Extras())
    for isColumn in isUpright && !hasRing && !mainColumn.isEmpty ? [true, false] : [false] {
      let arrangement = Arrangement(isColumn: isColumn, isSizeFree: true)
      let most = hasRing ? limits(arrangement).1 : subjectLimit(arrangement)
      let sizes = sequence(first: most) { $0 * 0.9 }.prefix { $0 >= 2 }
      for size in sizes { if let found = compose(arrangement, wanted, size) { return found } }
    }
    return Layout.Composition(scale: TypeScale(first: 1), kept: area)
  }
}
