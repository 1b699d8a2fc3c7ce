import Testing

@testable import ColourClock

/// Which monitors there are, and what each of them shows.
@Suite struct MonitorTests {
  static let screen = Size(width: 3000, height: 1000)

  static func box(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: x, y: y, size: Size(width: width, height: height))
  }

  /// A row of monitors of a thousand pixels: their names, the primary one with a star.
  static func row(_ names: String) -> [Monitor] {
    names.split(separator: " ").enumerated().map { number, name in
      let isPrimary = name.hasSuffix("*")
      return Monitor(
        name: String(isPrimary ? name.dropLast() : name), box: box(number * 1000, 0, 1000, 1000), isPrimary: isPrimary,
        number: number)
    }
  }

  /// Some monitors report their aspect ratio as their size. A rotated one swaps it.
  @Test(arguments: [(1920, 1080, 160, 90), (1080, 1920, 90, 160), (1080, 1920, 9, 16)])
  func anAspectRatioIsNoSize(width: Int, height: Int, across: Int, down: Int) {
    let size = Size(width: across, height: down)
    #expect(Monitor.resolution(of: Size(width: width, height: height), millimetres: size) == Monitor.usualResolution)
  }

  @Test(arguments: [
    ("all", MonitorChoice.all), ("primary", .primary), ("0", .number(0)), ("12", .number(12)), ("007", .number(7)),
    ("HDMI-1", .named("HDMI-1")), ("+1", .named("+1")), ("-1", .named("-1")), ("1.5", .named("1.5")),
    ("Primary", .named("Primary")), ("٣", .named("٣")), ("left one", .named("left one")),
  ])
  func choicesAreRead(text: String, choice: MonitorChoice) {
    #expect(MonitorChoice(text) == choice)
    #expect(MonitorChoice(choice.description) == choice)
  }

  @Test(arguments: [
    (MonitorChoice.all, false), (.primary, false), (.named("b"), false), (.named("B"), true), (.number(1), false),
    (.number(2), true),
  ])
  func oneThatIsNotThereIsMissed(choice: MonitorChoice, isMissing: Bool) {
    #expect(choice.isMissing(in: MonitorTests.row("a* b")) == isMissing)
  }

  @Test(arguments: ["", "99999999999999999999"])
  func otherTextsAreNoChoice(text: String) { #expect(MonitorChoice(text) == nil) }

  @Test(arguments: [
    ("a b* c", MonitorChoice.all, "a b c"), ("a b* c", .primary, "b"), ("a b c", .primary, "a"),
    ("a b* c", .named("c"), "c"), ("a b* c", .named("gone"), "b"), ("a b c", .named("gone"), "a"),
    ("a b* c", .number(0), "a"), ("a b* c", .number(2), "c"), ("a b* c", .number(3), "b"),
    ("a b* c", .named("A"), "b"), ("", .all, ""), ("", .primary, ""), ("", .named("a"), ""), ("", .number(0), ""),
  ])
  func theChosenOnes(monitors: String, choice: MonitorChoice, chosen: String) {
    #expect(choice.chosen(from: Self.row(monitors)).map(\.name).joined(separator: " ") == chosen)
  }

  @Test func aWishOutlivesItsMonitor() {
    let wish = MonitorChoice.named("tv")
    let (with, without) = (Self.row("laptop* tv"), Self.row("laptop*"))
    #expect([with, without, with].map { wish.chosen(from: $0).map(\.name) } == [["tv"], ["laptop"], ["tv"]])
  }

  @Test(arguments: [
    (MonitorChoice.primary, OtherMonitors.black, "a:black b:whole c:black"),
    (.primary, .colour, "a:colour b:whole c:colour"), (.primary, .leave, "b:whole"),
    (.number(0), .black, "a:whole b:black c:black"), (.named("gone"), .leave, "b:whole"),
    (.all, .black, "a:whole b:whole c:whole"), (.all, .leave, "a:whole b:whole c:whole"),
  ])
  func roles(choice: MonitorChoice, others: OtherMonitors, expected: String) {
    let roles = MonitorRoles(choice, others: others, of: Self.row("a b* c"))
    #expect(roles.parts.map { "\($0.monitor.name):\($0.role)" }.joined(separator: " ") == expected)
  }

  @Test func optionsNameWhatBecomesOfTheOthers() {
    #expect(OtherMonitors.allCases.map(\.rawValue) == ["black", "colour", "leave"])
  }
}
