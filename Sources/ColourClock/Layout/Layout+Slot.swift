extension Layout {
  struct Slot: Hashable, Sendable {
    var part: Part
    /// The widest form of the text.
    var template: String
    /// The widest form of the smaller text after `template`.
    var suffix = ""
    var figures = Text.Figures.decimal
    var alignment = Text.Alignment.centre
    /// The space for a symbol at the left of `box`, in pixels.
    var symbolRoom = 0.0
    var box: Rect

    func mirrored(at line: Double) -> Slot {
      var slot = self
      let whole = Rect(x: box.x - symbolRoom, y: box.y, width: box.width + symbolRoom, height: box.height).mirrored(
        at: line)
      slot.box = Rect(x: whole.x + symbolRoom, y: box.y, width: box.width, height: box.height)
      slot.alignment = alignment.mirrored
      return slot
    }

    func moved(by offset: Point) -> Slot {
      var slot = self
      slot.box = box.moved(by: offset)
      return slot
    }

    /// The estimated box of the letters.
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

    /// A wider text becomes the template, and is drawn smaller.
    func fitting(_ text: String) -> Slot {
      guard Line.width(text) > Line.width(template) else { return self }
      var slot = self
      slot.template = text
      return slot
    }
  }

  enum Part: Hashable, Sendable {
    /// `dayPeriod` is "am" or "pm".
    case time, hour, minute, second, dayPeriod
    case code, date
    case dateLine(Int)
    /// The countdown outside the list. `note` has its number and phase in one line.
    case number, phase, note
    /// An index in `Contents.countdowns`.
    case countdownTitle(Int), countdownNumber(Int)
    /// A line of a title or message, or a column heading in the table of laps.
    case words(String)
    /// `item` is an index in the feed; a long item has several lines.
    case feedLine(String, item: Int)
    /// A feed's age, alone or as "updated just now · 3 more".
    case status, statusWithOmitted(OmittedCount, sign: String)
    /// The index of a lap is its row in the table; `lapRange` names the laps shown.
    case stopwatch, lap(Int), lapSplit(Int), lapTotal(Int), lapRange, stopwatchNote
    /// `zoneDays` is the zone's date minus the wall's, in days.
    case zoneName(Int), zone(Int), zoneDays(Int)
    /// `agendaNow` is the text about the present entry in one line. Otherwise it has lines of its title, and below them
    /// of the rest. If a text is too wide for these, the present and the next text are `agendaLine`s. All are numbered
    /// from 0.
    case agendaNow, agendaTitle(Int), agendaDetail(Int), agendaNext, agendaLine(Int)
    case agendaListTime(Int), agendaListTitle(Int)
    case omitted(OmittedCount)
    /// `program` has both texts in one line.
    case programNext, programEnd, program
  }
}

extension Layout.Part {
  var isFeedStatus: Bool {
    switch self {
    case .status, .statusWithOmitted: true
    default: false
    }
  }

  var isProgram: Bool { self == .programNext || self == .programEnd || self == .program }

  /// True also for an `agendaLine`, which may belong to either text.
  var isPresentAgenda: Bool {
    switch self {
    case .agendaNow, .agendaTitle, .agendaDetail, .agendaLine: true
    default: false
    }
  }

  /// True for the lines of a title apart, and of its rest.
  var isOfTitleApart: Bool {
    switch self {
    case .agendaTitle, .agendaDetail: true
    default: false
    }
  }

  var isAgenda: Bool { if case .omitted = self { false } else { extra == .agenda } }

  var isCountdown: Bool {
    switch self {
    case .countdownTitle, .countdownNumber: true
    default: false
    }
  }

  var isDate: Bool {
    switch self {
    case .date, .dateLine: true
    default: false
    }
  }

  var feedItem: Int? { if case .feedLine(_, let item) = self { item } else { nil } }

  /// `nil` if the part cannot be left out.
  var extra: Layout.Extra? {
    switch self {
    case .code: .code
    case .date, .dateLine: .date
    case .lap, .lapSplit, .lapTotal, .lapRange: .laps
    case .zone, .zoneName, .zoneDays: .zones
    case .feedLine, .status, .statusWithOmitted: .feed
    case .agendaNow, .agendaTitle, .agendaDetail, .agendaNext, .agendaLine, .agendaListTime, .agendaListTitle: .agenda
    case .countdownTitle, .countdownNumber: .countdowns
    case .programNext, .programEnd, .program: .program
    case .omitted(let omitted): omitted.extra
    case .time, .hour, .minute, .second, .dayPeriod, .number, .phase, .note, .words, .stopwatch, .stopwatchNote: nil
    }
  }
}
