/// Texts that may need several lines, split and measured once for a layout.
struct WallTexts {
  /// The ring's title; empty if there is a headline.
  let title: Paragraph
  let headline: Paragraph
  let countdowns: [Paragraph]
  let feed: [Paragraph]
  let notice: [Paragraph]?
  let info: [Paragraph]?
  let program: Program?

  struct Program {
    let named: Lines
    let unnamed: Lines

    struct Lines {
      let one: Block.Row
      let two: (next: Block.Row, end: Block.Row)
      /// Widths at the smallest size, in digit heights of a program's lines.
      let least: (one: Double, two: Double)

      fileprivate init(next: String, _ program: Layout.ProgramTemplates) {
        let (end, longEnd) = (program.end, program.longEnd)
        one = Block.Row(part: .program, template: next + Scene.dot + end)
        two = (Block.Row(part: .programNext, template: next), Block.Row(part: .programEnd, template: end))
        func leastWidth(onTime text: String, late longText: String) -> Double {
          max(Lines.smallest.onTime * Line.width(text), Lines.smallest.late * Line.width(longText))
        }
        let leastOne = leastWidth(onTime: next + Scene.dot + end, late: next + Scene.dot + longEnd)
        let leastTwo = max(Line.width(next), leastWidth(onTime: end, late: longEnd))
        least = (leastOne, leastTwo)
      }

      /// The least size of the text about the end, as a share of its usual size.
      private static let smallest = (onTime: 0.85, late: 0.6)
    }
  }

  init(_ contents: Layout.Contents) {
    title = Paragraph(contents.headline == nil ? contents.ring?.title ?? "" : "")
    headline = Paragraph(contents.headline ?? "")
    countdowns = contents.countdowns.map { Paragraph($0.title) }
    feed = (contents.feed ?? []).map { Paragraph($0) }
    notice = contents.messages.notice?.map { Paragraph($0) }
    info = contents.messages.info?.map { Paragraph($0) }
    program = contents.program.map {
      Program(
        named: Program.Lines(next: $0.title + $0.next, $0), unnamed: Program.Lines(next: $0.next, $0))
    }
  }
}
