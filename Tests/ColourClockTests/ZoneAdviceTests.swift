import TestSupport
import Testing

@testable import ColourClock

/// What is said of a zone's name that is unknown, or that means the opposite of what its writer meant.
@Suite struct ZoneAdviceTests {
  /// Some of the world, by rules of their own.
  private static let world = [
    "Asia/Kolkata": "IST-5:30", "Asia/Colombo": "<+0530>-5:30", "Asia/Tokyo": "JST-9",
    "Asia/Jerusalem": "IST-2IDT,M3.4.4/26,M10.5.0",
    "Europe/Dublin": "GMT0IST,M3.5.0/1,M10.5.0", "Europe/Berlin": "CET-1CEST,M3.5.0,M10.5.0/3",
    "America/New_York": "EST5EDT,M3.2.0,M11.1.0",
    "America/Bogota": "<-05>5", "America/Panama": "EST5", "Africa/Lagos": "WAT-1", "Asia/Karachi": "PKT-5",
    "America/St_Johns":
      "NST3:30NDT,M3.2.0,M11.1.0", "Asia/Ho_Chi_Minh": "<+07>-7", "America/Indiana/Knox": "CST6CDT,M3.2.0,M11.1.0",
  ]

  private func advice(places: [String] = ["Asia/Kolkata"] + world.keys.sorted()) -> ZoneAdvice {
    ZoneAdvice(names: Self.world.keys.sorted() + ["Etc/GMT+5", "GMT"], places: places, at: newYear) { name in
      Self.world[name].flatMap { try? ZoneRule($0) }.map { Zone(rule: $0) }
    }
  }

  @Test(
    arguments: [
      (
        "GMT+5:30",
        "'GMT+5:30' means 5:30 h behind UTC (POSIX reverses the sign); 5:30 h ahead of UTC is UTC-5:30 or Asia/Kolkata"
      ),
      (
        "UTC+5:30",
        "'UTC+5:30' means 5:30 h behind UTC (POSIX reverses the sign); 5:30 h ahead of UTC is UTC-5:30 or Asia/Kolkata"
      ),
      ("utc5", "'utc5' means 5 h behind UTC (POSIX reverses the sign); 5 h ahead of UTC is UTC-5 or Asia/Karachi"),
      ("UTC-5", "'UTC-5' means 5 h ahead of UTC (POSIX reverses the sign); 5 h behind UTC is UTC+5 or America/Bogota"),
      (
        "IST+5:30",
        "'IST+5:30' means 5:30 h behind UTC (POSIX reverses the sign); 5:30 h ahead of UTC is UTC-5:30 or Asia/Kolkata"
      ),
      ("CET+1", "'CET+1' means 1 h behind UTC (POSIX reverses the sign); 1 h ahead of UTC is UTC-1 or Africa/Lagos"),
      // Nobody is as far behind as India is ahead; the rest says what it means.
      ("UTC-5:30", nil), ("UTC-9", nil), ("<+0530>-5:30", nil), ("UTC+0", nil), ("UTC0", nil), ("EST+5", nil),
      ("EST5", nil),
      ("PKT-5", nil), ("XYZ+5", nil), ("CET-1CEST,M3.5.0,M10.5.0/3", nil), ("EST5EDT", nil), ("Asia/Kolkata", nil),
      ("", nil),
    ] as [(String, String?)])
  func otherReading(text: String, said: String?) {
    #expect(advice().otherReading(of: text) == said)
  }

  /// Without a database there is no place to name, and all is doubtful.
  @Test func withoutADatabase() {
    let advice = ZoneAdvice(names: [], places: [], at: newYear) { _ in nil }
    #expect(advice.otherReading(of: "UTC+5:30")?.hasSuffix("5:30 h ahead of UTC is UTC-5:30") == true)
    #expect(advice.near("Asia/New_Delhi") == [] && advice.near("UTC+0530") == ["UTC-5:30"])
  }

  @Test(
    arguments: [
      ("Asia/New_Delhi", ["Asia/Kolkata"]), ("New Delhi", ["Asia/Kolkata"]), ("Europe/Frankfurt", ["Europe/Berlin"]),
      ("IST", ["Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin"]),
      ("ist", ["Asia/Kolkata", "Asia/Jerusalem", "Europe/Dublin"]),
      ("europe/berlin", ["Europe/Berlin"]), ("EUROPE/BERLIN", ["Europe/Berlin"]),
      ("America/New York", ["America/New_York"]),
      ("america/st-johns", ["America/St_Johns"]), ("Berlin", ["Europe/Berlin"]), ("Asia/Berlin", ["Europe/Berlin"]),
      ("Europe/Berln", ["Europe/Berlin"]), ("Asia/Tokio", ["Asia/Tokyo"]), ("Knox", ["America/Indiana/Knox"]),
      ("Asia/Minh", ["Asia/Ho_Chi_Minh"]), ("gmt", ["GMT"]),
      ("UTC+0530", ["UTC-5:30", "Asia/Kolkata"]), ("+05:30", ["UTC-5:30", "Asia/Kolkata"]),
      ("GMT -5", ["UTC+5", "America/Bogota"]), ("UTC+05.30", ["UTC-5:30", "Asia/Kolkata"]),
      ("UTC+10.5", []), ("UTC+5.5", []), ("UTC+1:5", []), ("UTC+1:0:5", []), ("UTC+105:30", []),
      ("+99", []), ("UTC++5", []), ("Mars/Olympus", []), ("", []), ("/", []), ("Utopia/Capital", []), ("x", []),
    ])
  func near(text: String, names: [String]) {
    let found = advice().near(text)
    // Of IST, those of one distance by their names.
    #expect(Set(found) == Set(names) && found.count <= 3)
    if names.count == 1 { #expect(found == names) }
  }

  /// Whatever is written: at most three names, all of which there are, and no crash.
  @Test func randomNames() {
    var random = SeededRandom(seed: 8)
    let advice = advice()
    let letters = Array("AaBbeilnrsTtUC/+-:_ 0359\u{301}\u{df}")
    for _ in 0..<3000 {
      let text = String(
        (0..<Int.random(in: 0...14, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
      let names = advice.near(text)
      #expect(
        names.count <= 3
          && names.allSatisfy { Self.world[$0] != nil || $0.hasPrefix("UTC") || $0 == "GMT" || $0 == "Etc/GMT+5" })
      if let said = advice.otherReading(of: text) {
        #expect(said.hasPrefix("'\(text)' is ") && (try? ZoneRule(text)) != nil)
      }
    }
  }
}
