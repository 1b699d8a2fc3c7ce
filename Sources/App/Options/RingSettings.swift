import ColourClock

/// How the countdown's ring looks, and what it says that it is for.
struct RingSettings {
  var style = Ring.Style.standard
  var title = ""
  /// Its diameter; `nil`: what its place makes it.
  var size: Double?

  mutating func lay(_ options: Options) {
    title = options.countdown.title ?? title
    size = options.ring.ringSize ?? size
    style.lay(options.ring)
  }
}

extension Ring.Style {
  fileprivate mutating func lay(_ options: RingOptions) {
    kind = options.ringStyle ?? kind
    place = options.ringPlace ?? place
    width = options.ringWidth.map(Ring.Measure.share) ?? width
    trail = options.ringTrail ?? trail
    cap = options.ringCap ?? cap
    colour = options.ringColour ?? colour
    grows = options.ringGrowth.map { $0 == .grows } ?? grows
    counterclockwise = options.ringSense.map { $0 == .counterclockwise } ?? counterclockwise
    knob = options.ringKnob.map { $0 ? 1 : 0 } ?? knob
    format = options.ringLabel ?? format
  }
}
