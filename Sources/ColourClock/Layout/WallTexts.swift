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

    /// The same texts as one line and as two.
    struct Lines {
      let one: Block.Row
      let two: [Block.Row]

      fileprivate init(next: String, end: String) {
        one = Block.Row(part: .program, template: next + Scene.dot + end)
        two = [Block.Row(part: .programNext, template: next), Block.Row(part: .programEnd, template: end)]
      }
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
        named: Program.Lines(next: $0.title + $0.next, end: $0.end),
        unnamed: Program.Lines(next: $0.next, end: $0.end))
    }
  }
}
