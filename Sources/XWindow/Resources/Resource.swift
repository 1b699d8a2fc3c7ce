/// A line of the X resources that is meant for this program and no other: `ColourClock.face: hue`.
package struct Resource: Hashable, Sendable {
  /// What it is about, as a user would write it, such as `ColourClock*holdTime`.
  package let specifier: String
  /// Its last component.
  package let name: String
  package let value: String
  /// Whether it stood in a property of the X server, where everybody may write who is let in there.
  package let isFromServer: Bool
  /// How closely it names what it is about: of two, the closer one counts, wherever they stand.
  let closeness: Int

  static let className = "ColourClock"

  package init(
    specifier: String, name: String, value: String, isFromServer: Bool = false, closeness: Int = 0
  ) {
    (self.specifier, self.name, self.value) = (specifier, name, value)
    (self.isFromServer, self.closeness) = (isFromServer, closeness)
  }

  /// `nil` for all that is not ours: it is ours only if its first component is the program's instance or class, and one more
  /// follows. A user's `*font: fixed` or `*background: white` is about programs with menus and texts, and would ruin a wall
  /// that nobody thought of.
  init?(_ entry: ResourceEntry, instance: String, isFromServer: Bool) {
    let components = entry.components
    guard components.count == 2, components.allSatisfy({ !$0.name.isEmpty }),
      [instance, Resource.className].contains(components[0].name)
    else { return nil }
    self.init(
      specifier: entry.specifier, name: components[1].name, value: entry.value, isFromServer: isFromServer,
      closeness: Resource.closeness([components[0].name == instance, !components[1].isCapitalised], components))
  }

  /// From left to right, a name before a class, and a dot before an asterisk ("Xlib - C Language X Interface", 15.2).
  private static func closeness(_ isName: [Bool], _ components: [ResourceEntry.Component]) -> Int {
    zip(isName, components).reduce(0) { $0 * 4 + ($1.0 ? 2 : 0) + ($1.1.isLoose ? 0 : 1) }
  }
}

/// A line of the X resources, whomever it is for.
struct ResourceEntry: Hashable {
  let components: [Component]
  let value: String

  struct Component: Hashable {
    let name: String
    /// Behind an asterisk, rather than a dot.
    let isLoose: Bool

    /// As the names of classes are.
    var isCapitalised: Bool { name.first?.isUppercase == true }
  }

  var specifier: String {
    let text = components.map { ($0.isLoose ? "*" : ".") + $0.name }.joined()
    return text.hasPrefix(".") ? String(text.dropFirst()) : text
  }
}
