import ColourClock
private import Glibc

/// A text set in type: which cut fits its box, and where the pen starts.
struct TextLayout {
  struct Run {
    let cut: FontSize
    let characters: [Unicode.Scalar]
    /// The pen's way over all of them, in pixels.
    let width: Int
    /// Where the pen starts, in pixels from the left edge of the window.
    private(set) var x = 0

    init(_ string: String, cut: FontSize, in typeface: Typeface) {
      self.cut = cut
      characters = Array(string.unicodeScalars)
      width = characters.reduce(0) { $0 + typeface.advance($1, in: cut) }
    }

    func at(_ x: Int) -> Run {
      var moved = self
      moved.x = x
      return moved
    }
  }

  let runs: [Run]
  /// In pixels from the upper edge of the window.
  let baseline: Int
  /// All that it can cover, halo included.
  let bounds: PixelRect

  /// Below this many pixels to the em nothing can be read, and nothing is drawn.
  private static let smallest = 5

  /// The greatest of the sizes that are a 32nd of an octave apart, about 2 %, and not over `size`.
  private static func stepped(_ size: Double) -> Int {
    size < 1 ? 0 : Int(exp2((log2(size) * 32).rounded(.down) / 32))
  }

  /// `nil` if the box is too small for type. `largest` bounds the pixels to the em.
  init?(_ text: Text, in typeface: Typeface, largest: Int) {
    let width = { (string: String, suffix: String) in
      typeface.width(string, figures: text.figures)
        + typeface.width(suffix, figures: text.figures) * Text.suffixScale
    }
    let fitting = min(
      text.box.height / typeface.digitHeight, text.box.width / max(width(text.template, text.suffixTemplate), 0.1))
    let pixels = text.sizes == .few ? TextLayout.stepped(min(fitting, Double(largest))) : min(Int(fitting), largest)
    guard pixels >= TextLayout.smallest else { return nil }
    let main = Run(text.string, cut: FontSize(pixels: pixels, figures: text.figures, isHalo: false), in: typeface)
    let smaller = Int((Double(pixels) * Text.suffixScale).rounded(.up))
    let small = Run(text.suffix, cut: FontSize(pixels: smaller, figures: text.figures, isHalo: false), in: typeface)
    let left = Int((text.box.midX - Double(main.width + small.width) / 2).rounded())
    runs = [main.at(left), small.at(left + main.width)].filter { !$0.characters.isEmpty }
    baseline = Int((text.box.midY + typeface.digitHeight * Double(pixels) / 2).rounded())
    let extent = typeface.extent(of: text.string + text.suffix, figures: text.figures)
    // A pixel more for what snapping to the pixels adds, and an eighth of the em for slanted ends.
    let reach = main.cut.haloReach + 1
    let aside = reach + pixels / 8
    bounds = PixelRect(
      left: left - aside, top: baseline - reach - Int((extent.top * Double(pixels)).rounded(.up)),
      right: left + main.width + small.width + aside,
      bottom: baseline + reach - Int((extent.bottom * Double(pixels)).rounded(.down)))
  }
}
