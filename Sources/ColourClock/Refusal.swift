/// Why a request is refused, in one line: an option's value, a command, or data that are not what they should be.
package struct Refusal: Error, Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package init(listing choices: [String]) {
    let quoted = choices.map { "'\($0)'" }
    text = "it takes \(quoted.dropLast().joined(separator: ", ")) or \(quoted.last ?? "")"
  }
}
