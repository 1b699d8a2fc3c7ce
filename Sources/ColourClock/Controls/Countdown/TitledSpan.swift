/// The value of an option, such as `8m` or `Pasta=8m`.
package struct TitledSpan: Hashable, Sendable {
  /// Empty means the set-up's title.
  package let title: String
  package let length: Duration

  package init(_ title: String, _ length: Duration) { (self.title, self.length) = (title, length) }

  package static func parse(_ text: String) throws(Refusal) -> TitledSpan {
    let scalars = text.unicodeScalars
    // A title may contain `=`.
    guard let sign = scalars.lastIndex(of: "=") else { return TitledSpan("", try length(of: text)) }
    let title = Feed.line(of: String(scalars[..<sign]))
    guard let title, title.count <= Countdown.longestTitle else {
      throw Refusal("a countdown's title has 1 to \(Countdown.longestTitle) characters, such as in Pasta=8m")
    }
    return TitledSpan(title, try length(of: String(scalars[scalars.index(after: sign)...])))
  }

  private static func length(of text: String) throws(Refusal) -> Duration {
    try TimeSpan.parse(String(text.drop { $0 == " " }), within: TimeSpan.countdowns)
  }

  package func started(overtime: Bool, at moment: Moment) -> Countdown {
    var countdown = Countdown(Countdown.Rules(period: length, overtime: overtime))
    if !title.isEmpty { countdown.title = title }
    countdown.start(at: moment)
    return countdown
  }
}
