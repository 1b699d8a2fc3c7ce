/// The reason why a value, a command or data is refused, in one line.
package struct Refusal: Error, Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// A refusal such as "it takes 'a', 'b' or 'c'".
  /// - Parameter choices: at least two.
  package init(listing choices: [String]) {
    let quoted = choices.map { "'\($0)'" }
    text = "it takes \(quoted.dropLast().joined(separator: ", ")) or \(quoted.last ?? "")"
  }
}
