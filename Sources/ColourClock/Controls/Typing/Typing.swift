/// Digits and a title, or intervals.
struct Typing: Hashable, Sendable {
  private(set) var phase = Phase.closed
  /// The ID of the titled countdown.
  private(set) var countdown: Int?
  /// The uptime at which typing ends by itself; `nil` while closed.
  private(set) var end: Duration?
  private(set) var hasPad = false
  private(set) var focus: PadKey?
  private(set) var hold: Hold?
  /// Typing that ended by itself.
  private var lapsed: Lapsed?

  struct Hold: Hashable, Sendable {
    let next: Duration
    let isRepeat: Bool
  }

  private struct Lapsed: Hashable {
    /// Empty if the countdown had begun.
    let digits: [Int]
    /// Until this uptime, Enter counts for it.
    let end: Duration
  }

  enum Phase: Hashable, Sendable {
    case closed
    /// Digits fill from the right. `Refused` is the last Enter's.
    case digits([Int], Refused?)
    /// A title before the countdown begins.
    case named(TypedLine, after: [Int])
    /// A title after the countdown has begun.
    case title(TypedLine, after: [Int])
    case intervals(Intervals)
  }

  enum Refused: Hashable, Sendable {
    case tooShort, tooLong, tooMany
  }

  /// From key to key; shorter without a title, because letters are then no commands.
  private static let span = (usual: Duration.seconds(30), noTitle: Duration.seconds(10))
  /// From a press of a pad's key to its repeat, and between repeats.
  private static let holdSpan = (first: Duration.milliseconds(500), next: Duration.milliseconds(150))
  /// How long Enter counts after typing ended by itself; `title` if the countdown had begun.
  private static let late = (digits: Duration.seconds(600), title: Duration.seconds(60))
  /// As in 99:59:59.
  fileprivate static let mostDigits = 6

  /// `nil` without digits, and once the countdown has begun.
  var digits: [Int]? {
    switch phase {
    case .digits(let digits, _), .named(_, let digits): digits
    case .closed, .title, .intervals: nil
    }
  }

  /// `nil` while letters are commands.
  var title: TypedLine? {
    switch phase {
    case .title(let title, _), .named(let title, _): title
    case .closed, .digits, .intervals: nil
    }
  }

  var intervals: Intervals? { if case .intervals(let intervals) = phase { intervals } else { nil } }
  /// A title is typed before the start.
  var isNamed: Bool { if case .named = phase { true } else { false } }

  func isOpen(at uptime: Duration) -> Bool { end.map { uptime < $0 } ?? false }

  mutating func close() { (phase, end, hasPad, focus, lapsed) = (.closed, nil, false, nil, nil) }

  mutating func openPad(_ intervals: Intervals? = nil, at uptime: Duration) {
    (hasPad, focus) = (true, nil)
    set(intervals.map(Phase.intervals) ?? .digits([], nil), at: uptime)
  }

  mutating func setFocus(_ key: PadKey?, at uptime: Duration) {
    focus = key
    set(phase, at: uptime)
  }

  mutating func dropFocus() { focus = nil }

  mutating func noteHold(from uptime: Duration, isRepeat: Bool) {
    hold = Hold(next: uptime + (isRepeat ? Typing.holdSpan.next : Typing.holdSpan.first), isRepeat: isRepeat)
  }

  /// No key came in time.
  mutating func lapse(at uptime: Duration) {
    let (digits, isTitle) = (digits, title != nil)
    let hadPad = hasPad
    close()
    if hadPad { return }
    lapsed = Lapsed(
      digits: digits ?? [], end: uptime + (digits == nil && isTitle ? Typing.late.title : Typing.late.digits))
  }

  /// Call for Enter while closed. True if typing ended by itself not long ago; digits not started are shown again.
  mutating func resume(at uptime: Duration) -> Bool {
    guard let lapsed, uptime < lapsed.end else { return false }
    self.lapsed = nil
    if !lapsed.digits.isEmpty { set(.digits(lapsed.digits, nil), at: uptime) }
    return true
  }

  mutating func forgetLapsed() { lapsed = nil }

  mutating func change(_ part: Intervals.Part, by way: Int, at uptime: Duration) {
    guard var intervals else { return }
    intervals.change(part, by: way)
    set(.intervals(intervals), at: uptime)
  }

  /// Ignores a seventh digit.
  mutating func add(_ digit: Int, at uptime: Duration) {
    let digits = digits ?? []
    set(.digits(digits.count < Typing.mostDigits ? digits + [digit] : digits, nil), at: uptime)
  }

  /// An empty title, or no digit without a pad, closes typing.
  mutating func deleteBackward(at uptime: Duration) {
    switch phase {
    case .digits(let digits, _) where digits.count > 1 || hasPad: set(.digits(digits.dropLast(), nil), at: uptime)
    case .named(var line, let digits):
      line.deleteBackward()
      set(line.text.isEmpty ? .digits(digits, nil) : .named(line, after: digits), at: uptime)
    case .title(var line, let digits) where !line.text.isEmpty:
      line.deleteBackward()
      set(.title(line, after: digits), at: uptime)
    default: close()
    }
  }

  /// Another countdown's length, typed as a title. False without such digits.
  mutating func takeDigitsOfTitle(at uptime: Duration) -> Bool {
    guard let digits = phase.digitsInTitle else { return false }
    set(.digits(digits, nil), at: uptime)
    return true
  }

  /// Shows the reason until the next key.
  mutating func refuse(_ reason: Refused, at uptime: Duration) { set(.digits(digits ?? [], reason), at: uptime) }

  /// A title typed before the start stays.
  mutating func beginTitle(of countdown: Int?, at uptime: Duration) {
    (self.countdown, focus) = (countdown, nil)
    set(.title(title ?? TypedLine(), after: digits ?? []), at: uptime)
  }

  /// For a countdown whose digits were not typed just now.
  mutating func beginTitleAlone(of countdown: Int?, at uptime: Duration) {
    (self.countdown, focus) = (countdown, nil)
    set(.title(TypedLine(), after: []), at: uptime)
  }

  /// After digits, text begins the title.
  mutating func write(_ text: String, at uptime: Duration) {
    var line = title ?? TypedLine()
    line.insert(text)
    switch phase {
    case .closed, .intervals: break
    case .title(_, let digits): set(.title(line, after: digits), at: uptime)
    case .digits(let digits, _), .named(_, let digits): set(.named(line, after: digits), at: uptime)
    }
  }

  private mutating func set(_ phase: Phase, at uptime: Duration) {
    (self.phase, lapsed) = (phase, nil)
    end = uptime + (title?.text.isEmpty == true && !hasPad ? Typing.span.noTitle : Typing.span.usual)
  }

  // MARK: The time

  /// Minutes and seconds may exceed 59, as on a kitchen timer: 7 9 9 is 7 min 99 s.
  static func length(of digits: [Int]) -> Result<Duration, Refused> {
    let seconds = pairs(digits).reduce(0) { $0 * 60 + $1 }
    let length = Duration.seconds(seconds)
    if seconds == 0 { return .failure(.tooShort) }
    return length > TimeSpan.range.upperBound ? .failure(.tooLong) : .success(length)
  }

  /// As `7:30` or `1:30:00`.
  static func text(_ digits: [Int]) -> String {
    let pairs = pairs(digits)
    let (hours, minutes, seconds) = (pairs[0], pairs[1], pairs[2])
    return hours > 0 || digits.count > 4
      ? "\(hours)\(minutes.afterColon)\(seconds.afterColon)" : "\(minutes)\(seconds.afterColon)"
  }

  /// As `min:s`, and the length in words if minutes or seconds exceed 59.
  static func units(_ digits: [Int], _ words: Words) -> String {
    let pairs = pairs(digits)
    let units = pairs[0] > 0 || digits.count > 4 ? words["h:min:s"] : words["min:s"]
    guard pairs[1] > 59 || pairs[2] > 59, case .success(let length) = length(of: digits) else { return units }
    return units + " = " + length.inWords(words, hoursFrom: 3600)
  }

  static func widestUnits(_ words: Words) -> String {
    let longest = Duration.seconds(3600 * 11 + 60 * 38 + 38)
    return Line.widest([words["h:min:s"], words["min:s"]]) + " = " + longest.inWords(words)
  }

  /// Hours, minutes and seconds, each 0…99.
  private static func pairs(_ digits: [Int]) -> [Int] {
    let all = [Int](repeating: 0, count: mostDigits - digits.count) + digits
    return [0, 2, 4].map { 10 * all[$0] + all[$0 + 1] }
  }
}

extension Typing.Refused: Error {}

extension Typing.Phase {
  /// They may be meant as another countdown's length.
  var digitsInTitle: [Int]? {
    guard case .title(let title, _) = self, (1...Typing.mostDigits).contains(title.text.count) else { return nil }
    let digits = title.text.compactMap { $0.isASCII ? $0.wholeNumberValue : nil }
    return digits.count == title.text.count ? digits : nil
  }
}
