/// What everything on the wall lies upon and is drawn with at one moment.
package struct Backdrop: Hashable, Sendable {
  /// The colour really drawn.
  package let colour: Colour
  /// What stands out on it.
  package let ink: Ink
  /// The time of day shown.
  package let time: Civil
  /// The colour that the code on the wall names, where it is not the one beneath the code.
  package var named: Colour?
  /// How opaque halos are, 0…1, where colours and inks are shown darker than they are here; else `nil`.
  var halo: Double?

  /// What a text on it needs.
  var haloOpacity: UInt8 { UInt8(share: halo ?? ink.haloOpacity(on: colour)) }

  /// The labels within an area of the window, from the top down.
  package func texts(_ labels: Labels, in area: Rect, notes: LabelExtras = LabelExtras()) -> [Text] {
    Layout(area: area, labels: labels, notes: notes).place(time: time, colour: named ?? colour).map {
      line, box in
      Text(
        string: line.string, suffix: line.suffix, suffixTemplate: line.suffix.isEmpty ? "" : " pm",
        template: line.template, figures: line.figures, box: box, ink: ink, halo: haloOpacity)
    }
  }
}

extension Face {
  package func backdrop(at moment: Moment, style: Style) -> Backdrop {
    let pace = style.fade.pace
    let time = moment.zone.civil(at: pace.tickStart(moment.instant))
    let (colour, isFading) = style.fade.drawn(self, at: moment)
    let ink = isFading ? fadingInk(on: colour, at: moment, pace: pace) : ink(at: time)
    return Backdrop(colour: colour, ink: ink, time: time)
  }

  /// While a colour is on its way the ink turns once at most: when the new minute's is the better one.
  private func fadingInk(on background: Colour, at moment: Moment, pace: Pace) -> Ink {
    let tick = pace.tickStart(moment.instant)
    let (old, new) = (ink(at: moment.zone.civil(at: tick - pace.tick)), ink(at: moment.zone.civil(at: tick)))
    return Ink.best(on: background) == new ? new : old
  }
}
