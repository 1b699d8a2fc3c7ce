/// The look of the wall apart from the face: labels, fades and brightness.
package struct Style: Hashable, Sendable {
  package var labels: Labels
  package var fade: Fade
  /// The share of the full light that the wall gives by day, 0.3…1.
  package var brightness: Double

  package init(labels: Labels = Labels(), fade: Fade, brightness: Double = 1) {
    (self.labels, self.fade, self.brightness) = (labels, fade, brightness)
  }

  var dimming: Dimming { brightness < 1 ? Dimming(brightness: brightness) : .none }
}
