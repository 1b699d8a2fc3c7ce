extension Ring {
  package struct Style: Hashable, Sendable {
    package var kind: Kind = .solid
    package var place = Place.around
    /// The side of the ring's square. A share is of the window's shorter side.
    package var diameter: Measure = .share(0.84)
    /// The distance from the edge of the square to the middle of the stroke. `nil` for the smallest distance with which
    /// the ring fits.
    package var inset: Measure?
    /// The width of the stroke. In `inset`, `width`, `labelHeight` and `labelWidth`, a share is of the diameter.
    package var width: Measure = .share(0.03)
    /// The opacity of the part of the ring outside the arc, 0…1; 0 for no trail.
    package var trail = 0.12
    /// The opacity of ring, knob and label, 0…1.
    package var opacity = 1.0
    /// `nil` for the ink.
    package var colour: Colour?
    package var cap = Arc.Cap.butt
    /// The thin ticks of `elements`.
    var thin = Thin(width: 0.38, opacity: 1)
    /// True if the arc grows with the elapsed time.
    package var grows = false
    /// True if a ring of low contrast gets a keyline of the opposite ink.
    var hasKeyline = true
    package var counterclockwise = false
    /// The radius of the disc at the tip, in stroke widths; 0 for none.
    package var knob = 1.0
    var counting = Counting.up
    /// True if the tip moves in steps with the number.
    package var steps = false
    /// True if the phases `soon`, `last` and `over` have marks.
    package var marks = true
    package var format = Format.automatic
    var labelHeight: Measure = .share(0.35)
    var labelWidth: Measure = .share(0.7)
    /// True if the number is bold and has the colour of the ring.
    var hasOwnNumber = false
    package var title = ""

    package init() {}

    /// The look of thin ticks. The width is in stroke widths.
    struct Thin: Hashable, Sendable {
      let width, opacity: Double

      fileprivate static let seed = Thin(width: 0.25, opacity: 0.5)
    }

    /// The length of a tick, as a share of tick and gap. In the library that `--preset seed` imitates, dashes are 1
    /// long with gaps of 0.955.
    static let tick = 1 / 1.955

    /// If the period is over a minute, the counting is always `up`, as in the library that `--preset seed` imitates.
    func counting(of period: Duration) -> Counting { period <= .seconds(60) ? counting : .up }

    package static let standard = Style()

    /// The style of `--preset seed`: 66 px, stroke 3 px, inset 10 px, #444444 at 0.2, without knob and trail. Its bold
    /// number counts 59…0 in steps.
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
    /// Above the window, visible while the wall is pulled down (`--preset seed`).
    case above
  }

  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case solid
    /// Ticks, of which usually every fifth is thick.
    case elements
    case equal
  }

  /// How the number rounds a fraction of a second. The examples are for a countdown of 60 s.
  package enum Counting: Hashable, Sendable {
    /// The first second shows 60, the last second shows 1, and the end shows 0.
    case up
    /// The first second shows 59, the last second shows 0.
    case down
  }

  package enum Format: String, Hashable, Sendable, CaseIterable {
    /// The shortest form: 59, 4:59, 1:02:03.
    case automatic
    /// Seconds: 299.
    case seconds
    /// Minutes and seconds: 4:59.
    case minutes
    /// Hours, minutes and seconds: 0:04:59.
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
