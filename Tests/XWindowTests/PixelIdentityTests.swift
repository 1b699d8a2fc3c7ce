import CX11
import TestSupport
import Testing

@testable import ColourClock
@testable import System

/// After every step of long random runs, each window has exactly the pixels of a fresh paint of its frame, whatever was
/// composed ahead or changed.
///
/// `COLOURCLOCK_STEPS` sets the number of steps over all worlds (default 1,800), `COLOURCLOCK_SEED` the seed (default
/// 9); `assets/tools/soak` uses 200,000 steps.
@Suite struct PixelIdentityTests {
  /// A server, and the clock's place on it.
  struct World: CustomTestStringConvertible, Sendable {
    let name: String
    let screen: String
    var monitors: [String] = []
    var mode: @Sendable () -> RunMode = { .window }
    /// The depth of a host's window, if it differs from the screen's.
    var hostDepth: Int?

    var testDescription: String { name }
  }

  static let worlds = [
    World(name: "24 bits", screen: "640x400x24"),
    World(name: "24 bits without RENDER", screen: "640x400x24 -extension RENDER"),
    World(name: "8 bits", screen: "640x400x8"),
    World(name: "8 bits without RENDER", screen: "640x400x8 -extension RENDER"),
    World(name: "16 bits", screen: "640x400x16"),
    World(name: "16 bits without RENDER", screen: "640x400x16 -extension RENDER"),
    World(name: "30 bits", screen: "640x400x30"),
    World(name: "a host's window of 32 bits", screen: "640x400x24", hostDepth: 32),
    World(
      name: "several walls", screen: "700x300x24",
      monitors: ["--setmonitor left 400/106x300/80+0+0 none", "--setmonitor right 300/80x300/80+400+0 none"],
      mode: {
        var mode = RunMode.fullScreen
        mode.monitors = .all
        return mode
      }),
  ]

  static let steps = Process.environment("COLOURCLOCK_STEPS").flatMap { Int($0) } ?? 1_800
  static let seed = Process.environment("COLOURCLOCK_SEED").flatMap { UInt64($0) } ?? 9

  @Test(arguments: worlds)
  func everyWindowEqualsAFreshPaint(_ world: World) throws {
    let server = try PrivateServer(.xvfb, "-screen 0 \(world.screen)")
    for monitor in world.monitors { try server.xrandr(monitor) }
    try server.connected { display in
      let run = try RandomRun(world, on: display, seed: Self.seed)
      for step in 0..<Self.steps / Self.worlds.count {
        let action = run.step()
        guard let difference = run.difference() else { continue }
        Issue.record("\(world.name), seed \(Self.seed), step \(step), after \(action): \(difference)")
        return
      }
      #expect(run.heldBack * 10 < Self.steps / Self.worlds.count, "\(run.heldBack)")
    }
  }
}
