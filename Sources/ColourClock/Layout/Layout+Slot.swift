/// A slot: the place of a text on the wall, and the part to which the text belongs.
extension Layout {
  struct Slot: Hashable, Sendable {
    var part: Part
    /// The widest form of the text.
    var template: String
    /// The widest form of the smaller text beside the text.
    var suffix = ""
    var figures = Text.Figures.decimal
    var alignment = Text.Alignment.centre
    /// Space for a symbol before the text, in pixels, outside the box.
    var lead = 0.0
    var box: Rect

    /// Mirrors the box at a vertical line. The symbol stays at the left of the text.
    func mirrored(at line: Double) -> Slot {
      var slot = self
      let whole = Rect(x: box.x - lead, y: box.y, width: box.width + lead, height: box.height).mirrored(at: line)
      slot.box = Rect(x: whole.x + lead, y: box.y, width: box.width, height: box.height)
      slot.alignment = alignment.mirrored
      return slot
    }

    func moved(by offset: Point) -> Slot {
      var slot = self
      slot.box = box.moved(by: offset)
      return slot
    }

    /// The estimated rectangle of the letters. A text is seldom as wide as its box.
    var ink: Rect {
      let width = min(box.width, (Line.width(template) + Line.width(suffix) * Text.suffixScale) * box.height)
      let x =
        switch alignment {
        case .left: box.x
        case .centre: box.midX - width / 2
        case .right: box.maxX - width
        }
      let reach = Line.reach.below * box.height
      return Rect(x: x, y: box.y - reach, width: width, height: box.height + 2 * reach)
    }

    /// The slot for a text. A text wider than the template becomes the template, so that it is drawn smaller.
    func fitting(_ text: String) -> Slot {
      guard Line.width(text) > Line.width(template) else { return self }
      var slot = self
      slot.template = text
      return slot
    }
  }

  enum Part: Hashable, Sendable {
    /// The time of day, or each pair of its digits. `half` is "am" or "pm".
    case time, hour, minute, second, half
    case code, date
    /// A line of the date, if it has two lines.
    case dateLine(Int)
    /// A countdown. `note` has its number and phase in one line.
    case number, phase, note
    /// A countdown beside the subject, by its index in `Contents.countdowns`.
    case countdownTitle(Int), countdownNumber(Int)
    /// A text that does not change: a line of a title, a message or a feed, or a head of the table of laps.
    case words(String)
    /// The age of a feed. `statusWithOthers`: with a sign for lines that are left out, "updated just now · 3 more".
    case status, statusWithOthers(Others, sign: String)
    /// The stopwatch. Lap 0 is the first row of the table, usually the last lap. `lapRange` says which laps the table
    /// shows. The note says how to start the stopwatch.
    case stopwatch, lap(Int), lapSplit(Int), lapTotal(Int), lapRange, stopwatchNote
    /// A further zone, by its index. `zoneDays` is the difference of its date in days.
    case zoneName(Int), zone(Int), zoneDays(Int)
    /// The agenda's texts. If one text is too wide, both texts are broken into lines (`agendaLine`), numbered from 0.
    case agendaNow, agendaNext, agendaLine(Int)
    /// An entry in the list of coming entries.
    case listedTime(Int), listedTitle(Int)
    /// The sign for lines that are left out, such as "3 more".
    case others(Others)
    /// A program: what comes next, when all ends, and both in one line.
    case programNext, programEnd, program
  }
}

extension Layout.Part {
  /// True for the line with the age of a feed.
  var isStatus: Bool {
    switch self {
    case .status, .statusWithOthers: true
    default: false
    }
  }

  /// True for the lines of a program.
  var isProgram: Bool { self == .programNext || self == .programEnd || self == .program }

  /// True for the text about the present entry of the agenda. Also true for all lines of broken texts, because
  /// `agendaLine` does not say to which text a line belongs.
  var isPresentAgenda: Bool { if case .agendaLine = self { true } else { self == .agendaNow } }

  /// True for a text about an entry of the agenda.
  var isAgenda: Bool {
    switch self {
    case .agendaNow, .agendaNext, .agendaLine, .listedTime, .listedTitle: true
    default: false
    }
  }

  /// True for a line of the list of countdowns.
  var isCountdown: Bool {
    switch self {
    case .countdownTitle, .countdownNumber: true
    default: false
    }
  }

  /// The extra to which the part belongs; `nil` if the part cannot be left out.
  func extra(in contents: Layout.Contents) -> Layout.Extra? {
    switch self {
    case .code: .code
    case .date, .dateLine: .date
    case .lap, .lapSplit, .lapTotal, .lapRange: .laps
    case .zone, .zoneName, .zoneDays: .zones
    case .status, .statusWithOthers, .words: contents.feed == nil ? nil : .feed
    case .agendaNow, .agendaNext, .agendaLine, .listedTime, .listedTitle: .agenda
    case .countdownTitle, .countdownNumber: .countdowns
    case .programNext, .programEnd, .program: .program
    case .others(let others): others.extra
    case .time, .hour, .minute, .second, .half, .number, .phase, .note, .stopwatch, .stopwatchNote:
      nil
    }
  }
}
