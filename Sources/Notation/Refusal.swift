/// What is not taken, as an option's value or a command: said as what would be.
package struct Refusal: Error, Equatable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package init(listing choices: [String]) {
    let quoted = choices.map { "'\($0)'" }
    text = "it takes \(quoted.dropLast().joined(separator: ", ")) or \(quoted.last ?? "")"
  }
}
