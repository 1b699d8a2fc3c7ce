/// How far the wall stays clear of the controls.
extension WallComposer {
  /// The lowest place (y) of the ring's centre at which the controls do not touch the ring. The centre is at most
  /// `rise` above the middle, even if the controls then cover a part of the ring. Infinite without a limit.
  /// - Parameter height: the height of the ring, in pixels.
  func lowestCentre(_ height: Double) -> Double {
    guard hasRing, let controlsTop else { return .infinity }
    return max(stage.midY - Self.rise * stage.height, controlsTop - ringClearance - height / 2)
  }

  /// The greatest diameter of a ring that the controls do not touch.
  var clearDiameter: Double {
    guard let controlsTop, !isUpright else { return .infinity }
    return 2 * (controlsTop - ringClearance - stage.midY + Self.rise * stage.height)
  }

  /// The lower limit (y) of a program's lines. The controls must not cover these lines, because viewers look at them
  /// when they go to the next step.
  var programFloor: Double {
    guard contents.program != nil, keepsProgramClear, let controlsTop else { return .infinity }
    return controlsTop - Self.programClearance * short
  }

  /// The distance of a program's lines from the controls, as a share of the shorter side.
  private static let programClearance = 0.014

  /// The lower limit (y) of the list of countdowns. If possible, the controls do not cover the list, because viewers
  /// choose a countdown there.
  var listFloor: Double { !contents.countdowns.isEmpty && keepsListClear ? controlsFloor : .infinity }

  /// The lower limit (y) of parts that stay clear of the controls.
  var controlsFloor: Double { controlsTop.map { $0 - clearance } ?? .infinity }

  var clearance: Double { Self.clearance.usual * short }
  /// The distance of the ring from the controls. On a small wall the controls are high. There the ring may be nearer to
  /// them, until its diameter is `clearShare` of the height.
  var ringClearance: Double {
    guard let controlsTop else { return clearance }
    let room = controlsTop - stage.midY - (Self.clearShare / 2 - Self.rise) * stage.height
    return min(clearance, max(Self.clearance.least * short, room))
  }

  // Shares of the stage's height:
  /// How far the controls may push a ring above the middle.
  static let rise = 0.01
  /// Up to this diameter, a ring may be nearer to the controls than usual. With other lines, the controls may cover a
  /// part of it.
  static let clearShare = 0.72
  /// With other lines, a ring that the controls do not touch has at least this diameter.
  static let leastClear = 0.62

  /// The distance from the controls, as a share of the shorter side.
  private static let clearance = (usual: 0.03, least: 0.005)
}
