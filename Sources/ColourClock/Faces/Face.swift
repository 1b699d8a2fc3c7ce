package struct Face: Sendable {
  package let name: String
  package let summary: String
  let title: @Sendable (Words) -> String
  /// The English text below the title in the gallery, a key of `Words`.
  let caption: String
  /// True if hands replace the digits, unless a countdown or stopwatch is shown.
  var hasHands = false
  /// A leap second has second 60.
  package let colour: @Sendable (Civil) -> Colour

  package static let all: [Face] = [scaled, full, literal, carry, hue, analogue]

  package static func named(_ name: String) -> Face? {
    all.first { $0.name == name }
  }
}

extension Face: Hashable {
  package static func == (one: Face, two: Face) -> Bool { one.name == two.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Face {
  /// Only a leap second's blue reaches 255.
  package static let scaled = Face(
    name: "scaled", summary: "hours/24, minutes/60, seconds/60 as red, green, blue: 13:35:16 is #8a9544",
    title: { words in words["Classic"] },
    caption: "hours are red, minutes green, seconds blue"
  ) {
    Colour(
      red: Colour.channel($0.hour, of: 24), green: Colour.channel($0.minute, of: 60),
      blue: Colour.channel($0.second, of: 60))
  }

  package static let full = Face(
    name: "full", summary: "hours/23, minutes/59, seconds/59, from black to white: 13:35:16 is #909745",
    title: { words in words["Full range"] },
    caption: "from black at midnight to white"
  ) {
    Colour(
      red: Colour.channel($0.hour, of: 23), green: Colour.channel($0.minute, of: 59),
      blue: Colour.channel($0.second, of: 59))
  }

  static let literal = Face(
    name: "literal", summary: "the digits themselves, always dark: 13:35:16 is #133516",
    title: { words in words["Night shades"] },
    caption: "the digits are the colour, always dark"
  ) { Colour(red: digits($0.hour), green: digits($0.minute), blue: digits($0.second)) }

  private static func digits(_ value: Int) -> UInt8 { UInt8(value / 10 * 16 + value % 10) }

  package static let carry = Face(
    name: "carry", summary: "as scaled, but the hour includes its minutes, the minute its seconds: 13:35:16 is #909544",
    title: { words in words["Flowing"] },
    caption: "flowing like the hands of a dial"
  ) { time in
    let minutes = time.minute * 60 + time.second
    return Colour(
      red: channelRoundedDown(time.hour * 3600 + minutes, of: 86_400), green: channelRoundedDown(minutes, of: 3600),
      blue: channelRoundedDown(time.second, of: 60))
  }

  static let analogue = Face(
    name: "analogue", summary: "three hands on a dial, over the colours of carry",
    title: { words in words["Analogue"] },
    caption: "three hands over flowing colours", hasHands: true, colour: carry.colour)

  private static func channelRoundedDown(_ part: Int, of whole: Int) -> UInt8 { UInt8(min(255, part * 255 / whole)) }
}
