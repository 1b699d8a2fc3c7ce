/// The contents of rings that a composition has tried. Many arrangements try the same sizes, and a ring does not depend
/// on the lines beside it.
final class KnownRings {
  struct Key: Hashable {
    let scale: TypeScale
    let hasTitle: Bool
    let hasTime: Bool
    let isSizeFree: Bool
  }

  private var subjects: [Key: WallComposer.Subject?] = [:]

  func subject(_ key: Key, _ compose: () -> WallComposer.Subject?) -> WallComposer.Subject? {
    if let known = subjects[key] { return known }
    let subject = compose()
    subjects[key] = .some(subject)
    return subject
  }
}
