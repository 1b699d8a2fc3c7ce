import ColourClock
import XWindow

/// How a wall lasts for a year: burn-in, nights, and whether its clock can be believed.
struct LongRunSettings {
  /// `nil` where the default goes by the mode.
  var shift: Shift?
  var night: Schedule?
  var brightness: Double?
  var isRed = false
  /// `nil` where the default goes by the mode.
  var showsSynchronisation: Bool?

  mutating func lay(_ options: LongRunOptions) {
    shift = options.shift ?? shift
    night = options.night ?? night
    brightness = options.nightBrightness ?? brightness
    isRed = options.nightRed ?? isRed
    showsSynchronisation = options.syncBadge ?? showsSynchronisation
  }
}

extension Settings {
  /// Fits a wall to how long it is to hang.
  func fitLongRun(_ setup: inout Setup) {
    setup.shift = longRun.shift ?? mode.shift
    setup.showsSynchronisation = longRun.showsSynchronisation ?? mode.showsSynchronisation
    setup.night = longRun.night.map(Night.init)
    setup.night?.isRed = longRun.isRed
    if let brightness = longRun.brightness { setup.night?.brightness = brightness }
  }
}
