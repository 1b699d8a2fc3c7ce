import ArgumentParser
import ColourClock

/// The name of a face.
struct FaceName: ExpressibleByArgument {
  let face: Face

  init?(argument: String) {
    guard let face = Face.named(argument) else { return nil }
    self.face = face
  }

  static var allValueStrings: [String] { Face.all.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// A value that an option does not take: said as what it does take.
struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ takes: String) { description = takes }
}

/// Texts of the command line turned into values.
enum Value {
  static func pace(_ text: String) throws(Refusal) -> Pace {
    let takes = "it takes 0 (frozen) or 0.001 to 7200; faster would flash more than 3 times a second"
    let speed = try number(text, 0...Pace.limit, or: takes)
    guard speed == 0 || speed >= 0.001 else { throw Refusal(takes) }
    return Pace(speed: speed)
  }

  static func fade(_ text: String) throws(Refusal) -> Duration {
    .seconds(try number(text, 0...2, or: "it takes 0 to 2 seconds"))
  }

  static func start(_ text: String) throws(Refusal) -> StartingTime {
    do { return try StartingTime.parse(text) } catch { throw Refusal("\(error)") }
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

  /// A window's identifier as hosts write it: hexadecimal after 0x, or decimal; blanks may come first.
  static func windowID(_ text: String) -> UInt? {
    let digits = text.drop { $0 == " " || $0 == "\t" }
    guard digits.first?.isHexDigit == true else { return nil }
    let id = digits.lowercased().hasPrefix("0x") ? UInt(digits.dropFirst(2), radix: 16) : UInt(digits)
    return id.flatMap { $0 <= UInt(UInt32.max) ? $0 : nil }
  }

  static func size(_ text: String) throws(Refusal) -> Size {
    guard let geometry = WindowGeometry(text), geometry.offset == nil, let size = geometry.size,
      size.width * size.height <= mostPixels
    else { throw Refusal("it takes WIDTHxHEIGHT, of 64 megapixels at the most") }
    return size
  }

  static func span(_ text: String) throws(Refusal) -> Duration {
    do { return try TimeSpan.parse(text) } catch { throw Refusal("\(error)") }
  }

  static func timeOfDay(_ text: String) throws(Refusal) -> TimeOfDay {
    do { return try TimeOfDay.parse(text) } catch { throw Refusal("\(error)") }
  }

  static func share(_ text: String) throws(Refusal) -> Double { try number(text, 0...1, or: "it takes 0 to 1") }

  static func ringSize(_ text: String) throws(Refusal) -> Double {
    try number(text, 0.05...1, or: "it takes 0.05 to 1 of the window's shorter side")
  }

  static func ringWidth(_ text: String) throws(Refusal) -> Double {
    try number(text, 0.005...0.15, or: "it takes 0.005 to 0.15 of the diameter")
  }

  static func pullDistance(_ text: String) throws(Refusal) -> Double {
    try number(text, 20...400, or: "it takes 20 to 400 points")
  }

  static func holdTime(_ text: String) throws(Refusal) -> Duration {
    .seconds(try number(text, 0.15...60, or: "it takes 0.15 to 60 seconds"))
  }

  static func holdFraction(_ text: String) throws(Refusal) -> Double {
    try number(text, 0.05...1, or: "it takes 0.05 to 1")
  }

  static func colour(_ text: String) throws(Refusal) -> Colour {
    guard let colour = Colour(hex: text) else { throw Refusal("it takes six hexadecimal digits, such as 444444") }
    return colour
  }

  /// `NAME = face hue, 12-hour`: options of the look, checked here.
  static func variant(_ text: String) throws(Refusal) -> Variant {
    let takes = "it takes NAME = options of the look, such as: kitchen = face hue, 12-hour"
    let parts = text.split(separator: "=", maxSplits: 1).map(\.trimmed)
    guard parts.count == 2, !parts[0].isEmpty, parts[0].count <= 40 else { throw Refusal(takes) }
    let options = parts[1].split(separator: ",").map { option in
      let words = option.trimmed.split(separator: " ", maxSplits: 1)
      return "--" + words.joined(separator: "=")
    }
    do { _ = try LookOptions.parse(options) } catch { throw Refusal("\(takes); \(LookOptions.message(for: error))") }
    return Variant(name: parts[0], options: options)
  }

  /// Twice as many as the largest screens have.
  private static let mostPixels = 64_000_000

  private static func number(_ text: String, _ range: ClosedRange<Double>, or takes: String) throws(Refusal) -> Double {
    guard let value = Double(text), range.contains(value) else { throw Refusal(takes) }
    return value
  }
}

/// `--12-hour` and `--24-hour`.
enum HourForm: EnumerableFlag {
  case twelve, twentyFour

  static func name(for value: HourForm) -> NameSpecification {
    .customLong(value == .twelve ? "12-hour" : "24-hour")
  }

  static func help(for value: HourForm) -> ArgumentHelp? {
    value == .twelve ? "Hours 1 to 12 with am and pm." : "Hours 00 to 23 (default)."
  }
}
