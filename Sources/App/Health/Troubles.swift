import ColourClock
import System
import XWindow

/// Recent health problems of the wall. Each is reported when it begins and when it is over; the wall shows the worst.
struct Troubles {
  private var late: (worst: Duration, last: Duration)?
  private var silence: (length: Duration, last: Duration)?
  private var isSilent = false
  private var maximumError: Duration?
  private var isUnsynchronised = false
  private var ofWindows: HealthProblem?
  private let write: (String, Journal.Priority) -> Void

  /// From how much on it is one. A second that is late by one is the wrong second; the kernel's greatest error grows by
  /// 0.5 ms a second between the answers of time servers, which may be asked as seldom as every 34 minutes.
  static let lateness = Duration.seconds(1)
  private static let silence = Duration.seconds(3)
  private static let error = Duration.seconds(2)
  /// How long a problem is shown after it happened.
  private static let memory = Duration.seconds(300)

  init(write: @escaping (String, Journal.Priority) -> Void = Journal.report) { self.write = write }

  /// True if time alone changes no problem.
  var areSteady: Bool { late == nil && silence == nil }

  /// A second was so late.
  mutating func record(lateness: Duration, at uptime: Duration) {
    guard lateness >= Troubles.lateness else { return }
    if late == nil { write("the time was shown \(lateness.inTenths) s late", .warning) }
    late = (max(lateness, late?.worst ?? .zero), uptime)
  }

  /// The server has not answered for so long up to now, or has answered after that.
  mutating func record(silence length: Duration, isOver: Bool, at uptime: Duration) {
    guard length >= Troubles.silence else { return }
    if !isSilent { write("the X server has not answered for \(length.inTenths) s", .warning) }
    isSilent = !isOver
    if isOver {
      write("the X server answers again, after \(length.inTenths) s", .notice)
      silence = (length, uptime)
    }
  }

  /// Records how the server has our windows.
  mutating func record(_ standings: [WindowStanding]) {
    let isMisplaced = standings.contains { !$0.isInPlace }
    let found: HealthProblem? = standings.contains(where: \.isHidden) ? .hidden : isMisplaced ? .misplaced : nil
    guard found != ofWindows else { return }
    ofWindows = found
    if let found { write(found.text(), .warning) } else { write("all windows are where they belong again", .notice) }
  }

  /// True if a window is not where it belongs.
  var isMisplaced: Bool { ofWindows != nil }

  /// Records what the kernel says of its clock.
  mutating func record(_ clock: KernelClock) { record(isSynchronised: clock.isSynchronised, clock.maximumError) }

  mutating func record(isSynchronised: Bool, _ error: Duration) {
    maximumError = isSynchronised && error >= Troubles.error ? error : nil
    if isSynchronised == isUnsynchronised {
      isUnsynchronised = !isSynchronised
      isSynchronised
        ? write("the system's clock is synchronised again", .notice)
        : write("the system's clock is not synchronised", .warning)
    }
  }

  /// The worst now.
  mutating func worst(at uptime: Duration) -> HealthProblem? {
    if let last = late?.last, uptime - last >= Troubles.memory {
      late = nil
      write("the time is shown without delay again", .notice)
    }
    if let last = silence?.last, uptime - last >= Troubles.memory { silence = nil }
    if let ofWindows { return ofWindows }
    if let late { return .late(tenths: late.worst.tenths) }
    if let silence { return .silence(seconds: Int(silence.length.components.seconds)) }
    return maximumError.map { .clockOff(tenths: $0.tenths) }
  }
}

extension Duration {
  fileprivate var tenths: Int { Int((inSeconds * 10).rounded(.down)) }
  fileprivate var inTenths: String { "\(tenths / 10).\(tenths % 10)" }
}
