/// A typed length, such as 7 3 0, or a typed end, such as 17:30 or 2027-01-01 08:30.
struct TypedEntry: Hashable, Sendable {
  /// The digits and separators.
  private var text = ""

  enum Meaning: Hashable {
    case length(Duration)
    case end(ParsedInstant)
  }

  init(digits: [Int] = []) { text = digits.map(String.init).joined() }

  /// The length if `letters`, typed after the digits, are units: `m` or `min` after 45, or `h30` after 1. Else `nil`.
  func with(units letters: String) -> TypedEntry? {
    guard !hasSeparator, let span = TimeSpan.typed(text + letters) else { return nil }
    let seconds = Int(span.components.seconds)
    let digits = "\(10_000 * (seconds / 3600) + 100 * (seconds / 60 % 60) + seconds % 60)"
    return TypedEntry(digits: digits.compactMap(\.wholeNumberValue))
  }

  /// The most digits of a length.
  static let mostDigits = 6
  /// 0 stands for any digit.
  private static let forms = ["0000-00-00 00:00:00", "00:00:00", "0:00:00"]
  private static let date = "0000-00-00"
  private static let hyphens: Set<Character> = ["-", "/", "."]

  var isEmpty: Bool { text.isEmpty }
  /// True for a time of day or a date; 45:00 is a length.
  private var isEnd: Bool { hasSeparator && (isDate || groups[0] < 24) }
  private var hasSeparator: Bool { text.contains { !$0.isNumber } }
  private var isDate: Bool { text.contains("-") }
  private var groups: [Int] { text.split { !$0.isNumber }.map { Int($0) ?? 0 } }

  /// Separators after the first are added automatically.
  /// - Returns: false if the character does not fit.
  mutating func add(_ character: Character) -> Bool {
    guard character.isASCII else { return false }
    if character.isNumber { return add(digit: character) }
    return extend(by: TypedEntry.hyphens.contains(character) ? "-" : character)
  }

  private mutating func add(digit: Character) -> Bool {
    if !hasSeparator {
      if text.count < TypedEntry.mostDigits { text.append(digit) }
    } else if !extend(by: digit), let separator = [":", "-", " "].first(where: { fits(text + $0 + "0") }) {
      text += separator + String(digit)
    }
    return true
  }

  private mutating func extend(by character: Character) -> Bool {
    guard fits(text + String(character)) else { return false }
    text.append(character)
    return true
  }

  private func fits(_ text: String) -> Bool {
    let form = String(text.map { $0.isNumber ? "0" : $0 })
    return TypedEntry.forms.contains { $0.hasPrefix(form) }
  }

  mutating func deleteBackward() {
    guard !text.isEmpty else { return }
    text.removeLast()
    // A separator after the first may have come with the deleted digit.
    if text.last?.isNumber == false, text.dropLast().contains(where: { !$0.isNumber }) { text.removeLast() }
  }

  /// Minutes and seconds may exceed 59: 7 9 9 is 7 min 99 s.
  func meaning() throws(Typing.Refused) -> Meaning {
    if isEnd {
      let written = text.map { $0 == " " ? "T" : $0 }
      guard let end = try? ParsedInstant.parseUpcoming(String(written)) else { throw .noTime }
      return .end(end)
    }
    let seconds = pairs.reduce(0) { $0 * 60 + $1 }
    let length = Duration.seconds(seconds)
    if seconds == 0 { throw .tooShort }
    if length > TimeSpan.range.upperBound { throw .tooLong }
    return .length(length)
  }

  /// Examples are `7:30`, `1:30:00`, `17:30` and `2027-01-01`.
  var shown: String {
    if hasSeparator { return text }
    let (hours, minutes, seconds) = (pairs[0], pairs[1], pairs[2])
    return hours > 0 || text.count > 4
      ? "\(hours)\(minutes.afterColon)\(seconds.afterColon)" : "\(minutes)\(seconds.afterColon)"
  }

  var template: String {
    if !isDate { return TypedEntry.forms[1] }
    return text.count > TypedEntry.date.count ? TypedEntry.forms[0] : TypedEntry.date
  }

  /// The units, such as `min:s`, with the length in words if minutes or seconds exceed 59.
  func units(_ words: Words) -> String {
    if isEnd { return isDate ? words["Until this date"] : words["Until this time of day"] }
    let isLong = hasSeparator ? groups.count > 2 : pairs[0] > 0 || text.count > 4
    let units = isLong ? words["h:min:s"] : words["min:s"]
    guard pairs[1] > 59 || pairs[2] > 59, case .length(let length) = try? meaning() else { return units }
    return units + " = " + length.inWords(words, hoursFrom: 3600)
  }

  static func widestUnits(_ words: Words) -> String {
    // 11 h 38 min 38 s has two digits in each unit.
    let longest = Duration.seconds(3600 * 11 + 60 * 38 + 38)
    return Line.widest([words["h:min:s"], words["min:s"]]) + " = " + longest.inWords(words)
  }

  /// Hours, minutes and seconds, each 0…99.
  private var pairs: [Int] {
    if hasSeparator { return groups.count > 2 ? groups : [0, groups[0], groups.count > 1 ? groups[1] : 0] }
    let digits = text.compactMap(\.wholeNumberValue)
    let all = [Int](repeating: 0, count: TypedEntry.mostDigits - digits.count) + digits
    return [0, 2, 4].map { 10 * all[$0] + all[$0 + 1] }
  }
}
