struct AgendaDay: Hashable, Sendable {
  /// The entries that overlap the day, sorted by start.
  let entries: [Entry]
  /// The time from midnight to midnight, in seconds since 1970.
  let seconds: Range<Int64>
  /// The next day's first entry; a whole-day entry only if there is no other.
  let tomorrow: Entry?
  /// The end of the last entry; `Int64.min` without entries.
  let end: Int64
  let hasReminders: Bool
  private let zone: Zone

  /// The wall shows the colours of `entries` before `text`, which may begin with `title`. As in the text, a title is
  /// isolated where directions mix.
  typealias Sentence = (text: String, entries: [Entry], title: String?)

  struct Entry: Hashable, Sendable {
    /// Seconds since 1970. A reminder lasts while its text is shown.
    var seconds: Range<Int64>
    let period: Period
    let title: String
    var track = 0
    /// True if no other period overlaps.
    var isAlone = false
    var isOnLastTrack: Bool { !isAlone && track == AgendaDay.mostTracks - 1 }

    /// Seconds since 1970. A reminder spans the width of its diamond.
    fileprivate var span: Range<Int64> {
      let (start, margin) = (seconds.lowerBound, AgendaDay.reminderMargin)
      return period.isReminder ? start - margin..<start + margin : seconds
    }
  }

  private static let reminderMargin: Int64 = 900

  fileprivate static let mostTracks = 3

  init(_ agenda: Agenda, around second: Int64, in zone: Zone) {
    let today = zone.civil(at: second).date.dayNumber
    func midnight(_ day: Int) -> Int64? {
      TimeOfDay.midnight.first(on: GregorianDate(dayNumber: day), in: zone)?.second
    }
    // Two midnights need three dates, because a zone may skip one.
    let midnights = (today + 1...today + 3).compactMap(midnight)
    // The day contains `second` even if midnight occurs twice.
    let first = min(midnight(today) ?? second, second)
    let last = max(midnights.first ?? second, second + 1)
    func found(on days: ClosedRange<Int>, where isShown: (Period, Range<Int64>) -> Bool) -> [Entry] {
      agenda.periods.flatMap { period in
        period.occurrences(on: days, in: zone).filter { isShown(period, $0) }.map {
          Entry(seconds: $0, period: period, title: agenda.title(of: period))
        }
      }
    }
    // A zone may skip yesterday, so the search begins two days back.
    let entries = found(on: today - 2...today + 1) { period, seconds in
      period.isReminder ? (first..<last).contains(seconds.lowerBound) : seconds.overlaps(first..<last)
    }
    let coming = found(on: today + 1...today + 2) { _, seconds in
      (last..<max(last, midnights.dropFirst().first ?? last)).contains(seconds.lowerBound)
    }
    tomorrow = coming.min { one, other in
      if one.period.isWholeDay != other.period.isWholeDay { return other.period.isWholeDay }
      return one.seconds.lowerBound < other.seconds.lowerBound
    }
    (self.seconds, self.zone) = (first..<last, zone)
    self.entries = AgendaDay.onTracks(AgendaDay.inTurn(entries))
    (end, hasReminders) = (
      entries.map(\.seconds.upperBound).max() ?? .min, entries.contains(where: \.period.isReminder)
    )
  }

  func holds(_ moment: Moment) -> Bool { seconds.contains(moment.instant.second) && zone == moment.zone }

  /// Reminders with the same start share the minute. Each gets at least a second.
  private static func inTurn(_ entries: [Entry]) -> [Entry] {
    let reminders = Dictionary(grouping: entries.indices.filter { entries[$0].period.isReminder }) { index in
      entries[index].seconds.lowerBound
    }
    var entries = entries
    for indices in reminders.values where indices.count > 1 {
      for (turn, index) in indices.enumerated() {
        let (seconds, parts) = (entries[index].seconds, indices.count)
        let edges = [turn, turn + 1].map { Int64(seconds.count * $0 / parts) }
        entries[index].seconds = seconds.lowerBound + edges[0]..<seconds.lowerBound + max(edges[1], edges[0] + 1)
      }
    }
    return entries
  }

  /// Sorts by start. A period gets the first free track, or else the last.
  private static func onTracks(_ entries: [Entry]) -> [Entry] {
    var ends: [Int64] = []
    let periods = entries.filter { !$0.period.isReminder }
    return entries.enumerated().sorted { one, other in
      (one.element.seconds.lowerBound, one.offset) < (other.element.seconds.lowerBound, other.offset)
    }.map { _, entry in
      if entry.period.isReminder { return entry }
      var entry = entry
      entry.track = ends.firstIndex { $0 <= entry.seconds.lowerBound } ?? ends.count
      if entry.track == ends.count, ends.count < mostTracks { ends.append(0) }
      entry.track = min(entry.track, mostTracks - 1)
      entry.isAlone = periods.count { $0.seconds.overlaps(entry.seconds) } == 1
      ends[entry.track] = max(ends[entry.track], entry.seconds.upperBound)
      return entry
    }
  }

  var tracks: Int { (entries.map(\.track).max() ?? 0) + 1 }

  /// The time of all entries, extended to full hours within the day.
  var span: Range<Int64> {
    guard let start = entries.map(\.span.lowerBound).min(), let end = entries.map(\.span.upperBound).max() else {
      return seconds
    }
    let (first, rest) = (max(seconds.lowerBound, start - sinceHour(start)), sinceHour(end))
    let last = rest == 0 ? end : end + 3600 - rest
    return first..<max(first + 1, min(seconds.upperBound, last))
  }

  private func sinceHour(_ second: Int64) -> Int64 {
    let time = zone.civil(at: second)
    return Int64(time.minute * 60 + time.second)
  }

  func hours(every step: Int) -> [(hour: Int, second: Int64)] {
    let span = span
    let first = (span.lowerBound + 899) / 900 * 900
    // Zone offsets are multiples of a quarter of an hour.
    return stride(from: first, through: span.upperBound, by: 900).compactMap { second in
      let time = zone.civil(at: second)
      return time.minute == 0 && time.second == 0 && time.hour % step == 0 ? (time.hour, second) : nil
    }
  }

  /// A reminder wins over a period, and a period over a whole-day one. Ties go to the latest start, then the earliest
  /// end.
  func current(at second: Int64, isReminder: Bool? = nil) -> Entry? {
    var found: Entry?
    for entry in entries where entry.seconds.contains(second) {
      if let isReminder, entry.period.isReminder != isReminder { continue }
      if found.map({ precedes(entry, $0) }) ?? true { found = entry }
    }
    return found
  }

  func next(after second: Int64) -> Entry? { coming(after: second).first }

  private func coming(after second: Int64) -> [Entry] {
    entries.filter { $0.seconds.lowerBound > second && $0.seconds.lowerBound < seconds.upperBound }
  }
}

extension AgendaDay {
  private func precedes(_ one: Entry, _ other: Entry) -> Bool {
    if one.period.isReminder != other.period.isReminder { return one.period.isReminder }
    if coversDay(one) != coversDay(other) { return coversDay(other) }
    return (one.seconds.lowerBound, -one.seconds.upperBound) > (other.seconds.lowerBound, -other.seconds.upperBound)
  }

  private func coversDay(_ entry: Entry) -> Bool {
    entry.seconds.lowerBound <= seconds.lowerBound && entry.seconds.upperBound >= seconds.upperBound
  }
}

extension AgendaDay {
  /// The time before an end during which a text counts seconds.
  private static func lastSpan(of seconds: Range<Int64>) -> Int64 { max(60, min(300, Int64(seconds.count) / 5)) }

  /// The time during which the present and the next entry stay the same.
  func stretch(around second: Int64) -> Range<Int64> {
    let edges = entries.flatMap { [$0.seconds.lowerBound, $0.seconds.upperBound] }
    return (edges.filter { $0 <= second }.max() ?? .min)..<(edges.filter { $0 > second }.min() ?? .max)
  }

  /// `list`: a list shows the coming entries (`listed`). `both`: a text about the next entry is added. `one`: there is
  /// one text.
  enum Form: Hashable { case list, both, one }

  /// Texts about the present periods, the reminder and the next entry; after the last entry, about tomorrow.
  /// - Parameter isWidest: True for the widest texts of the `stretch`.
  func texts(
    at second: Int64, _ words: Words, _ labels: Labels, isWidest: Bool = false, form: Form = .both
  ) -> [Sentence] {
    var texts = nowTexts(at: second, words, labels, isWidest: isWidest, hasOne: form == .one)
    let hasReminder = current(at: second, isReminder: true) != nil
    if form == .one, hasReminder, let reminder = texts.last { return [reminder] }
    if texts.count < (form == .both ? 2 : 1),
      let text = nextText(at: second, words, labels, isWidest: isWidest, hasCount: form == .both)
    {
      let next = next(after: second)
      texts.append((text, [next].compactMap(\.self), next.map { words.isolated($0.title) }))
    } else if form == .both, texts.count == 2 {
      texts[1].text += AgendaDay.count(of: coming(after: second).count, words)
    }
    if texts.isEmpty {
      let text = tomorrowText(words, labels) ?? words["Nothing more today"]
      return [(text, [tomorrow].compactMap(\.self), tomorrow.map { words.isolated($0.title) })]
    }
    return form == .one ? [texts[0]] : texts
  }

  /// The coming entries that no text of the form `list` names.
  func listed(at second: Int64) -> [Entry] {
    let coming = coming(after: second)
    return current(at: second) == nil ? Array(coming.dropFirst()) : coming
  }

  private func presentPeriods(at second: Int64, hasOne: Bool) -> [Entry] {
    guard let current = current(at: second, isReminder: false) else { return [] }
    let all = entries.filter { entry in
      !entry.period.isReminder && entry.seconds.contains(second) && !coversDay(entry)
    }
    let length = all.map(\.title).joined(separator: ", ").count
    return hasOne || all.count < 2 || length > Self.mostLetters ? [current] : all
  }

  private static let mostLetters = 48

  /// A text of several lines breaks after the title, unless that takes more lines.
  /// - Parameter width: The width in digit heights.
  static func lines(_ text: String, title: String?, at width: Double) -> [String] {
    let lines = linesKeepingNumbers(text, at: width)
    guard lines.count > 1, let title, let rest = rest(of: text, after: title) else { return lines }
    let apart = [title, rest].flatMap { linesKeepingNumbers($0, at: width) }
    return apart.count <= lines.count ? apart : lines
  }

  /// `nil` if the text does not begin with the title, such as "Tomorrow 08:00 Maths".
  static func rest(of text: String, after title: String?) -> String? {
    guard let title, !title.isEmpty, text.hasPrefix(title + " ") else { return nil }
    return String(text.dropFirst(title.count + 1))
  }

  /// An entry's title, or the rest of its text, in lines of nearly equal length.
  /// - Parameter width: The width in digit heights.
  static func balancedLines(_ text: String, at width: Double) -> [String] { Paragraph(text).wrapped(at: width) }

  /// Where a line begins with a number, the word before it comes down if there is room: "until 12:10".
  private static func linesKeepingNumbers(_ text: String, at width: Double) -> [String] {
    var lines = Paragraph(text).list(at: width)
    for (upper, lower) in zip(lines.indices, lines.indices.dropFirst()) {
      guard lines[lower].first?.isNumber == true, text.contains(lines[upper] + " " + lines[lower]),
        let blank = lines[upper].lastIndex(of: " "), lines[upper].last?.isLetter == true
      else { continue }
      let (rest, word) = (lines[upper][..<blank], lines[upper][blank...].dropFirst())
      let moved = "\(word) \(lines[lower])"
      // A short word behind a number is its unit: "1 h".
      let isUnit = rest.last?.isNumber == true && word.count <= Paragraph.mostInUnit
      guard !isUnit, Line.width(moved) <= width else { continue }
      (lines[upper], lines[lower]) = (String(rest), moved)
    }
    return lines
  }

  func nowTexts(
    at second: Int64, _ words: Words, _ labels: Labels, isWidest: Bool = false, hasOne: Bool = false
  ) -> [Sentence] {
    var texts: [Sentence] = []
    let periods = presentPeriods(at: second, hasOne: hasOne)
    if let first = periods.min(by: { $0.seconds.upperBound < $1.seconds.upperBound }), let end = first.period.end {
      let start = periods.map(\.seconds.lowerBound).max() ?? first.seconds.lowerBound
      let remaining = remainingText(at: isWidest ? nil : second, in: start..<first.seconds.upperBound, of: first, words)
      let title = periods.map(\.title).joined(separator: ", ")
      let text = words["%s until %s, %s", title, end.label(labels), remaining]
      texts.append((text, periods, words.isolated(title)))
    }
    if let entry = current(at: second, isReminder: true) {
      let text = words["%s at %s", entry.title, entry.period.start.label(labels)]
      texts.append((text, [entry], words.isolated(entry.title)))
    }
    return texts
  }

  func nextText(
    at second: Int64, _ words: Words, _ labels: Labels, isWidest: Bool = false, hasCount: Bool = false
  ) -> String? {
    guard let entry = next(after: second) else { return nil }
    let (title, start) = (entry.title, entry.period.start.label(labels))
    let others = hasCount ? coming(after: second).count - 1 : 0
    let count = AgendaDay.count(of: others, words)
    guard current(at: second) == nil else { return words["then %s at %s", title, start] + count }
    let wait = max(seconds.lowerBound, stretch(around: second).lowerBound)..<entry.seconds.lowerBound
    let remaining = remainingText(at: isWidest ? nil : second, in: wait, of: entry, words)
    return words["%s at %s, in %s", title, start, remaining] + count
  }

  /// A text such as " · 3 more"; empty if there are no others.
  private static func count(of others: Int, _ words: Words) -> String {
    others > 0 ? Scene.dot + Layout.OmittedCount(others, .agenda).text(words, within: .infinity) : ""
  }

  func tomorrowText(_ words: Words, _ labels: Labels) -> String? {
    guard let entry = tomorrow else { return nil }
    if entry.period.isWholeDay { return words["Tomorrow %s", entry.title] }
    return words["Tomorrow %s %s", entry.period.start.label(labels), entry.title]
  }

  private func remainingText(at second: Int64?, in span: Range<Int64>, of entry: Entry, _ words: Words) -> String {
    guard let second else { return AgendaDay.widestRemainingText(Int64(span.count), words) }
    let rest = span.upperBound - second
    if rest <= AgendaDay.lastSpan(of: entry.seconds) { return Ring.label(Int(rest), .minutes) }
    return AgendaDay.text(minutes: (rest + 59) / 60, words)
  }

  private static func text(minutes: Int64, _ words: Words) -> String {
    minutes < 100 ? words["%d minutes", minutes] : words["%d h %d min", minutes / 60, minutes % 60]
  }

  private static func widestRemainingText(_ most: Int64, _ words: Words) -> String {
    let minutes = (most + 59) / 60
    if minutes < 100 { return text(minutes: minutes < 10 ? 8 : 88, words) }
    return Line.widest([text(minutes: 88, words), words["%d h %d min", minutes < 600 ? 8 : 88, 88]])
  }
}
