/// The distance of parts from the controls. A limit is infinite without controls, or if they may cover the part.
extension WallComposer {
  /// The lower limit (y) of a ring's centre. The ring is clear of the controls, unless it would be further than `rise`
  /// above the middle.
  func lowestCentre(_ height: Double) -> Double {
    guard hasRing, let controlsTop else { return .infinity }
    return max(stage.midY - Self.rise * stage.height, controlsTop - ringClearance - height / 2)
  }

  /// The greatest diameter of a ring that is clear of the controls.
  var clearDiameter: Double {
    guard let controlsTop, !isUpright else { return .infinity }
    return 2 * (controlsTop - ringClearance - stage.midY + Self.rise * stage.height)
  }

  /// The lower limit (y) of a program's lines, because viewers look at them when they go to the next step.
  var programFloor: Double {
    guard contents.program != nil, keepsProgramClear, let controlsTop else { return .infinity }
    return controlsTop - Self.programClearance * short
  }

  /// The distance of a program's lines from the controls, as a share of the shorter side.
  private static let programClearance = 0.014

  /// The lower limit (y) of the list of countdowns, because viewers choose a countdown there.
  var listFloor: Double { !contents.countdowns.isEmpty && keepsListClear ? controlsFloor : .infinity }

  var controlsFloor: Double { controlsTop.map { $0 - clearance } ?? .infinity }

  var clearance: Double { Self.clearance.usual * short }
  /// The distance of the ring from the controls. On a small wall, where the controls are high, the ring may be nearer
  /// until its diameter is `clearShare` of the height.
  var ringClearance: Double {
    guard let controlsTop else { return clearance }
    let room = controlsTop - stage.midY - (Self.clearShare / 2 - Self.rise) * stage.height
    return min(clearance, max(Self.clearance.least * short, room))
  }

  // Shares of the stage's height:
  /// How far the controls may push a ring above the middle.
  static let rise = 0.01
  /// The diameter up to which a ring may be nearer to the controls than usual, or with other lines below them.
  static let clearShare = 0.72
  /// The least diameter of a ring with other lines that must be clear of the controls.
  static let leastClear = 0.62

  /// The distance from the controls, as a share of the shorter side.
  private static let clearance = (usual: 0.03, least: 0.005)
}
