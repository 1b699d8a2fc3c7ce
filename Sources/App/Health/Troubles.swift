import ColourClock
import System
import XWindow

/// The wall's recent health problems. The journal gets each problem when it begins and when it is over. The wall shows
/// the worst problem.
struct Troubles {
  private var late: (worst: Duration, last: Duration)?
  private var silence: (length: Duration, last: Duration)?
  private var isSilent = false
  private var maximumError: Duration?
  private var wasSynchronised = true
  private var windowProblem: HealthProblem?
  private let write: (String, Journal.Priority) -> Void

  /// A delay is a problem from this length on: a second that is 1 s late is the wrong second.
  static let lateness = Duration.seconds(1)
  /// A silence of the X server is a problem from this length on.
  private static let silence = Duration.seconds(3)
  /// An error of the system's clock is a problem from this size on. The kernel's maximum error grows by 0.5 ms a second
  /// between answers of time servers. The answers may be 34 minutes apart, so an error of about 1 s is normal.
  private static let error = Duration.seconds(2)
  /// How long a problem is shown after it last happened.
  private static let memory = Duration.seconds(300)

  init(write: @escaping (String, Journal.Priority) -> Void = Journal.report) { self.write = write }

  /// False while a late second or a silence is remembered: such a problem ends by itself, `memory` after it last
  /// happened.
  var areSteady: Bool { late == nil && silence == nil }

  /// Records how late a second was shown.
  mutating func record(lateness: Duration, at uptime: Duration) {
    guard lateness >= Troubles.lateness else { return }
    if late == nil { write("the time was shown \(lateness.inTenths) s late", .warning) }
    late = (max(lateness, late?.worst ?? .zero), uptime)
  }

  /// Records how long the X server has not answered.
  /// - Parameter isOver: true if it has answered now.
  mutating func record(silence length: Duration, isOver: Bool, at uptime: Duration) {
    guard length >= Troubles.silence else { return }
    if !isSilent { write("the X server has not answered for \(length.inTenths) s", .warning) }
    isSilent = !isOver
    if isOver {
      write("the X server answers again, after \(length.inTenths) s", .notice)
      silence = (length, uptime)
    }
  }

  /// Records the state of our windows, as the server reports it.
  mutating func record(_ windows: [ProbedWindow]) {
    let isMisplaced = windows.contains { !$0.isInPlace }
    let found: HealthProblem? = windows.contains(where: \.isHidden) ? .hidden : isMisplaced ? .misplaced : nil
    guard found != windowProblem else { return }
    windowProblem = found
    if let found { write(found.text(), .warning) } else { write("all windows are where they belong again", .notice) }
  }

  /// True if a window is hidden or not where it belongs.
  var isMisplaced: Bool { windowProblem != nil }

  /// Records the state of the kernel's clock.
  mutating func record(_ clock: KernelClock) { record(isSynchronised: clock.isSynchronised, clock.maximumError) }

  /// Reports when the synchronisation changes, and remembers an error that is too large.
  mutating func record(isSynchronised: Bool, _ error: Duration) {
    maximumError = isSynchronised && error >= Troubles.error ? error : nil
    if isSynchronised != wasSynchronised {
      wasSynchronised = isSynchronised
      isSynchronised
        ? write("the system's clock is synchronised again", .notice)
        : write("the system's clock is not synchronised", .warning)
    }
  }

  /// The worst problem now; `nil` if there is none. Problems end here once they are old enough.
  mutating func worst(at uptime: Duration) -> HealthProblem? {
    if let last = late?.last, uptime - last >= Troubles.memory {
      late = nil
      write("the time is shown without delay again", .notice)
    }
    if let last = silence?.last, uptime - last >= Troubles.memory { silence = nil }
    if let windowProblem { return windowProblem }
    if let late { return .late(tenths: late.worst.tenths) }
    if let silence { return .silence(seconds: Int(silence.length.components.seconds)) }
    return maximumError.map { .clockOff(tenths: $0.tenths) }
  }
}

extension Duration {
  /// Tenths of a second, rounded down.
  fileprivate var tenths: Int { Int((inSeconds * 10).rounded(.down)) }
  fileprivate var inTenths: String { "\(tenths / 10).\(tenths % 10)" }
}
