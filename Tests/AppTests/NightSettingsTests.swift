import ColourClock
import Testing

@testable import App

/// What the options of long runs make of a wall, and what it is without them.
@Suite struct NightSettingsTests {
  private func setup(_ options: String...) throws -> Setup {
    try Settings(Layers(["--no-config"] + options)).setup(chosen: nil, isForced: false)
  }

  @Test func aKioskAndAHostsWindowWander() throws {
    #expect(try setup("--fullscreen").shift == .off)
    #expect(try setup("--kiosk").shift == .subtle)
    #expect(try setup("--window-id", "0x400008").shift == .subtle)
    #expect(try setup("--kiosk", "--shift", "off").shift == .off)
    #expect(try setup("--fullscreen", "--shift", "roam").shift == .roam)
  }

  @Test func onlyAKioskDoubtsItsClockUnasked() throws {
    #expect(try !setup("--fullscreen").showsSynchronisation)
    #expect(try setup("--kiosk").showsSynchronisation)
    #expect(try !setup("--kiosk", "--no-sync-badge").showsSynchronisation)
    #expect(try setup("--window", "--sync-badge").showsSynchronisation)
  }

  @Test func aNightIsOnlyThereWhereItIsAskedFor() throws {
    #expect(try setup("--fullscreen", "--night-red", "--night-brightness", "0.1").night == nil)
    let night = try #require(try setup("--fullscreen", "--night", "22:00-07:00").night)
    #expect(night.brightness == 0.3 && !night.isRed)
    let red = try #require(
      try setup("--fullscreen", "--night-red", "--night", "22:30-6:15", "--night-brightness", "0").night)
    #expect(red.brightness == 0 && red.isRed && red.schedule.start.text == "22:30:00")
  }
}
