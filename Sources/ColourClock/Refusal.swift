package struct Refusal: Error, Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// Says "it takes 'a', 'b' or 'c'".
  /// - Parameter choices: at least two texts.
  package init(listing choices: [String]) {
    let quoted = choices.map { "'\($0)'" }
    text = "it takes \(quoted.dropLast().joined(separator: ", ")) or \(quoted.last ?? "")"
  }
}
