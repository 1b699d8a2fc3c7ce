/// A part of the wall that viewers operate, or that comes and goes. Its state is in `ClockState` or `WallState`. To add
/// a control, write such a type and add it to `Scene.controls`.
///
/// An input function that returns `nil` leaves the input to the next control.
protocol Control: Sendable {
  /// The press that begins at `place`; `nil` if `place` is outside the control.
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)?
  /// Called when a press that began outside all controls has become a drag.
  static func drag(_ drag: Drag, on scene: inout Scene, at moment: Moment) -> [Effect]?
  /// Called when a press that began outside all controls was released without a drag.
  static func tap(at place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]?
  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]?
  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]?
  /// Called for typed text while `Scene.takesText` is true.
  static func write(_ text: String, on scene: inout Scene, at moment: Moment) -> [Effect]?
  /// Ends the input under way without completing it.
  static func cancel(on scene: inout Scene, at moment: Moment) -> [Effect]

  /// Makes the changes whose time has come.
  static func advance(_ scene: inout Scene, to moment: Moment, _ due: inout Due)
  /// The time at which `advance` next has something to do, even on a wall that is not visible.
  static func due(in scene: Scene) -> Wake
  /// The time at which the picture next changes without input.
  static func nextChange(of scene: Scene, after moment: Moment) -> Wake
  /// True if nothing of the control moves. While a control moves, no frame is composed in advance.
  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool
  /// True if a frame composed in advance is still right when its time comes. Otherwise the early frame only prepares
  /// the surface (`Surface.prepare`), and the frame is composed again.
  static func staysAsComposed(in scene: Scene) -> Bool

  /// Adds the contents that need room in the layout.
  static func reserve(in contents: inout Layout.Contents, of scene: Scene)
  /// The items of the control, from the lowest to the topmost.
  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item]
  /// True if the control stays in place when a pull or the pixel shift moves the content. Such a control is drawn above
  /// the others.
  static var isFixed: Bool { get }
}

/// What happens from a press on a control until its release. Its gesture may end before the release; then `release` is
/// not called.
protocol Press: Hashable, Sendable {
  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect]
  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]
  /// Called after the scene's gesture has ended.
  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect]
}

/// `way`: the movement since the press. `origin`: the point on this way at which the press became a drag. `place`: the
/// present point.
typealias Drag = (way: Point, origin: Point, place: Point)

/// `right` and `up` are in notches of the wheel, with fractions; right and up are positive. `notches` are the complete
/// notches, along one axis only: the other axis has 0.
typealias Scroll = (right: Double, up: Double, notches: (right: Int, up: Int))

/// The results of the controls' `advance`. `action`: the action of the hold button before these changes.
struct Due {
  let action: HoldAction
  private(set) var effects: [Effect] = []
  private(set) var mayChangeLayout = false

  init(_ action: HoldAction) { self.action = action }

  /// Call this for a change without effects that the layout may show.
  mutating func addChange() { mayChangeLayout = true }

  /// Adds the effects of a change that the layout may show; perhaps none.
  mutating func add(_ effects: [Effect]) {
    addChange()
    if !effects.isEmpty { self.effects += effects }
  }
}

extension Scene {
  /// The topmost control is first. Input goes to the controls in this order. They are drawn, and `advance` is called,
  /// in the opposite order.
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
