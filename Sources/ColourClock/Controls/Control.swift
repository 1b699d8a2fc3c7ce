/// A part of the wall that viewers operate, or that comes and goes. Its state lies in `ClockState` or `WallState`; the
/// type says what input, time and painter do with it. A new control is a file with such a type, and a line in
/// `Scene.controls`.
///
/// An answer of `nil` leaves the input to the next control.
protocol Control: Sendable {
  /// The hit test: the press that would begin at a place of the window.
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)?
  /// A press on no control has become a drag.
  static func drag(_ drag: Drag, on scene: inout Scene, at moment: Moment) -> [Effect]?
  /// A press on no control was released.
  static func tap(at place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]?
  static func scroll(_ scroll: Scroll, on scene: inout Scene, at moment: Moment) -> [Effect]?
  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]?
  /// Ends what is under way, without effect.
  static func cancel(on scene: inout Scene, at moment: Moment) -> [Effect]

  static func advance(_ scene: inout Scene, to moment: Moment, _ due: inout Due)
  /// When time alone changes its state, also on a wall that cannot be seen.
  static func due(in scene: Scene) -> Wake
  static func nextChange(of scene: Scene, after moment: Moment) -> Wake
  /// Whether nothing moves: only then the coming frame is composed ahead.
  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool
  /// Whether such a frame stays right until it is shown.
  static func isStill(in scene: Scene) -> Bool

  /// Adds what the layout must make room for.
  static func reserve(in contents: inout Layout.Contents, of scene: Scene)
  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item]
  /// Whether it keeps its place while the wall is pulled down or shifts.
  static var isFixed: Bool { get }
}

/// A press on a control, from its beginning to its release.
protocol Press: Hashable, Sendable {
  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect]
  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect]
  /// The scene's gesture is over already.
  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect]
}

/// A drag that begins at `origin`, and the way from the press to its present place.
typealias Drag = (way: Point, origin: Point, place: Point)

/// Notches of a wheel or touchpad, and the whole ones that are complete now, of one direction. Right and up are
/// positive.
typealias Scroll = (right: Double, up: Double, notches: (right: Int, up: Int))

/// What has become due in one step of time.
struct Due {
  /// The action of the hold button before.
  let action: HoldAction
  private(set) var effects: [Effect] = []
  /// Whether the inputs of the layout may have changed.
  private(set) var hasHappened = false

  init(_ action: HoldAction) { self.action = action }

  mutating func add(_ effects: [Effect]) {
    hasHappened = true
    if !effects.isEmpty { self.effects += effects }
  }
}

extension Scene {
  /// Input asks the first control first. Painter and time begin with the last one: the first lies above the others.
  static let controls: [any Control.Type] = [
    FeedControl.self,
    HelpControl.self,
    GalleryControl.self,
    RateSign.self,
    HintControl.self,
    HealthSign.self,
    BarControl.self,
    HoldControl.self,
    ScheduleControl.self,
    StopwatchControl.self,
    LabelsControl.self,
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
