/// Limits for parts near the controls. A limit is infinite without controls, or if the controls may cover the part.
extension WallComposer {
  /// The lowest centre (y) of a ring that is clear of the controls, but at most `rise` above the middle.
  func lowestCentre(_ height: Double) -> Double {
    guard hasRing, let controlsTop else { return .infinity }
    return max(stage.midY - Self.rise * stage.height, controlsTop - ringClearance - height / 2)
  }

  var clearDiameter: Double {
    guard let controlsTop, !isUpright else { return .infinity }
    return 2 * (controlsTop - ringClearance - stage.midY + Self.rise * stage.height)
  }

  /// The lowest edge (y) of a program's lines, which viewers read when they go to the next step.
  var programFloor: Double {
    guard contents.program != nil, keepsProgramClear, let controlsTop else { return .infinity }
    return controlsTop - Self.programClearance * short
  }

  private static let programClearance = 0.014

  /// The lowest edge (y) of the list, in which viewers choose a countdown.
  var listFloor: Double { !contents.countdowns.isEmpty && keepsListClear ? controlsFloor : .infinity }

  var controlsFloor: Double { controlsTop.map { $0 - clearance } ?? .infinity }

  var clearance: Double { Self.clearance.usual * short }
  /// On a small wall, the ring may be nearer to the controls until its diameter is `clearShare` of the height.
  var ringClearance: Double {
    guard let controlsTop else { return clearance }
    let room = controlsTop - stage.midY - (Self.clearShare / 2 - Self.rise) * stage.height
    return min(clearance, max(Self.clearance.least * short, room))
  }

  // Shares of the stage's height:
  /// How far above the middle the controls may push a ring.
  static let rise = 0.01
  /// Up to this diameter, a ring may be near the controls, or with other lines partly under them.
  static let clearShare = 0.72
  /// The controls may cover a ring with other lines if a clear ring would be smaller.
  static let leastClear = 0.62

  private static let clearance = (usual: 0.03, least: 0.005)
}
