/// How the wall is to look, apart from the face: what the labels say and how roll-overs are eased.
package struct Style: Hashable, Sendable {
  package var labels: Labels
  package var fade: Fade

  package init(labels: Labels = Labels(), fade: Fade) {
    self.labels = labels
    self.fade = fade
  }
}

extension Face {
  /// The whole picture of a moment at a size: full screen, thumbnail and snapshot are this one call.
  package func frame(at moment: Moment, in size: Size, style: Style) -> Frame {
    let backdrop = backdrop(at: moment, style: style)
    return Frame(
      size: size, background: backdrop.colour, texts: backdrop.texts(style.labels, in: Rect(size)))
  }
}
