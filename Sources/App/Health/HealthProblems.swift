import ColourClock
import System
import XWindow

/// The journal gets the beginning and end of each problem, except of a large clock error.
struct HealthProblems {
  private var late: (worst: Duration, last: Duration)?
  private var silence: (length: Duration, last: Duration)?
  private var isSilent = false
  private var maximumError: Duration?
  private var wasSynchronised = true
  private var windowProblem: HealthProblem?
  private let write: (String, Journal.Priority) -> Void

  /// A wall that is so late shows a wrong second.
  static let lateness = Duration.seconds(1)
  private static let silence = Duration.seconds(3)
  /// An error of 1 s is normal: the kernel adds 0.5 ms a second until a time server answers, at most 34 minutes later.
  private static let error = Duration.seconds(2)
  /// A past problem is shown for so long.
  private static let displayTime = Duration.seconds(300)

  init(write: @escaping (String, Journal.Priority) -> Void = Journal.report) { self.write = write }

  /// `worst` drops past problems later.
  var hasNoPastProblem: Bool { late == nil && silence == nil }

  mutating func record(lateness: Duration, at uptime: Duration) {
    guard lateness >= HealthProblems.lateness else { return }
    if late == nil { write("the time was shown \(lateness.tenths.asTenths) s late", .warning) }
    late = (max(lateness, late?.worst ?? .zero), uptime)
  }

  mutating func record(silence length: Duration, isOver: Bool, at uptime: Duration) {
    guard length >= HealthProblems.silence else { return }
    if !isSilent { write("the X server has not answered for \(length.tenths.asTenths) s", .warning) }
    isSilent = !isOver
    if isOver {
      write("the X server answers again, after \(length.tenths.asTenths) s", .notice)
      silence = (length, uptime)
    }
  }

  mutating func record(_ windows: [ProbedWindow]) {
    let isMisplaced = windows.contains { !$0.isInPlace }
    let found: HealthProblem? = windows.contains(where: \.isHidden) ? .hidden : isMisplaced ? .misplaced : nil
    guard found != windowProblem else { return }
    windowProblem = found
    if let found { write(found.text(), .warning) } else { write("all windows are where they belong again", .notice) }
  }

  var isMisplaced: Bool { windowProblem != nil }

  mutating func record(_ clock: KernelClock) { record(isSynchronised: clock.isSynchronised, clock.maximumError) }

  mutating func record(isSynchronised: Bool, _ error: Duration) {
    maximumError = isSynchronised && error >= HealthProblems.error ? error : nil
    if isSynchronised != wasSynchronised {
      wasSynchronised = isSynchronised
      isSynchronised
        ? write("the system's clock is synchronised again", .notice)
        : write("the system's clock is not synchronised", .warning)
    }
  }

  mutating func worst(at uptime: Duration) -> HealthProblem? {
    if let last = late?.last, uptime - last >= HealthProblems.displayTime {
      late = nil
      write("the time is shown without delay again", .notice)
    }
    if let last = silence?.last, uptime - last >= HealthProblems.displayTime { silence = nil }
    if let windowProblem { return windowProblem }
    if let late { return .late(tenths: late.worst.tenths) }
    if let silence { return .silence(seconds: Int(silence.length.components.seconds)) }
    return maximumError.map { .clockOff(tenths: $0.tenths) }
  }
}

extension Duration {
  fileprivate var tenths: Int { Int((inSeconds * 10).rounded(.down)) }
}
