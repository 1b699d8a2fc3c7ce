import Testing

@testable import ColourClock
@testable import XWindow

/// The flash guard computes at sample points. This measures really painted pixels, including letters.
@Suite struct FlashPixelTests {
  /// The greatest share of a field of ten degrees (a third of the picture's width and height) with more than three
  /// general flashes in one second.
  private struct Judge {
    let size: Size
    private var pixels: [Pixel]
    private(set) var largest = 0.0

    private struct Pixel {
      var (low, high, isRising): (Double, Double, Bool?) = (2, -1, nil)
      var changes: [Double] = []
      var hot = -10.0

      mutating func record(_ luminance: Double, at time: Double) {
        (low, high) = (min(low, luminance), max(high, luminance))
        let falls = isRising != false && high - luminance >= 0.1 && luminance < 0.8
        let rises = isRising != true && luminance - low >= 0.1 && low < 0.8
        guard falls || rises else { return }
        (isRising, low, high) = (rises, luminance, luminance)
        changes = changes.suffix(6) + [time]
        if changes.count == 7, time - changes[0] < 1 { hot = time }
      }
    }

    init(_ size: Size) {
      self.size = size
      pixels = Array(repeating: Pixel(), count: size.width * size.height)
    }

    mutating func record(_ picture: PNG, at time: Double) {
      for index in pixels.indices {
        let colour = Colour(
          red: picture.bytes[3 * index], green: picture.bytes[3 * index + 1], blue: picture.bytes[3 * index + 2])
        pixels[index].record(Self.luminance[colour] ?? colour.luminance, at: time)
      }
      guard pixels.contains(where: { $0.hot == time }) else { return }
      let (width, height) = (size.width / 3, size.height / 3)
      for top in stride(from: 0, through: size.height - height, by: 4) {
        for left in stride(from: 0, through: size.width - width, by: 4) {
          var count = 0
          for y in top..<top + height {
            for x in left..<left + width where time - pixels[y * size.width + x].hot < 1 { count += 1 }
          }
          largest = max(largest, Double(count) / Double(width * height))
        }
      }
    }

    private static let luminance: [Colour: Double] = [.black: 0, .white: 1]
  }

  private final class Wall: Surface {
    weak var delegate: (any SurfaceDelegate)?
    let role = Scene.Role.whole
    let names: [String] = []
    var showsPointer = false
    var present: Frame?

    func show(_ frame: Frame) { present = frame }
    func prepare(_ frame: Frame) {}
  }

  private final class FastClock: Clock {
    weak var delegate: (any ClockDelegate)?
    var now: Moment

    init(_ moment: Moment) { now = moment }
    let interval: Duration? = nil
    func start() {}
    func stop() {}
    func wake(at wake: Wake) {}
  }

  /// Sampled sixty times a second for four seconds at the greatest speed, with a countdown that reaches zero.
  @Test(arguments: [Size(width: 128, height: 72), Size(width: 72, height: 128)], [true, false])
  func aFastWallIsSafe(size: Size, isGuarded: Bool) throws {
    let pace = Pace(speed: Pace.limit)
    let evening = Instant(second: 20_000 * 86_400 + 20 * 3600)
    let clock = FastClock(Moment(instant: evening, uptime: .seconds(1), zone: .utc))
    let wall = Wall()
    var countdown = Countdown(Countdown.Rules(period: .seconds(1), repeats: true))
    countdown.start(at: clock.now)
    let style = Style(fade: Fade(span: .milliseconds(300), pace: pace))
    let scene = Scene(Setup(face: .scaled, style: style), countdown: countdown)
    let session = Session(scene: scene, clock: clock) { _ in }
    session.surfacesDidChange(to: [wall])
    wall.delegate?.surface(wall, didReceive: [.resized(size)])
    var judge = Judge(size)
    let display = try Display(nil)
    defer { display.close() }
    let typeface = try Typeface(Xvfb.font)
    var bare = scene
    _ = bare.handle(fact: .resized(size), at: clock.now)
    for step in 1...240 {
      let span = Duration.seconds(1) / 60 * step
      clock.now = Moment(
        instant: evening + pace.shown(span), uptime: .seconds(1) + span, zone: .utc)
      session.clock(clock, didReach: clock.now)
      _ = bare.handle(fact: .ticked, at: clock.now)
      let frame = try #require(isGuarded ? wall.present : bare.frame(at: clock.now))
      judge.record(try Snapshot.picture(of: frame, on: display, typeface: typeface), at: span.inSeconds)
    }
    // Without the guard the same second flashes.
    #expect(isGuarded ? judge.largest <= 0.25 : judge.largest > 0.25, "\(judge.largest)")
    withExtendedLifetime(session) {}
  }
}
