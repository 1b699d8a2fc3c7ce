extension ControlBar {
  /// Lengths are in pixels.
  struct Row {
    let commands: [Command]
    let tall: Double
    let hasWords: Bool
    let words: Words
    let isTight: Bool
    let hasLargeWords: Bool
    /// The only commands with words; `nil` for all.
    let named: Set<Command>?
    private var extra = 0.0
    private var spread = 0.0
    private var least = 0.0
    /// One space between all commands; `nil` for the usual spaces.
    private var evenSpace: Double?

    init(
      _ commands: [Command], _ tall: Double, _ hasWords: Bool, _ words: Words, isTight: Bool = false,
      hasLargeWords: Bool = false, named: Set<Command>? = nil
    ) {
      (self.commands, self.tall, self.hasWords, self.words) = (commands, tall, hasWords, words)
      (self.isTight, self.hasLargeWords, self.named) = (isTight, hasLargeWords, named)
    }

    private func hasWords(_ command: Command) -> Bool { hasWords && named?.contains(command) != false }

    private var inner: Double { (isTight ? tight.inner : gap.inner) * tall + spread }

    private func width(_ command: Command) -> Double {
      let widest = command.widest(words, hasWords: hasWords(command))
      let symbol = command.hasSymbol(hasWords: hasWords(command)) && !widest.isEmpty ? text.symbol : 0
      let margin = isTight ? tight.margin : text.margin
      let own = max(1, Line.width(widest) * (hasLargeWords ? text.large : text.height) + margin + symbol) * tall
      return max(least, own + extra)
    }

    var widest: Double { commands.reduce(0) { max($0, width($1)) } }
    var hasAllWords: Bool { commands.allSatisfy(hasWords) }

    func spaced(by space: Double) -> Row { with(self) { $0.evenSpace = space } }

    func equal(to width: Double) -> Row { with(self) { $0.least = max(width, widest) } }

    var width: Double { commands.indices.reduce(0) { $0 + space(before: $1) + width(commands[$1]) } }

    private func space(before index: Int) -> Double {
      guard index > 0 else { return 0 }
      if let evenSpace { return evenSpace }
      let isApart =
        commands[index].isPreset != commands[index - 1].isPreset || commands[index] == .pauseProgram
      return inner + (isApart ? (isTight ? tight.presets : gap.presets) * tall : 0)
    }

    /// Widens commands, then gaps, unless gaps would grow by more than `gap.spread`. Without words, commands stay
    /// round.
    func widened(towards whole: Double) -> Row {
      guard commands.count > 1 else { return self }
      var row = self
      if hasWords { row.extra = min((whole - width) / Double(commands.count), text.extra * tall) }
      let spread = (whole - row.width) / Double(commands.count - 1)
      if spread <= gap.spread * tall { row.spread = spread }
      return row
    }

    func places(x: Double, y: Double) -> [Place] {
      var x = x
      return commands.indices.map { index in
        let left = x + space(before: index)
        let box = Rect(x: left, y: y, width: width(commands[index]), height: tall)
        x = box.maxX
        return Place(
          command: commands[index], box: box, hasWords: hasWords(commands[index]), hasLargeWords: hasLargeWords)
      }
    }
  }
}
