/// The texts of a wall that may need several lines. They are split and measured once, for all compositions of a layout.
struct WallTexts {
  /// The title in the ring; empty if there is a headline.
  let title: Paragraph
  let headline: Paragraph
  /// The titles of the countdowns, in the order of `Layout.Contents.countdowns`.
  let countdowns: [Paragraph]
  let feed: [Paragraph]
  let notice: [Paragraph]?
  let info: [Paragraph]?
  let program: Program?

  /// The lines of a program of timers, with and without the title of the step.
  struct Program {
    let named: Lines
    let unnamed: Lines

    /// The same texts as one line and as two. `least`: the width that they need if they are drawn smaller.
    struct Lines {
      let one: [Block.Row]
      let two: [Block.Row]
      let least: (one: Double, two: Double)
      /// The greatest useful width: at this width, texts of a program on time have the full size.
      let widest: (one: Double, two: Double)

      fileprivate init(next: String, _ program: Layout.ProgramTemplates) {
        let (end, long) = (program.end, program.longEnd)
        one = [Block.Row(part: .program, template: next + Scene.dot + end)]
        two = [Block.Row(part: .programNext, template: next), Block.Row(part: .programEnd, template: end)]
        let (small, late) = (Lines.smallest.usual, Lines.smallest.late)
        func width(_ text: String, _ long: String) -> Double { max(small * Line.width(text), late * Line.width(long)) }
        least = (width(next + Scene.dot + end, next + Scene.dot + long), max(Line.width(next), width(end, long)))
        widest = (max(least.one, one[0].width), max(least.two, two[0].width, two[1].width))
      }

      /// The least size of a text, as a share of the third size. `late`: of a text about a late program.
      private static let smallest = (usual: 0.85, late: 0.6)
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
