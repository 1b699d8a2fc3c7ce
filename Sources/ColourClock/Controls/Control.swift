/// A part of the wall that viewers operate, or that comes and goes. Its state is in `ClockState` or `WallState`;
/// `Scene.controls` lists all controls.
///
/// If an input function returns `nil`, the next control gets the input.
protocol Control: Sendable {
  /// `nil` if `place` is outside the control.
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)?
  /// A press outside all controls has become a drag.
  static func drag(_ drag: Drag, on scene: inout Scene, at moment: Moment) -> [Effect]?
  /// A press outside all controls was released without a drag.
  static func tap(at place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]?
  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]?
  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]?
  /// Gets typed text while `Scene.takesText` is true.
  static func write(_ text: String, on scene: inout Scene, at moment: Moment) -> [Effect]?
  /// Abandons the input under way.
  static func cancel(on scene: inout Scene, at moment: Moment) -> [Effect]

  static func advance(_ scene: inout Scene, to moment: Moment, _ due: inout Due)
  /// When `advance` is next needed, even on a hidden wall.
  static func due(in scene: Scene) -> Wake
  /// When the picture next changes without input.
  static func nextChange(of scene: Scene, after moment: Moment) -> Wake
  /// False while the control moves: no frame is then composed in advance.
  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool
  /// False if a frame composed in advance may be wrong. Such a frame only prepares the surface (`Surface.prepare`).
  static func staysAsComposed(in scene: Scene) -> Bool

  static func reserve(in contents: inout Layout.Contents, of scene: Scene)
  /// The lowest item comes first.
  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item]
  /// True if pulls and the pixel shift do not move the control, which is then above the others.
  static var isFixed: Bool { get }
}

/// A press on a control. `release` is not called if the gesture ends before it.
protocol Press: Hashable, Sendable {
  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect]
  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]
  /// Called after the scene's gesture has ended.
  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect]
}

/// `way`: the movement since the press. `origin`: where the press became a drag. `place`: the present point.
typealias Drag = (way: Point, origin: Point, place: Point)

/// `right`, `up`: wheel notches with fractions. `notches`: complete notches along one axis; 0 on the other.
typealias Scroll = (right: Double, up: Double, notches: (right: Int, up: Int))

/// `action` is the hold button's action before the changes.
struct Due {
  let action: HoldAction
  private(set) var effects: [Effect] = []
  private(set) var mayChangeLayout = false

  init(_ action: HoldAction) { self.action = action }

  mutating func addChange() { mayChangeLayout = true }

  mutating func add(_ effects: [Effect]) {
    addChange()
    if !effects.isEmpty { self.effects += effects }
  }
}

extension Scene {
  /// Topmost first, for input. Drawing and `advance` go in the opposite order.
  static let controls: [any Control.Type] = [
    FeedControl.self,
    PairingControl.self,
    PadControl.self,
    TypingControl.self,
    HelpControl.self,
    SettingsControl.self,
    OrderControl.self,
    GalleryControl.self,
    RateSign.self,
    SoundControl.self,
    HintControl.self,
    HealthSign.self,
    BarControl.self,
    HoldControl.self,
    ScheduleControl.self,
    StopwatchControl.self,
    ProgramControl.self,
    LabelsControl.self,
    CountdownList.self,
    CountdownControl.self,
    PullControl.self,
  ]
}

extension Control {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? { nil }
  static func drag(_ drag: Drag, on scene: inout Scene, at moment: Moment) -> [Effect]? { nil }
  static func tap(at place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]? { nil }
  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]? { nil }
  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? { nil }
  static func write(_ text: String, on scene: inout Scene, at moment: Moment) -> [Effect]? { nil }
  static func cancel(on scene: inout Scene, at moment: Moment) -> [Effect] { [] }
  static func advance(_ scene: inout Scene, to moment: Moment, _ due: inout Due) {}
  static func due(in scene: Scene) -> Wake { .never }
  static func nextChange(of scene: Scene, after moment: Moment) -> Wake { .never }
  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool { true }
  static func staysAsComposed(in scene: Scene) -> Bool { true }
  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {}
  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] { [] }
  static var isFixed: Bool { false }
}

extension Press {
  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] { [] }
  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] { [] }
  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] { [] }
}
