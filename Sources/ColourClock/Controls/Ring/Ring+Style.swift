extension Ring {
  package struct Style: Hashable, Sendable {
    package var kind: Kind = .solid
    package var place = Place.around
    /// Shares are of the window's shorter side.
    package var diameter: Measure = .share(0.84)
    /// The distance from the edge of the ring's square to the stroke's middle. With `nil`, the ring just fits into the
    /// square.
    package var inset: Measure?
    /// The stroke's width. Shares here, in `inset`, `labelHeight` and `labelWidth` are of the diameter.
    package var width: Measure = .share(0.03)
    /// The opacity of the ring outside the arc, 0…1.
    package var trail = 0.12
    /// The opacity of ring, knob and label, 0…1.
    package var opacity = 1.0
    /// `nil` means the ink.
    package var colour: Colour?
    package var cap = Arc.Cap.butt
    var thinTick = ThinTick(width: 0.38, opacity: 1)
    /// True if the arc grows while time passes.
    package var grows = false
    /// True if a ring with too little contrast gets a keyline: an outline in the opposite ink.
    var hasKeyline = true
    package var counterclockwise = false
    /// The radius of the disc at the tip, in stroke widths.
    package var knob = 1.0
    /// How the number rounds in a period of at most a minute.
    var counting = Counting.up
    /// True if the tip moves only with the number.
    package var steps = false
    /// True if ticks, dashes, width and colour show the phases `soon`, `last` and `over`, and a program's rests fill
    /// the disc.
    package var marks = true
    package var format = Format.automatic
    var labelHeight: Measure = .share(0.35)
    var labelWidth: Measure = .share(0.7)
    /// True if number and title have the ring's colour. The number is then bold, too.
    var numberHasRingColour = false
    package var title = ""

    package init() {}

    /// `width` is in stroke widths.
    struct ThinTick: Hashable, Sendable {
      let width, opacity: Double

      fileprivate static let seed = ThinTick(width: 0.25, opacity: 0.5)
    }

    /// A tick's share of tick and gap, as in the library that `--preset seed` imitates.
    static let tick = 1 / 1.955

    /// In a period of more than a minute, the number always rounds up.
    func counting(of period: Duration) -> Counting { period <= .seconds(60) ? counting : .up }

    package static let standard = Style()

    package static let seed: Style = {
      var style = Style()
      style.place = .above
      (style.diameter, style.inset, style.width) = (.pixels(66), .pixels(10), .pixels(3))
      style.thinTick = .seed
      (style.trail, style.opacity, style.colour) = (0, 0.2, Colour(red: 0x44, green: 0x44, blue: 0x44))
      (style.knob, style.counting, style.steps, style.marks) = (0, .down, true, false)
      (style.format, style.labelHeight, style.labelWidth) = (.seconds, .pixels(30), .pixels(30))
      style.numberHasRingColour = true
      return style
    }()
  }

  package enum Place: String, Hashable, Sendable, CaseIterable {
    case around
    /// The ring is above the window until the wall is pulled down.
    case above
  }

  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case solid
    /// Ticks, usually every fifth of them thick.
    case elements
    case equal
  }

  /// How the number rounds the remaining seconds. The examples are the numbers shown by a countdown of 60 s.
  package enum Counting: Hashable, Sendable {
    /// Rounds up: 60 to 1, and 0 at the end.
    case up
    /// Rounds down: 59 to 0.
    case down
  }

  package enum Format: String, Hashable, Sendable, CaseIterable {
    /// The shortest form: 59, 4:59, 1:02:03.
    case automatic
    /// An example is 299.
    case seconds
    /// An example is 4:59.
    case minutes
    /// An example is 0:04:59.
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
