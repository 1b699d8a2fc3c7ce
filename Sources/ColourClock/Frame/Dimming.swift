private import func Glibc.cbrt
private import func Glibc.pow

/// How much of its light each part of a frame keeps.
///
/// All is computed in light, not in screen values. What lies on the background keeps a larger share than the
/// background: with equal shares white on black at 0.3 would have a contrast of 7:1 and all else less; by the square
/// root it is 12:1. Nearly all of the light comes from the background, so the room is as dark.
struct Dimming: Hashable, Sendable {
  /// What the background keeps, 0…1.
  let background: Double
  /// What the items on it keep, 0…1.
  let items: Double
  /// How much of it is red instead, 0…1.
  let redness: Double

  static let none = Dimming(background: 1, items: 1, redness: 0)

  /// One after the other.
  func and(_ other: Dimming) -> Dimming {
    if other == .none { return self }
    return Dimming(
      background: background * other.background, items: items * other.items, redness: max(redness, other.redness))
  }

  private static func between(_ one: Double, _ other: Double, _ share: Double) -> Double {
    let root = Motion.mix(cbrt(one), cbrt(other), share)
    return root * root * root
  }

  /// Whether nothing is left.
  var isBlack: Bool { items == 0 }

  func background(_ colour: Colour) -> Colour { (colour.light * background).colour }

  func item(_ colour: Colour) -> Colour {
    let (light, luminance) = (colour.light * items, colour.luminance * items)
    return LinearRGB(
      red: Motion.mix(light.red, luminance, redness), green: light.green * (1 - redness),
      blue: light.blue * (1 - redness)
    ).colour
  }

  /// The same with as much light for white ink as it takes to read it on the dimmed colour by both measures. Letters
  /// that would be too dark on black keep what they lack: somebody asks for a dark wall.
  func readable(on colour: Colour) -> Dimming {
    guard self != .none, redness == 0, case let ground = background(colour), Ink.best(on: ground) == .white,
      item(.white).legibility(on: ground) < 1
    else { return self }
    let least = Colour.leastGrey(on: ground).luminance - max(0, Dimming.leastOnBlack - items)
    return Dimming(background: background, items: max(items, least), redness: 0)
  }

  private static let leastOnBlack = Colour.leastGrey(on: .black).luminance
}

extension Dimming {
  /// A wall that keeps a share of its light by day.
  init(brightness: Double) { self.init(background: brightness, items: brightness.squareRoot(), redness: 0) }

  /// A wall by night: grey or red labels on a ground that is nearly black.
  /// - Parameters:
  ///   - brightness: what is kept at depth 1: all at 1, nothing at 0. At 0.3 white keeps 11.5 % of its lightness.
  ///   - depth: from 0 to 1, in steps that look even: lightness is about the cube root of light.
  init(night brightness: Double, depth: Double, isRed: Bool) {
    // Red gives a fifth of white's light: it takes the fourth root to be read as easily.
    self.init(
      background: Dimming.between(1, isRed ? 0 : pow(brightness, 5.4), depth),
      items: Dimming.between(1, pow(brightness, isRed ? 0.25 : 0.5), depth), redness: isRed ? depth : 0)
  }
}

extension Frame {
  /// The same picture with less light.
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
      // What has the background's colour is a part of it.
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
