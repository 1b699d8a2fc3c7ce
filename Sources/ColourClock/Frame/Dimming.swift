private import func Glibc.cbrt
private import func Glibc.pow

/// The shares of linear light that background and items keep, 0…1. Items keep more, because the background usually
/// gives most light.
struct Dimming: Hashable, Sendable {
  let background: Double
  let items: Double
  /// From 0 to 1. At 1, items are pure red, and their linear red is the luminance of their own colour.
  let redness: Double

  static let none = Dimming(background: 1, items: 1, redness: 0)

  func and(_ other: Dimming) -> Dimming {
    if other == .none { return self }
    return Dimming(
      background: background * other.background, items: items * other.items, redness: max(redness, other.redness))
  }

  /// Cube roots of light are close to perceived lightness, so equal steps look equal.
  private static func between(_ one: Double, _ other: Double, _ share: Double) -> Double {
    let root = Motion.mix(cbrt(one), cbrt(other), share)
    return root * root * root
  }

  var isBlack: Bool { items == 0 }

  func background(_ colour: Colour) -> Colour { (colour.light * background).colour }

  func item(_ colour: Colour) -> Colour {
    let (light, luminance) = (colour.light * items, colour.luminance * items)
    return LinearRGB(
      red: Motion.mix(light.red, luminance, redness), green: light.green * (1 - redness),
      blue: light.blue * (1 - redness)
    ).colour
  }

  /// Gives items more light if white ink is illegible on the dimmed `colour`. If the user's dimming would be too dark
  /// even on black, items stay below the least legible luminance by as much as on black.
  func readable(on colour: Colour) -> Dimming {
    guard self != .none, redness == 0 else { return self }
    let ground = background(colour)
    guard Ink.best(on: ground) == .white, item(.white).legibility(on: ground) < 1 else { return self }
    let least = Colour.leastGrey(on: ground).luminance - max(0, Dimming.leastOnBlack - items)
    return Dimming(background: background, items: max(items, least), redness: 0)
  }

  private static let leastOnBlack = Colour.leastGrey(on: .black).luminance
}

extension Dimming {
  init(brightness: Double) { self.init(background: brightness, items: brightness.squareRoot(), redness: 0) }

  /// Grey or red labels on a nearly black background.
  /// - Parameters:
  ///   - brightness: the light at full depth, 0 (black) to 1.
  ///   - depth: how far the night has begun, 0…1.
  init(night brightness: Double, depth: Double, isRed: Bool) {
    let background = isRed ? 0 : pow(brightness, Dimming.nightExponent.background)
    let items = pow(brightness, isRed ? Dimming.nightExponent.red : Dimming.nightExponent.grey)
    self.init(
      background: Dimming.between(1, background, depth), items: Dimming.between(1, items, depth),
      redness: isRed ? depth : 0)
  }

  /// Red has a fifth of white's luminance, so red keeps more.
  private static let nightExponent = (background: 5.4, grey: 0.5, red: 0.25)
}

extension Frame {
  func dimmed(by dimming: Dimming) -> Frame {
    guard dimming != .none else { return self }
    return Frame(
      size: size, background: dimming.background(background),
      items: items.map { $0.dimmed(by: dimming, on: background) })
  }
}

extension Item {
  fileprivate func dimmed(by dimming: Dimming, on background: Colour) -> Item {
    switch self {
    case .fill(var fill):
      // A fill in the background's colour stays invisible.
      fill.colour = fill.colour == background ? dimming.background(background) : dimming.item(fill.colour)
      return .fill(fill)
    case .text(var text):
      text.tint = Text.Tint(ink: dimming.item(text.colour), shade: Shade(dimming))
      return .text(text)
    case .group(let group):
      return .group(
        Group(
          bounds: group.bounds, opacity: group.opacity,
          items: group.items.map { $0.dimmed(by: dimming, on: background) }))
    }
  }
}
