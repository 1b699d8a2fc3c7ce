import Testing

@testable import ColourClock

@Suite struct TimeSpanTests {
  static let spans: [(String, Int)] = [
    ("90", 90), ("90s", 90), ("1", 1), ("25m", 1500), ("2h", 7200), ("1h30m", 5400), ("1h30m15s", 5415),
    ("1h15s", 3615),
    ("5m30s", 330), ("90m", 5400), ("12:30", 750), ("0:01", 1), ("90:00", 5400), ("1:00:00", 3600),
    ("99:59:59", 359_999),
    ("359999", 359_999), ("007", 7), ("1d", 86_400), ("1d2h", 93_600), ("4d 3h 59m 59s", 359_999), ("1h 30m", 5400),
  ]

  @Test(arguments: spans) func `a span is read as people write it`(text: String, seconds: Int) throws {
    #expect(try TimeSpan.parse(text) == .seconds(seconds))
  }

  static let wrong = [
    "", " ", "m", "h", "25 m", "25M", "-5", "+5", "1.5h", "1h90m", "1m60s", "30m1h", "1h1h", "25m ", "12:3", "12:60",
    "1:60:00", "1:2:03", ":30", "12:", "1:00:00:00", "٢٥", "25min", "1h30", "12345678901", "9999999999s",
    "1d24h", "1h1d", "40d ", "40d  4h", "40 d", "1d 12:30", " 1d", "1d4",
  ]

  @Test(arguments: wrong) func `everything else is refused`(text: String) {
    #expect(throws: Refusal.span) { try TimeSpan.parse(text) }
  }

  @Test(arguments: [("40d", 3_456_000), ("40d 4h", 3_470_400), ("3653d", 315_619_200), ("100h", 360_000), ("1", 1)])
  func `a countdown may have days`(text: String, seconds: Int) throws {
    #expect(try TimeSpan.parse(text, within: TimeSpan.countdowns) == .seconds(seconds))
  }

  @Test(arguments: ["0", "3653d1s", "3654d", "999999999h"]) func `ten years are the most`(text: String) {
    #expect(throws: Refusal.countdownRange) { try TimeSpan.parse(text, within: TimeSpan.countdowns) }
  }

  @Test(arguments: ["0", "0s", "0:00", "0h0m0s", "100h", "100:00:00", "360000", "999999999h"])
  func `what is too short or too long is said so`(text: String) {
    #expect(throws: Refusal.spanRange) { try TimeSpan.parse(text) }
  }
}
