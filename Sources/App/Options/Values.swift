import ColourClock
import CommandOptions
import ControlProtocol
import System

/// Parses option values.
enum Value {
  static func face(_ text: String) throws(Refusal) -> Face {
    guard let face = Face.named(text) else { throw Refusal(listing: Face.all.map(\.name)) }
    return face
  }

  static func pace(_ text: String) throws(Refusal) -> Pace {
    let takes = "it takes 0 (frozen) or 0.001 to 7200; faster would flash more than 3 times a second"
    let speed = try parseNumber(text, 0...Pace.limit, or: takes)
    guard speed == 0 || speed >= 0.001 else { throw Refusal(takes) }
    return Pace(speed: speed)
  }

  static func fade(_ text: String) throws(Refusal) -> Duration {
    .seconds(try parseNumber(text, 0...2, or: "it takes 0 to 2 seconds"))
  }

  static func geometry(_ text: String) throws(Refusal) -> WindowGeometry {
    guard let geometry = WindowGeometry(text) else { throw Refusal("it takes WIDTHxHEIGHT, +X+Y or both, as in X(7)") }
    return geometry
  }

  static func monitors(_ text: String) throws(Refusal) -> MonitorChoice {
    guard let choice = MonitorChoice(text) else { throw Refusal("it takes all, primary, a name or a number") }
    return choice
  }

  static func window(_ text: String) throws(Refusal) -> UInt {
    guard let id = windowID(text) else { throw Refusal("it takes a window's number, such as 0x400008 or 4194312") }
    return id
  }

  static func windowID(_ text: String) -> UInt? {
    let digits = text.drop { $0 == " " || $0 == "\t" }
    let isHexadecimal = digits.lowercased().hasPrefix("0x")
    let figures = digits.dropFirst(isHexadecimal ? 2 : 0)
    // `UInt32` would also accept a sign.
    guard figures.first?.isHexDigit == true else { return nil }
    return UInt32(figures, radix: isHexadecimal ? 16 : 10).map(UInt.init)
  }

  static func size(_ text: String) throws(Refusal) -> Size {
    guard let geometry = WindowGeometry(text), geometry.offset == nil, let size = geometry.size,
      size.width * size.height <= mostPixels
    else { throw Refusal("it takes WIDTHxHEIGHT, of 64 megapixels at the most") }
    return size
  }

  static func text(_ text: String) throws(Refusal) -> String { text }

  static func span(_ text: String) throws(Refusal) -> Duration { try TimeSpan.parse(text) }

  static func countdown(_ text: String) throws(Refusal) -> Duration {
    try TimeSpan.parse(text, within: TimeSpan.countdowns)
  }

  static func phase(_ text: String) throws(Refusal) -> Duration {
    if text == "off" { return .zero }
    guard let span = try? countdown(text) else { throw .phase }
    return span
  }

  static func program(_ text: String) throws(Refusal) -> TimerProgram {
    do throws(Refusal) { return try TimerProgram.parse(text) } catch {
      guard (try? File.readPrefixOfRegular(text, limit: 1)) != nil else { throw error }
      throw Refusal("\(error.text); to read the file of this name: '--program-file \(text)'")
    }
  }

  static func spans(_ text: String) throws(Refusal) -> [Duration] {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 6 else { throw Refusal("it takes up to six spans, such as 1m,5m,10m,25m") }
    var spans: [Duration] = []
    for part in parts { spans.append(try span(part.trimmed)) }
    return spans
  }

  static func language(_ text: String) throws(Refusal) -> LocaleName {
    guard let name = LocaleName(text), Words.languages.contains(name.language) else {
      throw Refusal(listing: Words.languages)
    }
    return name
  }

  static func permissions(_ text: String) throws(Refusal) -> Set<Permission> {
    var permissions: Set<Permission> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let permission = Permission(rawValue: part.trimmed) else {
        throw Refusal("it takes some of \(Permission.names.joined(separator: ", ")), with commas between them")
      }
      permissions.insert(permission)
    }
    return permissions
  }

  static func night(_ text: String) throws(Refusal) -> NightChoice {
    if text == "sun" { return .sun }
    guard let schedule = try? DailyHours.parse(text) else {
      throw Refusal("it takes two times of day, such as 22:00-07:00, or sun")
    }
    return .times(schedule)
  }

  static func nightOffset(_ text: String) throws(Refusal) -> Duration {
    if ["0", "0s"].contains(text) { return .zero }
    let isNegative = text.hasPrefix("-")
    guard let span = try? TimeSpan.parse(String(isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...])),
      span <= SunNight.longestOffset
    else { throw Refusal("it takes a span of up to 3 hours, such as 20m or -1h30m") }
    return isNegative ? .zero - span : span
  }

  static func number(_ range: ClosedRange<Double>, _ takes: String) -> @Sendable (String) throws(Refusal) -> Double {
    { (text) throws(Refusal) in try parseNumber(text, range, or: "it takes \(takes)") }
  }

  static func zone(_ text: String) throws(Refusal) {
    do throws(ProgramExit) { _ = try ZoneChoice.named(text).load() } catch { throw Refusal(error.text) }
  }

  static func zoneName(_ text: String) -> String { text.prefix { $0 != "=" }.trimmed }

  static func otherZone(_ text: String) throws(Refusal) -> OtherZone {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
    guard let zone = ZoneChoice.find(parts[0])?.zone else {
      throw Refusal(
        "there is no zone '\(parts[0].shortened)'\(ZoneChoice.suggestion(for: parts[0])); it takes ZONE=NAME, such as "
          + "Asia/Tokyo=Tokyo")
    }
    let place = parts[0].split(separator: "/").last ?? ""
    let name = (parts.count > 1 ? parts[1] : String(place.map { $0 == "_" ? " " : $0 })).printable
    guard !name.isEmpty, name.count <= 24 else { throw Refusal("a zone's name has 1 to 24 printable characters") }
    return OtherZone(name: name, zone: zone)
  }

  static func feedLines(_ text: String) throws(Refusal) -> Int {
    guard text.isAllDigits, let count = Int(text), (1...20).contains(count) else {
      throw Refusal("it takes 1 to 20 lines")
    }
    return count
  }

  static func feedSize(_ text: String) throws(Refusal) -> Double {
    if let size = sizes.first(where: { $0.name == text }) { return size.value }
    return try parseNumber(text, 0.01...0.2, or: "it takes small, medium, large, or 0.01 to 0.2 of the shorter side")
  }

  private static let sizes = [
    (name: "small", value: Feed.Style.Size.small), (name: "medium", value: Feed.Style.Size.medium),
    (name: "large", value: Feed.Style.Size.large),
  ]

  static func holdTime(_ text: String) throws(Refusal) -> Duration {
    .seconds(try parseNumber(text, 0.15...60, or: "it takes 0.15 to 60 seconds"))
  }

  /// Accepts any colour name, because only the X server can check names.
  static func colour(_ text: String) throws(Refusal) -> ColourChoice {
    if let colour = Colour(hex: text) { return .value(colour) }
    guard text.first?.isLetter == true else { throw Refusal(ColourChoice.takes) }
    return .named(text)
  }

  static func picture(_ text: String) throws(Refusal) -> String {
    let parts = (text.split(separator: "/").last ?? "").split(separator: ".", omittingEmptySubsequences: false)
    let isDevice = parts.count == 1 && text.contains("/")
    guard isDevice || ["png", "svg"].contains(parts.last?.lowercased()) else {
      throw Refusal("it takes the name of a .png or .svg file, or a device such as /dev/stdout")
    }
    return text
  }

  static func variant(_ text: String) throws(Refusal) -> Variant {
    let takes = "it takes NAME = options of the look, such as: kitchen = face hue, 12-hour"
    let parts = text.split(separator: "=", maxSplits: 1).map(\.trimmed)
    guard parts.count == 2, !parts[0].isEmpty else { throw Refusal(takes) }
    guard parts[0].count <= 40 else { throw Refusal("a name has 40 characters at the most") }
    do throws(Refusal) {
      var options = Options()
      for part in parts[1].split(separator: ",") { try lookArgument(part.trimmed).change(&options) }
      return Variant(name: parts[0], look: options.look)
    } catch { throw Refusal("\(takes); \(error.text)") }
  }

  private static func lookArgument(_ text: String) throws(Refusal) -> Argument<Options> {
    let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "=" }.map(\.trimmed)
    let name = parts.first ?? ""
    guard let option = LookOptions.table.first(where: { $0.names.contains(name) }), option.place == .anywhere else {
      throw Refusal("there is no option '--\(name)' of the look")
    }
    return try Argument(option, name, parts.count > 1 ? parts[1] : nil)
  }

  /// Twice as many pixels as the largest screens have.
  private static let mostPixels = 64_000_000

  private static func parseNumber(
    _ text: String, _ range: ClosedRange<Double>, or takes: String
  ) throws(Refusal) -> Double {
    // Swift would also read 0x10 and inf.
    guard !text.contains(where: { $0.isLetter && $0 != "e" }), let value = Double(text), range.contains(value) else {
      throw Refusal(takes)
    }
    return value
  }
}

extension Value {
  static func written(_ number: Double?) -> String? {
    number.map { number in
      let number = (number * 1e6).rounded() / 1e6
      return number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
  }

  static func seconds(_ span: Duration?) -> String? { written(span?.inSeconds) }

  static func span(_ span: Duration?) -> String? { span.map { "\($0.components.seconds)s" } }

  static func phase(_ span: Duration?) -> String? { span == .zero ? "off" : Value.span(span) }

  static func spanList(_ spans: [Duration]?) -> String? {
    spans.map { spans in
      spans.map { span in
        let seconds = span.components.seconds
        return seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
      }.joined(separator: ",")
    }
  }

  static func feedSize(_ size: Double) -> String? { sizes.first { $0.value == size }?.name ?? written(size) }
}

enum ColourChoice: Hashable {
  case value(Colour)
  case named(String)

  static let takes = "it takes six hexadecimal digits, such as 444444, or a colour name of X, such as red"
}
