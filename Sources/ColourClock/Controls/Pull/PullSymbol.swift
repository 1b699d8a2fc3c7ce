/// The symbol of a pull: the gum with what rides in it, the spinner, the mark, and what stands for them without movement.
extension PullPicture {
  // MARK: The gum

  var hanging: [Item] {
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

  func tearing(since torn: Duration) -> [Item] {
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

  func turn(since: Duration) -> Double {
    let seconds = max(0, (uptime - since).inSeconds)
    return seconds - seconds.rounded(.down)
  }

  /// Grows past its size and back, as the seed's does (0.01, 0.85, 0.7).
  func spinner(since torn: Duration, turn: Double) -> [Item] {
    let grown = Motion.progress(from: torn, to: uptime, over: Pull.spinnerTime)
    let size = grown < 0.5 ? Motion.mix(0.01, 0.85, Motion.ease(grown * 2)) : Motion.mix(0.85, 0.7, grown * 2 - 1)
    let unit = size / 0.7 * scale
    let arc = Arc(
      centre: centre, radius: Self.spinner.radius * unit, width: Self.spinner.width * unit, start: turn, sweep: 0.75,
      cap: .round)
    return fill([.arc(arc)], ink)
  }

  func mark(ok: Bool) -> [Item] {
    let radius = Self.spinner.mark * scale
    return fill(ok ? Glyph.tick(centre: centre, radius: radius) : Glyph.cross(centre: centre, radius: radius), ink)
  }

  // MARK: Without movement

  var dots: [Item] {
    let current = pull.dot(at: uptime) % 3
    return (0..<3).flatMap { index in
      let radius = Self.spinner.dot * scale * (index == current ? 1 : 0.5)
      let place = centre + Point(x: Double(index - 1) * 8 * scale, y: 0)
      return fill([.disc(centre: place, radius: radius)], ink)
    }
  }

  var progress: [Item] {
    let (radius, width) = (Self.spinner.mark * scale, Self.spinner.width * scale)
    let trail = Arc(centre: centre, radius: radius, width: width / 3, sweep: 1)
    let share = (pull.tug?.raw ?? 0) / pull.threshold
    return fill([.arc(trail)], ink) + ring(centre, radius: radius, width: width, share: share, ink)
      + (dial.map { number($0.number, at: centre, height: 9 * scale, ink) } ?? [])
  }
}
