@testable import ColourClock

extension ControlGoldenTests {
  /// Cells of `assets/pictures/contact-sheet`: walls with much on them, wide, upright and small.
  static let sheet: [Picture] = [
    cell("zones-12") { $0.zones = zones(12) },
    cell("feed-12", lines: (1...12).map { "Line \($0) of twelve: the quick brown fox jumps over \($0) lazy dogs" }) {
      _ in
    },
    cell("all", lines: news) {
      ($0.style.labels.date, $0.style.labels.twelveHour) = (true, true)
      ($0.zones, $0.agenda) = (zones(3), plan)
    },
    cell("ring-company", lines: news, countdown: .seconds(1500)) {
      ($0.style.labels.date, $0.zones, $0.ring.title) = (true, zones(3), "Staff meeting")
    },
    cell("ring-all", lines: news, countdown: .seconds(1500), events: watch, look: 20_000) {
      ($0.style.labels.date, $0.zones, $0.agenda) = (true, zones(3), plan)
    },
    cell(
      "messages", lines: news, events: told("Parents' evening at seven", .notice) + told("Room 204 is locked", .info)
    ) {
      ($0.style.labels.date, $0.agenda) = (true, plan)
    },
    cell("urgent-long", events: told(long, .urgent)) { _ in },
  ].flatMap(\.self)

  private static func cell(
    _ name: String, lines: [String] = [], countdown: Duration? = nil, events: [(at: Int64, event: Event)] = [],
    look: Int64 = 400,
    _ change: @escaping @Sendable (inout Setup) -> Void
  ) -> [Picture] {
    [(640, 360), (360, 640), (320, 240)].map { width, height in
      let fed = lines.isEmpty ? [] : [(Int64(0), Event.fed(.text(Array(lines.joined(separator: "\n").utf8))))]
      return Picture(
        name: "sheet-\(name)-\(width)x\(height)", time: (10, 48, 42),
        change: { setup in
          if !lines.isEmpty {
            var style = Feed.Style.standard
            style.lines = max(style.lines, lines.count)
            setup.feed = Feed.Rules(every: .seconds(600), style: style)
          }
          change(&setup)
        }, countdown: countdown, events: fed + events, look: look, size: Size(width: width, height: height))
    }
  }

  private static func told(_ text: String, _ priority: Message.Priority) -> [(at: Int64, event: Event)] {
    Message(text, priority: priority).map { [(0, .told(.message($0)))] } ?? []
  }

  /// The stopwatch runs; the bar goes after some seconds.
  private static let watch: [(at: Int64, event: Event)] = [
    (0, .pressed(.character("s"))), (50, .released(.character("s"))),
  ]

  private static let news = [
    "Tram 12 to Central, 4 min, platform 2", "Lunch today: lentil soup, rye bread and an apple for everyone",
    "Room 4B is free until 15:00",
  ]

  private static let long =
    "Please note that room 3 is closed this afternoon; the lecture on contrast has been moved to the hall on the "
    + "second floor at four."

  private static var plan: Agenda {
    Agenda.parse(
      """
      08:00-08:45 Maths #8a9544
      08:50-09:35 German
      09:55-12:10 Physics laboratory, room 214 #3b6fb6
      12:30-13:15 Lunch
      13:20 Register
      14:00-15:30 Staff meeting #b5533c
      20:00-22:00 Night shift
      """
    ).agenda
  }

  private static func zones(_ count: Int) -> [OtherZone] {
    let all = [
      ("Tokyo", "JST-9"), ("New York", "EST5"), ("Berlin", "CET-1"), ("Sydney", "AEDT-11"), ("Los Angeles", "PST8"),
      ("Mumbai", "IST-5:30"), ("Nairobi", "EAT-3"), ("São Paulo", "<-03>3"), ("Dubai", "<+04>-4"),
      ("Auckland", "NZDT-13"), ("London", "GMT0"), ("Singapore", "<+08>-8"),
    ]
    return all.prefix(count).compactMap { name, rule in
      (try? ZoneRule(rule)).map { OtherZone(name: name, zone: Zone(rule: $0)) }
    }
  }
}
