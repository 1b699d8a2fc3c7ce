/// This is slow, because it reads many zones: use it only for messages.
package struct ZoneAdvice {
  private let names: [String]
  /// One place for each area whose clocks agree since 1970 (zone1970.tab), or else all names with a slash.
  private let places: [String]
  private let second: Int64
  private let zone: (String) -> Zone?

  package init(names: [String], places: [String], at second: Int64, zone: @escaping (String) -> Zone?) {
    (self.names, self.second, self.zone) = (names, second, zone)
    self.places = places.isEmpty ? names.filter { $0.contains("/") && !$0.hasPrefix("Etc/") }.sorted() : places
  }

  private static let most = 3

  // MARK: The other reading of an offset

  /// A note for a name such as `UTC+5:30`: POSIX takes the offset as behind UTC, but most people mean ahead of UTC.
  /// `nil` if no place has the other offset.
  package func otherReading(of text: String) -> String? {
    guard let rule = try? ZoneRule(text), rule.daylight == nil, !text.hasPrefix("<") else { return nil }
    let (offset, name) = (rule.standard.seconds, rule.standard.abbreviation.uppercased())
    guard offset != 0 else { return nil }
    if ZoneAdvice.universal.contains(name) {
      guard places.isEmpty || places.contains(where: { offsets(of: $0)?.contains(-offset) == true }) else { return nil }
    } else {
      // There is no note for EST+5 (EST is behind UTC) and XYZ+5 (no place uses XYZ).
      let known = places.flatMap { times(of: $0) }.filter { $0.abbreviation == name }.map(\.utcOffset)
      guard known.contains(-offset), !known.contains(offset) else { return nil }
    }
    let (here, there) = offset < 0 ? ("behind", "ahead of") : ("ahead of", "behind")
    let span = ZoneAdvice.span(offset)
    let others = alternatives(for: -offset).joined(separator: " or ")
    return "'\(text)' means \(span) h \(here) UTC (POSIX reverses the sign); \(span) h \(there) UTC is \(others)"
  }

  private static let universal = ["UTC", "GMT", "UCT"]

  private func alternatives(for offset: Int) -> [String] {
    let place =
      places.first { offsets(of: $0) == [offset] } ?? places.first { times(of: $0).first?.utcOffset == offset }
    return ["UTC\(offset > 0 ? "-" : "+")\(ZoneAdvice.span(offset))"] + (place.map { [$0] } ?? [])
  }

  private static func span(_ offset: Int) -> String {
    let seconds = abs(offset)
    let parts = seconds % 60 == 0 ? [seconds / 60 % 60] : [seconds / 60 % 60, seconds % 60]
    return "\(seconds / 3600)" + (seconds % 3600 == 0 ? "" : parts.map(\.afterColon).joined())
  }

  private func times(of name: String) -> [Civil] {
    zone(name).map { zone in [second, second + ZoneAdvice.halfYear].map { zone.civil(at: $0) } } ?? []
  }

  private static let halfYear: Int64 = 15_768_000

  private func offsets(of name: String) -> Set<Int>? {
    let offsets = Set(times(of: name).map(\.utcOffset))
    return offsets.isEmpty ? nil : offsets
  }

  // MARK: Near names

  /// The names nearest to `text`, best first; for an offset, its other spellings.
  package func near(_ text: String) -> [String] {
    let wanted = Wanted(text)
    if let offset = wanted.offset { return alternatives(for: offset) }
    var found: [(distance: Int, name: String)] = names.compactMap { name in
      wanted.distance(to: name).map { ($0, name) }
    }
    if let place = ZoneAdvice.place(ofCity: wanted.city), names.contains(place) { found.append((1, place)) }
    if !text.contains("/"), (2...5).contains(text.utf8.count) {
      found += places.filter { times(of: $0).contains { $0.abbreviation == text.uppercased() } }.map { (2, $0) }
    }
    if found.contains(where: { $0.distance == 0 }) { found.removeAll { $0.distance > 0 } }
    var seen: Set<String> = []
    return found.sorted { $0 < $1 }.map(\.name)
      .filter { seen.insert($0).inserted }.prefix(ZoneAdvice.most).map(\.self)
  }

  private static let cities = [
    "Asia/Kolkata": "delhi new_delhi mumbai bombay bangalore bengaluru chennai hyderabad pune ahmedabad",
    "Europe/Berlin": "frankfurt munich münchen hamburg cologne köln stuttgart bonn",
    "Europe/Zurich": "geneva bern basel lausanne zürich", "Europe/Rome": "milan milano turin naples florence venice",
    "Europe/Madrid": "barcelona valencia seville", "Europe/Paris": "lyon marseille toulouse nice bordeaux",
    "Europe/Amsterdam": "rotterdam the_hague utrecht eindhoven", "Europe/Brussels": "antwerp ghent",
    "Europe/London": "edinburgh manchester glasgow birmingham cardiff", "Europe/Warsaw": "krakow gdansk wroclaw",
    "Europe/Moscow": "st_petersburg saint_petersburg", "Europe/Istanbul": "ankara izmir",
    "Asia/Shanghai": "beijing peking shenzhen guangzhou tianjin wuhan", "Asia/Tokyo": "osaka kyoto yokohama nagoya",
    "Asia/Jerusalem": "haifa", "Asia/Dubai": "abu_dhabi", "Asia/Karachi": "islamabad lahore",
    "Asia/Ho_Chi_Minh": "hanoi", "Asia/Riyadh": "jeddah mecca", "Africa/Johannesburg": "cape_town pretoria durban",
    "America/New_York": "washington boston atlanta miami philadelphia orlando",
    "America/Chicago": "houston dallas austin minneapolis san_antonio",
    "America/Los_Angeles": "san_francisco seattle san_diego las_vegas portland san_jose",
    "America/Toronto": "ottawa quebec", "America/Sao_Paulo": "rio_de_janeiro brasilia rio",
    "Australia/Sydney": "canberra", "Pacific/Auckland": "wellington christchurch",
  ]

  private static func place(ofCity city: String) -> String? {
    cities.first { $0.value.split(separator: " ").contains { $0 == city } }?.key
  }
}

private struct Wanted {
  private let text: String
  private let name: String
  let city: String

  init(_ text: String) {
    self.text = text
    name = Wanted.plain(text)
    city = Wanted.city(of: name)
  }

  private static func plain(_ text: String) -> String {
    String(text.lowercased().map { $0 == " " || $0 == "-" ? "_" : $0 })
  }

  private static func city(of name: String) -> String { String(name.split(separator: "/").last ?? "") }

  /// Accepts `UTC+0530`, `+05:30` or `GMT +5`; returns seconds. `+` means east, unlike in POSIX.
  var offset: Int? {
    var rest = text.uppercased().filter { $0 != " " }[...]
    for prefix in ["UTC", "GMT"] where rest.hasPrefix(prefix) { rest = rest.dropFirst(3) }
    guard let sign = rest.popFirst(), sign == "+" || sign == "-" else { return nil }
    let parts = rest.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
    // `+5.5` is refused, because it could mean half an hour or five minutes.
    guard parts.count == 1 || parts.count == 2 && parts[0].count < 3 && parts[1].count == 2 else { return nil }
    let digits = parts.joined()
    guard (1...4).contains(digits.count), digits.isAllDigits, let number = Int(digits) else { return nil }
    let (hours, minutes) = digits.count < 3 ? (number, 0) : (number / 100, number % 100)
    guard hours <= 14, minutes < 60 else { return nil }
    return (sign == "-" ? -60 : 60) * (hours * 60 + minutes)
  }

  /// 0 if only case, blanks or hyphens differ, 1 for the same city; `nil` if the names differ too much.
  func distance(to other: String) -> Int? {
    let plain = Wanted.plain(other)
    if plain == name { return 0 }
    let last = Wanted.city(of: plain)
    guard city.count >= 3, last.count >= 3 else { return nil }
    if last == city { return 1 }
    let isSameArea = plain.prefix { $0 != "/" } == name.prefix { $0 != "/" }
    let edits = EditDistance.between(city, last, most: max(1, city.utf8.count / 4))
    let (short, long) = last.count > city.count ? (city, last) : (last, city)
    let isPart = short.count >= 4 && long.contains(short)
    guard let steps = [edits, isPart ? 2 : nil].compactMap(\.self).min() else { return nil }
    return 1 + 2 * steps + (isSameArea ? 0 : 1)
  }
}
