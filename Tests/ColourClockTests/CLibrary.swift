import Glibc

@testable import ColourClock

/// The C library's idea of local time, and the files it has it from. Only one test at a time may use it.
enum CLibrary {
  /// Makes `tz` the time zone of the process for as long as `body` runs.
  static func with<Result>(tz: String, _ body: () throws -> Result) rethrows -> Result {
    let before = unsafe getenv("TZ").map { unsafe String(cString: $0) }
    defer { set(before ?? ":/etc/localtime") }
    set(tz)
    return try body()
  }

  /// The variable is never taken away: as it comes again the environment would move, while another test starts a
  /// program with it.
  private static func set(_ tz: String) {
    unsafe setenv("TZ", tz, 1)
    tzset()
  }

  private static func localTime(_ second: Int64) -> tm {
    var second = time_t(second)
    var parts = unsafe tm()
    unsafe localtime_r(&second, &parts)
    return unsafe parts
  }

  static func civil(at second: Int64) -> Civil {
    let parts = unsafe localTime(second)
    return unsafe Civil(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday), hour: Int(parts.tm_hour),
      minute: Int(parts.tm_min), second: Int(parts.tm_sec), weekday: Int(parts.tm_wday), utcOffset: parts.tm_gmtoff,
      abbreviation: String(cString: parts.tm_zone))
  }

  /// The seconds at which offset or name change. Changes less than 20 days apart may escape.
  static func changes(in seconds: ClosedRange<Int64>) -> [Int64] {
    let step: Int64 = 20 * 86_400
    var changes: [Int64] = []
    var offset = Offset(at: seconds.lowerBound)
    for end in stride(from: seconds.lowerBound + step, through: seconds.upperBound, by: Int64.Stride(step)) {
      let next = Offset(at: end)
      if next != offset { changes.append(change(from: offset, between: end - step, and: end)) }
      offset = next
    }
    return changes
  }

  private static func change(from offset: Offset, between start: Int64, and end: Int64) -> Int64 {
    var low = start
    var high = end
    while high - low > 1 {
      let middle = (low + high) / 2
      if Offset(at: middle) == offset { low = middle } else { high = middle }
    }
    return high
  }

  /// The offset from UTC at a second, and where the library keeps its name, each name in one place.
  private struct Offset: Equatable {
    let seconds: Int
    let name: Int

    init(at second: Int64) {
      let parts = unsafe localTime(second)
      unsafe seconds = parts.tm_gmtoff
      unsafe name = Int(bitPattern: parts.tm_zone)
    }
  }

  /// The inserted seconds that a zone below right/ has: they come at the end of June or December.
  static func leapSeconds() -> [Int64] {
    let monthEnds = (1972...2026).flatMap { year in
      [GregorianDate(year: year, month: 7, day: 1), GregorianDate(year: year + 1, month: 1, day: 1)]
    }
    return monthEnds.compactMap { $0.map { Int64($0.dayNumber) * 86_400 } }
      .flatMap { midnight in (0...30).map { midnight + $0 } }
      .filter { unsafe localTime($0).tm_sec == 60 }
  }

  /// The bytes of a file below /usr/share/zoneinfo.
  static func zoneFile(_ name: String) throws -> [UInt8] {
    guard let file = unsafe fopen("/usr/share/zoneinfo/\(name)", "r") else { throw MissingZone(name: name) }
    defer { unsafe fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe fread($0.baseAddress, 1, $0.count, file) }
    return Array(bytes[..<count])
  }
}

struct MissingZone: Error, CustomStringConvertible {
  let name: String
  var description: String {
    "no /usr/share/zoneinfo/\(name): install the package tzdata, and for right/ also tzdata-legacy where there is one"
  }
}
