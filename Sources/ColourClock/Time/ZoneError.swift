/// Why data or a rule do not make a time zone.
package enum ZoneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The data do not begin as time zone data do.
  case notZoneData
  /// The data end within the part named.
  case truncated(String)
  /// The data contradict themselves or RFC 9636, as said.
  case malformed(String)
  /// The text of a rule, and what is wrong with it.
  case rule(String, problem: String)

  /// One line: what is wrong and what helps.
  package var description: String {
    switch self {
    case .notZoneData: "not time zone data (they would begin with TZif): choose a file below /usr/share/zoneinfo"
    case .truncated(let part): "the time zone data end within the \(part): install the package tzdata again"
    case .malformed(let what): "the time zone data are damaged (\(what)): install the package tzdata again"
    case .rule(let text, let problem):
      "the time zone rule \(text.debugDescription) \(problem): write it like CET-1CEST,M3.5.0,M10.5.0/3"
    }
  }
}
