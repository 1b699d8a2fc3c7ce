enum PadKey: Hashable, Sendable {
  case digit(Int)
  case zeros
  case delete
  case start
  case intervals
  case close
  /// An index of `Scene.titlesOffered`.
  case title(Int)
  /// Offers titles for the chosen countdown.
  case name
  case less(Intervals.Part), more(Intervals.Part)
}

/// In a wide window, texts and commands are beside the keys; otherwise, above and below them.
struct PadPlan: Sendable {
  struct Line: Sendable {
    let text: String
    let template: String
    let box: Rect
  }

  private(set) var lines: [Line] = []
  private(set) var places: [ControlBar.Place] = []
  private let words: Words
  private let countdownName: String?

  private static let share = (edge: 0.05, gap: 0.025)
  private static let columns = 3

  /// - Parameter countdownName: the name of the countdown that the key `name` renames.
  init(
    _ phase: Typing.Phase, titles: [String], countdownName: String? = nil, caption: String, _ words: Words,
    in window: Rect
  ) {
    (self.words, self.countdownName) = (words, countdownName)
    let short = window.shortSide
    let (area, gap) = (window.inset(by: Self.share.edge * short), Self.share.gap * short)
    let isWide = area.width > 1.2 * area.height
    let commands = Self.commands(phase, canName: countdownName != nil)
    let side = isWide ? 0.4 * area.width : area.width
    let perRow = isWide ? 1 : commands.count == 4 ? 2 : min(3, commands.count)
    let rows = (commands.count + perRow - 1) / perRow
    let tall = isWide ? min(0.15 * area.height, 0.6 / Double(rows) * area.height - gap, 0.5 * side) : 0.09 * area.height
    let keysHeight = Double(rows) * (tall + gap)
    let head = Rect(
      x: area.x, y: area.y, width: side, height: isWide ? area.height - keysHeight : 0.2 * area.height)
    let grid =
      isWide
      ? Rect(x: area.x + side + 2 * gap, y: area.y, width: area.width - side - 2 * gap, height: area.height)
      : Rect(x: area.x, y: head.maxY + gap, width: area.width, height: area.height - head.height - keysHeight - gap)
    addHead(phase, caption, in: head)
    addGrid(phase, titles, in: grid, gap)
    let wide = (side - Double(perRow - 1) * gap) / Double(perRow)
    for (index, key) in commands.enumerated() {
      let (row, column) = (index / perRow, index % perRow)
      let y = area.maxY - keysHeight + gap + Double(row) * (tall + gap)
      let x = area.x + Double(column) * (wide + gap)
      add(key, text(key, phase), in: Rect(x: x, y: y, width: wide, height: tall))
    }
    if words.isRightToLeft { mirror(at: window.midX) }
  }

  func key(at place: Point) -> PadKey? {
    guard case .pad(let key) = places.first(where: { $0.box.contains(place) })?.command else { return nil }
    return key
  }

  func key(after focus: PadKey?, _ move: Key) -> PadKey? {
    let keys = places.compactMap { place in if case .pad(let key) = place.command { key } else { nil } }
    let isBack = [.backTab, .up, .left].contains(move)
    guard let focus, let index = keys.firstIndex(of: focus) else { return isBack ? keys.last : keys.first }
    if move == .tab || move == .backTab { return keys[(index + (isBack ? -1 : 1) + keys.count) % keys.count] }
    let (isUpright, from) = (move == .up || move == .down, places[index].box)
    func distance(_ box: Rect) -> Double? {
      let (right, down) = (box.midX - from.midX, box.midY - from.midY)
      let along = (isUpright ? down : right) * (isBack ? -1 : 1)
      let beside = max(
        0, isUpright ? abs(right) - (box.width + from.width) / 2 : abs(down) - (box.height + from.height) / 2)
      return along > 1 ? along + 3 * beside : nil
    }
    let near = zip(keys, places).compactMap { key, place in distance(place.box).map { (key, $0) } }
    return near.min { $0.1 < $1.1 }?.0 ?? focus
  }

  private static func commands(_ phase: Typing.Phase, canName: Bool) -> [PadKey] {
    switch phase {
    case .closed: []
    case .entry, .titleBeforeStart: [.start, .intervals] + (canName ? [.name] : []) + [.close]
    case .intervals: [.start, .close]
    case .titleAfterStart: [.close]
    }
  }

  private func text(_ key: PadKey, _ phase: Typing.Phase) -> String {
    switch key {
    case .start: return words["Start"]
    case .intervals: return words["Intervals"]
    // While nothing is typed, the key renames the chosen countdown and shows its name.
    case .name:
      if case .entry(let entry, _) = phase, entry.isEmpty {
        return ControlBar.caption(words["Title"], named: countdownName ?? "")
      }
      return words["Title"]
    case .close:
      guard case .titleAfterStart(let line, let entry) = phase, !(entry.isEmpty && line.text.isEmpty) else {
        return words["Back"]
      }
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
    case .titleAfterStart(_, let entry) where entry.isEmpty:
      lines.append(Line(text: countdownName ?? "", template: countdownName ?? "", box: number))
    case .entry(let entry, _), .titleAfterStart(_, let entry), .titleBeforeStart(_, let entry):
      lines.append(Line(text: (phase.withUnits ?? entry).shown, template: entry.template, box: number))
    case .intervals(let intervals):
      let seconds = intervals.program(words)?.length.secondsRoundedUp ?? 0
      let text = Ring.label(seconds, seconds < 3600 ? .minutes : .automatic)
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
    case .entry, .titleBeforeStart:
      for digit in 1...9 { add(.digit(digit), "\(digit)", in: cell(digit - 1)) }
      add(.zeros, "00", in: cell(9))
      add(.digit(0), "0", in: cell(10))
      add(.delete, "", in: cell(11))
    case .titleAfterStart:
      for (index, title) in titles.prefix(rows * Self.columns).enumerated() {
        add(.title(index), PadKey.lines(of: title, in: (wide, tall)), in: cell(index))
      }
    case .intervals(let intervals):
      for (row, part) in Intervals.Part.allCases.enumerated() {
        add(.less(part), "", in: cell(3 * row))
        add(.more(part), "", in: cell(3 * row + 2))
        addNumber(intervals.text(part, words), part.name(words), in: cell(3 * row + 1))
      }
    }
  }

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

  /// The keypad is not mirrored: digits have one order in all languages.
  private mutating func mirror(at line: Double) {
    func isOnKeypad(_ place: ControlBar.Place) -> Bool {
      if case .pad(let key) = place.command { key.isOnKeypad } else { false }
    }
    let keypad = places.filter(isOnKeypad).map(\.box.midX)
    let middle = keypad.isEmpty ? line : keypad.reduce(0, +) / Double(keypad.count)
    places = places.map { place in
      // A second mirroring, at the keypad's new middle, restores the order of keys.
      let mirrored = place.mirrored(at: line)
      return isOnKeypad(place) ? mirrored.mirrored(at: 2 * line - middle) : mirrored
    }
    lines = lines.map { Line(text: $0.text, template: $0.template, box: $0.box.mirrored(at: line)) }
  }
}

extension PadKey {
  /// The text's share of the key's height.
  var textHeight: Double { if case .title = self { 0.22 } else { 0.4 } }

  /// The sum of both margins, as a share of the key's height.
  static let titleMargin = 0.3
  /// Digit heights as shares of the key's height, except `pixels`. One line needs `wanted`; each of two lines needs
  /// `least` and `pixels`.
  static let twoLines = (wanted: 0.2, least: 0.11, pixels: 7.0)

  /// A long title loses its middle, because many titles begin alike.
  static func lines(of title: String, in key: (width: Double, height: Double)) -> String {
    let room = key.width / key.height - titleMargin
    if Line.width(title) * twoLines.wanted <= room { return title }
    let width = room / max(twoLines.least, twoLines.pixels / key.height)
    let splits = title.indices.filter { title[$0] == " " }.map { (title[..<$0], title[title.index(after: $0)...]) }
    let widths = splits.map { max(Line.width(String($0.0)), Line.width(String($0.1))) }
    if let least = widths.min(), least <= width, let index = widths.firstIndex(of: least) {
      return splits[index].0 + "\n" + splits[index].1
    }
    if Line.width(title) <= width { return title }
    let (head, tail) = (Line.cut(title, to: width), Line.cut(title, to: width, keepsEnd: true).dropFirst())
    if head.count + tail.count > title.count {
      // Both cuts together hold the whole title, so a split near the middle fits.
      let split = min(max(title.count / 2, title.count - tail.count), head.count - 1)
      let middle = title.index(title.startIndex, offsetBy: split)
      return title[..<middle] + "-\n" + title[middle...]
    }
    return head + "\n" + tail
  }

  var part: Intervals.Part? {
    switch self {
    case .less(let part), .more(let part): part
    default: nil
    }
  }

  var canRepeat: Bool { part != nil }

  fileprivate var isOnKeypad: Bool {
    switch self {
    case .digit, .zeros, .delete: true
    case .start, .intervals, .close, .title, .name, .less, .more: false
    }
  }
}
