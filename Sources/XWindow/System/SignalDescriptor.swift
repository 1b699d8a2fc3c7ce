private import CX11
private import Glibc

/// The signals after which the picture has to be painted anew, as a descriptor: SIGUSR1, by which a host says that it has
/// drawn over ours, and SIGCONT, after which the picture is out of date.
package final class SignalDescriptor {
  /// What to poll for reading.
  package let descriptor: Int32

  /// Blocks both signals, which otherwise would end the program or be lost. A stopped program continues at SIGCONT even
  /// if that is blocked (signal(7)).
  package init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGUSR1, SIGCONT] { sigaddset(&signals, number) }
    sigprocmask(SIG_BLOCK, &signals, nil)
    descriptor = signalfd(-1, &signals, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    if descriptor < 0 { Process.fail("cannot wait for signals: \(File.lastFailure().reason)") }
  }

  deinit { close(descriptor) }

  /// Reads the signals that have arrived: whether there were any.
  package func receive() -> Bool {
    var hasArrived = false
    var details = signalfd_siginfo()
    while read(descriptor, &details, MemoryLayout.size(ofValue: details)) > 0 { hasArrived = true }
    return hasArrived
  }
}
