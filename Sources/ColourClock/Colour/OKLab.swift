private import func Glibc.cbrt
private import func Glibc.cos
private import func Glibc.sin

/// Björn Ottosson's OKLab, https://bottosson.github.io/posts/oklab/. Equal distances look nearly equal.
package struct OKLab: Hashable, Sendable {
  /// 0 (black) to 1 (white).
  package let lightness: Double
  /// Green to red, about -0.4…0.4.
  package let a: Double
  /// Blue to yellow, about -0.4…0.4.
  package let b: Double

  package init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  /// Converts OKLCH. `hue` is in radians from the positive `a` axis.
  package init(lightness: Double, chroma: Double, hue: Double) {
    self.init(lightness: lightness, a: chroma * cos(hue), b: chroma * sin(hue))
  }

  package init(_ colour: Colour) {
    let light = colour.light
    let l = cbrt(0.4122214708 * light.red + 0.5363325363 * light.green + 0.0514459929 * light.blue)
    let m = cbrt(0.2119034982 * light.red + 0.6806995451 * light.green + 0.1073969566 * light.blue)
    let s = cbrt(0.0883024619 * light.red + 0.2817188376 * light.green + 0.6299787005 * light.blue)
    self.init(
      lightness: 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
      a: 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
      b: 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)
  }

  /// A channel is outside 0…1 if sRGB cannot show the colour.
  var light: LinearRGB {
    let l = lightness + 0.3963377774 * a + 0.2158037573 * b
    let m = lightness - 0.1055613458 * a - 0.0638541728 * b
    let s = lightness - 0.0894841775 * a - 1.2914855480 * b
    let (l3, m3, s3) = (l * l * l, m * m * m, s * s * s)
    return LinearRGB(
      red: 4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3,
      green: -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3,
      blue: -0.0041960863 * l3 - 0.7034186147 * m3 + 1.7076147010 * s3)
  }

  package var colour: Colour { light.colour }

  /// The difference ΔE OK. About 0.02 is just visible.
  package func distance(to other: OKLab) -> Double {
    let difference = self - other
    return
      (difference.lightness * difference.lightness + difference.a * difference.a + difference.b * difference.b)
      .squareRoot()
  }

  package static func + (left: OKLab, right: OKLab) -> OKLab {
    OKLab(lightness: left.lightness + right.lightness, a: left.a + right.a, b: left.b + right.b)
  }

  package static func - (left: OKLab, right: OKLab) -> OKLab { left + right * -1 }

  package static func * (colour: OKLab, factor: Double) -> OKLab {
    OKLab(lightness: colour.lightness * factor, a: colour.a * factor, b: colour.b * factor)
  }
}
