/// The state while a viewer types a countdown: first its digits, then its title.
struct Typing: Hashable, Sendable {
  private(set) var phase = Phase.closed
  /// The ID of the countdown whose title is typed.
  private(set) var countdown: Int?
  /// The uptime at which typing ends by itself; `nil` while closed.
  private(set) var end: Duration?

  /// What is being typed.
  enum Phase: Hashable, Sendable {
    case closed
    /// The digits so far, which fill seconds, minutes and hours from the right. With the reason why the last Enter was
    /// refused, until the next key.
    case digits([Int], Refused?)
    /// The title so far; the countdown with these digits has begun.
    case title(TypedLine, after: [Int])
  }

  /// Why a countdown cannot begin.
  enum Refused: Hashable, Sendable {
    case tooShort, tooLong, tooMany
  }

  /// How long typing waits for the next key. While the title is empty, the wait is short, so that letters are commands
  /// again soon.
  private static let span = (digits: Duration.seconds(10), noTitle: Duration.seconds(5), title: Duration.seconds(30))
  /// The digits of 99:59:59.
  private static let mostDigits = 6

  var digits: [Int]? { if case .digits(let digits, _) = phase { digits } else { nil } }
  var title: TypedLine? { if case .title(let title, _) = phase { title } else { nil } }

  func isOpen(at uptime: Duration) -> Bool { end.map { uptime < $0 } ?? false }

  mutating func close() { (phase, end) = (.closed, nil) }

  /// Adds a digit; a seventh digit is ignored.
  mutating func add(_ digit: Int, at uptime: Duration) {
    let digits = digits ?? []
    set(.digits(digits.count < Typing.mostDigits ? digits + [digit] : digits, nil), at: uptime)
  }

  /// Removes the last digit or letter. Closes if none is left.
  mutating func deleteBackward(at uptime: Duration) {
    switch phase {
    case .digits(let digits, _) where digits.count > 1: set(.digits(digits.dropLast(), nil), at: uptime)
    case .title(var line, let digits) where !line.text.isEmpty:
      line.deleteBackward()
      set(.title(line, after: digits), at: uptime)
    default: close()
    }
  }

  /// Shows why the digits are refused, until the next key.
  mutating func refuse(_ reason: Refused, at uptime: Duration) { set(.digits(digits ?? [], reason), at: uptime) }

  /// The countdown with an ID has begun: its title is typed now.
  mutating func beginTitle(of countdown: Int?, at uptime: Duration) {
    self.countdown = countdown
    set(.title(TypedLine(), after: digits ?? []), at: uptime)
  }

  mutating func write(_ text: String, at uptime: Duration) {
    guard case .title(var line, let digits) = phase else { return }
    line.insert(text)
    set(.title(line, after: digits), at: uptime)
  }

  /// Sets the phase, and the time at which typing ends by itself.
  private mutating func set(_ phase: Phase, at uptime: Duration) {
    self.phase = phase
    let span = title.map { $0.text.isEmpty ? Typing.span.noTitle : Typing.span.title } ?? Typing.span.digits
    end = uptime + span
  }

  // MARK: The time

  /// The length for digits. Minutes and seconds may be more than 59, as on a kitchen timer: 7 9 9 is 7 minutes and 99
  /// seconds.
  static func length(of digits: [Int]) -> Result<Duration, Refused> {
    let seconds = pairs(digits).reduce(0) { $0 * 60 + $1 }
    let length = Duration.seconds(seconds)
    if seconds == 0 { return .failure(.tooShort) }
    return length > TimeSpan.range.upperBound ? .failure(.tooLong) : .success(length)
  }

  /// The digits with colons, such as `7:30` or `1:30:00`.
  static func text(_ digits: [Int]) -> String {
    let pairs = pairs(digits)
    let (hours, minutes, seconds) = (pairs[0], pairs[1], pairs[2])
    return hours > 0 || digits.count > 4
      ? "\(hours)\(minutes.afterColon)\(seconds.afterColon)" : "\(minutes)\(seconds.afterColon)"
  }

  /// The units of the digits, such as `min:s`.
  static func units(_ digits: [Int], _ words: Words) -> String {
    pairs(digits)[0] > 0 || digits.count > 4 ? words["h:min:s"] : words["min:s"]
  }

  /// Hours, minutes and seconds, each 0 to 99.
  private static func pairs(_ digits: [Int]) -> [Int] {
    let all = [Int](repeating: 0, count: mostDigits - digits.count) + digits
    return [0, 2, 4].map { 10 * all[$0] + all[$0 + 1] }
  }
}

extension Typing.Refused: Error {}
