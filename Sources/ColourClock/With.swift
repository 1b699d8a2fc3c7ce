@inlinable
package func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
  var changed = value
  change(&changed)
  return changed
}

extension BidirectionalCollection {
  package func trimmed(of blank: (Element) -> Bool) -> SubSequence {
    let rest = drop(while: blank)
    guard let last = rest.lastIndex(where: { !blank($0) }) else { return rest }
    return rest[...last]
  }
}

extension Array where Element: Equatable {
  /// Wraps around at both ends; `nil` if `element` is missing.
  func element(after element: Element, by step: Int) -> Element? {
    firstIndex(of: element).map { self[($0 + step).floorRemainder(by: count)] }
  }
}

extension Comparable {
  /// A value that is not a number becomes the lower bound.
  func clamped(to range: ClosedRange<Self>) -> Self { min(range.upperBound, max(range.lowerBound, self)) }
}
