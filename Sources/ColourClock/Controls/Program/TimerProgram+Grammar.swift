/// The grammar is described in colourclock-program(5).
extension TimerProgram {
  package struct Complaint: Hashable, Sendable {
    /// The line's number, or the item's in a single line; from 1.
    package let number: Int
    package let reason: String
  }

  /// - Throws: for the first wrong item, or if there is no step.
  package static func parse(_ text: String) throws(Refusal) -> TimerProgram {
    let (program, complaints) = read(text)
    guard let program else {
      let kind = text.contains(where: \.isNewline) ? "line" : "step"
      throw Refusal(complaints.first.map { "\(kind) \($0.number): \($0.reason)" } ?? noSteps.text)
    }
    return program
  }

  /// Reports all wrong items; `program` is then `nil`.
  package static func read(_ text: String) -> (program: TimerProgram?, complaints: [Complaint]) {
    var (reader, complaints, last) = (Reader(), [Complaint](), 1)
    for (number, item) in items(of: text) {
      do throws(Refusal) { try reader.add(item) } catch {
        complaints.append(Complaint(number: number, reason: error.text))
      }
      if reader.hasTooMany { break }
      last = number
    }
    if complaints.isEmpty, reader.hasLooseRest { complaints.append(Complaint(number: last, reason: Reader.loose.text)) }
    guard complaints.isEmpty else { return (nil, complaints) }
    guard let program = reader.program else { return (nil, [Complaint(number: 1, reason: noSteps.text)]) }
    return (program, [])
  }

  private static let noSteps = Refusal("there is no step: it takes titles and lengths, as Work 25m, Rest 5m, x4")

  // MARK: Reading

  private struct Reader {
    private var start: Start?
    private var blocks: [Block] = []
    private var steps: [Step] = []
    private var count = 0

    private(set) var hasTooMany = false

    var program: TimerProgram? {
      TimerProgram(steps.isEmpty ? blocks : blocks + [Block(steps)], start: start)
    }

    mutating func add(_ item: Scalars?) throws(Refusal) {
      guard let item else { return try endBlock() }
      guard !item.isEmpty else { throw Refusal("there is an empty item between commas") }
      let (quoted, words) = try TimerProgram.words(of: item)
      if quoted == nil, let count = TimerProgram.count(words) { return try `repeat`(count) }
      if quoted == nil, let start = TimerProgram.start(words) {
        guard blocks.isEmpty, steps.isEmpty, self.start == nil else {
          throw Refusal(
            "'at' stands once, before all steps, such as at 19:30, Doors 30m; a step of that name is written \"at\" in "
              + "quotes")
        }
        self.start = start
        return
      }
      if quoted == nil { try TimerProgram.checkNoRepeat(words) }
      steps.append(try TimerProgram.step(quoted, words))
      try countSteps(1)
    }

    private mutating func `repeat`(_ count: Int) throws(Refusal) {
      guard !steps.isEmpty else { throw Refusal("there are no steps before 'x\(count)' that it could repeat") }
      guard (1...TimerProgram.most).contains(count) else { throw .repeatCount(of: "x\(count)") }
      if count == 1 || steps.allSatisfy(\.isBetween), hasLooseRest { throw Reader.loose }
      // The last round has no steps between rounds.
      try countSteps(steps.count * (count - 1) - steps.count(where: \.isBetween))
      blocks.append(Block(steps, count: count))
      steps = []
    }

    var hasLooseRest: Bool { steps.contains(where: \.isBetween) }

    static let loose = Refusal(
      "a step 'between' needs other steps and a repeat after them, as Work 40s, Rest 20s between, x8")

    private mutating func endBlock() throws(Refusal) {
      if hasLooseRest { throw Reader.loose }
      if !steps.isEmpty { blocks.append(Block(steps)) }
      steps = []
    }

    private mutating func countSteps(_ more: Int) throws(Refusal) {
      count += more
      hasTooMany = count > TimerProgram.most
      if hasTooMany { throw .programLength }
    }
  }

  /// `quoted` is the title without its quotes; `nil` if unquoted.
  private static func words(of item: Scalars) throws(Refusal) -> (quoted: String?, words: [String]) {
    func split(_ text: Scalars) -> [String] {
      text.split(whereSeparator: isBlank)
        .map { String($0).printable }.filter { !$0.isEmpty }
    }
    guard item.first == "\"" else { return (nil, split(item)) }
    guard let end = endOfQuote(item) else { throw Refusal("the quotes of the title do not end") }
    var (title, isEscaped) = (String.UnicodeScalarView(), false)
    for scalar in item[..<item.index(before: end)].dropFirst() {
      if scalar == "\\", !isEscaped {
        isEscaped = true
      } else {
        title.append(scalar)
        isEscaped = false
      }
    }
    return (String(title), split(item[end...]))
  }

  static func start(_ words: [String]) -> Start? {
    guard words.first == "at", words.count >= 2, let time = try? TimeOfDay.parse(words[1]) else { return nil }
    guard words.count == 2 || words.count == 3 && words[2] == "hold" else { return nil }
    return Start(time, isHeld: words.count == 3)
  }

  static func isStart(_ item: Scalars?) -> Bool {
    guard let item, let read = try? words(of: item), read.quoted == nil else { return false }
    return start(read.words) != nil
  }

  private static func step(_ quoted: String?, _ words: [String]) throws(Refusal) -> Step {
    var rest = words[...]
    let marks = marks(of: &rest)
    guard let last = rest.popLast() else { throw .noProgramLength }
    let length = try span(last)
    if quoted != nil, let word = rest.first { throw Refusal("'\(word.shortened)' behind the title is no length") }
    if quoted == nil, let time = timeBeforeComma(rest) {
      throw Refusal("'at \(time)' stands on a line of its own, before the line of the first step")
    }
    if rest.contains(where: { $0.hasSuffix(",") && (try? span(String($0.dropLast()))) != nil }) {
      throw Refusal("a line has one step: begin a new line after the comma, or put the title in quotes")
    }
    if quoted == nil, let hint = hint(for: rest, before: last) { throw hint }
    let step = Step(
      quoted ?? rest.joined(separator: " "), length, isHeld: marks.isHeld, warn: marks.warn, danger: marks.danger,
      isRest: marks.isRest, isBetween: marks.isBetween)
    guard let step else { throw Refusal("'warn' and 'danger' come within the step, the danger later") }
    return step
  }

  /// The start in a line that also has a step, such as `at 19:30, Doors 30m`.
  private static func timeBeforeComma(_ words: ArraySlice<String>) -> String? {
    guard words.count > 1, words.first == "at" else { return nil }
    let word = words[words.startIndex + 1]
    let time = String(word.hasSuffix(",") ? word.dropLast() : word[...])
    guard time != word || words.dropFirst(2).first == "hold,", (try? TimeOfDay.parse(time)) != nil else { return nil }
    return words.dropFirst(2).first == "hold," ? "\(time) hold" : time
  }

  /// Finds a likely mistake in an unquoted title.
  /// - Parameter length: the length as written. `at 25m` is a step, but `at 24:00` is a time.
  static func hint(for title: ArraySlice<String>, before length: String = "") -> Refusal? {
    guard let first = title.first, let last = title.last else { return nil }
    let namesTime = ["at", "until"].contains(last.lowercased())
    let endsInTime = namesTime && (title.count > 1 || length.contains(":"))
    let beginsWithTime = first.contains(":") && (try? TimeOfDay.parse(first)) != nil
    if endsInTime || beginsWithTime { return .timeInStep }
    return title.count > 1 && ["hold", "between"].contains(last) ? .markInTitle : nil
  }

  private struct Marks {
    var (isHeld, isRest, isBetween) = (false, false, false)
    var (warn, danger) = (Duration?.none, Duration?.none)

    mutating func record(_ word: String) -> Bool {
      switch word {
      case "hold" where !isHeld: isHeld = true
      case "rest" where !isRest: isRest = true
      case "between" where !isBetween: isBetween = true
      default: return false
      }
      return true
    }
  }

  private static func marks(of words: inout ArraySlice<String>) -> Marks {
    var marks = Marks()
    while words.count > 1, let last = words.last {
      let name = words[words.endIndex - 2]
      if marks.record(last) {
        words.removeLast()
      } else if name == "warn", marks.warn == nil, let span = try? span(last) {
        marks.warn = span
        words.removeLast(2)
      } else if name == "danger", marks.danger == nil, let span = try? span(last) {
        marks.danger = span
        words.removeLast(2)
      } else {
        break
      }
    }
    return marks
  }

  /// A number alone is refused: `Rest 2` may be the beginning of `Rest 25m`.
  private static func span(_ word: String) throws(Refusal) -> Duration {
    if word.isAllDigits {
      if word.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }) { throw .spanRange }
      let word = word.shortened
      throw Refusal("'\(word)' has no unit: write \(word)m or \(word)s, or a length such as 1h30m, 12:30 or 1:00:00")
    }
    do throws(Refusal) { return try TimeSpan.parse(word) } catch {
      guard error == .span else { throw error }
      guard word.drop(while: { "+-.".contains($0) }).utf8.first?.isDigit == true else { throw .noProgramLength }
      throw Refusal("'\(word.shortened)' is no length: write a length such as 25m, 1h30m, 12:30 or 1:00:00")
    }
  }
}

extension Refusal {
  fileprivate static let timeInStep = Refusal(
    "a step has a length and no time of day, such as 'Doors 30m'; put the start before all steps, such as 'at 22:30'; "
      + "put a title with a time of day in quotes")
  fileprivate static let markInTitle = Refusal(
    "put 'hold' and 'between' after the length, such as 'Talk 20m hold'; put a title with these words in quotes")
  fileprivate static let programLength = Refusal("a program has \(TimerProgram.most) steps at the most")
  fileprivate static let noProgramLength = Refusal(
    "it takes a title and a length, as Work 25m; then perhaps hold, rest, between, warn 2m or danger 30s")
}
