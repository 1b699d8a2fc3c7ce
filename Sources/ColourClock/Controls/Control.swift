/// A part of the wall that viewers operate, or that comes and goes. Its state is in `ClockState` or `WallState`; the
/// type has the functions for input, time and picture. To add a control, write such a type and add a line in
/// `Scene.controls`.
///
/// A function that returns `nil` leaves the input to the next control.
protocol Control: Sendable {
  /// The hit test: the press that would begin at a place of the window.
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)?
  /// A press that began outside all controls has become a drag.
  static func drag(_ drag: Drag, on scene: inout Scene, at moment: Moment) -> [Effect]?
  /// A press that began outside all controls was released, and was no drag.
  static func tap(at place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]?
  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]?
  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]?
  /// Text from the keyboard, while `Scene.takesText` is true.
  static func write(_ text: String, on scene: inout Scene, at moment: Moment) -> [Effect]?
  /// Ends the input under way, without effect.
  static func cancel(on scene: inout Scene, at moment: Moment) -> [Effect]

  /// Makes the changes that are due at `moment`, and adds their effects to `due`.
  static func advance(_ scene: inout Scene, to moment: Moment, _ due: inout Due)
  /// The next change of the state by time alone, also on a wall that is not visible.
  static func due(in scene: Scene) -> Wake
  /// The next change of the control's picture by time alone.
  static func nextChange(of scene: Scene, after moment: Moment) -> Wake
  /// True if nothing moves. The next frame is composed in advance only while all controls are at rest.
  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool
  /// True if a frame composed in advance is still right when it is shown.
  static func isStill(in scene: Scene) -> Bool

  /// Adds the contents that need room in the layout.
  static func reserve(in contents: inout Layout.Contents, of scene: Scene)
  /// The picture of the control, from the bottom up.
  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item]
  /// True if the control keeps its place while the wall is pulled down or shifts.
  static var isFixed: Bool { get }
}

/// A press on a control, from its beginning to its release.
protocol Press: Hashable, Sendable {
  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect]
  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]
  /// Handles the release. The scene's gesture has already ended.
  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect]
}

/// A drag of the pointer: the movement since the press, the place at which it became a drag, and the present place.
typealias Drag = (way: Point, origin: Point, place: Point)

/// A scroll in notches and fractions of a notch. `notches` are the whole notches completed; its `right` or its `up` is
/// 0. Right and up are positive.
typealias Scroll = (right: Double, up: Double, notches: (right: Int, up: Int))

/// The results of one step of time.
struct Due {
  /// The action of the hold button before this step.
  let action: HoldAction
  private(set) var effects: [Effect] = []
  /// Whether something may have changed that the layout depends on.
  private(set) var mayChangeLayout = false

  init(_ action: HoldAction) { self.action = action }

  /// Adds effects. Call it with an empty list if only the layout may have changed.
  mutating func add(_ effects: [Effect]) {
    mayChangeLayout = true
    if !effects.isEmpty { self.effects += effects }
  }
}

extension Scene {
  /// All controls, the topmost first. Input asks the first control first; pictures and time begin with the last.
  static let controls: [any Control.Type] = [
    FeedControl.self,
    PairingControl.self,
    PadControl.self,
    TypingControl.self,
    HelpControl.self,
    SettingsControl.self,
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
  static func isStill(in scene: Scene) -> Bool { true }
  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {}
  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] { [] }
  static var isFixed: Bool { false }
}

extension Press {
  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] { [] }
  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] { [] }
  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] { [] }
}
