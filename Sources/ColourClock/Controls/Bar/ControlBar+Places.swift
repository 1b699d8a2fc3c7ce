extension ControlBar {
  struct Contents: Hashable, Sendable {
    var commands: [Command]
    var words: Words
    /// A command's least size, in pixels.
    var target: Double
    var caption: Caption?
    /// True while the bar is invisible.
    var isAway = false
    /// True if the hold button's label has a title, which needs the usual width.
    var needsButtonWidth = false

    init(_ commands: [Command], _ words: Words = Words(), resolution: Double = Monitor.usualResolution) {
      (self.commands, self.words, target) = (commands, words, ControlBar.target(resolution))
    }
  }

  /// The line above the bar that names the commands' timer.
  struct Caption: Hashable, Sendable {
    /// If empty, the line stays free.
    var text: String
    /// The commands of the named timer; empty means all.
    var commands: Set<Command> = []
  }

  struct Place: Hashable, Sendable {
    let command: Command
    private(set) var box: Rect
    let hasWords: Bool
    var name = ""
    var hasLargeWords = false

    func mirrored(at line: Double) -> Place { with(self) { $0.box = box.mirrored(at: line) } }
  }

  /// A command's least size: `millimetres` for a finger, `pixels` by WCAG 2.5.8.
  private static let finger = (millimetres: 9.0, pixels: 24.0)

  /// The least share of its width that a hold button keeps beside a row; `titled` is for `needsButtonWidth`.
  static let narrowest = (usual: 0.7, titled: 0.92)

  /// The minutes that `more` adds while something rings.
  static let snooze = Int(Scene.usualSnooze.components.seconds / 60)
  /// The usual change by − and +, in minutes.
  static let step = 1

  /// `resolution` is in pixels per millimetre.
  static func target(_ resolution: Double) -> Double {
    max(finger.pixels, (finger.millimetres * resolution).rounded(.up))
  }

  /// Shares of the shorter side: the bar's height in a `wide` or a `portrait` window. Shares of the window's
  /// height: `most` for the bar, `twoRows` for two rows with gaps, `withButton` from a row's top to the lower limit.
  static let share = (wide: 0.066, portrait: 0.07, most: 0.22, withButton: 0.36, twoRows: 0.27)
  /// Gaps in bar heights: `inner` between commands, which may grow by `spread`; `outer` between rows and around the
  /// hold button; `presets` added around presets; `end` before the commands at the end.
  static let gap = (inner: 0.16, spread: 1.2, outer: 0.2, presets: 0.3, end: 0.46)
  /// The gaps in a small window. `margin` is both margins of the words.
  static let tight = (inner: 0.06, outer: 0.1, margin: 0.2, presets: 0.2)
  /// Lengths in bar heights: two digit heights, both margins, a symbol with its gap, and how much a command may widen.
  static let text = (height: 0.3, large: 0.42, margin: 0.6, symbol: 0.5, extra: 0.3)
  /// The longest name on the pad, in digit heights.
  static let longestName = 9.0

  static func caption(_ words: String, named name: String) -> String { name.isEmpty ? words : "\(words)\n\(name)" }

  typealias Placed = (button: Rect?, places: [Place])

  /// Without room, leaves out words and presets.
  /// - Parameter floor: the bar's lower limit, in pixels.
  static func placed(_ contents: Contents, in window: Rect, floor: Double, button: Rect?) -> Placed {
    let row = fromTheLeft(contents, in: window, floor: floor, button: button)
    guard contents.words.isRightToLeft else { return row }
    return (row.button?.mirrored(at: window.midX), row.places.map { $0.mirrored(at: window.midX) })
  }

  /// Without room, Undo replaces Help.
  private static func fromTheLeft(_ contents: Contents, in window: Rect, floor: Double, button: Rect?) -> Placed {
    guard contents.commands.contains(.undo) else {
      return withoutUndo(contents, in: window, floor: floor, button: button)
    }
    var others = contents
    others.commands.removeAll { $0 == .undo }
    var placed = withoutUndo(others, in: window, floor: floor, button: button)
    addUndo(to: &placed.places, contents.words, in: window)
    return placed
  }

  private static func addUndo(to places: inout [Place], _ words: Words, in window: Rect) {
    guard let last = places.max(by: { $0.box.maxX < $1.box.maxX }) else { return }
    let tall = last.box.height
    for hasWords in last.hasWords ? [true, false] : [false] {
      let width = Row([.undo], tall, hasWords, words).width
      let box = Rect(x: last.box.maxX + gap.end * tall, y: last.box.y, width: width, height: tall)
      guard box.maxX <= window.maxX - gap.outer * tall else { continue }
      return places.append(Place(command: .undo, box: box, hasWords: hasWords))
    }
    guard let index = places.firstIndex(where: { $0.command == .help }) else { return }
    places[index] = Place(command: .undo, box: places[index].box, hasWords: false)
  }

  /// Leaves out `mute` if other commands would lose their words or their place.
  private static func withoutUndo(_ contents: Contents, in window: Rect, floor: Double, button: Rect?) -> Placed {
    var others = contents
    others.commands.removeAll { $0 == .mute }
    let without = allPlaced(others, in: window, floor: floor, button: button)
    guard others != contents else { return without }
    let all = allPlaced(contents, in: window, floor: floor, button: button)
    let isHarmless =
      all.places.count == without.places.count + 1 && all.places.first?.hasWords == without.places.first?.hasWords
    return isHarmless ? all : without
  }

  private static func allPlaced(
    _ contents: Contents, in window: Rect, floor: Double, button: Rect?
  ) -> Placed {
    guard let tall = height(contents, in: window), !contents.commands.isEmpty else { return (button, []) }
    let space = Space(window: window, floor: floor, button: button, tall: tall, words: contents.words)
    guard button != nil else { return (nil, space.alone(contents.commands)) }
    return space.afterButton(contents.commands, needsButtonWidth: contents.needsButtonWidth)
      ?? (button, space.withButton(contents.commands))
  }

  /// `nil` if the window is too low.
  static func height(_ contents: Contents, in window: Rect) -> Double? {
    let tall = height(target: contents.target, in: window)
    return tall <= share.most * window.height ? tall : nil
  }

  /// - Parameter target: the least height in pixels; `nil` for a usual resolution.
  static func height(target: Double?, in window: Rect) -> Double {
    let isPortrait = window.height > window.width
    return max(
      target ?? Self.target(Monitor.usualResolution),
      (isPortrait ? share.portrait : share.wide) * window.shortSide)
  }

  static func margin(in window: Rect) -> Double { Layout.Plan.margin * window.shortSide }

  /// Commands of equal width; `nil` if the words need more.
  static func places(_ contents: Contents, width: Double, tall: Double, at origin: Point) -> [Place]? {
    let count = Double(contents.commands.count)
    guard count > 0 else { return [] }
    let wide = (width - (count - 1) * gap.outer * tall) / count
    let rows = contents.commands.map { Row([$0], tall, true, contents.words, hasLargeWords: true) }
    guard rows.allSatisfy({ $0.width <= wide }) else { return nil }
    return contents.commands.indices.map { index in
      let x = origin.x + Double(index) * (wide + gap.outer * tall)
      let box = Rect(x: x, y: origin.y, width: wide, height: tall)
      return Place(command: contents.commands[index], box: box, hasWords: true, hasLargeWords: true)
    }
  }

  static func row(_ contents: Contents, in window: Rect, y: Double) -> [Place] {
    guard let tall = height(contents, in: window) else { return [] }
    let rows = [(true, false), (false, false), (false, true)].map { hasWords, isTight in
      Row(contents.commands, tall, hasWords, contents.words, isTight: isTight)
    }
    guard let row = rows.first(where: { $0.width <= window.width - 2 * gap.inner * tall }) else { return [] }
    let places = row.places(x: window.midX - row.width / 2, y: y)
    return contents.words.isRightToLeft ? places.map { $0.mirrored(at: window.midX) } : places
  }
}
