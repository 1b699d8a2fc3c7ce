/// How the wall is to look, apart from the face: what the labels say and how roll-overs are eased.
package struct Style: Sendable {
  package var labels: Labels
  package var fade: Fade

  package init(labels: Labels = Labels(), fade: Fade) {
    self.labels = labels
    self.fade = fade
  }
}

extension Face {
  /// While a colour is on its way the ink turns once at most: when the new minute's is the better one.
  private func fadingInk(on background: Colour, at moment: Moment, pace: Pace) -> Ink {
    let tick = pace.tickStart(moment.instant)
    let (old, new) = (ink(at: moment.zone.civil(at: tick - pace.tick)), ink(at: moment.zone.civil(at: tick)))
    return Ink.best(on: background) == new ? new : old
  }

  /// The whole picture of a moment at a size: full screen, thumbnail and snapshot are this one call.
  package func frame(at moment: Moment, in size: Size, style: Style) -> Frame {
    let time = moment.zone.civil(at: style.fade.pace.tickStart(moment.instant))
    let (background, isFading) = style.fade.drawn(self, at: moment)
    let ink = isFading ? fadingInk(on: background, at: moment, pace: style.fade.pace) : ink(at: time)
    let halo = UInt8((ink.haloOpacity(on: background) * 255).rounded())
    let texts = Layout(size: size, labels: style.labels).place(time: time, colour: background).map { line, box in
      Text(
        string: line.string, suffix: line.suffix, suffixTemplate: line.suffix.isEmpty ? "" : " pm",
        template: line.template, figures: line.figures, box: box, ink: ink,
        halo: halo)
    }
    return Frame(size: size, background: background, texts: texts)
  }
}
