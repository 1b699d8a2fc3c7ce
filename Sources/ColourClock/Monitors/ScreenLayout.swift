/// The monitors that can be told apart on a screen, in the server's order.
package enum ScreenLayout {
  /// Makes it out of what a server lists: clipped to the screen, without empty ones, and of monitors that show the same
  /// picture, or a part of another's, only one: it would be covered by two walls.
  package static func monitors(from listed: [Monitor], on screen: Size) -> [Monitor] {
    let seen = listed.map { $0.clipped(to: PixelRect(screen)) }.filter { !$0.box.isEmpty }
    let kept = seen.indices.filter { index in !seen.indices.contains { seen.speaks($0, for: index) } }
    let spoken = Dictionary(grouping: seen.indices.filter { !kept.contains($0) }) { index in
      kept.first { seen[$0].box.contains(seen[index].box) }
    }
    return kept.map { index in seen[index].speaking(for: (spoken[index] ?? []).map { seen[$0] }) }
  }
}

extension [Monitor] {
  /// Whether one monitor makes another superfluous: a larger one does, and of equal ones the primary or first.
  fileprivate func speaks(_ one: Int, for other: Int) -> Bool {
    let (left, right) = (self[one], self[other])
    guard one != other, left.box.contains(right.box) else { return false }
    guard left.box == right.box else { return true }
    return left.isPrimary == right.isPrimary ? one < other : left.isPrimary
  }
}

extension Monitor {
  fileprivate func clipped(to screen: PixelRect) -> Monitor {
    Monitor(name: name, box: box.intersection(screen), isPrimary: isPrimary, number: number)
  }

  /// A clone's being the primary one is the picture's being so.
  fileprivate func speaking(for clones: [Monitor]) -> Monitor {
    let isPrimary = isPrimary || clones.contains(where: \.isPrimary)
    return Monitor(name: name, box: box, isPrimary: isPrimary, number: number, clones: clones)
  }
}
