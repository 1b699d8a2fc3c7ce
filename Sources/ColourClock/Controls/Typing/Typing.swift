/// The state while a viewer types the digits and the title of a countdown, or sets intervals.
struct Typing: Hashable, Sendable {
  private(set) var phase = Phase.closed
  /// The ID of the countdown whose title is typed.
  private(set) var countdown: Int?
  /// The uptime at which typing ends by itself; `nil` while typing is closed.
  private(set) var end: Duration?
  /// True if the pad (`PadControl`) is used.
  private(set) var hasPad = false
  private(set) var focus: PadKey?
  private(set) var hold: Hold?
  /// The last typing that ended by itself.
  private var lapsed: Lapsed?

  struct Hold: Hashable, Sendable {
    let next: Duration
    let isRepeat: Bool
  }

  private struct Lapsed: Hashable {
    /// The digits; empty if the countdown had already begun.
    let digits: [Int]
    /// Until this uptime, Enter still counts for this typing.
    let end: Duration
  }

  enum Phase: Hashable, Sendable {
    case closed
    /// The digits fill seconds, minutes and hours from the right. `Refused` says why the last Enter was refused.
    case digits([Int], Refused?)
    /// The title so far. The countdown has not begun.
    case named(TypedLine, after: [Int])
    /// The title so far. The countdown has begun.
    case title(TypedLine, after: [Int])
    case intervals(Intervals)
  }

  enum Refused: Hashable, Sendable {
    case tooShort, tooLong, tooMany
  }

  /// How long typing waits for the next key: `usual`, or `noTitle` for an empty title. `noTitle` is shorter, so that
  /// letters are commands again soon.
  private static let span = (usual: Duration.seconds(30), noTitle: Duration.seconds(10))
  /// `first`: how long a key of the pad is held until it repeats. `next`: the time between repeats.
  private static let holdSpan = (first: Duration.milliseconds(500), next: Duration.milliseconds(150))
  /// How long an Enter still counts for typing that has ended by itself. `title`: if only the title was missing,
  /// because the countdown had begun. `digits`: in all other cases.
  private static let late = (digits: Duration.seconds(600), title: Duration.seconds(60))
  /// The number of digits in 99:59:59.
  fileprivate static let mostDigits = 6

  /// The digits; `nil` once the countdown has begun, and while no countdown is typed.
  var digits: [Int]? {
    switch phase {
    case .digits(let digits, _), .named(_, let digits): digits
    case .closed, .title, .intervals: nil
    }
  }

  /// The title; `nil` while letters are commands.
  var title: TypedLine? {
    switch phase {
    case .title(let title, _), .named(let title, _): title
    case .closed, .digits, .intervals: nil
    }
  }

  var intervals: Intervals? { if case .intervals(let intervals) = phase { intervals } else { nil } }
  /// True while a title is typed before the countdown starts.
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

  /// Ends typing because no key came in time.
  mutating func lapse(at uptime: Duration) {
    let (digits, isTitle) = (digits, title != nil)
    let hadPad = hasPad
    close()
    if hadPad { return }
    lapsed = Lapsed(
      digits: digits ?? [], end: uptime + (digits == nil && isTitle ? Typing.late.title : Typing.late.digits))
  }

  /// Handles Enter while typing is closed. Returns true if typing has ended by itself not long ago. Digits that had not
  /// started a countdown are then shown again.
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

  /// Adds a digit; a seventh digit is ignored.
  mutating func add(_ digit: Int, at uptime: Duration) {
    let digits = digits ?? []
    set(.digits(digits.count < Typing.mostDigits ? digits + [digit] : digits, nil), at: uptime)
  }

  /// Deletes the last digit or letter. Typing is closed if the title was already empty, or if no digit is left and the
  /// pad is not used.
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

  /// Takes the digits of the title as the length of another countdown. Returns false if the title has no such digits.
  mutating func takeDigitsOfTitle(at uptime: Duration) -> Bool {
    guard let digits = phase.digitsInTitle else { return false }
    set(.digits(digits, nil), at: uptime)
    return true
  }

  /// Shows why the digits are refused, until the next key.
  mutating func refuse(_ reason: Refused, at uptime: Duration) { set(.digits(digits ?? [], reason), at: uptime) }

  /// Begins the title of a countdown. A title that was typed before the start stays.
  mutating func beginTitle(of countdown: Int?, at uptime: Duration) {
    (self.countdown, focus) = (countdown, nil)
    set(.title(title ?? TypedLine(), after: digits ?? []), at: uptime)
  }

  /// Begins the title of a countdown whose digits were not typed just now.
  mutating func beginTitleAlone(of countdown: Int?, at uptime: Duration) {
    (self.countdown, focus) = (countdown, nil)
    set(.title(TypedLine(), after: []), at: uptime)
  }

  /// Adds text to the title. Text after the digits begins the title.
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

  /// The length that the digits mean. Minutes and seconds may be more than 59, as on a kitchen timer: 7 9 9 is 7
  /// minutes and 99 seconds.
  static func length(of digits: [Int]) -> Result<Duration, Refused> {
    let seconds = pairs(digits).reduce(0) { $0 * 60 + $1 }
    let length = Duration.seconds(seconds)
    if seconds == 0 { return .failure(.tooShort) }
    return length > TimeSpan.range.upperBound ? .failure(.tooLong) : .success(length)
  }

  /// The digits as a time, such as `7:30` or `1:30:00`.
  static func text(_ digits: [Int]) -> String {
    let pairs = pairs(digits)
    let (hours, minutes, seconds) = (pairs[0], pairs[1], pairs[2])
    return hours > 0 || digits.count > 4
      ? "\(hours)\(minutes.afterColon)\(seconds.afterColon)" : "\(minutes)\(seconds.afterColon)"
  }

  /// The units of the digits, such as `min:s`. If minutes or seconds are more than 59, the length in words follows.
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

  /// The pairs of digits for hours, minutes and seconds, each 0 to 99.
  private static func pairs(_ digits: [Int]) -> [Int] {
    let all = [Int](repeating: 0, count: mostDigits - digits.count) + digits
    return [0, 2, 4].map { 10 * all[$0] + all[$0 + 1] }
  }
}

extension Typing.Refused: Error {}

extension Typing.Phase {
  /// The digits that were typed as a title, and that may be meant as the length of another countdown; otherwise `nil`.
  var digitsInTitle: [Int]? {
    guard case .title(let title, _) = self, (1...Typing.mostDigits).contains(title.text.count) else { return nil }
    let digits = title.text.compactMap { $0.isASCII ? $0.wholeNumberValue : nil }
    return digits.count == title.text.count ? digits : nil
  }
}
