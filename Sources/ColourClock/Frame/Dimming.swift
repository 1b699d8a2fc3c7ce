private import func Glibc.cbrt
private import func Glibc.pow

/// How a frame is dimmed: the background and the items each keep a share of their light. Shares are of light, not of
/// screen values.
///
/// Items keep a larger share than the background. With equal shares, white on black at 0.3 would have a contrast of
/// 7:1, and other pairs less. With the square root for items it is 12:1. The room is about as dark, because nearly all
/// light comes from the background.
struct Dimming: Hashable, Sendable {
  /// The background's share, 0…1.
  let background: Double
  /// The items' share, 0…1.
  let items: Double
  /// How far the items turn red, 0…1. At 1 green and blue are 0, and red is the item's luminance.
  let redness: Double

  static let none = Dimming(background: 1, items: 1, redness: 0)

  /// Both dimmings, one after the other.
  func and(_ other: Dimming) -> Dimming {
    if other == .none { return self }
    return Dimming(
      background: background * other.background, items: items * other.items, redness: max(redness, other.redness))
  }

  /// Mixes two shares of light. It mixes their cube roots, which are about the lightness, so that equal steps look
  /// equal.
  private static func between(_ one: Double, _ other: Double, _ share: Double) -> Double {
    let root = Motion.mix(cbrt(one), cbrt(other), share)
    return root * root * root
  }

  /// True if no light is left.
  var isBlack: Bool { items == 0 }

  /// A dimmed colour of the background.
  func background(_ colour: Colour) -> Colour { (colour.light * background).colour }

  /// A dimmed colour of an item.
  func item(_ colour: Colour) -> Colour {
    let (light, luminance) = (colour.light * items, colour.luminance * items)
    return LinearRGB(
      red: Motion.mix(light.red, luminance, redness), green: light.green * (1 - redness),
      blue: light.blue * (1 - redness)
    ).colour
  }

  /// The same dimming with more light for the items, if white ink would not be legible on the dimmed background.
  ///
  /// If the items would be too dark even on black, the user wants a dark wall. Then the minimum is lowered by the light
  /// that they lack on black.
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
  /// A wall by day with the background's share `brightness`.
  init(brightness: Double) { self.init(background: brightness, items: brightness.squareRoot(), redness: 0) }

  /// A wall by night: grey or red labels on a ground that is nearly black.
  /// - Parameters:
  ///   - brightness: the share of light at full depth: 1 keeps all light, 0 keeps none. With `isRed` the background
  ///     becomes black. At 0.3 a white background keeps 11.5 % of its lightness.
  ///   - depth: how far the night has begun: 0 (day) to 1 (night).
  ///   - isRed: red labels on black, instead of grey ones.
  init(night brightness: Double, depth: Double, isRed: Bool) {
    // Red has only a fifth of white's luminance, so red items get the fourth root to be as legible.
    self.init(
      background: Dimming.between(1, isRed ? 0 : pow(brightness, 5.4), depth),
      items: Dimming.between(1, pow(brightness, isRed ? 0.25 : 0.5), depth), redness: isRed ? depth : 0)
  }
}

extension Frame {
  /// The same picture, dimmed.
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
      // A fill in the background's colour is dimmed like the background.
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
