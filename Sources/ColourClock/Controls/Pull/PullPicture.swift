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
  private static let spinner = (radius: 10.0, width: 2.5, mark: 11.0, dot: 2.8)
  /// The caption: where it begins to the right of the middle, and its digits' height, in points.
  private static let caption = (left: 26.0, height: 9.0)
  /// Under this digit height, in pixels, nothing can be read.
  private static let leastHeight = 9.0

  var items: [Item] { symbol + caption }

  private var scale: Double { pull.scale }

  /// The middle of the header: above the window until the sheet has uncovered all of it.
  private var centre: Point {
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

  private func fill(_ shapes: [Shape], _ ink: Ink) -> [Item] { shapes.map { .fill(Fill($0, ink.colour)) } }

  // MARK: The gum

  private var hanging: [Item] {
    guard let torn = pull.torn else {
      let distance = pull.stretch(at: uptime)
      return gum(pull.rules.gum.stretched(by: distance)) + rider(pull.rules.gum.stretched(by: distance).upper)
    }
    return tearing(since: torn) + spinner(since: torn, turn: 0)
  }

  private func gum(_ circles: Gum.Circles) -> [Item] {
    let top = centre - Point(x: 0, y: Gum.radius * scale)
    return fill([pull.rules.gum.shape(circles, at: top, scale: scale)], ink)
  }

  private func tearing(since torn: Duration) -> [Item] {
    let share = Motion.progress(from: torn, to: uptime, over: pull.rules.gum.collapse)
    return share < 1 ? gum(pull.rules.gum.collapsing(share)) : []
  }

  /// What rides in the upper circle: an arrow, or the countdown.
  private func rider(_ radius: Double) -> [Item] {
    let middle = centre + Point(x: 0, y: (radius - Gum.radius) * scale)
    // The seed's icon is 2R - 5 points across.
    let reach = (radius - 2.5) * scale
    guard let dial else { return fill(Glyph.refresh(centre: middle, radius: reach * 0.62), ink.opposite) }
    let width = reach * 0.16
    return ring(middle, radius: reach - width / 2, width: width, share: dial.fraction, ink.opposite)
      + number(dial.number, at: middle, height: reach * 0.8, ink.opposite)
  }

  private func ring(_ centre: Point, radius: Double, width: Double, share: Double, _ ink: Ink) -> [Item] {
    fill([.arc(Arc(centre: centre, radius: radius, width: width, sweep: min(1, max(0, share))))], ink)
  }

  private func number(_ number: Int, at centre: Point, height: Double, _ ink: Ink) -> [Item] {
    let string = String(number)
    let template = String(string.map { $0.isNumber ? "0" : $0 })
    let box = Rect(centre: centre, width: height * 1.9, height: height)
    return height < Self.leastHeight / 2 ? [] : [.text(Text(string: string, template: template, box: box, ink: ink))]
  }

  // MARK: At work and at the end

  private func turn(since: Duration) -> Double {
    let seconds = max(0, (uptime - since).inSeconds)
    return seconds - seconds.rounded(.down)
  }

  /// Grows past its size and back, as the seed's does (0.01, 0.85, 0.7).
  private func spinner(since torn: Duration, turn: Double) -> [Item] {
    let grown = Motion.progress(from: torn, to: uptime, over: Pull.spinnerTime)
    let size = grown < 0.5 ? Motion.mix(0.01, 0.85, Motion.ease(grown * 2)) : Motion.mix(0.85, 0.7, grown * 2 - 1)
    let unit = size / 0.7 * scale
    let arc = Arc(
      centre: centre, radius: Self.spinner.radius * unit, width: Self.spinner.width * unit, start: turn, sweep: 0.75,
      cap: .round)
    return fill([.arc(arc)], ink)
  }

  private func mark(ok: Bool) -> [Item] {
    let radius = Self.spinner.mark * scale
    return fill(ok ? Glyph.tick(centre: centre, radius: radius) : Glyph.cross(centre: centre, radius: radius), ink)
  }

  // MARK: Without movement

  private var dots: [Item] {
    let current = pull.dot(at: uptime) % 3
    return (0..<3).flatMap { index in
      let radius = Self.spinner.dot * scale * (index == current ? 1 : 0.5)
      let place = centre + Point(x: Double(index - 1) * 8 * scale, y: 0)
      return fill([.disc(centre: place, radius: radius)], ink)
    }
  }

  private var progress: [Item] {
    let (radius, width) = (Self.spinner.mark * scale, Self.spinner.width * scale)
    let trail = Arc(centre: centre, radius: radius, width: width / 3, sweep: 1)
    let share = (pull.tug?.raw ?? 0) / pull.threshold
    return fill([.arc(trail)], ink) + ring(centre, radius: radius, width: width, share: share, ink)
      + (dial.map { number($0.number, at: centre, height: 9 * scale, ink) } ?? [])
  }

  // MARK: What is said

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
