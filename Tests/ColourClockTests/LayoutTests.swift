import Testing

@testable import ColourClock

@Suite struct LayoutTests {
  private func frame(_ width: Int, _ height: Int, _ change: (inout Labels) -> Void = { _ in }) -> Frame {
    var labels = Labels()
    change(&labels)
    let style = Style(labels: labels, fade: Fade(span: .zero, pace: .real))
    return Face.scaled.frame(at: .at(13, 35, 16), in: Size(width: width, height: height), style: style)
  }

  @Test func theWallInOneGlance() {
    #expect(
      frame(1920, 1080).description == """
        frame 1920x1080 #8a9544
        text '13:35:16' fit '00:00:00' in 77 309 1766 320 white on the wall
        text '#8a9544' fit '#000000' in 43 735 1834 36 white
        """)
  }

  @Test func aTallWallStacksTheTime() {
    #expect(frame(1080, 1920).texts.map(\.string) == ["13", "35", "16", "#8a9544"])
    #expect(frame(1080, 1080).texts.map(\.string) == ["13:35:16", "#8a9544"])
  }

  @Test(arguments: [
    (1, 1), (2, 1), (1, 2), (7, 3), (100, 3), (3, 100), (320, 180), (1280, 1024), (1080, 1920), (1920, 1080),
    (3840, 2160), (7680, 4320), (7680, 1), (1, 4320), (5120, 1440),
  ])
  func everyLineLiesInsideTheWindowBelowTheOneBefore(width: Int, height: Int) {
    let boxes = frame(width, height) { $0.date = true }.texts.map(\.box)
    // Smaller ones hold no text that could be read.
    #expect(!boxes.isEmpty || min(width, height) < 5)
    for box in boxes {
      #expect(box.x >= 0 && box.x + box.width <= Double(width) + 1e-9)
      #expect(box.y >= 0 && box.y + box.height <= Double(height) + 1e-9)
    }
    for (upper, lower) in zip(boxes, boxes.dropFirst()) { #expect(upper.y + upper.height < lower.y) }
  }

  @Test func theTimeStandsInTheMiddle() throws {
    for (width, height) in [(1920, 1080), (1080, 1920), (480, 320), (3440, 1440)] {
      // With the code below it.
      let digits = frame(width, height).texts.map(\.box)
      let (first, last) = (try #require(digits.first), try #require(digits.last))
      #expect(abs((first.y + last.maxY) / 2 - Double(height) / 2) < 0.01 * Double(height))
      #expect(digits.allSatisfy { abs($0.midX - Double(width) / 2) < 0.01 * Double(width) })
    }
  }

  @Test func labelsFollowTheirOptions() {
    #expect(frame(1920, 1080) { $0.seconds = false }.texts.map(\.string) == ["13:35", "#8a9544"])
    #expect(frame(1920, 1080) { $0.hex = false }.texts.map(\.string) == ["13:35:16"])
    #expect(frame(1920, 1080) { $0.time = false }.texts.map(\.string) == ["#8a9544"])
    #expect(frame(1920, 1080) { ($0.time, $0.hex) = (false, false) }.texts.isEmpty)
    let dated = frame(1920, 1080) { $0.date = true }.texts.map(\.string)
    #expect(dated == ["13:35:16", "Thursday, 1 January 2026", "#8a9544"])
    let twelve = frame(1920, 1080) { $0.twelveHour = true }
    #expect(twelve.texts[0].string == "1:35:16" && twelve.texts[0].suffix == " pm")
    #expect(frame(1080, 1920) { $0.twelveHour = true }.texts.map(\.string) == ["1", "35", "16", "pm", "#8a9544"])
    #expect(
      frame(1080, 1920) { ($0.twelveHour, $0.hex) = (true, false) }.texts.map(\.string) == ["1", "35", "16", "pm"])
  }

  @Test(arguments: [
    (0, "12", "am"), (1, "1", "am"), (11, "11", "am"), (12, "12", "pm"), (13, "1", "pm"), (23, "11", "pm"),
  ])
  func twelveHoursBeginAtTwelve(hour: Int, shown: String, half: String) {
    var labels = Labels()
    labels.twelveHour = true
    let time = Civil.at(hour, 5, 9)
    #expect(
      labels.time(of: time) == "\(shown):05:09" && labels.hour(of: time) == shown && labels.dayPeriod(of: time) == half)
  }

  @Test func biggerWithoutSeconds() throws {
    let (with, without) = (frame(1920, 1080).texts[0].box, frame(1920, 1080) { $0.seconds = false }.texts[0].box)
    #expect(without.height > with.height * 1.3)
  }

  /// The place and size of every line depend on the window and the options only, never on the time.
  @Test func nothingWobbles() {
    let size = Size(width: 1600, height: 900)
    let boxes = stride(from: 0, to: 86_400, by: 61).map { second in
      Face.scaled.frame(at: .at(0, 0, second), in: size, style: .hard).texts.map {
        [$0.box.x, $0.box.y, $0.box.height]
      }
    }
    #expect(Set(boxes).count == 1)
  }
}
