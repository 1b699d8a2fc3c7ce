/// The places of the "other lines": all lines around the subject. The subject is the ring, the large digits, or the
/// date in their place.
struct Arrangement {
  enum Group: Hashable {
    case title, time, countdowns
    /// The lines of a program, unless they stand directly below the ring or in the list's row of the program's step.
    case program
    case stopwatch, date
    /// The agenda's texts, without its band.
    case agenda
    case zones, feed
  }

  /// The form of the list of countdowns.
  enum ListForm: CaseIterable {
    /// On a wide wall beside a ring, a few countdowns are cells: a larger number stands below each title.
    case tallCells
    /// As `tallCells`, but the cells are nearer to each other.
    case closeCells
    /// As `tallCells`, but the titles have the third size.
    case cells
    /// As `cells`, but the numbers are lower.
    case lowCells
    /// On an upright wall below a ring, a few rows have the size of the ring's title. Their numbers are larger, and a
    /// title may have two lines.
    case largeNumbers
    /// As `largeNumbers`, but on any wall, and the numbers are as large as the titles.
    case large
    /// Rows. Each title has one line.
    case whole
    /// Rows. A title may have up to three lines.
    case wrapped
    /// As `wrapped`, but the rows are a little lower.
    case low
    /// Rows with the smallest letters that a third size may have. A title that is too long is cut.
    case small

    /// The gain that an arrangement with this form needs (`Arrangement.neededGain`).
    /// - Parameter isFew: true if there is a ring, with so few countdowns that the forms for a few are tried too.
    func neededGain(isFew: Bool) -> Double {
      switch self {
      case .tallCells: 1
      case .closeCells: 1.03
      case .largeNumbers: 1.07
      case .cells: 1.02
      case .lowCells: 1.05
      case .large: 1.15
      case .whole: isFew ? 1.2 : 1
      case .wrapped: isFew ? 1.5 : 1.02
      case .low: isFew ? 1.55 : 1.03
      case .small: 2
      }
    }

    /// True for a form that is tried only with a ring and a few countdowns.
    var isForFew: Bool { largeNumber != nil || self == .large }

    var countdownsAreCells: Bool { largeNumber != nil && self != .largeNumbers }

    /// The size of the number, as a multiple of the second size; `nil` if it is as large as the title. A larger number
    /// would rival that of the ring.
    var largeNumber: Double? {
      switch self {
      case .tallCells, .closeCells, .cells, .largeNumbers: 1.6
      case .lowCells: 1.3
      case .large, .whole, .wrapped, .low, .small: nil
      }
    }
  }

  /// The groups at the right of the subject.
  var beside: [Group] = []
  /// The groups below the subject and below `beside`.
  var below: [Group] = []
  /// The groups at the right of `below`.
  var aside: [Group] = []
  /// Hours, minutes and seconds stand below each other.
  var isColumn = false
  /// The zones have the second size.
  var hasLargeZones = false
  var listForm = ListForm.whole
  /// The time stands above a list that fills the wall.
  var hasTimeAbove = false
  /// True if a list fills the wall.
  var isList: Bool { hasTimeAbove || isColumn && !beside.isEmpty }
  /// The size of the time on a wide wall with a list, or with zones above a feed, as a share of its usual size.
  var timeShare = 1.0
  /// The size of the lines beside or below a ring.
  var otherLines = RingPlan.OtherLines.usual
  /// The lines of a board (many zones) or of a long feed are further apart than usual.
  var isAiry = false
  /// The digits are one row that spans the wall between its margins. The other lines have sizes of their own.
  var isSpanning = false
  /// A few zones stand side by side: the name of each above its time.
  var zonesAreCells = false
  /// The size of the time in a cell of a zone, as a multiple of that of its name.
  var timeInCell = largeTimeInCell
  /// The date stands below the time. The date and the lines beside the time end at the same height.
  var hasDateBelow = false
  /// No line of a feed may be broken.
  var hasWholeLines = false
  /// The wall has room for nothing else, so title and time may have any size.
  var isSizeFree = false
  /// A handicap. To win against an arrangement with the value 1, the text must be larger by this factor.
  var neededGain = 1.0
  /// The date stands at the right margin, beside the time. The other lines are below both.
  var hasHead = false

  static let (largeTimeInCell, smallTimeInCell) = (1.82, 1.45)

  var withLargeZones: Arrangement {
    var arrangement = self
    arrangement.hasLargeZones = true
    return arrangement
  }

  /// The same arrangement, which must be larger by a further factor to win.
  func demanding(_ factor: Double) -> Arrangement {
    var arrangement = self
    arrangement.neededGain *= factor
    return arrangement
  }

  var hasLines: Bool { !groups.isEmpty }
  var groups: [Group] { beside + below + aside }
}
