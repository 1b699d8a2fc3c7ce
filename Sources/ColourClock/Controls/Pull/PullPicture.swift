extension Pull {
  /// The time to the next automatic refresh. It is shown in the drop that a pull stretches (`Gum`).
  struct Dial: Hashable, Sendable {
    /// The remaining share of the period, 0…1.
    let fraction: Double
    let number: Int
  }

  func items(at moment: Moment, ink: Ink, dial: Dial? = nil, _ words: Words = Words()) -> [Item] {
    let now = settled(at: moment)
    guard !now.isAtRest(at: moment) else { return [] }
    return PullPicture(pull: now, uptime: moment.uptime, ink: ink, dial: dial, words: words).items
  }
}

private struct PullPicture {
  let pull: Pull
  let uptime: Duration
  let ink: Ink
  let dial: Pull.Dial?
  let words: Words

  /// Lengths in points: the ring's `radius` and `width`, and the radii of `mark` and `dot`.
  private static let spinner = (radius: 10.0, width: 2.5, mark: 11.0, dot: 2.8)
  /// Lengths in points: from the symbol's middle to the caption, and the digit height.
  private static let caption = (left: 26.0, height: 9.0)
  /// The caption's digit height, as a share of the bar's height.
  private static let captionShare = 0.3
  /// The least digit height in the caption, in pixels. The dial's number may have half of it.
  private static let leastHeight = 9.0

  var items: [Item] { symbol + caption }

  private var scale: Double { pull.scale }

  private var centre: Point {
    let hidden = pull.isReduced ? 0 : min(0, pull.offset(uptime) - pull.header)
    return Point(x: Double(pull.size.width) / 2 - side, y: pull.header / 2 + hidden)
  }

  /// The symbol's distance from the window's middle, in pixels.
  private var side: Double {
    // A plain drop has no caption, so it is in the middle.
    guard !pull.rules.isPlain else { return 0 }
    let whole = Gum.radius * scale + Self.caption.left * scale + Line.realShare * Line.width(widestPrompt) * tall
    return whole <= Double(pull.size.width) ? whole / 2 - Gum.radius * scale : 0
  }

  /// The caption's digit height in pixels: the largest of `leastHeight`, `caption.height` and `captionShare`.
  private var tall: Double {
    let bar = ControlBar.height(target: nil, in: Rect(pull.size))
    return max(Self.leastHeight, Self.caption.height * scale, Self.captionShare * bar)
  }

  private var widestPrompt: String {
    Line.widest([
      words["Pull to refresh"], words["Release to refresh"], words["Hold to refresh"], words["Refreshing"],
    ])
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

  private var prompt: String? {
    switch pull.work {
    case .refreshing: words["Refreshing"]
    case .ended(let ok, _), .closing(let ok): ok ? words["Done"] : words["Failed"]
    case .none where pull.isArmed:
      pull.rules.refreshTrigger == .dwell ? words["Hold to refresh"] : words["Release to refresh"]
    case .none: pull.cannotRefresh || pull.drag?.cannotRefresh == true ? nil : words["Pull to refresh"]
    }
  }

  private var caption: [Item] {
    guard let prompt, !pull.rules.isPlain else { return [] }
    let height = tall
    let left = centre.x + Self.caption.left * scale
    let room = Double(pull.size.width) - left - height
    let width = min(room, Line.width(prompt) * height)
    guard width > height else { return [] }
    let box = Rect(x: left, y: centre.y - height / 2, width: width, height: height)
    return [.text(Text(string: prompt, box: box, ink: ink))]
  }

  // MARK: The gum

  private var hanging: [Item] {
    if let torn = pull.torn { return tearing(since: torn) + spinner(since: torn, turn: 0) }
    let circles = pull.rules.gum.stretched(by: pull.stretch(at: uptime))
    return gum(circles) + (pull.rules.isPlain ? [] : symbolOnGum(circles.upper))
  }

  private func gum(_ circles: Gum.Circles) -> [Item] {
    let top = centre - Point(x: 0, y: Gum.radius * scale)
    let shape = pull.rules.gum.shape(circles, at: top, scale: scale)
    return [.fill(Fill(shape, pull.rules.isPlain ? Gum.plain : ink.colour))]
  }

  private func tearing(since torn: Duration) -> [Item] {
    let share = Motion.progress(from: torn, to: uptime, over: pull.rules.gum.collapseTime)
    return share < 1 ? gum(pull.rules.gum.collapsing(share)) : []
  }

  private func symbolOnGum(_ radius: Double) -> [Item] {
    let middle = centre + Point(x: 0, y: (radius - Gum.radius) * scale)
    // ISRefreshControl's icon is 2R - 5 points wide.
    let reach = (radius - 2.5) * scale
    guard let dial else { return fill(Glyph.refresh(centre: middle, radius: reach * 0.62), ink.opposite) }
    let width = reach * 0.16
    return ring(middle, radius: reach - width / 2, width: width, share: dial.fraction, ink.opposite)
      + number(dial.number, at: middle, height: reach * 0.8, ink.opposite)
  }

  private func ring(_ centre: Point, radius: Double, width: Double, share: Double, _ ink: Ink) -> [Item] {
    fill([.arc(Arc(centre: centre, radius: radius, width: width, sweep: share.clamped(to: 0...1)))], ink)
  }

  private func number(_ number: Int, at centre: Point, height: Double, _ ink: Ink) -> [Item] {
    guard height >= Self.leastHeight / 2 else { return [] }
    let string = String(number)
    let template = String(string.map { $0.isNumber ? "0" : $0 })
    let box = Rect(centre: centre, width: height * 1.9, height: height)
    return [.text(Text(string: string, template: template, box: box, ink: ink))]
  }

  // MARK: During and after a refresh

  private func turn(since: Duration) -> Double {
    let seconds = max(0, (uptime - since).inSeconds)
    return seconds - seconds.rounded(.down)
  }

  /// The sizes 0.01, 0.85 and 0.7 are those of ISRefreshControl.
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

  // MARK: With reduced motion

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
    let share = (pull.drag?.raw ?? 0) / pull.threshold
    return fill([.arc(trail)], ink) + ring(centre, radius: radius, width: width, share: share, ink)
      + (dial.map { number($0.number, at: centre, height: 9 * scale, ink) } ?? [])
  }
}

private enum Glyph {
  static func refresh(centre: Point, radius: Double) -> [Shape] {
    let ring = Arc(centre: centre, radius: radius, width: radius * 0.34, start: 0.12, sweep: 0.68)
    let end = ring.start + ring.sweep
    let tip = ring.point(at: end, radius: radius) + Point.direction(end + 0.25) * (radius * 0.72)
    let head = [ring.point(at: end, radius: radius * 0.45), ring.point(at: end, radius: radius * 1.55), tip]
    return [.arc(ring), .band(head)]
  }

  static func tick(centre: Point, radius: Double) -> [Shape] {
    stroke([Point(x: -0.72, y: 0.02), Point(x: -0.2, y: 0.54), Point(x: 0.74, y: -0.5)], centre, radius)
  }

  static func cross(centre: Point, radius: Double) -> [Shape] {
    stroke([Point(x: -0.6, y: -0.6), Point(x: 0.6, y: 0.6)], centre, radius)
      + stroke([Point(x: -0.6, y: 0.6), Point(x: 0.6, y: -0.6)], centre, radius)
  }

  /// `points` are in radii.
  private static func stroke(_ points: [Point], _ centre: Point, _ radius: Double) -> [Shape] {
    let places = points.map { centre + $0 * radius }
    let half = radius * 0.14
    return zip(places, places.dropFirst()).map { Shape.bar(from: $0, to: $1, width: 2 * half) }
      + places.map { .disc(centre: $0, radius: half) }
  }
}
