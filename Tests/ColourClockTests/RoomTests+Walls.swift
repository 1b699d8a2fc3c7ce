import TestSupport
import Testing

@testable import ColourClock

/// The walls of `RoomTests`: sizes × all combinations of what can be on them.
extension RoomTests {
  static let named = [
    (3840, 2160), (1920, 1080), (1280, 720), (1080, 1920), (800, 480), (480, 320), (320, 240), (3440, 1440), (160, 90),
  ].map { Size(width: $0.0, height: $0.1) }

  /// 9 more, of 100 to 4200 pixels a side.
  static let random: [Size] = {
    var random = SeededRandom(seed: 10)
    return (0..<9).map { _ in
      Size(width: .random(in: 100...4200, using: &random), height: .random(in: 100...4200, using: &random))
    }
  }()

  static let titles = ["", "Tea", "Standup of the whole company on the second floor, coffee included"]
  static let feeds: [[String]?] = [
    nil, [], ["Arsenal 2 : 1 Chelsea"],
    (0..<3).map { String(repeating: "Wide as wide can be \($0) ", count: 6) }, [String(repeating: "W", count: 120)],
  ]

  static let zones: [[Layout.ZoneTemplates]] = [
    [], ["Tokyo"], ["Tokyo", "New York", "Chatham Islands"], (0..<9).map { "City number \($0)" },
  ].map { $0.map { Layout.ZoneTemplates(name: $0, time: $0 == "Tokyo" ? "00:00 pm" : "00:00") } }
  static let styles: [Feed.Style] = [
    .standard, Feed.Style(place: .below), Feed.Style(lines: 8, size: 0.068, place: .beside),
    Feed.Style(lines: 1, size: 0.03, place: .bottom), Feed.Style(lines: 20, size: 0.2, place: .bottom),
    Feed.Style(lines: 20, size: 0.2),
  ]

  static let messages: [Messages.Shown] = [
    Messages.Shown(), Messages.Shown(), Messages.Shown(info: ["Lunch"]),
    Messages.Shown(
      info: ["Please note that room 3 is closed this afternoon, please use the one on the second floor"],
      notice: ["Quiet!"]),
    Messages.Shown(notice: (0..<8).map { "Never mind: a long line of a long text that goes on \($0)" }),
    Messages.Shown(urgent: ["Leave the building"]), Messages.Shown(urgent: [String(repeating: "W", count: 120)]),
  ]
  static let agendas: [Layout.AgendaTemplates?] = ["", "Maths", String(repeating: "Wide ", count: 9)].map { title in
    guard !title.isEmpty else { return nil }
    let now = "\(title) until 00:00, 88 minutes"
    let listed = ["Lunch", title, "Tea", "Night shift", "Register"].map {
      Layout.EntryTemplates(time: "00:00", title: $0)
    }
    return Layout.AgendaTemplates(
      now: now, next: "then \(title) at 00:00", only: now, aboveList: [now], listed: listed, titles: [now: title])
  }

  private static let dateNames = Words.all.map { DateNames(in: $0) }

  /// 1,920 walls of a size, in all languages by turns.
  static func walls(_ size: Size) -> [Layout.Contents] {
    var walls: [Layout.Contents] = []
    for bits in 0..<32 {
      for feed in feeds {
        for position in [nil, 0.08, 0.9] {
          for number in ["", "00", "00:00", "+0:00:00"] {
            var contents = wall(size, bits, number, walls.count)
            contents.feed = feed
            contents.button = position.map { HoldButton.Contents(place: $0, action: .refresh) }
            walls.append(contents)
          }
        }
      }
    }
    return walls
  }

  /// - Parameters:
  ///   - bits: which labels there are, and by turns all else.
  ///   - index: of the wall.
  private static func wall(_ size: Size, _ bits: Int, _ number: String, _ index: Int) -> Layout.Contents {
    var contents = Layout.Contents(size: size, labels: labels(bits))
    let (language, turn) = (index % Words.all.count, bits + number.count)
    (contents.words, contents.labels.names) = (Words.all[language], dateNames[language])
    contents.margin = bits % 3 == 0 ? Shift.roam.margin(in: size) : 0
    (contents.hasStopwatch, contents.hasLaps) = ((bits + index) % 7 == 3, bits % 2 == 1)
    contents.feedStyle = styles[turn % styles.count]
    contents.messages = messages[index / 5 % messages.count]
    contents.agenda = agendas[index % agendas.count]
    contents.zones = zones[(bits / 3 + number.count) % zones.count]
    contents.bar = [nil, .whole, .fine, .help][turn % 4]
    contents.bar?.words = contents.words
    contents.number = number
    guard !number.isEmpty else { return contents }
    contents.ring = bits % 5 == 4 ? .seed : .standard
    contents.ring?.title = titles[turn % 3]
    let title = titles[(bits + 1) % 3]
    if bits % 7 == 5 { contents.headline = title.isEmpty ? "Time is up" : title }
    return contents
  }

  private static func labels(_ bits: Int) -> Labels {
    var labels = Labels()
    (labels.time, labels.seconds, labels.twelveHour) = (bits & 1 == 0, bits & 2 == 0, bits & 4 != 0)
    (labels.hex, labels.date) = (bits & 8 == 0, bits & 16 != 0)
    return labels
  }
}

extension ControlBar.Contents {
  fileprivate static let presets = [60, 300, 600, 1500].map { ControlBar.Command.preset(.seconds($0)) }
  fileprivate static let whole = ControlBar.Contents([.less, .toggle, .more, .reset] + presets + [.help])
  /// On a small screen of many pixels, such as a tablet's.
  fileprivate static let fine = ControlBar.Contents(whole.commands, resolution: 264 / 25.4)
  fileprivate static let help = ControlBar.Contents([.help])
}
