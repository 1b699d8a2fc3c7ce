/// One line of labels before it has a place. All its measures are in digit heights of the main line.
struct Line {
  var string: String
  var suffix = ""
  var template: String
  var figures = Text.Figures.decimal
  /// Its own digit height.
  var height = 1.0
  /// The space to the line above it.
  var gap = 0.0
  /// Whether it takes the width that the others leave it, and is set as small as that needs.
  var isElastic = false

  /// A line that says less than the main one.
  static let captionHeight = 0.26
  static let captionGap = 0.42

  /// About how wide it gets in a common sans serif face: enough to plan with, the painter measures.
  var width: Double {
    isElastic ? 0 : height * (Line.width(template) + Line.width(suffix) * Text.suffixScale)
  }

  private static func width(_ string: String) -> Double {
    string.unicodeScalars.reduce(0) { $0 + advance($1) }
  }

  private static func advance(_ character: Unicode.Scalar) -> Double {
    switch character {
    case ":", " ": 0.36
    case "m": 1.2
    default: 0.8
    }
  }
}
