/// What tells the phases apart without colour.
extension Ring {
  func marks(_ reading: Reading) -> [Stroke] {
    switch reading.phase {
    case .calm: []
    case .soon: innerTicks(reading)
    case .last: beats(reading)
    case .over: cross
    }
  }

  /// Of the middle of the marks within the ring.
  var innerRadius: Double { max(0, radius - Share.inner * stroke) }

  /// A fine row within the ring, centred on its units.
  private func innerTicks(_ reading: Reading) -> [Stroke] {
    let count = Ring.ticks(of: reading.period)
    let sweep = min(0.5 / Double(count), max(2, stroke * Share.thin) / max(1, 2 * .pi * innerRadius))
    return (0..<count).map { index in
      arc(Double(index) / Double(count) - sweep / 2, sweep, radius: innerRadius, width: stroke * Share.half)
    }
  }

  /// A dash within the ring for each second of the last phase; one goes out with each.
  private func beats(_ reading: Reading) -> [Stroke] {
    let count = max(1, reading.beats)
    return (0..<count).map { index in
      let isLeft = index < reading.remaining.secondsRoundedUp
      return arc(Double(index) / Double(count), isLeft ? 0.7 / Double(count) : 0, radius: innerRadius, width: stroke)
    }
  }

  /// Half of what the cross leaves open, in turns.
  private var gap: Double { radius > 0 ? min(0.2, Share.gap * stroke / (2 * .pi * radius)) : 0 }

  /// The whole ring but for a gap at twelve o'clock.
  var openRing: Stroke { arc(gap, 1 - 2 * gap, width: stroke) }

  /// A cross in that gap.
  private var cross: [Stroke] {
    let middle = centre + Point.direction(0) * radius
    let arm = Share.cross * stroke / 2 * 0.5.squareRoot()
    return [1.0, -1].map { side in
      let way = Point(x: arm * side, y: arm)
      return Stroke(line: .bar(middle - way, middle + way, width: stroke * Share.half))
    }
  }
}
