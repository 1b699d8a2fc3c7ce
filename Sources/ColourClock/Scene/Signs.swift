enum HealthSign: Control {
  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let text = text(of: scene, at: moment) else { return [] }
    return layout.edgeLabel(text, isLeft: false).sign(text, on: backdrop)
  }

  static func box(of scene: Scene, in layout: Layout, at moment: Moment) -> Rect? {
    text(of: scene, at: moment).map { layout.edgeLabel($0, isLeft: false) }
  }

  private static func text(of scene: Scene, at moment: Moment) -> String? {
    switch moment.health {
    case .unset: scene.setup.words["clock not set"]
    case .unsynchronised where scene.setup.showsSynchronisation: scene.setup.words["clock not synchronised"]
    case .good, .unsynchronised:
      scene.setup.showsHealthProblems ? scene.healthProblem?.text(scene.setup.words) : nil
    }
  }
}

enum RateSign: Control {
  static func composedFrameStaysValid(in scene: Scene) -> Bool { !scene.setup.showsRate }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard let box = box(of: scene, in: layout), let rate = scene.wall.rate else { return [] }
    return box.sign(scene.setup.words["%d fps", rate], on: backdrop)
  }

  static func box(of scene: Scene, in layout: Layout) -> Rect? {
    scene.setup.showsRate ? layout.edgeLabel(scene.setup.words["%d fps", "000"], isLeft: true) : nil
  }

  static var isFixed: Bool { true }
}

struct RateMeter {
  private var second: Int64 = 0
  private var count = 0
  /// Frames in the last whole second.
  private(set) var rate = 0

  mutating func add(at uptime: Duration) {
    pass(to: uptime)
    count += 1
  }

  mutating func pass(to uptime: Duration) {
    let now = uptime.components.seconds
    guard now != second else { return }
    rate = now == second + 1 ? count : 0
    (second, count) = (now, 0)
  }
}

extension Rect {
  func sign(_ text: String, on backdrop: Backdrop) -> [Item] {
    let line = Rect(centre: centre, width: max(1, width - height), height: height / 2)
    return [
      .fill(Fill(.box(self, radius: height / 2), backdrop.ink.colour)),
      .text(Text(string: text, template: text, box: line, ink: backdrop.ink.opposite)),
    ]
  }
}
