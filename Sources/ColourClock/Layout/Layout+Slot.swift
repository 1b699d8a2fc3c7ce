extension Layout {
  /// The place of a text on the wall, and the part to which the text belongs.
  struct Slot: Hashable, Sendable {
    var part: Part
    /// The widest form of the text.
    var template: String
    /// The widest form of the smaller text after the text.
    var suffix = ""
    var figures = Text.Figures.decimal
    var alignment = Text.Alignment.centre
    /// The space for a symbol at the left of the box, in pixels.
    var lead = 0.0
    var box: Rect

    /// The slot mirrored at a vertical line. The symbol stays at the left of the text.
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

    /// The estimated rectangle of the letters. Few texts are as wide as their box.
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

    /// The slot for a text. A text that is wider than the template becomes the template, and is drawn smaller.
    func fitting(_ text: String) -> Slot {
      guard Line.width(text) > Line.width(template) else { return self }
      var slot = self
      slot.template = text
      return slot
    }
  }

  enum Part: Hashable, Sendable {
    /// The time of day, or a pair of its digits. `half` is "am" or "pm".
    case time, hour, minute, second, half
    case code, date
    /// A line of the date, if it has two lines.
    case dateLine(Int)
    /// The subject's countdown. `note` has its number and phase in one line.
    case number, phase, note
    /// A further countdown, by its index in `Contents.countdowns`.
    case countdownTitle(Int), countdownNumber(Int)
    /// A line of a title, a message or a feed, or a column's head in the table of laps.
    case words(String)
    /// The age of a feed, alone or with the sign for lines that are left out: "updated just now · 3 more".
    case status, statusWithOthers(Others, sign: String)
    /// The stopwatch and its laps, by the row in the table. `lapRange` says which laps the table shows. The note says
    /// how to start the stopwatch, or that it is stopped.
    case stopwatch, lap(Int), lapSplit(Int), lapTotal(Int), lapRange, stopwatchNote
    /// A further zone, by its index. `zoneDays` is the difference between its date and that of the wall, in days.
    case zoneName(Int), zone(Int), zoneDays(Int)
    /// The agenda's texts. If one is too wide, the lines of both are `agendaLine`, numbered from 0.
    case agendaNow, agendaNext, agendaLine(Int)
    case listedTime(Int), listedTitle(Int)
    /// The sign for lines that are left out, such as "3 more".
    case others(Others)
    /// A program: the next step, the end, and both in one line.
    case programNext, programEnd, program
  }
}

extension Layout.Part {
  var isStatus: Bool {
    switch self {
    case .status, .statusWithOthers: true
    default: false
    }
  }

  var isProgram: Bool { self == .programNext || self == .programEnd || self == .program }

  /// True for the text about the agenda's present entry. Also for all lines of broken texts, because an `agendaLine`
  /// may belong to either text.
  var isPresentAgenda: Bool { if case .agendaLine = self { true } else { self == .agendaNow } }

  var isAgenda: Bool {
    switch self {
    case .agendaNow, .agendaNext, .agendaLine, .listedTime, .listedTitle: true
    default: false
    }
  }

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
