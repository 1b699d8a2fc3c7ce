extension Layout {
  /// What a wall shows, as far as the places of its parts depend on it. Each text is in its widest form.
  struct Contents: Hashable, Sendable {
    var size: Size
    var labels: Labels
    var words = Words()
    /// The margin at all edges, in pixels.
    var margin = 0.0
    /// The style of the ring; `nil` without a ring. With the place `above`, the ring is not in the layout, and its
    /// number is a line below the time (`Part.note`).
    var ring: Ring.Style?
    /// The number of the countdown in the ring.
    var number = ""
    /// The number in the last minute, when it has fewer digits; `nil` at other times.
    var lastNumber: String?
    /// True if the ring shows the time of day and no countdown.
    var hasDial = false
    /// The further countdowns, which are not the subject, in the order of their ends.
    var countdowns: [CountdownTemplates] = []
    /// The index of the chosen countdown in `countdowns`; `nil` if the chosen countdown is the subject.
    var chosenCountdown: Int?
    /// The index of a program's step in `countdowns`; `nil` if the step is the subject, or without a program.
    var stepCountdown: Int?
    /// The title of the countdown or alarm that rings, in the ring; `nil` while nothing rings.
    var headline: String?
    /// The title of the countdown that rings, for the note of an urgent message.
    var ringing: String?
    var feed: [String]?
    var feedStyle = Feed.Style.standard
    var hasStopwatch = false
    /// True if the stopwatch is at zero. With a ring, it is then the last line, in the third size.
    var isStopwatchIdle = false
    var hasLaps = false
    var zones: [ZoneTemplates] = []
    var messages = Messages.Shown()
    var program: ProgramTemplates?
    var agenda: AgendaTemplates?
    var button: HoldButton.Contents?
    var bar: ControlBar.Contents?

    var isRinging: Bool { headline != nil }

    /// True for a ring with at most the code beside it.
    var hasOnlyRing: Bool { isRingWithoutLines && messages == Messages.Shown() }

    /// True for a ring with at most code and messages beside it.
    var isRingWithoutLines: Bool {
      ring?.place == .around && countdowns.isEmpty && zones.isEmpty && feed == nil && agenda == nil && program == nil
        && !hasStopwatch && !labels.date
    }
  }

  /// The agenda's texts. Their widest forms change only when they name other entries.
  struct AgendaTemplates: Hashable, Sendable {
    let now: String
    let next: String?
    /// The text for a wall that has room for only one text.
    let only: String
    var aboveList: [String] = []
    /// The list of coming entries, for a wall that shows only the time, the date and the agenda.
    var listed: [EntryTemplates] = []
    /// The titles with which the texts may begin.
    var titles: [String] = []
    /// The most periods of the day that overlap. Each has a track in the band.
    var tracks = 1
    /// False on a day without entries, and after the last entry. The text then is about tomorrow.
    var hasBand = true
    /// True if reminders need a lane of their own above the periods.
    var hasReminders = false
    /// True with several calendars: a square of the entry's colour precedes each text.
    var hasSymbols = false
  }

  struct ProgramTemplates: Hashable, Sendable {
    /// The present step, if it is not in the ring. It precedes `next` if no list has the step.
    var title = ""
    let next: String
    /// The end of a program on time.
    let end: String
    /// The end of a program that is late or waits for its start. This text may be drawn smaller.
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
