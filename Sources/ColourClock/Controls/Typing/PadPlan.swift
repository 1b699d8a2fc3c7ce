/// A key on the pad.
enum PadKey: Hashable, Sendable {
  case digit(Int)
  /// Two zeros at once.
  case zeros
  case delete
  /// Starts the countdown or the intervals.
  case start
  /// Shows the intervals in place of the digits.
  case intervals
  case close
  /// A title by its index in `Scene.titlesOffered`.
  case title(Int)
  case less(Intervals.Part), more(Intervals.Part)
}

/// The places on the pad. In a wide window, texts and commands are at the left and a grid of keys at the right. In an
/// upright window, texts, grid and commands are below each other.
struct PadPlan: Sendable {
  struct Line: Sendable {
    let text: String
    /// The widest form of the text.
    let template: String
    let box: Rect
  }

  private(set) var lines: [Line] = []
  private(set) var places: [ControlBar.Place] = []
  private let words: Words

  /// Shares of the shorter side: the margin, and the gap between keys.
  private static let share = (edge: 0.05, gap: 0.025)
  private static let columns = 3

  /// - Parameter caption: what the keys are for, or why Start was refused.
  init(_ phase: Typing.Phase, titles: [String], caption: String, _ words: Words, in window: Rect) {
    self.words = words
    let short = min(window.width, window.height)
    let (area, gap) = (window.inset(by: Self.share.edge * short), Self.share.gap * short)
    let isWide = area.width > 1.2 * area.height
    let commands = Self.commands(phase)
    let side = isWide ? 0.4 * area.width : area.width
    let tall = isWide ? min(0.15 * area.height, 0.5 * side) : 0.09 * area.height
    let rows = isWide ? commands.count : (commands.count + 2) / 3
    let foot = Double(rows) * (tall + gap)
    let head = Rect(
      x: area.x, y: area.y, width: side, height: isWide ? area.height - foot : 0.2 * area.height)
    let grid =
      isWide
      ? Rect(x: area.x + side + 2 * gap, y: area.y, width: area.width - side - 2 * gap, height: area.height)
      : Rect(x: area.x, y: head.maxY + gap, width: area.width, height: area.height - head.height - foot - gap)
    addHead(phase, caption, in: head)
    addGrid(phase, titles, in: grid, gap)
    let perRow = isWide ? 1 : min(3, commands.count)
    let wide = (side - Double(perRow - 1) * gap) / Double(perRow)
    for (index, key) in commands.enumerated() {
      let (row, column) = (index / perRow, index % perRow)
      let y = area.maxY - foot + gap + Double(row) * (tall + gap)
      let x = area.x + Double(column) * (wide + gap)
      add(key, text(key, phase), in: Rect(x: x, y: y, width: wide, height: tall))
    }
    if words.runsLeft { mirror(at: window.midX) }
  }

  func key(at place: Point) -> PadKey? {
    guard case .pad(let key) = places.first(where: { $0.box.contains(place) })?.command else { return nil }
    return key
  }

  private static func commands(_ phase: Typing.Phase) -> [PadKey] {
    switch phase {
    case .closed: []
    case .digits, .named: [.start, .intervals, .close]
    case .intervals: [.start, .close]
    case .title: [.close]
    }
  }

  private func text(_ key: PadKey, _ phase: Typing.Phase) -> String {
    switch key {
    case .start: return words["Start"]
    case .intervals: return words["Intervals"]
    case .close:
      guard case .title(let line, _) = phase else { return words["Back"] }
      return line.text.isEmpty ? words["No title"] : words["Done"]
    case .digit, .zeros, .delete, .title, .less, .more: return ""
    }
  }

  private mutating func addHead(_ phase: Typing.Phase, _ caption: String, in box: Rect) {
    let tall = min(0.4 * box.height, box.width / 4.6)
    let number = Rect(x: box.x, y: box.midY - 0.75 * tall, width: box.width, height: tall)
    let small = min(0.3 * tall, 0.2 * box.height)
    let below = Rect(x: box.x, y: number.maxY + 0.9 * small, width: box.width, height: small)
    switch phase {
    case .closed: break
    case .digits(let digits, _), .title(_, let digits), .named(_, let digits):
      lines.append(Line(text: Typing.text(digits), template: "00:00:00", box: number))
    case .intervals(let intervals):
      let text = intervals.program(words).map { Ring.label($0.length.secondsRoundedUp, .automatic) } ?? ""
      lines.append(Line(text: text, template: "00:00:00", box: number))
    }
    lines.append(Line(text: caption, template: caption, box: below))
  }

  private mutating func addGrid(_ phase: Typing.Phase, _ titles: [String], in area: Rect, _ gap: Double) {
    let rows = if case .intervals = phase { Intervals.Part.allCases.count } else { 4 }
    let (wide, tall) = (
      (area.width - 2 * gap) / Double(Self.columns), (area.height - Double(rows - 1) * gap) / Double(rows)
    )
    func cell(_ index: Int) -> Rect {
      Rect(
        x: area.x + Double(index % Self.columns) * (wide + gap),
        y: area.y + Double(index / Self.columns) * (tall + gap),
        width: wide, height: tall)
    }
    switch phase {
    case .closed: break
    case .digits, .named:
      for digit in 1...9 { add(.digit(digit), "\(digit)", in: cell(digit - 1)) }
      add(.zeros, "00", in: cell(9))
      add(.digit(0), "0", in: cell(10))
      add(.delete, "", in: cell(11))
    case .title:
      for (index, title) in titles.prefix(rows * Self.columns).enumerated() {
        add(
          .title(index),
          ColourClock.Line.cut(title, to: (wide / tall - ControlBar.text.margin) / PadKey.title(index).textHeight),
          in: cell(index))
      }
    case .intervals(let intervals):
      for (row, part) in Intervals.Part.allCases.enumerated() {
        add(.less(part), "", in: cell(3 * row))
        add(.more(part), "", in: cell(3 * row + 2))
        addNumber(intervals.text(part), part.name(words), in: cell(3 * row + 1))
      }
    }
  }

  /// Adds a number of the intervals, with its name below it.
  private mutating func addNumber(_ text: String, _ name: String, in box: Rect) {
    let (wide, tall) = (box.width, box.height)
    let number = Rect(x: box.x, y: box.y + 0.18 * tall, width: wide, height: min(0.36 * tall, wide / 2.6))
    let below = Rect(x: box.x, y: number.maxY + 0.16 * tall, width: wide, height: min(0.17 * tall, wide / 6))
    lines.append(Line(text: text, template: "00:00", box: number))
    lines.append(Line(text: name, template: name, box: below))
  }

  private mutating func add(_ key: PadKey, _ text: String, in box: Rect) {
    places.append(ControlBar.Place(command: .pad(key), box: box, hasWords: true, name: text))
  }

  /// Mirrors the pad for a language that runs from right to left. The digits have the same order in all languages.
  private mutating func mirror(at line: Double) {
    func isOnKeypad(_ place: ControlBar.Place) -> Bool {
      if case .pad(let key) = place.command { key.isOnKeypad } else { false }
    }
    let keypad = places.filter(isOnKeypad).map(\.box.midX)
    let middle = keypad.isEmpty ? line : keypad.reduce(0, +) / Double(keypad.count)
    places = places.map { place in
      let box = place.box.mirrored(at: line)
      let own = isOnKeypad(place) ? box.mirrored(at: 2 * line - middle) : box
      return ControlBar.Place(command: place.command, box: own, hasWords: true, name: place.name)
    }
    lines = lines.map { Line(text: $0.text, template: $0.template, box: $0.box.mirrored(at: line)) }
  }
}

extension PadKey {
  /// The greatest digit height of the text, in heights of the key. All titles have the same size.
  var textHeight: Double { if case .title = self { 0.22 } else { 0.4 } }

  fileprivate var isOnKeypad: Bool {
    switch self {
    case .digit, .zeros, .delete: true
    case .start, .intervals, .close, .title, .less, .more: false
    }
  }
}
