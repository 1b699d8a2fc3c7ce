/// What a ring says in figures.
extension Ring {
  /// A number of seconds, negative in overtime, which counts up behind a plus. Empty with the format `.none`.
  package static func label(_ number: Int, _ format: Format) -> String {
    let seconds = abs(number)
    let body =
      switch format {
      case .none: ""
      case .seconds: "\(seconds)"
      case .minutes: dial([seconds / 60, seconds % 60])
      case .hours: dial([seconds / 3600, seconds / 60 % 60, seconds % 60])
      case .automatic: shortest(seconds, isSigned: number < 0)
      }
    return number < 0 && format != .none ? "+" + body : body
  }

  /// Behind a sign never without minutes.
  private static func shortest(_ seconds: Int, isSigned: Bool) -> String {
    if seconds >= 3600 { return label(seconds, .hours) }
    return label(seconds, seconds >= 60 || isSigned ? .minutes : .seconds)
  }

  private static func dial(_ parts: [Int]) -> String {
    parts.enumerated().map { index, part in index > 0 && part < 10 ? "0\(part)" : "\(part)" }.joined(separator: ":")
  }

  /// The seconds left, as the style counts them.
  package func number(_ reading: Reading) -> Int {
    let number = reading.remaining.secondsRoundedUp
    // At a whole second the lesser number is the one that is about to show: wake-ups fall on whole seconds.
    return style.counting == .down && number > 0 ? number - 1 : number
  }

  /// The number, as the style writes it.
  package func label(_ reading: Reading) -> String { Ring.label(number(reading), style.format) }

  /// The number in the middle of the ring, and the title below it: for a ring that stands alone.
  package func texts(_ reading: Reading) -> [Text] {
    let (width, height) = (style.labelWidth.pixels(of: diameter), style.labelHeight.pixels(of: diameter))
    let below = centre + Point(x: 0, y: height * 0.9)
    let number = text(label(reading), template: template(reading), Rect(centre: centre, width: width, height: height))
    let title = text(
      style.title, template: style.title, Rect(centre: below, width: width, height: height * 0.35))
    return [number, title].filter { !$0.string.isEmpty }.map { text in
      var text = text
      text.opacity = UInt8(share: style.opacity)
      return text
    }

    func text(_ string: String, template: String, _ box: Rect) -> Text {
      Text(string: string, template: template, box: box, ink: ink(isLit: reading.isLit))
    }
  }

  /// The widest form on the way from a full ring to zero, or the present one if that is longer.
  func template(_ reading: Reading) -> String {
    let full = Ring.label(reading.period.secondsRoundedUp, style.format)
    let present = label(reading)
    let widest = present.count > full.count ? present : full
    return String(widest.map { $0.isNumber ? "0" : $0 })
  }
}
