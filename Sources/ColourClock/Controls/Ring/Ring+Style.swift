extension Ring {
  /// How a ring looks: all that its drawing knows in the way of numbers.
  package struct Style: Hashable, Sendable {
    package var kind: Kind = .solid
    package var place = Place.around
    /// Of the square the ring stands in; a share is one of the window's short side.
    package var diameter: Measure = .share(0.9)
    /// From the square's edge to the middle of the stroke; `nil` for as little as keeps knob and thick strokes within.
    package var inset: Measure?
    /// Of the stroke; a share is one of the diameter, as are those below.
    package var width: Measure = .share(0.03)
    /// Of what has gone by, 0…1; 0 for no trail.
    package var trail = 0.12
    /// Of ring, knob and label, 0…1.
    package var opacity = 1.0
    /// `nil` for the ink.
    package var colour: Colour?
    package var cap = Arc.Cap.butt
    /// Whether the arc shows what has gone by instead of what is left.
    package var grows = false
    package var counterclockwise = false
    /// The radius of the disc at the tip, in stroke widths; 0 for none.
    package var knob = 1.0
    var counting = Counting.up
    /// Whether the tip moves with the number instead of smoothly.
    package var steps = false
    /// Whether `soon`, `last` and `over` have marks of their own.
    package var marks = true
    package var format = Format.automatic
    /// The height and width of the box in the middle that the number fits into.
    var labelHeight: Measure = .share(0.35)
    var labelWidth: Measure = .share(0.7)
    /// Whether the number is bold and of the ring's colour, and not in the ink.
    var hasOwnNumber = false
    /// Below the number; empty for none.
    package var title = ""

    package init() {}

    /// How much of the way from one tick to the next is drawn, as by the library: its dashes are 1 long and 0.955 apart.
    static let tick = 1 / 1.955

    package static let standard = Style()

    /// The ring of the first seed: 66 px, its stroke 3 px wide and 10 px within the edge, #444444 at 0.2, without knob
    /// and trail; 59…0, in whole steps, in bold figures of the same colour.
    package static let seed: Style = {
      var style = Style()
      style.place = .above
      (style.diameter, style.inset, style.width) = (.pixels(66), .pixels(10), .pixels(3))
      (style.trail, style.opacity, style.colour) = (0, 0.2, Colour(red: 0x44, green: 0x44, blue: 0x44))
      (style.knob, style.counting, style.steps, style.marks) = (0, .down, true, false)
      (style.format, style.labelHeight, style.labelWidth) = (.seconds, .pixels(30), .pixels(30))
      style.hasOwnNumber = true
      return style
    }()
  }

  /// Where it is.
  package enum Place: String, Hashable, Sendable, CaseIterable {
    /// Around the labels.
    case around
    /// Above the upper edge of the window, until the wall is pulled down (the first seed).
    case above
  }

  /// The three of the library.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// One arc.
    case solid
    /// A thin row of ticks, every fifth or so of them thick.
    case elements
    /// Ticks, all alike.
    case equal
  }

  /// Which whole number of seconds is shown between two.
  package enum Counting: Hashable, Sendable {
    /// The greater: 60…1 and 0 at the end.
    case up
    /// The lesser: 59…0.
    case down
  }

  package enum Format: String, Hashable, Sendable, CaseIterable {
    /// As short as the span allows: 59, 4:59, 1:02:03.
    case automatic
    /// 299
    case seconds
    /// 4:59
    case minutes
    /// 0:04:59
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
