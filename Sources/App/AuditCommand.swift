import ColourClock
import CommandOptions
import ControlProtocol
import System
import XWindow

/// Throws if the wall does not meet WCAG, APCA or ISO 9241-303.
struct AuditCommand {
  private let options: Options
  private let setup: Setup
  private let screen: Screen
  private let typeface: Typeface

  private struct Screen {
    let size: Size
    /// The resolution in pixels per millimetre.
    let resolution: Double
    let name: String
  }

  private struct Finding {
    let title: String
    let text: String
    /// `nil` means that there is no requirement.
    var isMet: Bool?

    var line: String { "\(isMet.map { $0 ? "ok " : "LOW" } ?? "   ")  \(title): \(text)" }
  }

  init(_ words: [String]) throws(ProgramExit) {
    var arguments = try Arguments(words)
    var options = try arguments.options()
    let display = try? Display(options.window.display)
    if let display, try arguments.addResources(from: display, for: options) { options = try arguments.options() }
    try options.check(arguments)
    if let display {
      try options.resolveColours(on: display, arguments)
    } else if case .named = options.ring.colour {
      // Only an X server knows colour names.
      try options.resolveColours(on: .onPrivateServer(), arguments)
    }
    let mode = try arguments.runMode(options)
    screen = AuditCommand.screen(of: options, mode, on: display)
    typeface = try options.openTypeface()
    setup = options.setup(mode)
    self.options = options
    display?.close()
  }

  private static func screen(of options: Options, _ mode: RunMode, on display: Display?) -> Screen {
    var description = WindowDescription()
    description.geometry = options.window.geometry
    func size(on monitor: Size) -> Size { mode.coversMonitors ? monitor : description.size(on: monitor) }
    guard let display else {
      return Screen(
        size: size(on: options.files.size), resolution: Monitor.usualResolution, name: "no X server")
    }
    let monitors = display.presentMonitors
    let monitor = mode.roles(of: monitors).main ?? monitors[0]
    return Screen(size: size(on: monitor.box.size), resolution: monitor.resolution, name: monitor.name)
  }

  func run() throws(ProgramExit) {
    let findings = contrasts + [flashes] + ringContrasts + [phases, hold] + letters
    Process.print(([head] + findings.map(\.line)).joined(separator: "\n"))
    let low = findings.filter { $0.isMet == false }.map(\.title)
    if !low.isEmpty { throw .unable("does not meet level \(level): \(low.joined(separator: ", "))") }
  }

  private var level: String { options.audit.level.rawValue.uppercased() }

  private var head: String {
    let dots = Int((screen.resolution * 25.4).rounded())
    let isAssumed = screen.resolution == Monitor.usualResolution
    return
      "face \(setup.face.name), \(screen.size.width)x\(screen.size.height), \(screen.name), "
      + "\(dots) dpi\(isAssumed ? " assumed" : ""), level \(level)"
  }

  // MARK: What is measured

  /// A night of brightness 0 shows nothing.
  private var nights: [(name: String, isNight: Bool)] {
    [("by day", false)] + (setup.night == nil || setup.night?.brightness == 0 ? [] : [("by night", true)])
  }

  /// Source: WCAG 2.2, 1.4.3 (AA) and 1.4.6 (AAA), for large text.
  private var requiredTextContrast: Double { options.audit.level == .aa ? Colour.leastContrast.large : 4.5 }

  private var contrasts: [Finding] {
    nights.flatMap { name, isNight in
      let audit = ContrastAudit(of: setup, isNight: isNight)
      let share = Int((audit.plated * 100).rounded())
      return [
        Finding(
          title: "contrast \(name)",
          text: "\(tenths(audit.ratio.value)):1 at \(audit.ratio.time), needs \(tenths(requiredTextContrast)):1 "
            + "for large text (WCAG 2.2); small text gets a plate where the contrast is "
            + "under \(tenths(Colour.leastContrast.small)):1, for \(share) % of the day",
          isMet: audit.ratio.value >= requiredTextContrast),
        Finding(
          title: "lightness \(name)",
          text:
            "Lc \(Int(audit.lightnessContrast.value)) at \(audit.lightnessContrast.time), "
            + "needs Lc \(Int(Colour.leastLightnessContrast)) for large text (APCA 0.0.98G-4g)",
          isMet: audit.lightnessContrast.value >= Colour.leastLightnessContrast),
      ]
    }
  }

  private var flashes: Finding {
    let audit = FlashAudit(of: setup, in: screen.size)
    let held = audit.delayed == 0 ? "" : "; the guard delays \(audit.delayed) frames around the hours"
    return Finding(
      title: "flashes",
      text:
        "changes of light \(audit.changes), of red \(audit.redChanges) within a second, allowed \(FlashAudit.limit) "
        + "(WCAG 2.2, 2.3.1); the largest change, at \(audit.hour):00, is "
        + "\(Int((audit.largestStep * 100).rounded())) % of white's light\(held)",
      isMet: max(audit.changes, audit.redChanges) <= FlashAudit.limit)
  }

  /// Source: WCAG 2.2, 1.4.11.
  private static let requiredGraphicsContrast = 3.0

  private var ringContrasts: [Finding] {
    nights.map { name, isNight in
      let audit = SightAudit(of: setup, isNight: isNight)
      let parts = ColourBlindness.allCases.compactMap { sight in
        audit.ring[sight].map { "\(sight.rawValue) \(tenths($0.value)):1 at \($0.time)" }
      }
      return Finding(
        title: "ring \(name)",
        text: "\(parts.joined(separator: ", ")), needs 3:1 (WCAG 2.2; Brettel, Viénot and Mollon 1997)",
        isMet: audit.ring.values.allSatisfy { $0.value >= AuditCommand.requiredGraphicsContrast })
    }
  }

  private var phases: Finding {
    let difference = SightAudit.phaseDifference(of: setup.ring)
    return Finding(
      title: "phases",
      text:
        "the shapes of the two most similar phases differ by \(Int((difference * 100).rounded())) % of their area, "
        + "needs 5 %",
      isMet: difference >= 0.05)
  }

  private var hold: Finding {
    let rules = setup.hold.rules
    let needed = rules.time.inSeconds * (rules.fires == .full ? 1 : rules.fraction)
    return Finding(
      title: "hold", text: "\(tenths(needed)) s, or two presses within \(rules.window.components.seconds) s")
  }

  private var letters: [Finding] {
    let (texts, code) = texts
    let letters = texts.compactMap { text in
      typeface.digitHeight(of: text, in: screen.size).map { (text: text.string, pixels: $0) }
    }.sorted { $0.pixels > $1.pixels }
    let levels = Dictionary(grouping: letters.filter { $0.text != code }) { Int($0.pixels.rounded()) }
      .values.sorted { $0[0].pixels > $1[0].pixels }
    return levels.enumerated().map { index, level in
      let names = level.prefix(4).map { "'\($0.text)'" }.joined(separator: ", ")
      let least = level.map(\.pixels).min() ?? 0
      return Finding(
        title: index == 0 ? "letters" : "letters of level \(index + 1)",
        text: "\(names) \(size(least)) at \(metres), needs \(Int(leastAngle))' (ISO 9241-303)",
        isMet: angle(least) >= leastAngle)
    } + letters.filter { $0.text == code }.map { Finding(title: "code", text: "'\($0.text)' \(size($0.pixels))") }
  }

  /// The angle in minutes of arc. ISO 9241-303 requires 16, and recommends 20 to 22.
  private var leastAngle: Double { options.audit.level == .aa ? 16 : 20 }

  private var texts: (all: [Text], code: String) {
    let moment = Moment(instant: Instant(second: 36_522), uptime: .zero, zone: .utc)
    var scene = Scene(setup, countdowns: options.countdown.started(at: moment))
    _ = scene.handle(fact: .resized(screen.size, resolution: screen.resolution), at: moment)
    let texts = (scene.frame(at: moment)?.items ?? []).compactMap { if case .text(let text) = $0 { text } else { nil } }
    return (texts, scene.shownTime(at: moment).colour)
  }

  private func angle(_ pixels: Double) -> Double {
    VisualAngle.arcMinutes(of: pixels / screen.resolution, at: options.audit.distance * 1000)
  }

  private func size(_ pixels: Double) -> String {
    "\(Int((pixels / screen.resolution).rounded())) mm, \(tenths(angle(pixels)))'"
  }

  private var metres: String { "\(tenths(options.audit.distance)) m" }

  /// Rounds down.
  private func tenths(_ value: Double) -> String { Int(value * 10).asTenths }
}

struct AuditOptions {
  /// The distance in metres.
  var distance = 5.0
  var level = Level.aa

  enum Level: String, CaseIterable { case aa, aaa }

  static let table: [Option] = [
    .value(
      "distance", "length", "For audit: the distance from the wall to its readers, such as 5m, 80cm or 16ft.",
      Value.distance, \.audit.distance, { Value.written($0).map { "\($0)m" } }
    ).withDefault.only(.commandLine),
    .choice("level", "name", "For audit: the level of WCAG that the wall must meet.", \.audit.level).withDefault
      .only(.commandLine),
  ]
}

extension Value {
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
