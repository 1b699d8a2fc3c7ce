import ColourClock
import System
import XWindow

/// Times are in seconds, sizes in bytes. Values that were not measured are `nil`.
struct HealthReport: Encodable {
  let uptime: Double?
  let starts: Int?
  let sent: Late?
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
  let trouble: String?
  let saveFailure: String?
  let soundFailure: String?
  let reported: [String]

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
    let dropped: Int
  }

  struct Memory: Encodable {
    let pss, rss: Int
    let allocated: Int
  }

  struct Server: Encodable {
    let resources: [String: Int]
    let pixmapBytes: Int
  }

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
    /// `nil` if the clock is not synchronised.
    let estimatedError, maximumError: Double?
    let leap: String?
    let taiOffset: Int?
    let source: String?
    /// The time since a time server's last answer.
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
    /// The mean luminance, 0…1.
    let luminance: Double
    let seconds: Double
  }
}
