/// The background and colours of everything that is drawn at one moment.
struct Backdrop: Hashable, Sendable {
  /// The drawn colour of the wall.
  let colour: Colour
  /// The colour of text on it.
  let ink: Ink
  /// The time of day shown.
  let time: Civil
  /// The opacity of a text's halo.
  let haloOpacity: UInt8

  /// - Parameter halo: the opacity of halos, 0…1, when colours and inks are dimmed later; `nil` computes it.
  init(colour: Colour, ink: Ink, time: Civil, halo: Double? = nil) {
    (self.colour, self.ink, self.time) = (colour, ink, time)
    haloOpacity = UInt8(share: halo ?? ink.haloOpacity(on: colour))
  }

  /// Ink and colour exchanged, for the disc of an alarm.
  var lit: Backdrop { Backdrop(colour: ink.colour, ink: ink.opposite, time: time) }

  /// Chooses ink and halo for the dimmed colours. The code still names the colour as it would be undimmed.
  /// - Parameter minute: the dimming in the middle of the minute, which decides the ink.
  func dimmed(by dimming: Dimming, in minute: Dimming, of face: Face) -> Backdrop {
    guard dimming != .none else { return self }
    let ink = minute.ink(on: face.colour(time.with(second: 30)))
    let halo = Ink.haloOpacity(contrast: dimming.contrast(of: ink, on: colour))
    return Backdrop(colour: colour, ink: ink, time: time, halo: halo)
  }

  /// The text of a slot.
  func text(_ slot: Layout.Slot, _ string: String, suffix: String = "") -> Text {
    Text(
      string: string, suffix: suffix, suffixTemplate: slot.suffix, template: slot.template, figures: slot.figures,
      box: slot.box, ink: ink, halo: haloOpacity)
  }

  /// Am and pm are smaller behind large digits. Beside a small time they have its size.
  private func timeText(_ slot: Layout.Slot, _ labels: Labels) -> Text {
    guard !slot.suffix.isEmpty else { return text(slot, labels.wholeTime(of: time)) }
    var text = text(slot, labels.time(of: time), suffix: labels.suffix(of: time))
    text.hasSuffixAtLeft = labels.names.hasHalfAtLeft
    return text
  }

  /// The text of a label; `nil` for slots that are none.
  func label(_ slot: Layout.Slot, _ labels: Labels) -> Text? {
    switch slot.part {
    case .time: timeText(slot, labels)
    case .hour: text(slot, labels.hour(of: time))
    case .minute: text(slot, time.minute.twoDigits)
    case .second: text(slot, time.second.twoDigits)
    case .half: text(slot, labels.half(of: time))
    case .code: text(slot, colour.hex)
    case .date: text(slot, labels.date(of: time))
    case .number, .phase, .heading, .note, .words, .status, .zone, .stopwatch, .lap, .elapsed, .exactLap,
      .agendaNow, .agendaNext, .agenda:
      nil
    }
  }
}

extension Face {
  /// The picture of a moment at a size, as a card of the gallery shows it.
  func frame(at moment: Moment, in size: Size, style: Style) -> Frame {
    let dimming = style.dimming
    let backdrop = backdrop(at: moment, style: style).dimmed(by: dimming, in: dimming, of: self)
    let layout = Layout(Layout.Contents(size: size, labels: style.labels))
    return Frame(
      size: size, background: backdrop.colour, texts: layout.slots.compactMap { backdrop.label($0, style.labels) }
    ).dimmed(by: dimming)
  }

  func backdrop(at moment: Moment, style: Style) -> Backdrop {
    let tick = style.fade.pace.tickStart(moment.instant)
    let time = moment.zone.civil(at: tick)
    let (colour, isFading) = style.fade.drawn(self, colour(time), since: tick, at: moment)
    var ink = ink(at: time)
    // The ink changes at most once during a fade: when the new minute's ink is the better one.
    if isFading, Ink.best(on: colour) != ink {
      ink = self.ink(at: moment.zone.civil(at: tick - style.fade.pace.tick))
    }
    return Backdrop(colour: colour, ink: ink, time: time)
  }
}
