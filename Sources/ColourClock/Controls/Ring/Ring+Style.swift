extension Ring {
  package struct Style: Hashable, Sendable {
    package var kind: Kind = .solid
    package var place = Place.around
    /// The square's side; a share is of the window's shorter side.
    package var diameter: Measure = .share(0.84)
    /// Distance from the square's edge to the stroke's middle; `nil` for the least that fits.
    package var inset: Measure?
    /// The stroke's width. Shares here, in `inset`, `labelHeight` and `labelWidth` are of the diameter.
    package var width: Measure = .share(0.03)
    /// Opacity outside the arc, 0…1; 0 for none.
    package var trail = 0.12
    /// Opacity of ring, knob and label, 0…1.
    package var opacity = 1.0
    /// `nil` for the ink.
    package var colour: Colour?
    package var cap = Arc.Cap.butt
    /// For `elements`.
    var thin = Thin(width: 0.38, opacity: 1)
    /// The arc grows from nothing to a full ring; otherwise it shrinks.
    package var grows = false
    /// A keyline of the opposite ink when the contrast is low.
    var hasKeyline = true
    package var counterclockwise = false
    /// The disc at the tip: radius in stroke widths, 0 for none.
    package var knob = 1.0
    var counting = Counting.up
    /// The tip moves in steps, with the number.
    package var steps = false
    /// Marks in the phases `soon`, `last` and `over`.
    package var marks = true
    package var format = Format.automatic
    var labelHeight: Measure = .share(0.35)
    var labelWidth: Measure = .share(0.7)
    /// Bold, in the ring's colour.
    var hasOwnNumber = false
    package var title = ""

    package init() {}

    /// `width` is in stroke widths.
    struct Thin: Hashable, Sendable {
      let width, opacity: Double

      fileprivate static let seed = Thin(width: 0.25, opacity: 0.5)
    }

    /// Tick's share of tick and gap. `--preset seed` imitates a library with dashes of 1 and gaps of 0.955.
    static let tick = 1 / 1.955

    /// Over a minute always `up`, as in the library that `--preset seed` imitates.
    func counting(of period: Duration) -> Counting { period <= .seconds(60) ? counting : .up }

    package static let standard = Style()

    /// `--preset seed`: 66 px, stroke 3 px, inset 10 px, #444444 at 0.2, a bold number from 59 to 0.
    package static let seed: Style = {
      var style = Style()
      style.place = .above
      (style.diameter, style.inset, style.width) = (.pixels(66), .pixels(10), .pixels(3))
      style.thin = .seed
      (style.trail, style.opacity, style.colour) = (0, 0.2, Colour(red: 0x44, green: 0x44, blue: 0x44))
      (style.knob, style.counting, style.steps, style.marks) = (0, .down, true, false)
      (style.format, style.labelHeight, style.labelWidth) = (.seconds, .pixels(30), .pixels(30))
      style.hasOwnNumber = true
      return style
    }()
  }

  package enum Place: String, Hashable, Sendable, CaseIterable {
    case around
    /// Above the window, until the wall is pulled down.
    case above
  }

  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case solid
    /// Usually every fifth tick is thick.
    case elements
    /// Ticks of one width.
    case equal
  }

  /// How the number rounds, for a countdown of 60 s.
  package enum Counting: Hashable, Sendable {
    /// 60 to 1, and 0 at the end.
    case up
    /// 59 to 0.
    case down
  }

  package enum Format: String, Hashable, Sendable, CaseIterable {
    /// The shortest form: 59, 4:59, 1:02:03.
    case automatic
    /// 299.
    case seconds
    /// 4:59.
    case minutes
    /// 0:04:59.
    case hours
    case none
  }

  package enum Measure: Hashable, Sendable {
    case pixels(Double)
    case share(Double)

    package func pixels(of whole: Double) -> Double {
      switch self {
      case .pixels(let pixels): pixels
      case .share(let share): share * whole
      }
    }
  }
}
