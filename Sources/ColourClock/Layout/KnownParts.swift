/// A cache of rings and groups of lines, for arrangements that try the same sizes.
struct KnownParts {
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

  let secondSizes = KnownValues<TypeScale, Double>()
  let rings = KnownValues<RingKey, WallComposer.Subject?>()
  let lines = KnownValues<LinesKey, Block?>()
}

/// Computes each value once. Copies of a composer share the cache.
final class KnownValues<Key: Hashable, Value> {
  private var values: [Key: Value] = [:]

  func value(of key: Key, _ compute: () -> Value) -> Value {
    if let known = values[key] { return known }
    let value = compute()
    values[key] = value
    return value
  }
}
