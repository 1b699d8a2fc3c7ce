import Glibc

@testable import ColourClock

/// Local times by the C library, to compare with, and its zone files. Only one test at a time may use it.
enum CLibrary {
  /// Runs `body` with `tz` as the time zone of the process.
  static func with<Result>(tz: String, _ body: () throws -> Result) rethrows -> Result {
    let before = unsafe getenv("TZ").map { unsafe String(cString: $0) }
    defer { set(before ?? ":/etc/localtime") }
    set(tz)
    return try body()
  }

  /// Sets the variable TZ. It is never removed: adding it again would move the environment in memory, while another
  /// test may be starting a program with it.
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

  /// The seconds at which the offset or its name changes. Two changes within 20 days may be missed.
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

  /// The offset from UTC at a second, and its name.
  private struct Offset: Equatable {
    let seconds: Int
    /// The address of the name. The library stores each name only once.
    let name: Int

    init(at second: Int64) {
      let parts = unsafe localTime(second)
      unsafe seconds = parts.tm_gmtoff
      unsafe name = Int(bitPattern: parts.tm_zone)
    }
  }

  /// The leap seconds of the present zone, which must be one below `right/`. They are at the end of June or December.
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
