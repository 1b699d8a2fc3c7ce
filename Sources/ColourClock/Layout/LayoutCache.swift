/// Rings and groups of lines, for arrangements that try the same sizes.
struct LayoutCache {
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

  let secondSizes = ValueCache<TypeScale, Double>()
  let rings = ValueCache<RingKey, WallComposer.Subject?>()
  let lines = ValueCache<LinesKey, Block?>()
}

/// Computes each value once. Copies of a composer share the cache.
final class ValueCache<Key: Hashable, Value> {
  private var values: [Key: Value] = [:]

  func value(of key: Key, _ compute: () -> Value) -> Value {
    if let value = values[key] { return value }
    let value = compute()
    values[key] = value
    return value
  }
}
