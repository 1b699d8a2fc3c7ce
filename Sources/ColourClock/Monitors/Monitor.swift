/// A monitor, or what the user has defined as one: a part of the screen that is to have a clock of its own.
package struct Monitor: Hashable, Sendable {
  /// What the server calls it, such as `HDMI-1`.
  package let name: String
  package let box: PixelRect
  package let isPrimary: Bool
  /// Its place in the server's list, from 0.
  package let number: Int
  /// Monitors that show the same picture or a part of it, and are spoken for by this one.
  package let clones: [Monitor]

  package init(name: String, box: PixelRect, isPrimary: Bool = false, number: Int = 0, clones: [Monitor] = []) {
    (self.name, self.box, self.isPrimary, self.number, self.clones) = (name, box, isPrimary, number, clones)
  }

  /// The only one of a screen whose monitors are not known.
  package static func whole(_ screen: Size) -> Monitor {
    Monitor(name: "screen", box: PixelRect(screen), isPrimary: true)
  }
}
