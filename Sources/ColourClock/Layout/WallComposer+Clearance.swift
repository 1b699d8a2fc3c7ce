/// How far the wall stays clear of the controls.
extension WallComposer {
  /// The lowest centre at which the controls do not touch the ring. But the centre is at most `rise` above the middle.
  func lowestCentre(_ height: Double) -> Double {
    guard hasRing, let ceiling else { return .infinity }
    return max(stage.midY - Self.rise * stage.height, ceiling - ringClearance - height / 2)
  }

  var clearDiameter: Double {
    guard let ceiling, !isUpright else { return .infinity }
    return 2 * (ceiling - ringClearance - stage.midY + Self.rise * stage.height)
  }

  /// The controls must not cover a program's lines, because viewers look at them when they go to the next step.
  var programFloor: Double {
    guard contents.program != nil, keepsProgramClear, let ceiling else { return .infinity }
    return ceiling - Self.programClearance * short
  }

  /// The distance of a program's lines from the controls, as a share of the shorter side.
  private static let programClearance = 0.014

  /// If possible, the controls do not cover the list of countdowns, because viewers choose a countdown there.
  var listFloor: Double { !contents.countdowns.isEmpty && keepsListClear ? controlsFloor : .infinity }

  var controlsFloor: Double { ceiling.map { $0 - clearance } ?? .infinity }

  var clearance: Double { Self.clearance.usual * short }
  /// The distance of the ring from the controls. On a small wall the controls are high. There the ring may be nearer to
  /// them, until its diameter is `clearShare` of the height.
  var ringClearance: Double {
    guard let ceiling else { return clearance }
    let room = ceiling - stage.midY - (Self.clearShare / 2 - Self.rise) * stage.height
    return min(clearance, max(Self.clearance.least * short, room))
  }

  /// Shares of the height. `rise`: how far a ring may be above the middle. `clearShare`: a diameter up to which a ring
  /// may be near the controls, or with other lines below them.
  /// `leastClear`: the least diameter, beside other lines, of a ring that the controls do not touch.
  static let (rise, clearShare, leastClear) = (0.01, 0.72, 0.62)
  /// The distance from the controls, as a share of the shorter side.
  private static let clearance = (usual: 0.03, least: 0.005)
}
