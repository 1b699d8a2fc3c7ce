/// The places and forms of the lines around the subject: the ring, the large digits, or the date in their place.
struct Arrangement {
  /// Lines that stay together in a column.
  enum Group: Hashable {
    case title, time, countdowns
    /// The lines of a program that are neither directly below the ring nor in the row of the program's step.
    case program
    case stopwatch, date
    /// The agenda's texts without its band.
    case agenda
    case zones, feed
  }

  /// The form of the list of countdowns.
  enum ListForm: CaseIterable {
    /// Cells beside a ring on a wide wall, for a few countdowns: each title has a larger number below it.
    case tallCells
    /// As `tallCells`, with smaller gaps between cells.
    case closeCells
    /// As `tallCells`, with titles of the third size.
    case cells
    /// As `cells`, with smaller numbers.
    case lowCells
    /// Rows below a ring on an upright wall, for a few countdowns. Titles have the second size and up to two lines.
    /// Numbers are larger.
    case largeNumbers
    /// As `largeNumbers`, but on any wall, with numbers as large as the titles.
    case large
    /// Rows with titles of one line.
    case whole
    /// Rows with titles of up to three lines.
    case wrapped
    /// As `wrapped`, but the rows are a little lower.
    case low
    /// Rows of the smallest third size. Longer titles are cut.
    case small

    /// The `Arrangement.neededGain` of this form.
    /// - Parameters:
    ///   - isFew: true beside a ring, if the forms for a few countdowns are tried too.
    ///   - isUpright: true on an upright wall, which has height for large rows.
    func neededGain(isFew: Bool, isUpright: Bool) -> Double {
      switch self {
      case .tallCells: 1
      case .closeCells: 1.03
      case .largeNumbers: 1.07
      case .cells: 1.02
      case .lowCells: 1.05
      case .large: 1.15
      case .whole: isFew ? 1.2 : 1
      case .wrapped: isFew ? 1.5 : 1.02
      case .low: isFew ? 1.55 : isUpright ? 1.1 : 1.03
      case .small: 2
      }
    }

    /// True for a form that is only for a ring with a few further countdowns.
    var isForFew: Bool { largeNumber != nil || self == .large }

    var countdownsAreCells: Bool { largeNumber != nil && self != .largeNumbers }

    /// The size of a number, as a multiple of the second size; `nil` if it is as large as the title. It must not rival
    /// the ring's number.
    var largeNumber: Double? {
      switch self {
      case .tallCells, .closeCells, .cells, .largeNumbers: 1.6
      case .lowCells: 1.3
      case .large, .whole, .wrapped, .low, .small: nil
      }
    }
  }

  var beside: [Group] = []
  /// The groups below the subject and `beside`.
  var below: [Group] = []
  /// The groups at the right of `below`.
  var aside: [Group] = []
  /// True if `aside` begins at the top of the subject, at its right.
  var isAsideTall = false
  /// True if hours, minutes and seconds stand below each other.
  var isColumn = false
  var hasLargeZones = false
  var listForm = ListForm.whole
  /// True if a list of countdowns below a ring is as wide as the ring.
  var isAsWideAsRing = false
  /// True if the time stands above a list that fills the wall.
  var hasTimeAbove = false
  /// True if a list fills the wall.
  var isList: Bool { hasTimeAbove || isColumn && !beside.isEmpty }
  /// The size of the time beside or above long lists on a wide wall, as a multiple of its usual size.
  var timeShare = 1.0
  /// The third size beside or below a ring.
  var otherLines = RingPlan.OtherLines.usual
  /// True if the lines of a board (many zones) or of a long feed have larger gaps than usual.
  var isAiry = false
  /// True if the digits are one row that spans the wall between its margins. The other lines have sizes of their own.
  var isSpanning = false
  /// True if zones stand side by side, each name above its time.
  var zonesAreCells = false
  /// The size of a zone's time in a cell, as a multiple of the size of its name.
  var timeInCell = largeTimeInCell
  /// True if the date stands below the time, and ends at the height of the lines beside the time.
  var hasDateBelow = false
  /// True if no line of a feed may be broken.
  var hasWholeLines = false
  /// True if title and time may have any size, because the wall has room for nothing else.
  var isSizeFree = false
  /// A handicap: the factor by which text must be larger to win against an arrangement with the value 1.
  var neededGain = 1.0
  /// True if the date stands beside the time, on its baseline. The other lines are below both.
  var hasHead = false

  /// The values of `timeInCell`.
  static let (largeTimeInCell, smallTimeInCell) = (1.82, 1.45)

  var withLargeZones: Arrangement { with(self) { $0.hasLargeZones = true } }

  /// The same arrangement with a `neededGain` larger by this factor.
  func demanding(_ factor: Double) -> Arrangement { with(self) { $0.neededGain *= factor } }

  var hasLines: Bool { !groups.isEmpty }
  var groups: [Group] { beside + below + aside }
}
