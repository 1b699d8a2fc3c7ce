/// The symbol before an agenda's text: a small form of what the band shows of the entry.
struct AgendaSymbol {
  /// Several entries share the symbol if the text names several.
  let entries: [AgendaDay.Entry]
  /// A square.
  let box: Rect
  let backdrop: Backdrop
  var opacity: UInt8 = 255

  /// A share of the box.
  private static let border = 0.075

  /// - Parameter second: the last tick, in seconds since 1970.
  func items(at second: Int64) -> [Item] {
    let border = max(1, Self.border * box.height)
    if let entry = entries.first, entries.count == 1, entry.period.isReminder {
      let outline = Item.fill(Fill(.diamond(in: box), shade(backdrop.ink.colour)))
      // At a diamond's edges this border is about as wide as a square's.
      let inside = Shape.diamond(in: box.inset(by: 1.5 * border))
      return [outline] + (entry.period.colour.map { [.fill(Fill(inside, shade($0)))] } ?? [])
    }
    let inner = box.inset(by: border)
    let width = inner.width / Double(entries.count)
    return [.fill(Fill(.box(box, radius: 0), shade(backdrop.ink.colour)))]
      + entries.enumerated().compactMap { index, entry in
        // The band fills the present period with ink, if it has no colour.
        guard let colour = entry.period.colour ?? (entry.seconds.contains(second) ? nil : backdrop.colour) else {
          return nil
        }
        let part = Rect(x: inner.x + Double(index) * width, y: inner.y, width: width, height: inner.height)
        return .fill(Fill(.box(part, radius: 0), shade(colour)))
      }
  }

  private func shade(_ colour: Colour) -> Colour { backdrop.shade(colour, opacity) }
}
