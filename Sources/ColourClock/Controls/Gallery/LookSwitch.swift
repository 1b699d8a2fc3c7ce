/// A switch of the gallery, which changes the look of the wall.
package enum LookSwitch: Hashable, Sendable, CaseIterable {
  case code, seconds, date, twelveHour
  /// One step darker; from the darkest back to full light.
  case brightness

  /// In falling order. At the least, all labels can be read all day.
  static let levels = [1, 0.75, 0.5, 0.3]

  var letter: Character {
    switch self {
    case .code: "c"
    case .seconds: "s"
    case .date: "d"
    case .twelveHour: "t"
    case .brightness: "b"
    }
  }

  func words(_ style: Style, _ words: Words, isShort: Bool) -> String {
    switch self {
    case .code: words["Code"]
    case .seconds: words["Seconds"]
    case .date: words["Date"]
    case .twelveHour: words["12-hour"]
    case .brightness:
      (isShort ? "" : words["Brightness"] + " ") + LookSwitch.percent(style.brightness, words)
    }
  }

  private static func percent(_ share: Double, _ words: Words) -> String {
    let number = Int((share * 100).rounded())
    let percent = "\(number) %"
    // The sign stays behind the number.
    return words.runsLeft ? Text.isolated(percent) : percent
  }

  func isOn(_ style: Style) -> Bool {
    switch self {
    case .code: style.labels.hex
    case .seconds: style.labels.seconds
    case .date: style.labels.date
    case .twelveHour: style.labels.twelveHour
    case .brightness: false
    }
  }

  /// Whether it would change anything.
  func isEnabled(_ style: Style) -> Bool {
    switch self {
    case .seconds, .twelveHour: style.labels.time && style.labels.timeFormat == nil
    case .code, .date, .brightness: true
    }
  }

  /// The look after a turn.
  func turned(_ style: Style) -> LookChoice {
    switch self {
    case .code: LookChoice(hex: !style.labels.hex)
    case .seconds: LookChoice(seconds: !style.labels.seconds)
    case .date: LookChoice(date: !style.labels.date)
    case .twelveHour: LookChoice(twelveHour: !style.labels.twelveHour)
    // A level as good as the present one is no step.
    case .brightness: LookChoice(brightness: LookSwitch.levels.first { $0 < style.brightness - 0.01 } ?? 1)
    }
  }
}

/// The chosen changes of the look, for all cards; `nil` for no change.
package struct LookChoice: Hashable, Sendable, Codable {
  package var hex: Bool?
  package var seconds: Bool?
  package var date: Bool?
  package var twelveHour: Bool?
  package var brightness: Double?

  package init(
    hex: Bool? = nil, seconds: Bool? = nil, date: Bool? = nil, twelveHour: Bool? = nil, brightness: Double? = nil
  ) {
    (self.hex, self.seconds, self.date) = (hex, seconds, date)
    (self.twelveHour, self.brightness) = (twelveHour, brightness)
  }

  /// With the changes of a later choice.
  package func with(_ other: LookChoice) -> LookChoice {
    LookChoice(
      hex: other.hex ?? hex, seconds: other.seconds ?? seconds, date: other.date ?? date,
      twelveHour: other.twelveHour ?? twelveHour, brightness: other.brightness ?? brightness)
  }

  fileprivate func applied(to style: Style) -> Style {
    var style = style
    style.labels.hex = hex ?? style.labels.hex
    style.labels.seconds = seconds ?? style.labels.seconds
    style.labels.date = date ?? style.labels.date
    style.labels.twelveHour = twelveHour ?? style.labels.twelveHour
    style.brightness = brightness.map { min(1, max(LookSwitch.levels.last ?? 1, $0)) } ?? style.brightness
    return style
  }
}

extension Setup {
  /// Applies a choice to the wall and all cards.
  package mutating func apply(_ choice: LookChoice) {
    style = choice.applied(to: style)
    cards = cards.map { Gallery.Card(name: $0.name, face: $0.face, style: choice.applied(to: $0.style)) }
  }
}
