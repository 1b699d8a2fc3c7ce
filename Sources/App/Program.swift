import ColourClock
import XWindow

/// Sets up what the settings ask for, and runs it.
struct Program {
  private var layers: Layers
  private var settings: Settings
  private let wakeups: SignalDescriptor

  /// The digits' default face: tall, even and open, made to be read from afar.
  static let defaultFont = "Inter Display,Inter,Roboto,DejaVu Sans:medium"

  init(_ layers: Layers, wakeups: SignalDescriptor) throws(Failure) {
    (self.layers, self.wakeups) = (layers, wakeups)
    settings = try Settings(layers)
  }

  mutating func run() throws(Failure) {
    if settings.isIcon { return try drawIcon() }
    // What is wrong without resources is said without a server too.
    var (place, start) = try beginning()
    let display = try openDisplay()
    if try layers.takeResources(from: display) {
      settings = try Settings(layers)
      (place, start) = try beginning()
    }
    let typeface = try openTypeface()
    if let path = settings.snapshot {
      try takeSnapshot(to: path, at: start ?? Instant(sinceEpoch: Now.wall), place.zone, display, typeface)
    } else {
      let clock = SystemClock(source(from: start), place: place)
      try show(on: display, clock, typeface)
    }
    display.close()
  }

  private func beginning() throws(Failure) -> (WatchedZone, Instant?) {
    let place = try WatchedZone(settings.zone)
    return (place, try settings.start.map { start throws(Failure) in try resolve(start, in: place.zone) })
  }

  private func show(on display: Display, _ clock: SystemClock, _ typeface: Typeface) throws(Failure) {
    var kept = SavedState(StateFolder.standard())
    let (countdown, hasPassed) = kept.countdown(for: settings.countdown, at: clock.now)
    if hasPassed { Process.report("the countdown has ended while the clock was not running") }
    let setup = settings.fullSetup(chosen: kept.card)
    let background = setup.background(at: clock.now)
    let walls = try hangWalls(on: display, typeface, background)
    let first: [Effect] = (hasPassed ? [.zero] : []) + (countdown == nil ? [] : [.keepCountdown])
    let loop = Loop(
      clock: clock, walls: walls, outside: EffectRunner(settings, clock: clock, kept: kept),
      upkeep: Watchdog(walls, on: display, inhibits: settings.mode.keepsAwake), wakeups: wakeups)
    let hasQuit = loop.run(Scene(setup, countdown: countdown), first: first)
    // A host's window may go as it came; our own is missed.
    if !hasQuit, settings.mode.isOwn { throw .unable("somebody has destroyed the window") }
  }

  private func hangWalls(
    on display: Display, _ typeface: Typeface, _ background: Colour
  ) throws(Failure) -> WindowSet {
    var options = settings.description
    options.command = CommandLine.arguments
    options.background = background
    do { return try WindowSet(options, on: display, typeface: typeface) } catch {
      let name = if case .adopted(let id) = settings.mode.target { "0x\(String(id, radix: 16))" } else { "the root" }
      throw switch error {
      case .missing: .unusableWindow("there is no window \(name) to draw in")
      case .inputOnly: .unusableWindow("window \(name) takes only input: it cannot be drawn in")
      case .onOtherScreen: .unusableWindow("window \(name) is on another screen: give that one with --display")
      }
    }
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
    try write(picture, to: path)
  }

  private func drawIcon() throws(Failure) {
    guard let path = settings.snapshot else { throw .usage("'--icon' needs '--snapshot FILE' to draw into") }
    let (width, height) = (settings.size.width, settings.size.height)
    guard width == height else { throw .usage("'--icon' needs a '--size' as wide as high, such as 256x256") }
    try write(PNG(iconOf: width), to: path)
  }

  private func write(_ picture: PNG, to path: String) throws(Failure) {
    do { try picture.write(to: path) } catch { throw .unable("cannot write \(path): \(error.reason)") }
  }

  /// The wall with its controls, as nobody touches it.
  private func stillFrame(at moment: Moment) -> Frame? {
    var settings = settings
    // A picture has no moment before it from which a colour could still be on its way.
    settings.look.fade = .zero
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
    let pattern = settings.look.font ?? Program.defaultFont
    let typeface: Typeface
    do { typeface = try Typeface(pattern) } catch {
      throw .usage(
        "no font for '--font \(pattern)': it takes a fontconfig pattern, such as Inter:bold, and needs one font")
    }
    if let wanted = settings.look.font, let missing = typeface.missingFamily(of: wanted) {
      Process.report("no font '\(missing)', using \(typeface.family)")
    }
    return typeface
  }
}
