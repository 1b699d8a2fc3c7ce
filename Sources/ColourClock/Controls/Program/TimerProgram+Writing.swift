extension TimerProgram {
  package var line: String { written(between: ", ", gap: "; ") }

  /// The text of a program file.
  package var lines: String { written(between: "\n", gap: "\n\n") + "\n" }

  private func written(between items: String, gap: String) -> String {
    var text = start.map { "at \($0.time.text)\($0.isHeld ? " hold" : "")" } ?? ""
    for (index, block) in blocks.enumerated() {
      // A repeat ends its block; other blocks need a gap.
      let needsGap = index > 0 && blocks[index - 1].count == 1
      text += text.isEmpty ? "" : needsGap ? gap : items
      text += block.steps.map(\.text).joined(separator: items)
      if block.count > 1 { text += "\(items)x\(block.count)" }
    }
    return text
  }
}

extension TimerProgram.Step {
  package var text: String {
    let marks = [isHeld ? "hold" : "", isRest ? "rest" : "", isBetween ? "between" : ""]
    let words = [quotedTitle, length.inUnits] + marks
    let phases = [warn.map { "warn \($0.inUnits)" }, danger.map { "danger \($0.inUnits)" }].compactMap(\.self)
    return (words + phases).filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The title, in quotes if `parse` would misread it.
  private var quotedTitle: String {
    let scalars = title.unicodeScalars
    let last = scalars.split(separator: " ").last.map { String($0) } ?? ""
    // `1s` stands for the length, which `looksLikeRepeat` expects.
    let isPlain =
      !scalars.contains { ",;\"\\".unicodeScalars.contains($0) } && scalars.first != "#" && title != "at"
      && !["warn", "danger"].contains(last)
      && TimerProgram.hint(for: scalars.split(separator: " ").map { String($0) }[...]) == nil
      && !TimerProgram.looksLikeRepeat(scalars.split(separator: " ").map { String($0) } + ["1s"])
    if isPlain { return title }
    let escaped = scalars.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "\"\(String(String.UnicodeScalarView(escaped)))\""
  }
}

extension Duration {
  package var inUnits: String {
    let seconds = components.seconds
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
    return seconds == 0 ? "0s" : parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
  }
}
