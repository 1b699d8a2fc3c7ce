import ColourClock
import System
import XWindow

/// The answer to the command `health`, in seconds and bytes. Values that were not measured are absent.
struct HealthReport: Encodable {
  let uptime: Double?
  /// The number of starts of the clock on this display.
  let starts: Int?
  /// How late the ticks of the last hour were sent to the server.
  let sent: Late?
  /// How late the server drew a tick, measured about once a minute.
  let drawn: Late?
  /// How long the server has not answered; absent after its answer.
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
  /// The worst problem, always in English.
  let trouble: String?
  let saveFailure: String?
  let soundFailure: String?
  let reported: [String]

  /// Percentiles of lateness.
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
    /// Frames that were skipped because they came too late.
    let dropped: Int
  }

  /// `pss`: proportional set size. `rss`: resident set size. `allocated`: the heap in use.
  struct Memory: Encodable {
    let pss, rss: Int
    let allocated: Int
  }

  struct Server: Encodable {
    let resources: [String: Int]
    let pixmapBytes: Int
  }

  /// The place and size of a window on the screen, in pixels.
  struct Window: Encodable {
    let x, y, width, height: Int
    /// True if the window has the place and size for which the clock draws.
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
    /// `nil` if the clock is not synchronised, because the kernel then does not measure its errors.
    let estimatedError, maximumError: Double?
    let leap: String?
    let taiOffset: Int?
    let source: String?
    /// Seconds since a time server last answered.
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
    /// The light of the brightest part minus the light of the darkest part, in percent of the brightest part (`Wear`).
    let spread: Double
    /// The mean luminance that the monitor has shown, 0…1.
    let luminance: Double
    let seconds: Double
  }
}
