extension ControlBar {
  struct Space {
    let window: Rect
    let floor: Double
    let button: Rect?
    let tall: Double
    let words: Words
    private(set) var isTight = false
    private(set) var isRoomy = false

    private func row(_ commands: [Command], hasWords: Bool, isTight: Bool = false) -> Row {
      Row(commands, tall, hasWords, words, isTight: isTight)
    }

    private var tightened: Space { with(self) { $0.isTight = true } }
    private var roomy: Space { with(self) { $0.isRoomy = true } }

    private var side: Double { isRoomy ? max(outer, margin(in: window)) : outer }

    private var outer: Double { (isTight ? tight.outer : gap.outer) * tall }
    private var below: Double { floor < window.maxY ? outer : margin(in: window) }
    /// True if a row fits below the hold button, if any.
    private var isBelow: Bool { button.map { floor - $0.maxY >= tall + outer + below } ?? true }

    func alone(_ all: [Command]) -> [Place] {
      if let places = roomy.oneRow(all, hasWords: true, floor: floor) { return places }
      if let places = oneRow(all, hasWords: true, floor: floor) { return places }
      if window.height > window.width, let places = inTwoRows(all, hasWords: true) ?? inTwoRows(all, hasWords: false) {
        return places
      }
      let places = roomy.oneRow(all, hasWords: false, floor: floor) ?? oneRow(all, hasWords: false, floor: floor)
      if let places { return places }
      return ControlBar.variants(of: all).lazy.compactMap { tightened.oneRow($0, hasWords: false, floor: floor) }.first
        ?? []
    }

    private func oneRow(_ commands: [Command], hasWords: Bool, floor: Double) -> [Place]? {
      let (main, tail) = (commands.filter { !$0.isAtEnd }, commands.filter(\.isAtEnd))
      let (row, end) = (
        self.row(main, hasWords: hasWords, isTight: isTight), self.row(tail, hasWords: hasWords, isTight: isTight)
      )
      let y = floor - below - tall
      let between = main.isEmpty || tail.isEmpty ? 0 : (isTight ? tight.inner : gap.end) * tall
      let width = row.width + between + end.width
      guard width <= window.width - 2 * side else { return nil }
      let x = window.midX - width / 2
      return row.places(x: x, y: y) + end.places(x: x + row.width + between, y: y)
    }

    /// The upper row has the commands that begin a countdown, if there are several. Otherwise both rows are about
    /// equally wide.
    private func inTwoRows(_ commands: [Command], hasWords: Bool) -> [Place]? {
      guard 2 * tall + outer + below <= share.twoRows * window.height else { return nil }
      let beginning = commands.filter { $0.isPreset || $0 == .another }
      if beginning.count > 1 {
        return rows(beginning, commands.filter { !beginning.contains($0) }, hasWords: hasWords)
      }
      let cuts = 1..<max(1, commands.firstIndex(where: \.isAtEnd) ?? commands.count)
      let pairs = cuts.compactMap { cut in
        rows(Array(commands.prefix(cut)), Array(commands.dropFirst(cut)), hasWords: hasWords)
      }
      func width(_ places: [Place]) -> Double { places.map { abs($0.box.midX - window.midX) }.max() ?? 0 }
      return pairs.min { width($0) < width($1) }
    }

    private func rows(_ upper: [Command], _ lower: [Command], hasWords: Bool) -> [Place]? {
      guard let lowerRow = oneRow(lower, hasWords: hasWords, floor: floor),
        let upperRow = oneRow(upper, hasWords: hasWords, floor: floor - tall - outer)
      else { return nil }
      return upperRow + lowerRow
    }

    /// While something rings, `more` is first and the row follows the hold button. The result is `nil` if nothing rings
    /// or there is no room.
    func afterButton(_ commands: [Command], needsButtonWidth: Bool) -> Placed? {
      guard let button, commands.first == .more else { return nil }
      let room = window.width - 2 * max(outer, margin(in: window))
      for variant in ControlBar.variants(whileRinging: commands) {
        let rows = [
          Row(variant, tall, true, words, hasLargeWords: true), Row(variant, tall, true, words),
          Row(variant, tall, true, words, named: [.more]), Row(variant, tall, false, words),
        ].map { $0.spaced(by: outer) }
        for row in rows {
          let least = (needsButtonWidth ? ControlBar.narrowest.titled : ControlBar.narrowest.usual) * button.width
          let rest = room - outer - row.width
          guard rest >= least else { continue }
          let even = row.equal(to: least)
          let isEven = !needsButtonWidth && even.hasAllWords && even.widest + outer + even.width <= room
          let (wide, row) = isEven ? (even.widest, even) : (min(button.width, rest), row)
          let x = window.midX - (wide + outer + row.width) / 2
          let moved = Rect(x: x, y: button.midY - tall / 2, width: wide, height: tall)
          return (moved, row.places(x: moved.maxX + outer, y: moved.y))
        }
      }
      return nil
    }

    func withButton(_ all: [Command]) -> [Place] {
      if let places = roomy.atBothSides(all, hasWords: true) ?? atBothSides(all, hasWords: false) { return places }
      if isBelow, let places = underOrOver(all, hasWords: true) ?? underOrOver(all, hasWords: false) { return places }
      if let places = tightened.atBothSides(all, hasWords: false) ?? underOrOver(all, hasWords: false) { return places }
      let variants = ControlBar.variants(of: all)
      for commands in variants { if let places = atBothSides(commands, hasWords: false) { return places } }
      for commands in variants { if let places = underOrOver(commands, hasWords: false) { return places } }
      return []
    }

    /// Widens the narrower side. The left side ends with `more`, or up to two commands later.
    private func atBothSides(_ commands: [Command], hasWords: Bool) -> [Place]? {
      guard let button else { return nil }
      let y = min(button.midY - tall / 2, floor - tall)
      let more = commands.firstIndex(of: .more)
      let cuts = more.map { $0 + 1...min($0 + 3, commands.count) } ?? 0...commands.count
      let halves = cuts.map { cut in
        [commands.prefix(cut), commands.dropFirst(cut)].map { row(Array($0), hasWords: hasWords, isTight: isTight) }
      }
      func width(_ halves: [Row]) -> Double { halves.reduce(0) { max($0, $1.width) } }
      guard let best = halves.min(by: { width($0) < width($1) }), case let width = width(best),
        width <= button.x - window.x - outer - side
      else { return nil }
      let (left, right) = (best[0].widened(towards: width), best[1].widened(towards: width))
      return left.places(x: button.x - outer - left.width, y: y) + right.places(x: button.maxX + outer, y: y)
    }

    private func underOrOver(_ commands: [Command], hasWords: Bool) -> [Place]? {
      let y = button.map { isBelow ? floor - below - tall : $0.y - outer - tall } ?? floor - below - tall
      let row = self.row(commands, hasWords: hasWords)
      guard row.width <= window.width - 2 * outer, floor - y <= share.withButton * window.height else { return nil }
      return row.places(x: window.midX - row.width / 2, y: y)
    }
  }

  /// `stepNext` is left out last: ring and keys replace the others.
  private static func variants(whileRinging commands: [Command]) -> [[Command]] {
    guard commands.contains(.stepNext) else { return [commands] }
    let dispensable = [.stepNext, .pauseProgram, .toggle].filter(commands.contains)
    return (0...dispensable.count).map { count in commands.filter { !dispensable.suffix(count).contains($0) } }
  }

  /// Commands are left out in this order: the stopwatch (if 'Another' is there), presets from the last, Set time, then
  /// what keys or the ring replace.
  private static func variants(of commands: [Command]) -> [[Command]] {
    let start: [Command] = commands.contains(.toggle) ? [.another, .less, .more, .stopwatch] : []
    let last: [Command] = commands.contains(.toggle) ? [] : [.stopwatch]
    let dispensable =
      start + commands.filter { $0 == .setTime } + commands.filter { $0.isPreset && $0 != .setTime }
      + (commands.contains(.another) ? last : [])
    return (0...dispensable.count).map { count in
      commands.filter { !dispensable.suffix(count).contains($0) }
    }
  }
}
