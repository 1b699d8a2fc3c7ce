@testable import ColourClock

extension ControlGoldenTests {
  /// Agenda, messages and alarms. `agenda-last` is three minutes before the end of a lesson. In `agenda-moments` one
  /// moment is announced, some are past, and others are on and between lessons.
  static let schedule: [Picture] = [
    Picture(name: "agenda", time: (10, 8, 42), change: school, look: 0, size: Size(width: 960, height: 540)),
    Picture(name: "agenda-last", time: (14, 56, 50), change: school, countdown: .seconds(300), look: 10_000),
    Picture(
      name: "agenda-moments", time: (10, 15, 20), change: withMoments, look: 0, size: Size(width: 960, height: 540)),
    Picture(
      name: "agenda-calendars", time: (10, 8, 42), change: withCalendars, look: 0, size: Size(width: 960, height: 540)),
    Picture(name: "agenda-tomorrow", time: (19, 30, 5), change: school, look: 0, size: Size(width: 960, height: 540)),
    Picture(
      name: "agenda-tomorrow-only", time: (19, 30, 5), change: { $0.agenda = Agenda.parse("08:30 Maths @sun").agenda },
      look: 0, size: Size(width: 960, height: 540)),
    Picture(name: "agenda-upright", time: (9, 41, 10), change: school, look: 0, size: Size(width: 360, height: 640)),
    Picture(
      name: "messages", time: (16, 20, 5),
      events: told("Parents’ evening at seven", .notice) + told("Room 204 is locked: ask at the office", .info),
      look: 0,
      size: Size(width: 960, height: 540)),
    Picture(
      name: "messages-ring", time: (13, 35, 16), change: school, countdown: .seconds(300),
      events: told("Back at two", .notice) + told("Room 204 is locked: ask at the office", .info), look: 0,
      size: Size(width: 960, height: 540)),
    Picture(
      name: "message-urgent", time: (11, 20, 0), change: school,
      events: told("Fire drill: leave the building by the stairs", .urgent), look: 0),
    Picture(
      name: "emoji", time: (10, 8, 42),
      change: {
        $0.agenda = Agenda.parse("09:55-10:40 🧬 Biology\n10:45-11:30 🏺 History").agenda
        $0.feed = Feed.Rules()
        $0.ring.title = "🍵 Tea"
      },
      countdown: .seconds(300),
      events: told("🎉 <b>Party</b> at seven 🥳 1️⃣2️⃣ 👩🏽‍🚀 👨‍👩‍👧‍👦 🇩🇪 🏴󠁧󠁢󠁳󠁣󠁴󠁿", .notice)
        + [(0, .fed(.text(Array("☀️ 21 °C  ❤️ ☎︎ ⏰".utf8))))], look: 0,
      size: Size(width: 960, height: 540)),
    Picture(
      name: "alarm", time: (8, 29, 58),
      change: { $0.alarms = [try? DailyAlarm.parse("08:30=Standup")].compactMap(\.self) }, look: 3_200),
  ]

  private static let school: @Sendable (inout Setup) -> Void = { $0.agenda = Agenda.parse(lessons).agenda }

  private static let withMoments: @Sendable (inout Setup) -> Void = { setup in
    let moments = """

      07:50 Doors open
      08:20 Take pills #8a9544
      10:15 Water the plants
      10:42 Bell
      12:00 Lunch is here #b5533c
      12:05 Feed the cat
      14:30 Register
      """
    setup.agenda = Agenda.parse(lessons + moments).agenda
  }

  private static let withCalendars: @Sendable (inout Setup) -> Void = { setup in
    let calendars = """
      [School #8a9544]
      08:00-08:45 Maths
      09:55-10:40 Biology, room 204
      12:00 Lunch is here
      [Family #b5533c]
      10:00-10:30 Dentist
      13:30-15:00 Grandma's birthday
      """
    setup.agenda = Agenda.parse(calendars).agenda
  }

  private static let lessons = """
    08:00-08:45 Maths #8a9544
    08:50-09:35 German
    09:55-10:40 Biology, room 204 #3b6fb6
    10:45-11:30 History
    13:30-14:30 Robotics club #b5533c
    14:00-15:00 Choir
    """

  private static func told(_ text: String, _ priority: Message.Priority) -> [(at: Int64, event: Event)] {
    Message(text, priority: priority).map { [(0, .told(.message($0)))] } ?? []
  }
}
