/// What everything on the wall lies upon and is drawn with at one moment.
struct Backdrop: Hashable, Sendable {
  /// The colour really drawn.
  let colour: Colour
  /// What stands out on it.
  let ink: Ink
  /// The time of day shown.
  let time: Civil
  /// How opaque the halo of a text on it is.
  let haloOpacity: UInt8

  /// - Parameter halo: how opaque halos are, 0…1, where colours and inks are shown darker than they are here.
  init(colour: Colour, ink: Ink, time: Civil, halo: Double? = nil) {
    (self.colour, self.ink, self.time) = (colour, ink, time)
    haloOpacity = UInt8(share: halo ?? ink.haloOpacity(on: colour))
  }

  /// The disc of an alarm in place of the wall.
  var lit: Backdrop { Backdrop(colour: ink.colour, ink: ink.opposite, time: time) }

  /// Where it is dimmed, with the ink and the halo that are the better ones then. The code names the colour as it would be
  /// undimmed.
  /// - Parameter minute: the dimming in the middle of the minute, by which its ink is chosen.
  func dimmed(by dimming: Dimming, in minute: Dimming, of face: Face) -> Backdrop {
    guard dimming != .none else { return self }
    let ink = minute.ink(on: face.colour(time.with(second: 30)))
    let halo = Ink.haloOpacity(contrast: dimming.contrast(of: ink, on: colour))
    return Backdrop(colour: colour, ink: ink, time: time, halo: halo)
  }

  /// A line of text in its place.
  func text(_ slot: Layout.Slot, _ string: String, suffix: String = "") -> Text {
    Text(
      string: string, suffix: suffix, suffixTemplate: slot.suffix, template: slot.template, figures: slot.figures,
      box: slot.box, ink: ink, halo: haloOpacity)
  }

  /// Am and pm are smaller behind large digits; where the time is small they are as large as it is.
  private func timeText(_ slot: Layout.Slot, _ labels: Labels) -> Text {
    guard !slot.suffix.isEmpty else { return text(slot, labels.wholeTime(of: time)) }
    var text = text(slot, labels.time(of: time), suffix: labels.suffix(of: time))
    text.hasSuffixAtLeft = labels.names.hasHalfAtLeft
    return text
  }

  /// A line of the labels; `nil` if it is none.
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
  /// The whole picture of a moment at a size, as a card of the gallery shows it.
  func frame(at moment: Moment, in size: Size, style: Style) -> Frame {
    let dimming = style.dimming
    let backdrop = backdrop(at: moment, style: style).dimmed(by: dimming, in: dimming, of: self)
    var contents = Layout.Contents(size: size, labels: style.labels)
    // As on the wall, so that nothing jumps when a card has become it.
    contents.button = HoldButton.Contents()
    let layout = Layout(contents)
    return Frame(
      size: size, background: backdrop.colour, texts: layout.slots.compactMap { backdrop.label($0, style.labels) }
    ).dimmed(by: dimming)
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
