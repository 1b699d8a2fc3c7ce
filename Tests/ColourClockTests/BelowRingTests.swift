import Testing

@testable import ColourClock

/// The buttons of a countdown that rings alone on an upright wall: the ring and its buttons are in the middle.
@Suite struct BelowRingTests {
  @Test(arguments: [(1080, 1920), (720, 1280), (480, 800), (360, 640)]) func buttonsAreLargeAndNearTheRing(
    width: Int, height: Int
  ) throws {
    var play = Play.sized(size: Size(width: width, height: height))
    play.send(.told(.countdown(.new(.seconds(60), title: "Rice"))))
    play.wait(.seconds(30))
    let before = try #require(play.scene.layout?.ring)
    play.wait(.seconds(31))
    let layout = try #require(play.scene.layout)
    let (ring, button) = (try #require(layout.ring), try #require(layout.button))
    let (boxes, short) = (layout.bar.map(\.box), Double(width))
    #expect(play.scene.isRinging && ring.width == before.width && ring.y < before.y)
    #expect(abs(ring.y + (boxes.map(\.maxY).max() ?? 0) - Double(height)) < 0.01 * Double(height))
    #expect(button.y > ring.maxY && button.y - ring.maxY < 0.13 * short)
    #expect(button.width >= 0.95 * ring.width && button.height >= 0.1 * short)
    #expect(layout.bar.map(\.command) == [.more, .toggle])
    #expect(boxes.allSatisfy { $0.y > button.maxY && $0.height >= 0.1 * short })
    #expect(boxes.allSatisfy { $0.x >= button.x - 0.01 && $0.maxX <= button.maxX + 0.01 })
    #expect(boxes.allSatisfy { $0.maxY <= Double(height) - 0.03 * short } && !boxes[0].overlaps(boxes[1]))
  }
}
