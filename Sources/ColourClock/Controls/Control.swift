/// A part of the wall. Its state is in `ClockState` or `WallState`.
///
/// If an input function returns `nil`, the next control in `Scene.controls` gets the input.
protocol Control: Sendable {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)?
  /// A press that no control took has become a drag.
  static func drag(_ drag: Drag, on scene: inout Scene, at moment: Moment) -> [Effect]?
  /// A press that no control took was released without a drag.
  static func tap(at place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]?
  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]?
  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]?
  /// Gets typed text while `Scene.takesText` is true.
  static func write(_ text: String, on scene: inout Scene, at moment: Moment) -> [Effect]?
  /// Abandons the input under way.
  static func cancel(on scene: inout Scene, at moment: Moment) -> [Effect]

  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult)
  /// When `advance` is next needed, even on a hidden wall.
  static func due(in scene: Scene) -> Wake
  static func nextChange(of scene: Scene, after moment: Moment) -> Wake
  /// False while the control moves.
  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool
  /// False if a frame composed in advance may be wrong by the time it is shown.
  static func composedFrameStaysValid(in scene: Scene) -> Bool

  static func reserve(in contents: inout Layout.Contents, of scene: Scene)
  /// The result is sorted from back to front.
  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item]
  /// True if neither a pull nor the pixel shift moves the control. It is then drawn above the others.
  static var isFixed: Bool { get }
}

/// A press on a control. `release` is not called if the gesture ends first.
protocol Press: Hashable, Sendable {
  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect]
  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]
  /// Called after the scene's gesture has ended.
  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect]
}

/// `way`: the movement since the press. `origin`: where the press became a drag. `place`: where the pointer is.
typealias Drag = (way: Point, origin: Point, place: Point)

/// `right`, `up`: wheel notches with fractions. `notches`: complete notches along one axis; 0 on the other.
typealias Scroll = (right: Double, up: Double, notches: (right: Int, up: Int))

/// Collects the results of `advance`. `action` is the hold button's action before all changes.
struct AdvanceResult {
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
  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {}
  static func due(in scene: Scene) -> Wake { .never }
  static func nextChange(of scene: Scene, after moment: Moment) -> Wake { .never }
  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool { true }
  static func composedFrameStaysValid(in scene: Scene) -> Bool { true }
  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {}
  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] { [] }
  static var isFixed: Bool { false }
}

extension Press {
  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] { [] }
  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] { [] }
  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] { [] }
}
