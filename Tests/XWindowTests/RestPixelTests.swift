import CX11
import TestSupport
import Testing

@testable import ColourClock
@testable import System

/// Recorded seconds leave the window as a fresh paint of each would: over minutes of rest, whenever it ends.
@Suite struct RestPixelTests {
  static let worlds = PixelIdentityTests.worlds.filter {
    ["24 bits", "16 bits", "8 bits", "a host's window of 32 bits", "24 bits without RENDER"].contains($0.name)
  }

  @Test(arguments: worlds)
  func everySecondEqualsAFreshPaint(_ world: PixelIdentityTests.World) throws {
    let server = try PrivateServer(.xvfb, "-screen 0 \(world.screen)")
    try server.connected { display in
      var foreseen = 0
      for seed in 1...4 as ClosedRange<UInt64> {
        let run = try RandomRun(world, on: display, seed: seed, isStill: true)
        var random = SeededRandom(seed: seed)
        for _ in 0..<3 {
          for tick in 0..<Int.random(in: 4..<80, using: &random) {
            _ = run.tick()
            guard let difference = run.difference() else { continue }
            Issue.record("\(world.name), seed \(seed), tick \(tick): \(difference)")
            return
          }
          for _ in 0..<Int.random(in: 1..<4, using: &random) {
            let action = run.step()
            guard let difference = run.difference() else { continue }
            Issue.record("\(world.name), seed \(seed), after \(action): \(difference)")
            return
          }
        }
        foreseen += run.foreseen
      }
      let isRecorded = !world.screen.contains("x8") && !world.screen.contains("RENDER")
      #expect(isRecorded ? foreseen > 20 : foreseen == 0, "\(foreseen) seconds")
    }
  }
}
