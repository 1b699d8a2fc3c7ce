extension Pull {
  /// The countdown to the next refresh by itself, which rides in the gum.
  package struct Dial: Hashable, Sendable {
    /// Of the ring that is left, 0…1.
    package let fraction: Double
    package let number: Int

    package init(fraction: Double, number: Int) {
      (self.fraction, self.number) = (fraction, number)
    }
  }

  /// What is to be seen in the room that the sheet has uncovered, in window coordinates; with reduced motion, on the
  /// sheet itself.
  ///
  /// - Parameter ink: reads on what lies beneath.
  package func items(at uptime: Duration, ink: Ink, dial: Dial? = nil) -> [Item] {
    let now = settled(at: uptime)
    guard !now.isAtRest(at: uptime) else { return [] }
    return PullPicture(pull: now, uptime: uptime, ink: ink, dial: dial).items
  }
}

/// One picture of a pull.
struct PullPicture {
  let pull: Pull
  let uptime: Duration
  let ink: Ink
  let dial: Pull.Dial?

  /// Radii and strokes, in points.
  static let spinner = (radius: 10.0, width: 2.5, mark: 11.0, dot: 2.8)
  /// The caption: where it begins to the right of the middle, and its digits' height, in points.
  private static let caption = (left: 26.0, height: 9.0)
  /// Under this digit height, in pixels, nothing can be read.
  static let leastHeight = 9.0

  var items: [Item] { symbol + caption }

  var scale: Double { pull.scale }

  /// The middle of the header: above the window until the sheet has uncovered all of it.
  var centre: Point {
    let hidden = pull.isReduced ? 0 : min(0, pull.sheet(at: uptime) - pull.header)
    return Point(x: Double(pull.size.width) / 2, y: pull.header / 2 + hidden)
  }

  private var symbol: [Item] {
    switch pull.work {
    case .refreshing(let since, let torn):
      pull.isReduced ? dots : tearing(since: torn) + spinner(since: torn, turn: turn(since: since))
    case .ended(let ok, _), .closing(let ok): mark(ok: ok)
    case .none: pull.isReduced ? progress : hanging
    }
  }

  func fill(_ shapes: [Shape], _ ink: Ink) -> [Item] { shapes.map { .fill(Fill($0, ink.colour)) } }

  private var says: String? {
    let captions = pull.rules.captions
    return switch pull.work {
    case .refreshing: captions.refreshing
    case .ended(let ok, _), .closing(let ok): ok ? captions.done : captions.failed
    case .none where pull.isArmed: pull.rules.fires == .dwell ? captions.dwell : captions.release
    // A pull that cannot count is not asked for.
    case .none: pull.isSpent ? nil : captions.pull
    }
  }

  /// Beside the symbol, where it is never in the gum's way; its box is as long as the words, so that they begin there.
  private var caption: [Item] {
    guard let says, !says.isEmpty else { return [] }
    let height = max(Self.leastHeight, Self.caption.height * scale)
    let left = centre.x + Self.caption.left * scale
    let room = Double(pull.size.width) - left - height
    let width = min(room, Line(string: says, template: says).width * height)
    guard width > height else { return [] }
    let box = Rect(x: left, y: centre.y - height / 2, width: width, height: height)
    return [.text(Text(string: says, template: says, box: box, ink: ink))]
  }
}
