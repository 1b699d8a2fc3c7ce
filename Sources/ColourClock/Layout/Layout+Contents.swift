extension Layout {
  /// The input of a layout. Texts have their widest form.
  struct Contents: Hashable, Sendable {
    var size: Size
    var labels: Labels
    var words = Words()
    /// The margin at each edge, in pixels.
    var margin = 0.0
    /// With the place `above`, the ring is above the wall's edge, and its number is a line below the time (`Part.note`).
    var ring: Ring.Style?
    var number = ""
    /// The number of the last minute if it is narrower, otherwise `nil`.
    var lastNumber: String?
    /// The ring shows the time of day, not a countdown.
    var hasDial = false
    /// Countdowns that are not the wall's main part (the subject), in the order of their ends.
    var countdowns: [CountdownTemplates] = []
    /// An index in `countdowns`; `nil` if the chosen countdown is the subject.
    var chosenCountdown: Int?
    /// A program's step as an index in `countdowns`; `nil` if the step is the subject, or without a program.
    var programCountdown: Int?
    /// The title of the ringing countdown or alarm; `nil` if nothing rings.
    var headline: String?
    /// The ringing countdown's title, for the note below an urgent message.
    var ringing: String?
    var feed: [String]?
    var feedStyle = Feed.Style.standard
    var hasStopwatch = false
    var isStopwatchIdle = false
    var hasLaps = false
    var zones: [ZoneTemplates] = []
    var messages = Messages.Shown()
    var program: ProgramTemplates?
    var agenda: AgendaTemplates?
    var button: HoldButton.Contents?
    var bar: ControlBar.Contents?

    var shortSide: Double { size.shortSide - 2 * margin }

    var isRinging: Bool { headline != nil }

    var hasOnlyRing: Bool { hasOnlyRingAndMessages && messages == Messages.Shown() }

    var hasOnlyRingAndMessages: Bool {
      ring?.place == .around && countdowns.isEmpty && zones.isEmpty && feed == nil && agenda == nil && program == nil
        && !hasStopwatch && !labels.date
    }
  }

  struct AgendaTemplates: Hashable, Sendable {
    let now: String
    let next: String?
    /// The text on a wall with room for one text.
    let only: String
    var aboveList: [String] = []
    /// Coming entries, for a wall with only time, date and agenda.
    var listed: [EntryTemplates] = []
    /// For each text that may begin with a title, that title. The text is the key.
    var titles: [String: String] = [:]
    /// The most periods that overlap; each has a track in the band.
    var tracks = 1
    /// False if no entry is left today: the text is about tomorrow.
    var hasBand = true
    var hasReminders = false
    /// A symbol (`AgendaSymbol`) precedes each text.
    var hasSymbols = false

    /// The space for a symbol, in digit heights.
    var symbolRoom: Double { hasSymbols ? Layout.symbolWidth : 0 }
  }

  struct ProgramTemplates: Hashable, Sendable {
    /// The present step's title; empty if the ring shows it.
    var title = ""
    let next: String
    /// The position, such as `1/17`, and the end.
    let end: String
    /// As `end`, for a program that is late or waits for its start. This text may be drawn smaller.
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
