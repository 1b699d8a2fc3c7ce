import ColourClock
import System
import XWindow

/// The answer to the command `health`. Spans are in seconds, sizes in bytes. Values that were not measured are absent.
struct HealthReport: Encodable {
  let uptime: Double?
  /// Starts on this display, including this one; absent if nothing is saved.
  let starts: Int?
  /// How late the ticks of the last hour were sent to the server.
  let sent: Late?
  /// How late the server drew a tick, measured about once a minute.
  let drawn: Late?
  /// How long the server has not answered; absent if it has answered.
  let silence: Double?
  let frames: Frames
  let memory: Memory?
  let descriptors: Int?
  let server: Server?
  let isXwayland: Bool
  /// The warnings of `ServerLimits`.
  let limits: [String]
  let clock: Clock?
  /// As in the server's last answer.
  let windows: [Window]
  let wear: [Wear]
  /// The worst health problem, in the words that an English wall shows.
  let trouble: String?
  /// Why the state for the next start could not be saved.
  let saveFailure: String?
  let soundFailure: String?
  /// By clients.
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

  /// Since the start.
  struct Frames: Encodable {
    let drawn: Int
    /// Frames of motions and of ticks that were skipped because they came too late.
    let dropped: Int
  }

  /// Proportional set size, resident set size, and heap.
  struct Memory: Encodable {
    let pss, rss: Int
    /// The used part of the heap.
    let allocated: Int
  }

  /// Resources of the clock at the X server.
  struct Server: Encodable {
    let resources: [String: Int]
    let pixmapBytes: Int
  }

  /// In pixels, on the screen.
  struct Window: Encodable {
    let x, y, width, height: Int
    /// True if the window has the place and size for which the clock draws.
    let inPlace: Bool
    /// True if another program hides the window.
    let hidden: Bool

    init(_ window: ProbedWindow) {
      let box = window.box
      (x, y, width, height) = (box.left, box.top, box.size.width, box.size.height)
      (inPlace, hidden) = (window.isInPlace, window.isHidden)
    }
  }

  struct Clock: Encodable {
    let synchronised: Bool
    /// Only for a synchronised clock. Otherwise the kernel has no measured errors.
    let estimatedError, maximumError: Double?
    let leap: String?
    let taiOffset: Int?
    let source: String?
    /// Since the last answer that the time service got from its servers.
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
    /// How much less light the darkest part has given than the brightest part, in percent.
    let spread: Double
    /// The mean luminance, 0…1.
    let luminance: Double
    /// How long the wear was counted.
    let seconds: Double
  }
}
