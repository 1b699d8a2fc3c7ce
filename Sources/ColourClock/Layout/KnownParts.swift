/// Caches rings and groups of lines: many arrangements try the same sizes.
final class KnownParts {
  struct RingKey: Hashable {
    let scale: TypeScale
    let hasTitle: Bool
    let hasTime: Bool
    let allowsAnySize: Bool
  }

  struct LinesKey: Hashable {
    let group: Arrangement.Group
    let wanted: WallComposer.Wanted
    let scale: TypeScale
    let width: Double
  }

  private var secondSizes: [TypeScale: Double] = [:]
  private var rings: [RingKey: WallComposer.Subject?] = [:]
  private var lines: [LinesKey: Block?] = [:]

  func secondSize(of scale: TypeScale, _ find: () -> Double) -> Double {
    if let known = secondSizes[scale] { return known }
    let size = find()
    secondSizes[scale] = size
    return size
  }

  func ring(_ key: RingKey, _ compose: () -> WallComposer.Subject?) -> WallComposer.Subject? {
    if let known = rings[key] { return known }
    let ring = compose()
    rings[key] = .some(ring)
    return ring
  }

  func lines(_ key: LinesKey, _ compose: () -> Block?) -> Block? {
    if let known = lines[key] { return known }
    let block = compose()
    lines[key] = .some(block)
    return block
  }
}
