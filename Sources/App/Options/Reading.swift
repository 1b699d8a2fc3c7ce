import ArgumentParser
import ColourClock

extension Options {
  /// Parses arguments; every error becomes one line that names the option and the values it takes.
  static func read(_ arguments: [String]) throws(Failure) -> Options {
    do { return try parse(arguments.map(withTwoDashes)) } catch {
      let text = message(for: error)
      throw exitCode(for: error).isSuccess ? .answered(text) : .usage(oneLine(text))
    }
  }

  /// Hosts of screensavers and X users write long options with one dash.
  private static func withTwoDashes(_ argument: String) -> String {
    let name = argument.dropFirst()
    guard argument.hasPrefix("-"), name.count > 1, name.first?.isLetter == true else { return argument }
    return "-" + argument
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }.joined(separator: " ")
  }
}

extension Substring {
  /// Without the blanks around it.
  var trimmed: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
