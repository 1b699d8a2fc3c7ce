/// The places of the "other lines": all lines around the subject. The subject is the ring, the large digits, or the
/// date in their place.
struct Arrangement {
  enum Group: Hashable {
    /// `agenda`: the agenda's texts, without its band. `program`: the lines of a program, if they are neither the tail
    /// of the ring nor in a row of the list.
    case title, time, countdowns, program, stopwatch, date, agenda, zones, feed
  }

  /// The form of the list of countdowns.
  enum ListForm: CaseIterable {
    /// `tallCells`, `closeCells`, `cells`, `lowCells`: on a wide wall beside a ring, a few countdowns have a larger
    /// number below their title. `closeCells` are nearer to each other. In `cells` and `lowCells` the titles have the
    /// third size.
    ///
    /// `largeNumbers`: below a ring on an upright wall, a few rows have the size of the ring's title, with larger
    /// numbers, and a title may have two lines. `large`: the same, on any wall, with numbers as large as the titles.
    ///
    /// `whole`: each title has one line. `wrapped`: a title may have up to three lines. `small`: beside a ring, the
    /// rows have the least third size, and a longer title is cut.
    case tallCells, closeCells, cells, lowCells, largeNumbers, large, whole, wrapped, small

    /// The gain of an arrangement with this form.
    /// - Parameter isFew: true if the forms for a few countdowns are tried first.
    func gain(isFew: Bool) -> Double {
      switch self {
      case .tallCells: 1
      case .closeCells: 1.03
      case .largeNumbers: 1.07
      case .cells: 1.1
      case .lowCells: 1.12
      case .large: 1.15
      case .whole: isFew ? 1.2 : 1
      case .wrapped: isFew ? 1.5 : 1.25
      case .small: 2
      }
    }

    /// True for a form of a few countdowns beside a ring.
    var isForFew: Bool { hasLargeNumbers || self == .large }

    var hasCells: Bool { hasLargeNumbers && self != .largeNumbers }

    var hasLargeNumbers: Bool { largeNumber != nil }

    /// The size of the number, as a multiple of the second size; `nil` if it is as large as the title. A larger number
    /// would rival that of the ring.
    var largeNumber: Double? {
      switch self {
      case .tallCells, .closeCells, .cells, .largeNumbers: 1.6
      case .lowCells: 1.3
      case .large, .whole, .wrapped, .small: nil
      }
    }
  }

  /// The groups in a second column, beside the subject.
  var beside: [Group] = []
  var below: [Group] = []
  /// The groups in a second column at the right of `below`.
  var aside: [Group] = []
  var isColumn = false
  /// The zones have the second size.
  var hasLargeZones = false
  var listForm = ListForm.whole
  /// The time stands above a list that fills the wall.
  var hasTimeAbove = false
  /// True if a list fills the wall.
  var isList: Bool { hasTimeAbove || isColumn && !beside.isEmpty }
  /// The size of the time with a list on a wide wall, as a share of its usual size.
  var timeShare = 1.0
  /// The size of the lines beside or below a ring.
  var otherLines = RingPlan.OtherLines.usual
  /// The lines of a board (many zones) or of a long feed are further apart than usual.
  var isAiry = false
  /// The digits are one row that spans the wall between its margins. The other lines have sizes of their own.
  var isSpanning = false
  /// A few zones stand side by side: the name of each above its time.
  var hasCells = false
  /// The size of the time in a cell, as a multiple of that of its name.
  var timeInCell = largeTimeInCell
  /// The date stands below the time. The date and the lines beside the time end at the same height.
  var hasDateBelow = false
  /// No line of a feed may be broken.
  var hasWholeLines = false
  /// The wall has room for nothing else, so title and time may have any size.
  var isSizeFree = false
  /// To win against an arrangement with gain 1, the text must be larger by this factor.
  var gain = 1.0

  static let (largeTimeInCell, smallTimeInCell) = (1.82, 1.3)

  var withLargeZones: Arrangement {
    var arrangement = self
    arrangement.hasLargeZones = true
    return arrangement
  }

  func demanding(_ more: Double) -> Arrangement {
    var arrangement = self
    arrangement.gain *= more
    return arrangement
  }

  /// The date stands at the right margin, beside the time. The other lines are below both.
  var hasHead = false

  var hasLines: Bool { !groups.isEmpty }
  var groups: [Group] { beside + below + aside }
}
