import ColourClock
import Notation

/// What the wall is measured by: options of `colourclock audit` alone.
struct AuditOptions {
  /// From the wall to its readers, in metres.
  var distance = 5.0
  var level = Level.aa

  /// Those of WCAG 2.2.
  enum Level: String, CaseIterable { case aa, aaa }

  static let table: [Option] = [
    .value(
      "distance", "length", "For audit: how far away the wall is read, such as 5m, 80cm or 16ft.", initially: "5m",
      Value.distance
    ) { $0.audit.distance = $1 }.only(.commandLine),
    .choice("level", "name", "For audit: by which of WCAG's levels it is judged.", of: Level.self, initially: .aa) {
      $0.audit.level = $1
    }.only(.commandLine),
  ]
}

extension Value {
  /// In metres.
  static func distance(_ text: String) throws(Refusal) -> Double {
    let units = [("cm", 0.01), ("ft", 0.3048), ("m", 1)]
    let unit = units.first { text.hasSuffix($0.0) }
    let takes = "it takes 20cm to 500m, such as 5m, 80cm or 16ft"
    let metres =
      try number(0...50_000, String(takes.dropFirst("it takes ".count)))(
        String(text.dropLast(unit?.0.count ?? 0))) * (unit?.1 ?? 1)
    guard (0.2...500).contains(metres) else { throw Refusal(takes) }
    return metres
  }
}
