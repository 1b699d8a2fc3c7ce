/// Captions, which are smaller than the other lines: the code of the colour, and the age of a feed.
extension WallComposer {
  static let code = Block.Row(part: .code, template: "#000000", figures: .hexadecimal)

  var feedAge: Block.Row { Block.Row(part: .status, template: contents.words["updated %d min ago", 59]) }

  /// `code`: the height of the code, as a share of the shorter side. Its font size is then 1/22 of that side, legible
  /// at a distance. `age`: the height of a feed's age, as a share of the third size.
  private static let caption = (code: 1.0 / 30, age: 0.7)

  func codeHeight(_ scale: TypeScale) -> Double { caption(Self.caption.code * short, scale) }

  func ageHeight(_ scale: TypeScale) -> Double { caption(Self.caption.age * scale.third, scale) }

  private func caption(_ height: Double, _ scale: TypeScale) -> Double {
    min(scale.third, max(TypeScale.least(in: short), height))
  }

  /// True if the code stands in the lower right corner. Without other lines the code is below the time.
  func hasCodeInCorner(_ arrangement: Arrangement, _ wanted: Wanted) -> Bool {
    hasRing || hasStopwatchAlone || arrangement.hasLines || wanted.has(.date) || contents.agenda != nil
  }

  /// The code in the lower right corner; empty if the code is elsewhere or hidden.
  func foot(_ arrangement: Arrangement, _ wanted: Wanted, _ scale: TypeScale) -> Block {
    var foot = Block()
    if wanted.has(.code), hasCodeInCorner(arrangement, wanted) {
      foot.add(Self.code, height: codeHeight(scale), gap: 0, room: area.width, alignment: .right)
    }
    return foot
  }

  /// Adds the code below the digits. Digits and code are centred as a group, but not with `hasLargeCode`.
  func addCode(to subject: inout Subject, room: Double, alignment: Text.Alignment) {
    let (scale, isLarge) = (subject.scale, contents.labels.hasLargeCode)
    if subject.tail.isEmpty, !isLarge || subject.isColumn { subject.tailGap = Self.codeGap * scale.step }
    subject.tail.add(
      Self.code, height: isLarge ? scale.third : codeHeight(scale), gap: scale.lineGap, room: room,
      alignment: alignment)
  }

  /// The gap above the code, in steps of the type scale.
  private static let codeGap = 3.0
}
