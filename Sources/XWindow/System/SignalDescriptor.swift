private import CX11
private import Glibc

/// The signals that ask for a new picture, as a descriptor: SIGUSR1, by which a host says that it has drawn over ours,
/// and SIGCONT, after which whatever is shown is out of date.
package final class SignalDescriptor {
  /// What to poll for reading.
  package let descriptor: Int32

  /// Blocks the two, which else would end the program or pass unnoticed. A stopped program goes on at SIGCONT even so
  /// (signal(7)).
  package init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGUSR1, SIGCONT] { sigaddset(&signals, number) }
    sigprocmask(SIG_BLOCK, &signals, nil)
    descriptor = signalfd(-1, &signals, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    precondition(descriptor >= 0, "signals are always to be had as a descriptor on Linux 2.6.27 and later")
  }

  deinit { close(descriptor) }

  /// Takes what has come: whether anything has.
  package func receive() -> Bool {
    var hasCome = false
    var details = signalfd_siginfo()
    while read(descriptor, &details, MemoryLayout.size(ofValue: details)) > 0 { hasCome = true }
    return hasCome
  }
}
