/// The present or chosen time of day on the cards.
struct Scrubber: Hashable, Sendable {
  /// 0…1439; `nil` for the present.
  private(set) var minute: Int?

  static let minutesOfDay = 1440
  /// A pointer chooses multiples of this many minutes. Up to this many minutes from the present, it chooses the
  /// present.
  static let grain = 5
  /// The step of arrow keys, in minutes.
  static let keyStep = 15

  var isLive: Bool { minute == nil }

  func minute(at moment: Moment) -> Int { minute ?? Scrubber.present(at: moment) }

  mutating func choose(_ minute: Int, at moment: Moment) {
    let isNear = abs(minute - Scrubber.present(at: moment)) <= Scrubber.grain
    self.minute = isNear ? nil : minute.clamped(to: 0...Scrubber.minutesOfDay - 1)
  }

  mutating func step(by steps: Int, at moment: Moment) {
    let start = minute ?? Scrubber.present(at: moment) / Scrubber.grain * Scrubber.grain
    let day = Scrubber.minutesOfDay
    minute = (start + steps % day * Scrubber.keyStep).floorRemainder(by: day)
  }

  mutating func clear() { minute = nil }

  /// If the time occurs twice on this day (the end of summer time), the first is meant. If it is skipped, the gap's end.
  func moment(at moment: Moment) -> Moment {
    guard let minute else { return moment }
    let date = moment.zone.civil(at: moment.instant.second).date
    let second = moment.zone.second(on: date, hour: minute / 60, minute: minute % 60, second: 0)
    return second.map { moment.at(Instant(second: $0)) } ?? moment
  }

  static func present(at moment: Moment) -> Int {
    let civil = moment.zone.civil(at: moment.instant.second)
    return civil.hour * 60 + civil.minute
  }
}

extension Scrubber {
  struct Bar: Hashable, Sendable {
    let rect: Rect
    /// The row above the bar; `nil` in a low window.
    var time: Rect?
    /// The row below the bar; `nil` in a low window.
    var hours: Rect?
    /// A press up to this many pixels outside the bar is a press on the bar.
    private let margin: Double

    static let segments = 144
    private static let samples = 12
    private static let reach = 12.0

    /// - Parameter target: a fingertip's height, in pixels.
    init(rect: Rect, target: Double) {
      self.rect = rect
      margin = max(Bar.reach, rect.height / 2, (target - rect.height) / 2)
    }

    func contains(_ point: Point) -> Bool { rect.inset(by: -margin).contains(point) }

    func minute(at point: Point) -> Int {
      let share = ((point.x - rect.x) / rect.width).clamped(to: 0...1)
      let grains = Scrubber.minutesOfDay / Scrubber.grain
      return min(Int((share * Double(grains)).rounded()), grains - 1) * Scrubber.grain
    }

    func x(of minute: Int) -> Double {
      rect.x + rect.width * Double(minute) / Double(Scrubber.minutesOfDay)
    }

    /// A gradient between hourly means. The colours of single minutes would be stripes.
    static func colours(of face: Face, on date: GregorianDate) -> [Colour] {
      let hours = (0..<24).map { mean(of: face, from: date.dayNumber * 86_400 + $0 * 3600) }
      return (0..<segments).map { index in
        let place = (Double(index) + 0.5) * 24 / Double(segments) - 0.5
        let hour = Int(place.rounded(.down)).clamped(to: 0...22)
        let share = (place - Double(hour)).clamped(to: 0...1)
        return (hours[hour] * (1 - share) + hours[hour + 1] * share).colour
      }
    }

    private static func mean(of face: Face, from local: Int) -> OKLab {
      let offset = ZoneOffset(seconds: 0, abbreviation: "UTC")
      let colours = (0..<samples).map { index in
        let second = local + (2 * index + 1) * 3600 / (2 * samples)
        return OKLab(face.colour(Civil(local: second, isLeap: false, offset: offset)))
      }
      func mean(_ part: KeyPath<OKLab, Double>) -> Double {
        colours.reduce(0) { $0 + $1[keyPath: part] } / Double(samples)
      }
      return OKLab(lightness: mean(\.lightness), a: mean(\.a), b: mean(\.b))
    }
  }
}

extension Scrubber.Bar {
  func day(_ colours: [Colour], edge: Colour) -> [Item] {
    let line = max(1, (rect.height / 24).rounded())
    return [.fill(Fill(.box(rect.inset(by: -line), radius: 0), edge))]
      + colours.indices.map { .fill(Fill(.box(segment($0, of: colours.count), radius: 0), colours[$0])) }
  }

  private func segment(_ index: Int, of count: Int) -> Rect {
    let ends = [index, index + 1].map { (rect.x + rect.width * Double($0) / Double(count)).rounded() }
    return Rect(x: ends[0], y: rect.y, width: ends[1] - ends[0], height: rect.height)
  }

  func nowBox(_ word: String, at minute: Int, beside label: Rect?) -> Rect? {
    guard let line = time, let label else { return nil }
    let width = Line.width(word) * line.height
    let x = min(max(x(of: minute) - width / 2, rect.x), rect.maxX - width)
    let gap = line.height
    guard x + width + gap <= label.x || label.maxX + gap <= x else { return nil }
    return Rect(x: x, y: line.y, width: width, height: line.height)
  }

  func now(_ word: String, in box: Rect) -> Item {
    .text(Text(string: word, box: box, ink: .white, opacity: Self.faint))
  }

  func knob(at minute: Int, isLive: Bool, dark: Colour) -> [Item] {
    let width = max(3, rect.height * (isLive ? 0.12 : 0.36))
    let body = Rect(centre: Point(x: x(of: minute), y: rect.midY), width: width, height: rect.height * 1.4)
    let line = max(1.5, rect.height * 0.06)
    return [
      .fill(Fill(.box(body.inset(by: -line), radius: width / 2 + line), dark)),
      .fill(Fill(.box(body, radius: width / 2), .white)),
    ]
  }

  func label(_ time: Civil, labels: Labels, at minute: Int) -> Text? {
    guard let line = self.time else { return nil }
    var short = labels
    (short.seconds, short.timeFormat) = (false, nil)
    let template = short.widestWholeTime
    let width = min(rect.width, Line.width(template) * line.height * 1.1)
    let x = min(max(x(of: minute) - width / 2, rect.x), rect.maxX - width)
    return Text(
      string: short.wholeTime(of: time), template: template,
      box: Rect(x: x, y: line.y, width: width, height: line.height), ink: .white)
  }

  func marks(_ labels: Labels, colour: Colour) -> [Item] {
    guard let line = hours else { return [] }
    func name(_ hour: Int) -> String {
      labels.twelveHour ? labels.names.twelveHour(hour) : "\(hour)"
    }
    let width = Line.width(name(22)) * line.height
    let step = [3, 6, 12].first { 1.6 * width <= rect.width * Double($0) / 24 } ?? 24
    let thick = max(1, (rect.height / 24).rounded())
    return stride(from: 0, through: 24, by: step).flatMap { hour -> [Item] in
      let x = x(of: hour * 60)
      let (left, top, height) = ((x - thick / 2).rounded(), rect.maxY + thick, 0.45 * (line.y - rect.maxY))
      let tick = Rect(x: left, y: top, width: thick, height: height)
      let box = Rect(centre: Point(x: x, y: line.midY), width: 1.2 * width, height: line.height)
      return [
        .fill(Fill(.box(tick, radius: 0), colour)),
        .text(Text(string: name(hour), template: name(22), box: box, ink: .white, opacity: Self.faint)),
      ]
    }
  }

  /// The opacity of hours and "now": the contrast is over 9:1 on the gallery's background.
  private static let faint = UInt8(share: 0.75)
}
