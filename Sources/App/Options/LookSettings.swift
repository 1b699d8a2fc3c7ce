import ColourClock

/// The face, and what stands on it.
struct LookSettings {
  var face = Face.scaled
  var labels = Labels()
  var fade = Duration.milliseconds(300)
  /// `nil`: the default typeface.
  var font: String?

  mutating func lay(_ options: LookOptions) {
    face = options.face?.face ?? face
    font = options.font ?? font
    fade = options.fade ?? fade
    labels.lay(options)
  }
}

extension Labels {
  mutating func lay(_ options: LookOptions) {
    twelveHour = options.hours.map { $0 == .twelve } ?? twelveHour
    seconds = options.seconds ?? seconds
    time = options.time ?? time
    hex = options.hex ?? hex
    date = options.date ?? date
  }
}
