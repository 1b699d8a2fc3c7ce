extension Layout {
  /// What the layout depends on. Texts have their widest form.
  struct Contents: Hashable, Sendable {
    var size: Size
    var labels: Labels
    var words = Words()
    /// At all edges, in pixels.
    var margin = 0.0
    /// With the place `above`, the number is a line below the time (`Part.note`).
    var ring: Ring.Style?
    /// The number in the ring.
    var number = ""
    /// The shorter number of the last minute, otherwise `nil`.
    var lastNumber: String?
    /// The ring shows the time of day, no countdown.
    var hasDial = false
    /// Countdowns that are not the subject, in the order of their ends.
    var countdowns: [CountdownTemplates] = []
    /// An index in `countdowns`; `nil` if the chosen countdown is the subject.
    var chosenCountdown: Int?
    /// A program's step as an index in `countdowns`; `nil` if it is the subject, or without a program.
    var stepCountdown: Int?
    /// The title of the countdown or alarm that rings, otherwise `nil`.
    var headline: String?
    /// The title of the countdown that rings, for the note of an urgent message.
    var ringing: String?
    var feed: [String]?
    var feedStyle = Feed.Style.standard
    var hasStopwatch = false
    /// At zero. With a ring, the stopwatch is then the last line, in the third size.
    var isStopwatchIdle = false
    var hasLaps = false
    var zones: [ZoneTemplates] = []
    var messages = Messages.Shown()
    var program: ProgramTemplates?
    var agenda: AgendaTemplates?
    var button: HoldButton.Contents?
    var bar: ControlBar.Contents?

    var isRinging: Bool { headline != nil }

    /// A ring with at most the code.
    var hasOnlyRing: Bool { isRingWithoutLines && messages == Messages.Shown() }

    /// A ring with at most code and messages.
    var isRingWithoutLines: Bool {
      ring?.place == .around && countdowns.isEmpty && zones.isEmpty && feed == nil && agenda == nil && program == nil
        && !hasStopwatch && !labels.date
    }
  }

  /// Their widest forms change only when they name other entries.
  struct AgendaTemplates: Hashable, Sendable {
    let now: String
    let next: String?
    /// For a wall with room for one text.
    let only: String
    var aboveList: [String] = []
    /// Coming entries, for a wall with only time, date and agenda.
    var listed: [EntryTemplates] = []
    /// Titles with which texts may begin.
    var titles: [String] = []
    /// The most periods that overlap; each has a track in the band.
    var tracks = 1
    /// False if no entry is left today: the text is about tomorrow.
    var hasBand = true
    /// Reminders need a lane above the periods.
    var hasReminders = false
    /// With several calendars, a square of the entry's colour precedes each text.
    var hasSymbols = false
  }

  struct ProgramTemplates: Hashable, Sendable {
    /// The present step, if not in the ring; precedes `next` if no list has the step.
    var title = ""
    let next: String
    /// For a program on time.
    let end: String
    /// For a program that is late or waits for its start; may be drawn smaller.
    let longEnd: String
  }

  struct ZoneTemplates: Hashable, Sendable {
    let name: String
    let time: String
  }

  struct EntryTemplates: Hashable, Sendable {
    let time: String
    let title: String
  }

  struct CountdownTemplates: Hashable, Sendable {
    let title: String
    let number: String
  }
}
