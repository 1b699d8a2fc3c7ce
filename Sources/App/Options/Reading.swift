import ArgumentParser
import ColourClock

extension Options {
  /// Parses arguments; every error becomes one line that names the option and the values it takes.
  static func read(_ arguments: [String]) throws(Failure) -> Options {
    do { return try parse(arguments) } catch {
      let text = message(for: error)
      throw exitCode(for: error).isSuccess ? .answered(text) : .usage(oneLine(text))
    }
  }

  private static func oneLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }.joined(separator: " ")
  }
}
