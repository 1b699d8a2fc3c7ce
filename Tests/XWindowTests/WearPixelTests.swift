import Testing

@testable import ColourClock
@testable import XWindow

/// The wear computed from a frame's items, compared with the luminance of its pixels.
@Suite struct WearPixelTests {
  private let size = Size(width: 1280, height: 720)

  private func frame(_ hour: Int, _ minute: Int, _ second: Int, _ change: (inout Labels) -> Void) throws -> Frame {
    let face = try #require(Face.named("scaled"))
    var labels = Labels()
    change(&labels)
    let instant = Instant(second: 1_795_219_200 + Int64(hour * 3600 + minute * 60 + second))
    return face.frame(
      at: Moment(instant: instant, uptime: .zero, zone: .utc), in: size,
      style: Style(labels: labels, fade: Fade(span: .zero, pace: .real)))
  }

  /// The mean luminance of each cell's pixels.
  private func painted(_ frame: Frame) throws -> [Double] {
    let bytes = try Xvfb.shared.paint(frame).bytes
    var cells = [Double](repeating: 0, count: Wear.columns * Wear.rows)
    let (width, height) = (size.width / Wear.columns, size.height / Wear.rows)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = 3 * (y * size.width + x)
        let colour = Colour(red: bytes[place], green: bytes[place + 1], blue: bytes[place + 2])
        cells[y / height * Wear.columns + x / width] += colour.luminance / Double(width * height)
      }
    }
    return cells
  }

  /// The average of many seconds, as a screen sees them.
  @Test func whatLabelsGiveIsThatOfTheirPixels() throws {
    var (model, pixels) = ([Double](repeating: 0, count: 576), [Double](repeating: 0, count: 576))
    var ground = 0.0
    for index in 0..<40 {
      let frame = try frame(index * 7 % 24, index * 17 % 60, index * 23 % 60) { $0.date = index % 2 == 0 }
      let shares = LightGrid(frame, ground: frame.background.luminance).cells
      for (cell, light) in try painted(frame).enumerated() {
        pixels[cell] += light / 40
        model[cell] += shares[cell] / 40
      }
      ground += frame.background.luminance / 40
    }
    let (counted, real) = (model.map { $0 - ground }.reduce(0, +), pixels.map { $0 - ground }.reduce(0, +))
    #expect(abs(counted / real - 1) < 0.2, "\(counted) for \(real)")
    for (cell, pixel) in zip(model, pixels) { #expect(abs(cell - pixel) < 0.15) }
  }
}
