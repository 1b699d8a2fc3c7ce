private import CX11

/// Whether somebody keeps the system's clock in step.
extension Now {
  /// As the kernel has it from whoever looks after the clock, chrony, ntpd or systemd-timesyncd; adjtimex(2) takes no privilege
  /// where it changes nothing. The kernel gives up by itself when nobody has told it anything for some hours.
  package static var isSynchronised: Bool {
    var state = timex()
    let answer = adjtimex(&state)
    // Where it cannot be asked, as in some containers, nothing is known against the clock.
    guard answer >= 0 else { return true }
    return answer != TIME_ERROR && state.status & STA_UNSYNC == 0
  }
}
