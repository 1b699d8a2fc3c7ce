/// What a wall shows, as far as the places of its parts depend on it. Texts have their widest forms.
extension Layout {
  struct Contents: Hashable, Sendable {
    var size: Size
    var labels: Labels
    var words = Words()
    /// The margin at all edges, in pixels.
    var margin = 0.0
    /// The style of the ring; `nil` without a ring. If the ring is above the window (place `above`), its number is one
    /// of the labels.
    var ring: Ring.Style?
    /// The widest form of the countdown's number.
    var number = ""
    /// The number's widest form in the last minute, when it has fewer digits; `nil` at other times.
    var lastNumber: String?
    /// True if the ring shows the time of day and no countdown.
    var hasDial = false
    /// The countdowns beside the subject, in the order of their ends.
    var countdowns: [CountdownTemplates] = []
    /// The index of the chosen countdown in `countdowns`; `nil` if the chosen countdown is the subject.
    var chosenCountdown: Int?
    /// The index of a program's step in `countdowns`; `nil` if the step is the subject, or without a program.
    var stepCountdown: Int?
    /// The title of the countdown or alarm that rings, in the ring; `nil` while nothing rings.
    var headline: String?
    /// The title of the countdown that rings, for the foot of an urgent message.
    var ringing: String?
    var feed: [String]?
    var feedStyle = Feed.Style.standard
    var hasStopwatch = false
    /// True if the stopwatch is at zero. Beside a countdown it then is one of the last and smallest lines.
    var isStopwatchIdle = false
    /// True if there is a lap, so that the layout has room for the last laps.
    var hasLaps = false
    var zones: [ZoneTemplates] = []
    var messages = Messages.Shown()
    var program: ProgramTemplates?
    var agenda: AgendaTemplates?
    var button: HoldButton.Contents?
    var bar: ControlBar.Contents?

    /// True while a countdown or an alarm rings.
    var isRinging: Bool { headline != nil }

    /// True if the wall has a ring and nothing beside it but the code.
    var hasOnlyRing: Bool { isRingWithoutLines && messages == Messages.Shown() }

    /// True for a ring with nothing beside it but the code and messages.
    var isRingWithoutLines: Bool {
      ring?.place == .around && countdowns.isEmpty && zones.isEmpty && feed == nil && agenda == nil && program == nil
        && !hasStopwatch && !labels.date
    }
  }

  /// The widest forms of the agenda's texts. They change only when the texts name other entries.
  struct AgendaTemplates: Hashable, Sendable {
    let now: String
    let next: String?
    /// The text for a wall that has room for only one text.
    let only: String
    /// The texts above the list of coming entries.
    var aboveList: [String] = []
    /// The entries of that list. It is for a wall that shows only the time, the date and the agenda.
    var listed: [EntryTemplates] = []
    /// The titles with which the texts may begin.
    var titles: [String] = []
    /// How many periods of the day may overlap in the band.
    var tracks = 1
    /// False on a day without entries, and after the last entry. Then there is only one text, about tomorrow or
    /// "Nothing more today".
    var hasBand = true
    /// True if reminders need a lane of their own above the periods.
    var hasReminders = false
    /// True with several calendars: a square before a text has the colour of the entry.
    var hasSymbols = false
  }

  /// The widest forms of the program's texts. `title` names the present step if it is not in the ring; it precedes
  /// `next` if no list has the step. `end` is for a program on time. `longEnd` is for one that is late or waits for its
  /// start; it may be drawn smaller.
  struct ProgramTemplates: Hashable, Sendable {
    var title = ""
    let next: String
    let end: String
    let longEnd: String
  }

  /// `time` is the widest form of the time.
  struct ZoneTemplates: Hashable, Sendable {
    let name: String
    let time: String
  }

  /// An entry in the list of coming entries.
  struct EntryTemplates: Hashable, Sendable {
    let time: String
    let title: String
  }

  struct CountdownTemplates: Hashable, Sendable {
    let title: String
    let number: String
  }
}
