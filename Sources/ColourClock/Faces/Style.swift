package struct Style: Hashable, Sendable {
  package var labels: Labels
  package var fade: Fade
  /// The share of full light by day, 0.3…1.
  package var brightness: Double

  package init(labels: Labels = Labels(), fade: Fade, brightness: Double = 1) {
    (self.labels, self.fade, self.brightness) = (labels, fade, brightness)
  }

  var dimming: Dimming { brightness < 1 ? Dimming(brightness: brightness) : .none }
}
