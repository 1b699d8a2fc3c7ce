/// What everything on the wall lies upon and is drawn with at one moment.
struct Backdrop: Hashable, Sendable {
  /// The colour really drawn.
  let colour: Colour
  /// What stands out on it.
  let ink: Ink
  /// The time of day shown.
  let time: Civil
  /// The colour that the code on the wall names, where it is not the one beneath the code.
  var named: Colour?
  /// How opaque halos are, 0…1, where colours and inks are shown darker than they are here; else `nil`.
  var halo: Double?

  /// How opaque the halo of a text on it is.
  var haloOpacity: UInt8 { UInt8(share: halo ?? ink.haloOpacity(on: colour)) }

  /// The labels within an area of the window, from the top down.
  func texts(_ labels: Labels, in area: Rect, notes: LabelExtras = LabelExtras()) -> [Text] {
    let halo = haloOpacity
    return Layout(area: area, labels: labels, extras: notes).place(time: time, colour: named ?? colour).map {
      line, box in
      Text(
        string: line.string, suffix: line.suffix, suffixTemplate: line.suffix.isEmpty ? "" : " pm",
        template: line.template, figures: line.figures, box: box, ink: ink, halo: halo)
    }
  }
}

/// How the wall is to look, apart from the face: what the labels say and how roll-overs are eased.
package struct Style: Hashable, Sendable {
  package var labels: Labels
  package var fade: Fade

  package init(labels: Labels = Labels(), fade: Fade) {
    (self.labels, self.fade) = (labels, fade)
  }
}

extension Face {
  /// The whole picture of a moment at a size, as a card of the gallery shows it.
  func frame(at moment: Moment, in size: Size, style: Style) -> Frame {
    let backdrop = backdrop(at: moment, style: style)
    return Frame(size: size, background: backdrop.colour, texts: backdrop.texts(style.labels, in: Rect(size)))
  }

  func backdrop(at moment: Moment, style: Style) -> Backdrop {
    let tick = style.fade.pace.tickStart(moment.instant)
    let time = moment.zone.civil(at: tick)
    let (colour, isFading) = style.fade.drawn(self, colour(time), since: tick, at: moment)
    var ink = ink(at: time)
    // While a colour is on its way the ink changes once at most: when the new minute's is the better one.
    if isFading, Ink.best(on: colour) != ink {
      ink = self.ink(at: moment.zone.civil(at: tick - style.fade.pace.tick))
    }
    return Backdrop(colour: colour, ink: ink, time: time)
  }
}
