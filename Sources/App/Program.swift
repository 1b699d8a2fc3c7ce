import ColourClock
import XWindow

/// Sets up what the settings ask for, and runs it.
struct Program {
  private let settings: Settings

  /// The digits' default face: tall, even and open, made to be read from afar.
  static let defaultFont = "Inter Display,Inter,Roboto,DejaVu Sans:medium"

  init(_ settings: Settings) {
    self.settings = settings
  }

  func run() throws(Failure) {
    let place = try Place(settings.zone)
    let start = try settings.start.map { start throws(Failure) in try resolve(start, in: place.zone) }
    let display = try openDisplay()
    let typeface = try openTypeface()
    if let path = settings.snapshot {
      try takeSnapshot(to: path, at: start ?? Instant(sinceEpoch: Now.wall), place.zone, display, typeface)
    } else {
      let clock = SystemClock(source(from: start), place: place)
      try show(on: display, clock, typeface)
    }
    display.close()
  }

  private func show(on display: Display, _ clock: SystemClock, _ typeface: Typeface) throws(Failure) {
    var kept = KeptState(StateFolder.standard())
    let (countdown, hasPassed) = kept.countdown(for: settings.countdown, at: clock.now)
    if hasPassed { Process.report("the countdown has ended while the clock was not running") }
    let setup = settings.fullSetup(chosen: kept.card)
    var options = WindowDescription()
    options.command = CommandLine.arguments
    options.isFullScreen = settings.isFullScreen
    options.geometry = settings.geometry
    options.background = setup.face.ground(at: clock.now, style: setup.style).colour
    let surface = XSurface(options, on: display, typeface: typeface)
    let outside = Outside(settings, clock: clock, kept: kept)
    let first: [Effect] = (hasPassed ? [.zero] : []) + (countdown == nil ? [] : [.keepCountdown])
    let loop = Loop(clock: clock, display: display, surface: surface, outside: outside)
    try loop.run(Scene(setup, countdown: countdown), first: first)
  }

  private func takeSnapshot(
    to path: String, at instant: Instant, _ zone: Zone, _ display: Display, _ typeface: Typeface
  ) throws(Failure) {
    guard let frame = stillFrame(at: Moment(instant: instant, uptime: .zero, zone: zone)) else { return }
    let picture: PNG
    do {
      picture = try Snapshot.picture(of: frame, on: display, typeface: typeface)
    } catch {
      throw switch error {
      case .noExactPixels: .unable("cannot draw a snapshot: the X server keeps no pixels of depth 24")
      case .tooLarge(let size):
        .unable("cannot draw a snapshot of \(size.width)x\(size.height): too large for the X server")
      }
    }
    do { try picture.write(to: path) } catch { throw .unable("cannot write \(path): \(error.reason)") }
  }

  /// The wall with its controls, as nobody touches it.
  private func stillFrame(at moment: Moment) -> Frame? {
    var settings = settings
    // A picture has no moment before it from which a colour could still be on its way.
    settings.fade = .zero
    var scene = Scene(settings.fullSetup(chosen: nil), countdown: settings.countdown.countdown(at: moment))
    _ = scene.handle(.resized(settings.size), at: moment)
    return scene.frame(at: moment)
  }

  private func source(from start: Instant?) -> SystemClock.Source {
    guard start != nil || settings.pace != .real else { return .system }
    return .played(from: start ?? Instant(sinceEpoch: Now.wall), since: Now.boot, pace: settings.pace)
  }

  private func resolve(_ start: StartingTime, in zone: Zone) throws(Failure) -> Instant {
    let today = zone.civil(at: Instant(sinceEpoch: Now.wall).second)
    do { return Instant(second: try start.second(in: zone, today: today)) } catch { throw .usage("'--at': \(error)") }
  }

  private func openDisplay() throws(Failure) -> Display {
    do { return try Display(settings.display) } catch {
      switch error {
      case .unreachable(nil): throw .unable("no X server: set DISPLAY or give --display")
      case .unreachable(let name?):
        throw .unable("cannot reach the X server '\(name)': is it running, and may you use it?")
      }
    }
  }

  /// Says so if the family that was asked for by name is not there.
  private func openTypeface() throws(Failure) -> Typeface {
    let pattern = settings.font ?? Program.defaultFont
    let typeface: Typeface
    do { typeface = try Typeface(pattern) } catch {
      throw .usage(
        "no font for '--font \(pattern)': it takes a fontconfig pattern, such as Inter:bold, and needs one font")
    }
    if let wanted = settings.font, let missing = typeface.missingFamily(of: wanted) {
      Process.report("no font '\(missing)', using \(typeface.family)")
    }
    return typeface
  }
}
