/// Typed input: a length or an end, and a title; or intervals.
struct Typing: Hashable, Sendable {
  private(set) var phase = Phase.closed
  /// The ID of the countdown that gets the title.
  private(set) var countdown: Int?
  /// The uptime at which typing ends by itself; `nil` while closed.
  private(set) var end: Duration?
  private(set) var hasPad = false
  private(set) var focus: PadKey?
  private(set) var hold: Hold?
  private var lapsed: Lapsed?

  struct Hold: Hashable, Sendable {
    /// The uptime at which the key acts again.
    let next: Duration
    let isRepeat: Bool
  }

  private struct Lapsed: Hashable {
    /// Empty if the countdown had begun.
    let entry: TypedEntry
    /// Until this uptime, Enter continues the typing.
    let end: Duration
  }

  enum Phase: Hashable, Sendable {
    case closed
    /// `Refused` tells why the last Enter had no effect.
    case entry(TypedEntry, Refused?)
    case titleBeforeStart(TypedLine, after: TypedEntry)
    case titleAfterStart(TypedLine, after: TypedEntry)
    case intervals(Intervals)
  }

  enum Refused: Hashable, Sendable {
    case tooShort, tooLong, tooMany
    case noTime, past, tooFar
  }

  /// The longest pause between keys. `noTitle` is for an empty title.
  private static let span = (usual: Duration.seconds(30), noTitle: Duration.seconds(10))
  private static let holdSpan = (first: Duration.milliseconds(500), next: Duration.milliseconds(150))
  /// The time in which Enter resumes lapsed typing. `title` is for a countdown that had begun.
  private static let late = (entry: Duration.seconds(600), title: Duration.seconds(60))

  var entry: TypedEntry? {
    switch phase {
    case .entry(let entry, _), .titleBeforeStart(_, let entry): entry
    case .closed, .titleAfterStart, .intervals: nil
    }
  }

  /// `nil` while letters are commands.
  var title: TypedLine? {
    switch phase {
    case .titleAfterStart(let title, _), .titleBeforeStart(let title, _): title
    case .closed, .entry, .intervals: nil
    }
  }

  var intervals: Intervals? { if case .intervals(let intervals) = phase { intervals } else { nil } }
  var hasTitleBeforeStart: Bool { if case .titleBeforeStart = phase { true } else { false } }

  func isOpen(at uptime: Duration) -> Bool { end.map { uptime < $0 } ?? false }

  mutating func close() { (phase, end, hasPad, focus, lapsed) = (.closed, nil, false, nil, nil) }

  mutating func openPad(_ intervals: Intervals? = nil, at uptime: Duration) {
    (hasPad, focus) = (true, nil)
    set(intervals.map(Phase.intervals) ?? .entry(TypedEntry(), nil), at: uptime)
  }

  mutating func setFocus(_ key: PadKey?, at uptime: Duration) {
    focus = key
    set(phase, at: uptime)
  }

  mutating func dropFocus() { focus = nil }

  mutating func recordHold(from uptime: Duration, isRepeat: Bool) {
    hold = Hold(next: uptime + (isRepeat ? Typing.holdSpan.next : Typing.holdSpan.first), isRepeat: isRepeat)
  }

  mutating func lapse(at uptime: Duration) {
    let (entry, isTitle) = (entry, title != nil)
    let hadPad = hasPad
    close()
    if hadPad { return }
    lapsed = Lapsed(
      entry: entry ?? TypedEntry(), end: uptime + (entry == nil && isTitle ? Typing.late.title : Typing.late.entry))
  }

  /// Returns true if typing lapsed not long ago.
  mutating func resume(at uptime: Duration) -> Bool {
    guard let lapsed, uptime < lapsed.end else { return false }
    self.lapsed = nil
    if !lapsed.entry.isEmpty { set(.entry(lapsed.entry, nil), at: uptime) }
    return true
  }

  mutating func forgetLapsed() { lapsed = nil }

  mutating func change(_ part: Intervals.Part, by way: Int, at uptime: Duration) {
    guard var intervals else { return }
    intervals.change(part, by: way)
    set(.intervals(intervals), at: uptime)
  }

  mutating func add(_ character: Character, at uptime: Duration) -> Bool {
    var entry = entry ?? TypedEntry()
    guard entry.add(character) else { return false }
    set(.entry(entry, nil), at: uptime)
    return true
  }

  mutating func deleteBackward(at uptime: Duration) {
    switch phase {
    case .entry(var entry, _):
      entry.deleteBackward()
      if entry.isEmpty && !hasPad { close() } else { set(.entry(entry, nil), at: uptime) }
    case .titleBeforeStart(var line, let entry):
      line.deleteBackward()
      set(line.text.isEmpty ? .entry(entry, nil) : .titleBeforeStart(line, after: entry), at: uptime)
    case .titleAfterStart(var line, let entry) where !line.text.isEmpty:
      line.deleteBackward()
      set(.titleAfterStart(line, after: entry), at: uptime)
    default: close()
    }
  }

  /// Letters that are units, such as `m`, become part of the length before the title.
  mutating func takeUnits(at uptime: Duration) {
    if case .titleBeforeStart = phase, let length = phase.withUnits { set(.entry(length, nil), at: uptime) }
  }

  /// A title of only digits is the length of another countdown.
  mutating func takeDigitsOfTitle(at uptime: Duration) -> Bool {
    guard let digits = phase.digitsInTitle else { return false }
    set(.entry(TypedEntry(digits: digits), nil), at: uptime)
    return true
  }

  mutating func refuse(_ reason: Refused, at uptime: Duration) {
    set(.entry(entry ?? TypedEntry(), reason), at: uptime)
  }

  mutating func beginTitle(of countdown: Int?, at uptime: Duration) {
    (self.countdown, focus) = (countdown, nil)
    set(.titleAfterStart(title ?? TypedLine(), after: entry ?? TypedEntry()), at: uptime)
  }

  mutating func write(_ text: String, at uptime: Duration) {
    var line = title ?? TypedLine()
    line.insert(text)
    switch phase {
    case .closed, .intervals: break
    case .titleAfterStart(_, let entry): set(.titleAfterStart(line, after: entry), at: uptime)
    case .entry(let entry, _), .titleBeforeStart(_, let entry):
      set(.titleBeforeStart(line, after: entry), at: uptime)
    }
  }

  /// Also restarts the time after which typing ends.
  private mutating func set(_ phase: Phase, at uptime: Duration) {
    (self.phase, lapsed) = (phase, nil)
    end = uptime + (title?.text.isEmpty == true && !hasPad ? Typing.span.noTitle : Typing.span.usual)
  }
}

extension Typing.Refused: Error {}

extension Typing.Phase {
  var withUnits: TypedEntry? {
    if case .titleBeforeStart(let line, let entry) = self { entry.with(units: line.text) } else { nil }
  }

  var digitsInTitle: [Int]? {
    guard case .titleAfterStart(let title, _) = self, (1...TypedEntry.mostDigits).contains(title.text.count) else {
      return nil
    }
    let digits = title.text.compactMap { $0.isASCII ? $0.wholeNumberValue : nil }
    return digits.count == title.text.count ? digits : nil
  }
}
