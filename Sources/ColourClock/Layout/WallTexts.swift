/// The texts of a wall that may need several lines. They are split into pieces once, for all compositions of a layout.
struct WallTexts {
  /// The title in the ring; empty if there is a headline.
  let title: Paragraph
  let headline: Paragraph
  /// The titles of the countdowns, in the order of `Layout.Contents.countdowns`.
  let countdowns: [Paragraph]
  let feed: [Paragraph]
  let notice: [Paragraph]?
  let info: [Paragraph]?

  init(_ contents: Layout.Contents) {
    title = Paragraph(contents.headline == nil ? contents.ring?.title ?? "" : "")
    headline = Paragraph(contents.headline ?? "")
    countdowns = contents.countdowns.map { Paragraph($0.title) }
    feed = (contents.feed ?? []).map { Paragraph($0) }
    notice = contents.messages.notice?.map { Paragraph($0) }
    info = contents.messages.info?.map { Paragraph($0) }
  }
}
