/// A monitor, or what the user has defined as one: a part of the screen that is to have a clock of its own.
package struct Monitor: Hashable, Sendable {
  /// What the server calls it, such as `HDMI-1`.
  package let name: String
  package let box: PixelRect
  package let isPrimary: Bool
  /// Pixels to a millimetre, by the size it reports.
  package let resolution: Double
  /// Its place in the server's list, from 0.
  package let number: Int
  /// Monitors that show the same picture or a part of it; this one stands for them.
  let clones: [Monitor]

  package init(
    name: String, box: PixelRect, isPrimary: Bool = false, number: Int = 0,
    resolution: Double = Monitor.usualResolution, clones: [Monitor] = []
  ) {
    (self.name, self.box, self.isPrimary, self.number) = (name, box, isPrimary, number)
    (self.resolution, self.clones) = (resolution, clones)
  }

  /// 96 pixels to an inch, as X servers assume.
  package static let usualResolution = 96 / 25.4

  /// That of so many pixels on so many millimetres; the usual one where that is nonsense: nothing, no monitor's (under 25
  /// or over 800 to an inch), not square, or the mere shape in centimetres, as televisions and projectors say it.
  package static func resolution(of pixels: Size, millimetres: Size) -> Double {
    let shapes = [(16, 9), (16, 10), (160, 90), (160, 100)]
    guard millimetres.width > 0, millimetres.height > 0,
      !shapes.contains(where: { $0 == (millimetres.width, millimetres.height) })
    else { return usualResolution }
    let across = Double(pixels.width) / Double(millimetres.width)
    let down = Double(pixels.height) / Double(millimetres.height)
    guard (1...32).contains(across), (0.8...1.25).contains(across / down) else { return usualResolution }
    return (across * down).squareRoot()
  }

  /// The only one of a screen whose monitors are not known.
  package static func whole(_ screen: Size) -> Monitor {
    Monitor(name: "screen", box: PixelRect(screen), isPrimary: true)
  }

  fileprivate func clipped(to screen: PixelRect) -> Monitor {
    Monitor(name: name, box: box.intersection(screen), isPrimary: isPrimary, number: number, resolution: resolution)
  }

  /// If a clone is the primary one, so is the picture.
  fileprivate func standing(for clones: [Monitor]) -> Monitor {
    let isPrimary = isPrimary || clones.contains(where: \.isPrimary)
    return Monitor(name: name, box: box, isPrimary: isPrimary, number: number, resolution: resolution, clones: clones)
  }
}

extension [Monitor] {
  /// Of those that a server lists, the ones that can be told apart: clipped to the screen, without empty ones, and of
  /// monitors that show the same picture, or a part of another's, only one: it would be covered by two walls.
  package func distinct(on screen: Size) -> [Monitor] {
    let seen = map { $0.clipped(to: PixelRect(screen)) }.filter { !$0.box.isEmpty }
    let kept = seen.indices.filter { index in !seen.indices.contains { seen.stands($0, for: index) } }
    let clones = Dictionary(grouping: seen.indices.filter { !kept.contains($0) }) { index in
      kept.first { seen[$0].box.contains(seen[index].box) }
    }
    return kept.map { index in seen[index].standing(for: (clones[index] ?? []).map { seen[$0] }) }
  }

  /// Whether one monitor makes another superfluous: a larger one does, and of equal ones the primary or first.
  private func stands(_ one: Int, for other: Int) -> Bool {
    let (left, right) = (self[one], self[other])
    guard one != other, left.box.contains(right.box) else { return false }
    guard left.box == right.box else { return true }
    return left.isPrimary == right.isPrimary ? one < other : left.isPrimary
  }

  /// The monitor that meets a condition, itself rather than by one of its clones.
  fileprivate func one(_ condition: (Monitor) -> Bool) -> [Monitor]? {
    let found = first(where: condition) ?? first { $0.clones.contains(where: condition) }
    return found.map { [$0] }
  }
}

/// Which monitors the clock is wanted on, whether they are connected or not.
package enum MonitorChoice: Hashable, Sendable {
  case all
  case primary
  case named(String)
  /// By the server's order, from 0.
  case number(Int)

  /// Reads an option's value; `nil` if it is empty or no number there could be. Digits are a number, all else a name.
  package init?(_ text: String) {
    switch text {
    case "": return nil
    case "all": self = .all
    case "primary": self = .primary
    case _ where text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }:
      guard let number = Int(text) else { return nil }
      self = .number(number)
    default: self = .named(text)
    }
  }

  /// Those of the monitors that are connected. In place of one that is not connected stands the primary one, if there is any.
  package func chosen(from monitors: [Monitor]) -> [Monitor] {
    let primary = monitors.first(where: \.isPrimary) ?? monitors.first
    return switch self {
    case .all: monitors
    case .primary: primary.map { [$0] } ?? []
    case .named, .number: asked(from: monitors) ?? Self.primary.chosen(from: monitors)
    }
  }

  /// Whether it is one that is not connected.
  package func isMissing(in monitors: [Monitor]) -> Bool {
    switch self {
    case .all, .primary: false
    case .named, .number: asked(from: monitors) == nil
    }
  }

  private func asked(from monitors: [Monitor]) -> [Monitor]? {
    switch self {
    case .all, .primary: nil
    case .named(let name): monitors.one { $0.name == name }
    case .number(let number): monitors.one { $0.number == number }
    }
  }
}

extension MonitorChoice: CustomStringConvertible {
  /// As the option takes it.
  package var description: String {
    switch self {
    case .all: "all"
    case .primary: "primary"
    case .named(let name): name
    case .number(let number): "\(number)"
    }
  }
}
