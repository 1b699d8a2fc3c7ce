import ColourClock
import System
import XWindow

/// The answer to the command `health`: spans in seconds, sizes in bytes. Values that were not measured are absent.
struct HealthReport: Encodable {
  /// The time since the program was started.
  let uptime: Double?
  /// Number of this wall's starts, including this one; absent if nothing is saved.
  let starts: Int?
  /// How late each second of the last hour was sent to the server.
  let sent: Late?
  /// How late the server drew a second. Only one second of each minute is measured.
  let drawn: Late?
  /// The length of the present silence of the server.
  let silence: Double?
  let frames: Frames
  let memory: Memory?
  let descriptors: Int?
  let server: Server?
  /// As in the status.
  let isXwayland: Bool
  let limits: [String]
  let clock: Clock?
  /// The windows as the server last reported them.
  let windows: [Window]
  let wear: [Wear]
  /// The worst health problem, in the English words of the wall.
  let trouble: String?
  /// Why state for the next start could not be written.
  let saveFailure: String?
  /// Why no sound could be played.
  let soundFailure: String?
  /// The problems that clients report about their work for the wall.
  let reported: [String]

  /// Percentiles of lateness, in seconds.
  struct Late: Encodable {
    let count: Int
    let p50, p99, worst: Double

    init(_ summary: Lateness.Summary) {
      count = summary.count
      (p50, p99, worst) = (summary.median.inSeconds, summary.p99.inSeconds, summary.worst.inSeconds)
    }
  }

  /// Numbers of frames since the start.
  struct Frames: Encodable {
    let drawn: Int
    /// Frames of motions and of new seconds that were skipped because they came too late.
    let dropped: Int
  }

  /// Memory in bytes: proportional and resident set size, and the heap.
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

  /// A window's place on the screen, in pixels.
  struct Window: Encodable {
    let x, y, width, height: Int
    /// True if the window has the place and size for which the wall was drawn.
    let inPlace: Bool
    /// True if another program keeps it off the screen.
    let hidden: Bool

    init(_ window: ProbedWindow) {
      let box = window.box
      (x, y, width, height) = (box.left, box.top, box.size.width, box.size.height)
      (inPlace, hidden) = (window.isInPlace, window.isHidden)
    }
  }

  /// The state of the kernel's clock.
  struct Clock: Encodable {
    let synchronised: Bool
    /// Present only for a synchronised clock: otherwise the kernel's number was not measured.
    let estimatedError, maximumError: Double?
    let leap: String?
    let taiOffset: Int?
    let source: String?
    /// The time since the last answer that the time service got from its servers.
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

  /// The wear of one monitor.
  struct Wear: Encodable {
    let monitor: String
    /// How much less light the darkest part has given than the brightest, in percent.
    let spread: Double
    /// The mean luminance, 0…1.
    let luminance: Double
    /// How long wear was counted.
    let seconds: Double
  }
}
