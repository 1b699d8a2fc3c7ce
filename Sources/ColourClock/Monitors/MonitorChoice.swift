/// Which monitors the clock is wanted on. It outlives their coming and going.
package enum MonitorChoice: Hashable, Sendable {
  case all
  case primary
  case named(String)
  /// By the server's order, from 0.
  case number(Int)

  /// Reads an option's value; `nil` if it is empty or no number there could be. Digits are a number, all else a name.
  package init?(_ text: String) {
    switch text {
    case "": return nil
    case "all": self = .all
    case "primary": self = .primary
    case _ where text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }:
      guard let number = Int(text) else { return nil }
      self = .number(number)
    default: self = .named(text)
    }
  }

  /// Those of the monitors there are. One that is not there now is stood in for by the primary one, if there is any.
  package func chosen(from monitors: [Monitor]) -> [Monitor] {
    let primary = monitors.first(where: \.isPrimary) ?? monitors.first
    return switch self {
    case .all: monitors
    case .primary: primary.map { [$0] } ?? []
    case .named, .number: asked(from: monitors) ?? Self.primary.chosen(from: monitors)
    }
  }

  /// Whether it is one that is not there now.
  package func isMissing(in monitors: [Monitor]) -> Bool {
    switch self {
    case .all, .primary: false
    case .named, .number: asked(from: monitors) == nil
    }
  }

  private func asked(from monitors: [Monitor]) -> [Monitor]? {
    switch self {
    case .all, .primary: nil
    case .named(let name): monitors.one { $0.name == name }
    case .number(let number): monitors.one { $0.number == number }
    }
  }
}

extension MonitorChoice: CustomStringConvertible {
  /// As the option takes it.
  package var description: String {
    switch self {
    case .all: "all"
    case .primary: "primary"
    case .named(let name): name
    case .number(let number): "\(number)"
    }
  }
}

extension [Monitor] {
  /// The monitor that meets a condition, itself rather than by one of its clones.
  fileprivate func one(_ condition: (Monitor) -> Bool) -> [Monitor]? {
    let found = first(where: condition) ?? first { $0.clones.contains(where: condition) }
    return found.map { [$0] }
  }
}
