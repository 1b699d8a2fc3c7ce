/// What the wall is told from outside, as over its control socket: orders to the scene, which may refuse them.
package enum Command: Hashable, Sendable {
  /// Shows a card of the gallery on the whole wall, by its name, as if it had been chosen there.
  case face(String)
  case countdown(CountdownOrder)
  case stopwatch(StopwatchOrder)
  case gallery(GalleryOrder)
  case refresh
  /// In place of the feed's own text, until that has another.
  case feed(String)
  /// How much light the wall gives, 0…1; 1 is as without the command.
  case dim(Double, lasting: Duration?)
  /// Whether nothing at all is drawn.
  case blank(Bool)
  case message(Message)
  /// Ends what rings, or takes a message away: that of the name, or what is most urgent.
  case dismiss(String?)
  case alarm(AlarmOrder)
  /// In place of the agenda's own, until its file has another; none clears it.
  case agenda([Period])
  /// Says on each wall which one it is.
  case identify

  package enum CountdownOrder: Hashable, Sendable {
    /// From the beginning; `nil` for the length that it has.
    case start(Duration?, title: String?)
    /// Up to a point of the wall time; one that runs up to it already goes on.
    case until(WrittenInstant, from: WrittenInstant?, title: String?)
    case pause, resume, toggle
    /// Back to its length, not running.
    case reset
    /// Less, if it is negative.
    case add(Duration)
    /// What is left, or the length of one that is not under way.
    case set(Duration)
    /// Away from the wall.
    case clear
  }

  package enum AlarmOrder: Hashable, Sendable {
    case add(DailyAlarm)
    /// All of that title or time.
    case remove(String)
  }

  package enum StopwatchOrder: String, Hashable, Sendable, CaseIterable {
    case start, stop, toggle, lap, reset, clear
  }

  package enum GalleryOrder: String, Hashable, Sendable, CaseIterable {
    case open, close, next, previous, choose
  }
}

/// What commands have changed of all walls for a while.
struct DisplayOverride: Hashable, Sendable {
  /// Whether nothing at all is drawn.
  var isBlank = false
  private var share = 1.0
  /// `nil` for as long as nothing else is said.
  private var end: Duration?

  /// - Parameter share: of the light, 0.05…1.
  mutating func dim(to share: Double, lasting span: Duration?, at moment: Moment) {
    (self.share, end) = (share, span.map { moment.uptime + $0 })
  }

  func dimming(at uptime: Duration) -> Dimming {
    let light = light(at: uptime)
    return light < 1 ? Dimming(depth: 1, brightness: light, isRed: false) : .none
  }

  /// The share of the light that is left, 0.05…1.
  func light(at uptime: Duration) -> Double { end.map { $0 <= uptime } ?? false ? 1 : share }

  func nextChange(after uptime: Duration) -> Duration? { end.flatMap { $0 > uptime ? $0 : nil } }
}

/// What a wall says of itself when it is asked which one it is, in place of the labels.
struct Nameplate: Hashable, Sendable {
  /// The first is the largest.
  let lines: [String]
  let end: Duration

  static let span = Duration.seconds(10)

  func items(in size: Size, on backdrop: Backdrop) -> [Item] {
    let height = size.shortSide * 0.2
    var top = (Double(size.height) - height * (1 + 0.6 * Double(lines.count - 1))) / 2
    return lines.enumerated().map { index, line in
      let high = index == 0 ? height : height * 0.6
      let box = Rect(
        x: 0.05 * Double(size.width), y: top + high * 0.2, width: 0.9 * Double(size.width), height: high * 0.6)
      top += high
      return .text(Text(string: line, template: line, box: box, ink: backdrop.ink, halo: backdrop.haloOpacity))
    }
  }
}
