import TestSupport
import Testing

@testable import ColourClock

/// What is made of a server's list of monitors.
@Suite struct DistinctMonitorsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// In the server's order; the primary one with a star.
    let listed: KeyValuePairs<String, PixelRect>
    /// The same way, with the clones they speak for.
    let kept: [String]
  }

  static let box = MonitorTests.box

  static let cases = [
    Case(testDescription: "one", listed: ["a": box(0, 0, 3000, 1000)], kept: ["a"]),
    Case(
      testDescription: "side by side", listed: ["a": box(2000, 0, 1000, 1000), "b*": box(0, 0, 2000, 1000)],
      kept: ["a", "b*"]),
    Case(
      testDescription: "empty ones",
      listed: ["a": box(0, 0, 0, 0), "b": box(0, 0, 500, 0), "c": box(5, 5, 1, 1), "d": box(0, 0, -3, 7)], kept: ["c"]),
    Case(
      testDescription: "off the screen", listed: ["a": box(3000, 0, 10, 10), "b": box(-10, -10, 10, 10)], kept: []),
    Case(testDescription: "a clone", listed: ["a": box(0, 0, 9, 9), "b": box(0, 0, 9, 9)], kept: ["a b"]),
    Case(
      testDescription: "a primary clone", listed: ["a": box(0, 0, 9, 9), "b*": box(0, 0, 9, 9)], kept: ["b* a"]),
    Case(
      testDescription: "two primary clones", listed: ["a*": box(0, 0, 9, 9), "b*": box(0, 0, 9, 9)], kept: ["a* b"]),
    Case(
      testDescription: "contained", listed: ["a*": box(1, 1, 8, 8), "b": box(0, 0, 9, 9), "c": box(9, 0, 9, 9)],
      kept: ["b* a", "c"]),
    Case(
      testDescription: "nested", listed: ["a": box(0, 0, 3, 3), "b": box(0, 0, 6, 6), "c": box(0, 0, 9, 9)],
      kept: ["c a b"]),
    Case(
      testDescription: "overlapping only", listed: ["a": box(0, 0, 9, 9), "b": box(8, 0, 9, 9)], kept: ["a", "b"]),
    Case(
      testDescription: "clones once clipped", listed: ["a": box(2000, 0, 1000, 1000), "b": box(2000, 0, 1920, 1080)],
      kept: ["a b"]),
    Case(testDescription: "none", listed: [:], kept: []),
  ]

  static func monitors(_ listed: KeyValuePairs<String, PixelRect>) -> [Monitor] {
    listed.enumerated().map { number, entry in
      let isPrimary = entry.key.hasSuffix("*")
      let name = String(isPrimary ? entry.key.dropLast() : entry.key[...])
      return Monitor(name: name, box: entry.value, isPrimary: isPrimary, number: number)
    }
  }

  static func told(_ monitor: Monitor) -> String {
    let clones = monitor.clones.map { " \($0.name)" }.joined()
    return "\(monitor.name)\(monitor.isPrimary ? "*" : "")\(clones)"
  }

  @Test(arguments: cases)
  func monitorsThatCanBeToldApart(_ example: Case) {
    let kept = Self.monitors(example.listed).distinct(on: MonitorTests.screen)
    #expect(kept.map(Self.told) == example.kept)
  }

  @Test func theyAreClippedToTheScreen() {
    let kept = Self.monitors(["a": Self.box(-10, 900, 100, 200)]).distinct(on: MonitorTests.screen)
    #expect(kept.map(\.box) == [Self.box(0, 900, 90, 100)])
  }

  /// Neither the names nor the numbers of others change by what is left out.
  @Test func whoAsksForACloneGetsItsPicture() {
    let listed = Self.monitors(["a": Self.box(0, 0, 9, 9), "b": Self.box(0, 0, 9, 9), "c*": Self.box(9, 0, 9, 9)])
    let kept = listed.distinct(on: MonitorTests.screen)
    let asked = [MonitorChoice.named("b"), .number(1), .number(2), .named("c"), .number(0), .number(3)]
    #expect(asked.map { $0.chosen(from: kept).map(\.name) } == [["a"], ["a"], ["c"], ["c"], ["a"], ["c"]])
  }

  /// Whatever a server says, no monitor that is left lies in another, and every pixel of one it listed is in one left.
  @Test func randomListsLeaveNoClones() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<500 {
      let listed = (0..<Int.random(in: 0...6, using: &random)).map { number in
        let numbers = (0..<4).map { _ in Int.random(in: -1...4, using: &random) }
        return Monitor(
          name: "\(number)", box: Self.box(numbers[0], numbers[1], numbers[2], numbers[3]),
          isPrimary: Bool.random(using: &random), number: number)
      }
      let screen = Size(width: 5, height: 4)
      let kept = listed.distinct(on: screen)
      for one in kept { #expect(!kept.contains { $0 != one && $0.box.contains(one.box) }) }
      for one in listed.map({ $0.box.intersection(PixelRect(screen)) }) where !one.isEmpty {
        #expect(kept.contains { $0.box.contains(one) })
      }
      #expect(kept.map(\.number) == kept.map(\.number).sorted())
      let told: [Monitor] = kept + kept.flatMap(\.clones)
      #expect(Set(told.map(\.number)).count == told.count)
    }
  }
}
