import TestSupport
import Testing

@testable import ColourClock

@Suite struct ZoneFileTests {
  /// Berlin as a compiler of zones leaves it when it trusts the footer: local mean time, and one change.
  static let slim = ZoneBytes(
    changes: [(-2_429_830_408, 1)], kinds: [(3208, 0), (3600, 4)], names: "LMT\0CET\0",
    footer: "\nCET-1CEST,M3.5.0,M10.5.0/3\n")

  @Test(arguments: ["2", "3", "4", "5"]) func `the footer rules after the last change`(version: Unicode.Scalar) throws {
    var file = Self.slim
    file.version = UInt8(ascii: version)
    let zone = try ZoneFile.parse(file.bytes + Array("what comes later".utf8))
    #expect(zone.shows(at: -2_429_830_409) == "LMT 23:59:59")
    #expect(zone.shows(at: -2_429_830_408) == "CET 0:6:32")
    #expect(zone.shows(at: 1_774_745_999) == "CET 1:59:59")
    #expect(zone.shows(at: 1_774_746_000) == "CEST 3:0:0")
  }

  @Test func `without changes the footer rules always`() throws {
    var file = Self.slim
    file.changes = []
    let zone = try ZoneFile.parse(file.bytes)
    #expect(zone.shows(at: -5_000_000_000) == "CEST 17:6:40")
    #expect(zone.shows(at: 1_774_746_000) == "CEST 3:0:0")
  }

  @Test func `version 1 has one block and no footer`() throws {
    var file = Self.slim
    file.version = 0
    file.changes = [(-1_000_000_000, 1)]
    let zone = try ZoneFile.parse(file.bytes)
    #expect(zone.shows(at: -1_000_000_001) == "LMT 23:6:47")
    #expect(zone.shows(at: 1_774_746_000) == "CET 2:0:0")
  }

  @Test func `the 32-bit block of a real file is a zone of version 1`() throws {
    var bytes = try CLibrary.zoneFile("Europe/Berlin")
    let whole = try ZoneFile.parse(bytes)
    bytes[4] = 0
    let zone = try ZoneFile.parse(bytes)
    for second in stride(from: Int64(-1_600_000_000), to: 2_100_000_000, by: 9_999_999) {
      #expect(zone.civil(at: second) == whole.civil(at: second))
    }
  }

  @Test func `a leap second may be left out, and a table may end`() throws {
    let zone = try ZoneFile.parse(
      ZoneBytes(version: UInt8(ascii: "4"), leapSeconds: [(86_400, 1), (8_640_000, 0), (11_059_199, 0)]).bytes)
    let shown = (86_398...86_402).map { zone.shows(at: $0) }
    #expect(shown == ["UTC 23:59:58", "UTC 23:59:59", "UTC 23:59:60", "UTC 0:0:0", "UTC 0:0:1"])
    let later = [8_639_999, 8_640_000, 9_000_000].map { zone.shows(at: $0) }
    #expect(later == ["UTC 23:59:58", "UTC 0:0:0", "UTC 4:0:0"])
    let omitted = zone.civil(at: 8_639_999).date
    #expect(zone.second(on: omitted, hour: 23, minute: 59, second: 58) == 8_639_999)
    #expect(zone.second(on: omitted, hour: 23, minute: 59, second: 59) == 8_640_000)
  }

  @Test func `a table of leap seconds may lack its beginning`() throws {
    let zone = try ZoneFile.parse(ZoneBytes(leapSeconds: [(86_426, 27), (8_640_027, 28)]).bytes)
    #expect([86_426, 86_427].map { zone.shows(at: $0) } == ["UTC 23:59:59", "UTC 0:0:0"])
    #expect([8_640_027, 8_640_028].map { zone.shows(at: $0) } == ["UTC 23:59:60", "UTC 0:0:0"])
  }

  /// Changes count leap seconds, the rule of a footer does not.
  @Test func `with leap seconds the footer holds for what the wall shows`() throws {
    var file = Self.slim
    file.leapSeconds = [(86_400, 1)]
    let zone = try ZoneFile.parse(file.bytes)
    #expect([1_774_746_000, 1_774_746_001].map { zone.shows(at: $0) } == ["CET 1:59:59", "CEST 3:0:0"])
  }

  static let damaged: [(Refusal, ZoneBytes)] = [
    (.malformed("unknown version"), ZoneBytes(version: UInt8(ascii: "1"))),
    (.malformed("no kind of local time"), ZoneBytes(kinds: [])),
    (.malformed("a change to an unknown kind of local time"), ZoneBytes(changes: [(0, 1)])),
    (.malformed("changes out of order"), ZoneBytes(changes: [(0, 0), (0, 0)])),
    (.malformed("an offset of more than a day"), ZoneBytes(kinds: [(.min, 0)])),
    (.malformed("a name without an end"), ZoneBytes(names: "UTC")),
    (.malformed("a name without an end"), ZoneBytes(kinds: [(0, 200)])),
    (.malformed("a name with odd characters"), ZoneBytes(names: "U\u{1b}C\0")),
    (.malformed("leap seconds out of order"), ZoneBytes(leapSeconds: [(9, 1), (9, 2)])),
    (.malformed("an odd leap second"), ZoneBytes(leapSeconds: [(-1, 1)])),
    (.malformed("an odd leap second"), ZoneBytes(leapSeconds: [(0, 1), (9_000_000, 3)])),
    (.malformed("an odd leap second"), ZoneBytes(leapSeconds: [(0, 2), (2_419_198, 1)])),
    (.malformed("an odd leap second"), ZoneBytes(leapSeconds: [(0, -531_726_878)])),
    (.malformed("an odd leap second"), ZoneBytes(leapSeconds: [(0, 1001)])),
    (.malformed("an odd leap second"), ZoneBytes(leapSeconds: [(0, 1), (9_000_000, 1), (99_000_000, 2)])),
    (.malformed("no footer where one should be"), ZoneBytes(footer: "UTC0\n")),
    (.truncated("footer"), ZoneBytes(footer: "\nUTC0")),
    (.rule("CET", problem: "needs an hour of 0 to 24"), ZoneBytes(footer: "\nCET\n")),
  ]

  @Test(arguments: damaged) func `damage is found`(error: Refusal, file: ZoneBytes) {
    #expect(throws: error) { try ZoneFile.parse(file.bytes) }
  }

  @Test func `what is no time zone file says so`() {
    #expect(throws: Refusal.notZoneData) { try ZoneFile.parse(Array("GIF89a".utf8)) }
    #expect(throws: Refusal.truncated("header")) { try ZoneFile.parse([]) }
    #expect(Refusal.truncated("header").text.contains("tzdata"))
  }

  @Test(arguments: ["Asia/Kolkata", "right/UTC", "Pacific/Apia"])
  func `no beginning of a file is a zone`(name: String) throws {
    let bytes = try CLibrary.zoneFile(name)
    for count in bytes.indices {
      #expect(zone(of: Array(bytes[..<count])) == nil)
    }
  }

  /// Mostly an error, at times another zone, which then has to work as one.
  @Test(arguments: ["Asia/Kolkata", "right/UTC", "Pacific/Apia", "Europe/Berlin"])
  func `a flipped bit does no harm`(name: String) throws {
    let bytes = try CLibrary.zoneFile(name)
    var random = SeededRandom(seed: 1)
    var refused = 0
    for _ in 0..<150 {
      var damaged = bytes
      damaged[.random(in: damaged.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      guard let zone = zone(of: damaged) else {
        refused += 1
        continue
      }
      for second in [.min, -3_000_000_000, 0, 1_483_228_826, 1_774_746_000, 5_000_000_000, Int64.max] {
        let wall = zone.civil(at: second)
        #expect((-90_000...94_000).contains(wall.utcOffset))
        #expect(zone.second(of: wall) != nil)
      }
    }
    #expect(refused > 0)
  }

  /// `nil` for a `Refusal`; there is no other.
  private func zone(of bytes: [UInt8]) -> Zone? {
    do throws(Refusal) { return try ZoneFile.parse(bytes) } catch { return nil }
  }
}

extension Zone {
  /// Abbreviation and time.
  func shows(at second: Int64) -> String {
    let civil = civil(at: second)
    return "\(civil.abbreviation) \(civil.hour):\(civil.minute):\(civil.second)"
  }
}
