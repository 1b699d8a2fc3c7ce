import ColourClock

/// Writes CSV (RFC 4180) with a header. Lines end with LF.
enum ValueTable {
  static func text(of laps: [Scene.LapReport]) -> String {
    text([["lap", "split", "total"]] + laps.map { ["\($0.number)", hundredths($0.split), hundredths($0.total)] })
  }

  /// `program import` would take a column `start` for planned starts.
  static func text(of steps: [Scene.OrderReport], isPlanned: Bool) -> String {
    text(
      [
        [
          "number", isPlanned ? "start" : "expected start", "title", "length (s)", "hold", "state", "warn (s)",
          "danger (s)",
        ]
      ]
        + steps.map { step in
          [
            "\(step.step)", step.start ?? "", FormulaMark.added(to: step.title), "\(Int(step.length))",
            step.isHeld ? "hold" : "",
            step.state,
            step.warn.map { "\(Int($0))" } ?? "", step.danger.map { "\(Int($0))" } ?? "",
          ]
        })
  }

  static func text(of countdowns: [Scene.CountdownReport]) -> String {
    text(
      [["id", "title", "state", "remaining", "length", "ends"]]
        + countdowns.map {
          [
            "\($0.id)", FormulaMark.added(to: $0.title), $0.state, hundredths($0.remaining), hundredths($0.length),
            $0.ends ?? "",
          ]
        })
  }

  private static func text(_ rows: [[String]]) -> String {
    rows.map { $0.map(quoted).joined(separator: ",") }.joined(separator: "\n")
  }

  /// No value has a line break.
  private static func quoted(_ value: String) -> String {
    guard value.utf8.contains(where: { [UInt8(ascii: ","), UInt8(ascii: "\"")].contains($0) }) else { return value }
    // Compares bytes: a quote with a combining character is another `Character`.
    let quote = UInt8(ascii: "\"")
    let doubled = value.utf8.flatMap { $0 == quote ? [quote, quote] : [$0] }
    return "\"\(String(decoding: doubled, as: UTF8.self))\""
  }

  /// Rounds towards zero. The value is negative after a countdown's end.
  static func hundredths(_ seconds: Double) -> String {
    let count = Int(abs(seconds) * 100 + 1e-4)
    return "\(seconds < 0 && count > 0 ? "-" : "")\(count / 100).\(count / 10 % 10)\(count % 10)"
  }
}
