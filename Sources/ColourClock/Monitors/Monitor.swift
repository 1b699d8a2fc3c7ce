package struct Monitor: Hashable, Sendable {
  /// The X server's name, such as `HDMI-1`.
  package let name: String
  package let box: PixelRect
  package let isPrimary: Bool
  /// Pixels per millimetre.
  package let resolution: Double
  /// The place in the server's list, from 0.
  package var number: Int
  /// Monitors that show this picture, or a part of it, and have no wall of their own.
  let clones: [Monitor]

  package init(
    name: String, box: PixelRect, isPrimary: Bool = false, number: Int = 0,
    resolution: Double = Monitor.usualResolution, clones: [Monitor] = []
  ) {
    (self.name, self.box, self.isPrimary, self.number) = (name, box, isPrimary, number)
    (self.resolution, self.clones) = (resolution, clones)
  }

  /// 96 pixels per inch.
  package static let usualResolution = 96 / 25.4

  /// Returns `usualResolution` if the reported size is wrong: zero, an aspect ratio in place of millimetres (16 × 9 or
  /// 9 × 16), pixels far from square, or outside 25 to 812 pixels per inch.
  package static func resolution(of pixels: Size, millimetres: Size) -> Double {
    let shapes = [(16, 9), (16, 10), (160, 90), (160, 100)]
    let sides = (max(millimetres.width, millimetres.height), min(millimetres.width, millimetres.height))
    guard sides.1 > 0, !shapes.contains(where: { $0 == sides }) else { return usualResolution }
    let across = Double(pixels.width) / Double(millimetres.width)
    let down = Double(pixels.height) / Double(millimetres.height)
    guard (1...32).contains(across), (0.8...1.25).contains(across / down) else { return usualResolution }
    return (across * down).squareRoot()
  }

  package static func whole(_ screen: Size) -> Monitor {
    Monitor(name: "screen", box: PixelRect(screen), isPrimary: true)
  }

  fileprivate func clipped(to screen: PixelRect) -> Monitor {
    Monitor(name: name, box: box.intersection(screen), isPrimary: isPrimary, number: number, resolution: resolution)
  }

  fileprivate func standing(for clones: [Monitor]) -> Monitor {
    let isPrimary = isPrimary || clones.contains(where: \.isPrimary)
    return Monitor(name: name, box: box, isPrimary: isPrimary, number: number, resolution: resolution, clones: clones)
  }
}

extension [Monitor] {
  /// A monitor inside another becomes its clone, because their walls would overlap.
  package func distinct(on screen: Size) -> [Monitor] {
    let seen = map { $0.clipped(to: PixelRect(screen)) }.filter { !$0.box.isEmpty }
    let kept = seen.indices.filter { index in !seen.indices.contains { seen.stands($0, for: index) } }
    let clones = Dictionary(grouping: seen.indices.filter { !kept.contains($0) }) { index in
      kept.first { seen[$0].box.contains(seen[index].box) }
    }
    return kept.map { index in seen[index].standing(for: (clones[index] ?? []).map { seen[$0] }) }
  }

  /// `one` shows all of `other`. Of equal monitors, the primary or else the first counts.
  private func stands(_ one: Int, for other: Int) -> Bool {
    let (left, right) = (self[one], self[other])
    guard one != other, left.box.contains(right.box) else { return false }
    guard left.box == right.box else { return true }
    return left.isPrimary == right.isPrimary ? one < other : left.isPrimary
  }

  fileprivate func one(_ condition: (Monitor) -> Bool) -> [Monitor]? {
    let found = first(where: condition) ?? first { $0.clones.contains(where: condition) }
    return found.map { [$0] }
  }
}

package enum MonitorChoice: Hashable, Sendable {
  case all
  case primary
  case named(String)
  case number(Int)

  /// Returns `nil` if the text is empty or its number too large.
  package init?(_ text: String) {
    switch text {
    case "": return nil
    case "all": self = .all
    case "primary": self = .primary
    case _ where text.isAllDigits:
      guard let number = Int(text) else { return nil }
      self = .number(number)
    default: self = .named(text)
    }
  }

  /// The primary monitor replaces a chosen one that is not connected.
  package func chosen(from monitors: [Monitor]) -> [Monitor] {
    let primary = monitors.first(where: \.isPrimary) ?? monitors.first
    return switch self {
    case .all: monitors
    case .primary: primary.map { [$0] } ?? []
    case .named, .number: asked(from: monitors) ?? Self.primary.chosen(from: monitors)
    }
  }

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
  package var description: String {
    switch self {
    case .all: "all"
    case .primary: "primary"
    case .named(let name): name
    case .number(let number): "\(number)"
    }
  }
}
