/// Limits for parts near the controls. A limit is infinite without controls, or if the controls may cover the part.
extension WallComposer {
  /// The lowest centre (y) at which a ring of this height is clear of the controls. They push it up by at most `rise`.
  func lowestCentre(_ height: Double) -> Double {
    guard hasRing, let controlsTop else { return .infinity }
    return max(stage.midY - Self.rise * stage.height, controlsTop - ringClearance - height / 2)
  }

  /// The diameter of the largest ring that is clear of the controls, with its centre `rise` above the middle. It is
  /// infinite on a portrait wall.
  var clearDiameter: Double {
    guard let controlsTop, !isPortrait else { return .infinity }
    return 2 * (controlsTop - ringClearance - stage.midY + Self.rise * stage.height)
  }

  /// The lowest edge (y) of a program's lines.
  var programFloor: Double {
    guard contents.program != nil, keepsProgramClear, let controlsTop else { return .infinity }
    return controlsTop - Self.programClearance * shortSide
  }

  /// A share of the wall's shorter side.
  private static let programClearance = 0.014

  /// The lowest edge (y) of the list of countdowns.
  var listFloor: Double { !contents.countdowns.isEmpty && keepsListClear ? controlsFloor : .infinity }

  var controlsFloor: Double { controlsTop.map { $0 - clearance } ?? .infinity }

  var clearance: Double { Self.clearance.usual * shortSide }
  /// The gap between ring and controls, in pixels. It is less than `clearance` if a ring of `clearShare` needs it.
  var ringClearance: Double {
    guard let controlsTop else { return clearance }
    let room = controlsTop - stage.midY - (Self.clearShare / 2 - Self.rise) * stage.height
    return min(clearance, max(Self.clearance.least * shortSide, room))
  }

  // Shares of the stage's height:
  /// How far the controls may push a ring above the middle.
  static let rise = 0.01
  /// A ring of up to this diameter may be nearer to the controls than usual, or reach under them (`leastClear`).
  static let clearShare = 0.72
  /// The controls may cover a part of a ring with other lines, if a clear ring would be smaller than this.
  static let leastClear = 0.62

  /// Shares of the wall's shorter side.
  private static let clearance = (usual: 0.03, least: 0.005)
}
