private import CLinux
private import Glibc

/// A child program, such as a private X server. If this process ends, the kernel kills the helper.
package final class Helper {
  /// The helper's descriptors. `secret` is a file without a name (memfd); `line` is the pipe for the helper's first
  /// line.
  package static let secret = 3, line = 4

  private let child: Child
  private let pipe: Int32

  package init(_ path: String, _ arguments: [String], secret: [UInt8]) throws(SystemError) {
    let ends = try Pipe()
    pipe = ends.reading
    // The child's `dup2` overwrites 3 and 4, so both descriptors must be higher.
    let (file, writing) = (Helper.moved(memfd_create("secret", UInt32(MFD_CLOEXEC))), Helper.moved(ends.writing))
    defer { for descriptor in [file, writing] { close(descriptor) } }
    guard write(file, secret, secret.count) == secret.count else {
      let failure = SystemError.last
      close(pipe)
      throw failure
    }
    let program = Child.Program.own([Helper.word, "\(getpid())", path] + arguments)
    do throws(SystemError) { child = try Child(program, [nil, nil, nil, file, writing]) } catch {
      close(pipe)
      throw error
    }
  }

  deinit {
    end()
    close(pipe)
  }

  private static func moved(_ descriptor: Int32) -> Int32 {
    defer { close(descriptor) }
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 10)
  }

  package func firstLine(within patience: Duration) throws(SystemError) -> String {
    let end = Now.boot + patience
    var bytes: [UInt8] = []
    while true {
      guard Poll.wait(for: [pipe], timeout: end - Now.boot) else {
        if Now.boot < end { continue }
        throw SystemError("it did not start within \(patience.components.seconds) s")
      }
      var byte: UInt8 = 0
      let count = read(pipe, &byte, 1)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count == 1 else { throw SystemError("it exited before it was ready") }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
  }

  private static let patience = Duration.seconds(2)

  private func end() {
    child.killGroup()
    _ = Poll.wait(for: [child.descriptor], timeout: Helper.patience)
  }

  // MARK: In the helper's process

  package static let word = "become-helper"

  /// Replaces this process by the helper.
  /// - Parameter words: the parent's process ID, the helper's file, its arguments.
  package static func become(_ words: some Collection<String>) -> Never {
    process_control(PR_SET_PDEATHSIG, UInt(SIGKILL), 0, 0, 0)
    let words = Array(words)
    // If the parent ended before this call, no signal will come.
    guard words.count > 1, words[0] == "\(getppid())" else { Process.exit(ExitStatus.usage) }
    // execv(3) would keep these signals ignored.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
    var arguments = words.dropFirst().map { strdup($0) } + [nil]
    execv(words[1], &arguments)
    Process.exit(ExitStatus.unavailable)
  }
}
