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
