import ColourClock
import System
import XWindow

/// Seconds and bytes, without unmeasured values.
struct HealthReport: Encodable {
  let uptime: Double?
  /// Starts on this display.
  let starts: Int?
  /// Lateness of sending, in the last hour.
  let sent: Late?
  /// Lateness of drawing, about once a minute.
  let drawn: Late?
  /// How long the X server has not answered.
  let silence: Double?
  let frames: Frames
  let memory: Memory?
  let descriptors: Int?
  let server: Server?
  let isXwayland: Bool
  let limits: [String]
  let clock: Clock?
  let windows: [Window]
  let wear: [Wear]
  /// Always in English.
  let trouble: String?
  let saveFailure: String?
  let soundFailure: String?
  let reported: [String]

  /// `count` ticks, two percentiles and the worst.
  struct Late: Encodable {
    let count: Int
    let p50, p99, worst: Double

    init(_ summary: Lateness.Summary) {
      count = summary.count
      (p50, p99, worst) = (summary.median.inSeconds, summary.p99.inSeconds, summary.worst.inSeconds)
    }
  }

  struct Frames: Encodable {
    let drawn: Int
    /// Skipped because late.
    let dropped: Int
  }

  /// `pss`: proportional set size. `rss`: resident set size. `allocated`: heap in use.
  struct Memory: Encodable {
    let pss, rss: Int
    let allocated: Int
  }

  struct Server: Encodable {
    let resources: [String: Int]
    let pixmapBytes: Int
  }

  /// The place on the screen, in pixels.
  struct Window: Encodable {
    let x, y, width, height: Int
    let inPlace: Bool
    let hidden: Bool

    init(_ window: ProbedWindow) {
      let box = window.box
      (x, y, width, height) = (box.left, box.top, box.size.width, box.size.height)
      (inPlace, hidden) = (window.isInPlace, window.isHidden)
    }
  }

  struct Clock: Encodable {
    let synchronised: Bool
    /// `nil` if not synchronised: the kernel then measures none.
    let estimatedError, maximumError: Double?
    let leap: String?
    let taiOffset: Int?
    let source: String?
    /// The time since a time server answered.
    let sinceAnswer: Double?

    init(_ clock: KernelClock, _ service: TimeService?) {
      synchronised = clock.isSynchronised
      let isKnown = clock.isSynchronised
      estimatedError = isKnown ? clock.estimatedError.inSeconds : nil
      maximumError = isKnown ? clock.maximumError.inSeconds : nil
      (leap, taiOffset) = (clock.leap?.rawValue, clock.taiOffset)
      (source, sinceAnswer) = (service?.name, service?.sinceAnswer?.inSeconds)
    }
  }

  struct Wear: Encodable {
    let monitor: String
    /// Brightest minus darkest part, in percent of the brightest (`Wear`).
    let spread: Double
    /// 0…1.
    let luminance: Double
    let seconds: Double
  }
}
