/// Places and forms of the lines around the subject (the wall's main part).
struct Arrangement {
  enum Group: Hashable {
    case title, time, countdowns
    /// A program's lines, if they stand below both the ring and the column beside it.
    case program
    case stopwatch, date
    case agenda
    case zones, feed
  }

  /// Forms of the list of countdowns. A row has the number beside the title, a cell below the title.
  enum ListForm: CaseIterable {
    /// Cells beside a ring, with titles in the second size and larger numbers.
    case tallCells
    /// As `tallCells`, with smaller gaps.
    case closeCells
    /// As `tallCells`, with titles in the third size (`TypeScale`).
    case cells
    /// As `cells`, with smaller numbers.
    case lowCells
    /// Rows below a ring on a portrait wall, with numbers larger than titles.
    case largeNumbers
    /// Rows with titles and numbers in the second size.
    case large
    /// Rows with titles of one line.
    case whole
    /// Rows with titles of up to three lines.
    case wrapped
    /// As `wrapped`, with lower rows.
    case low
    /// Rows in the smallest third size that is allowed, with titles cut after three lines.
    case small

    /// - Parameter isFew: true for a ring with at most `WallComposer.fewRows` countdowns.
    func neededGain(isFew: Bool, isPortrait: Bool) -> Double {
      switch self {
      case .tallCells: 1
      case .closeCells: 1.03
      case .largeNumbers: 1.07
      case .cells: 1.02
      case .lowCells: 1.05
      case .large: 1.15
      case .whole: isFew ? 1.2 : 1
      case .wrapped: isFew ? 1.5 : 1.02
      case .low: isFew ? 1.55 : isPortrait ? 1.1 : 1.03
      case .small: 2
      }
    }

    /// True if the form is only for a ring with a few countdowns.
    var isForFew: Bool { largeNumber != nil || self == .large }

    var countdownsAreCells: Bool { largeNumber != nil && self != .largeNumbers }

    /// The numbers' size, as a multiple of the second size; `nil` if they are as large as titles.
    var largeNumber: Double? {
      switch self {
      case .tallCells, .closeCells, .cells: 1.8
      case .largeNumbers: 1.6
      case .lowCells: 1.3
      case .large, .whole, .wrapped, .low, .small: nil
      }
    }
  }

  var beside: [Group] = []
  var below: [Group] = []
  /// A second column, at the right of `below`.
  var secondColumn: [Group] = []
  /// `secondColumn` begins at the top of the subject.
  var isSecondColumnTall = false
  /// Hours, minutes and seconds stand below each other.
  var isColumn = false
  var hasLargeZones = false
  /// The date has the second size, in one line or two.
  var hasLargeDate = false
  var listForm = ListForm.whole
  /// A list below a ring is as wide as the ring.
  var isAsWideAsRing = false
  /// As `isLongFeed`, with the time above the feed.
  var isLongFeedBelowTime = false
  /// A long feed fills the wall.
  var isLongFeed: Bool { isLongFeedBelowTime || isColumn && !beside.isEmpty }
  /// The time's size, as a multiple of its usual size.
  var timeShare = 1.0
  var otherLines = RingPlan.OtherLines.usual
  /// Gaps are larger in a board (many zones) or a long feed.
  var isAiry = false
  /// The digits fill the row between the margins, whatever the size of other lines.
  var isSpanning = false
  /// Zones stand side by side, names above times.
  var zonesAreCells = false
  /// The size of a zone's time, as a multiple of its name's size.
  var timeInCell = largeTimeInCell
  /// The date stands below the time, and shares a baseline with the last line beside the time.
  var hasDateBelow = false
  /// Above a list of entries, the present entry's title has a line of its own.
  var hasTitleApart = false
  /// The most lines into which an item of the feed may be broken.
  var linesPerItem = Int.max
  var allowsAnySize = false
  /// This arrangement wins over one with the value 1 only if its text is this many times larger.
  var neededGain = 1.0
  /// Other lines stand below time and date.
  var hasDateOnTimeBaseline = false

  static let (largeTimeInCell, smallTimeInCell) = (1.82, 1.45)

  var withLargeZones: Arrangement { with(self) { $0.hasLargeZones = true } }

  func demanding(_ factor: Double) -> Arrangement { with(self) { $0.neededGain *= factor } }

  var hasLines: Bool { !groups.isEmpty }
  var groups: [Group] { beside + below + secondColumn }
}
