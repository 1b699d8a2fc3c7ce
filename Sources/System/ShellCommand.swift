private import CLinux
private import Glibc

/// A user's command line, run by the shell in a process group of its own and never waited for.
///
/// Its descriptors are to be polled, and `receive` is to be called when one of them is readable or the deadline has
/// come. All that it starts belongs to its group and ends with it, unless it starts a session of its own (setsid(1)).
package final class ShellCommand {
  /// Where the command's output goes.
  package enum Kind {
    /// Standard output is read, up to `limit` bytes; of standard error only the end.
    case captured(limit: Int)
    /// Both go to the program's standard error.
    case detached
  }

  package enum Ending: Hashable, Sendable {
    case finished(status: Int32, output: [UInt8])
    /// A signal has ended the shell, or a program that it has put in its own place.
    case signalled(Int32)
    /// It was killed at its deadline.
    case timedOut
    /// It was killed for writing more than the limit.
    case tooMuch
    /// It could not be started, in the system's words.
    case notStarted(reason: String)
  }

  /// The boot time at which `receive` is to be called at the latest; `nil` once it has returned the ending.
  package private(set) var deadline: Duration?
  private let limit: Int
  private var output: [UInt8] = []
  /// The end of what a captured command has written to its standard error.
  package private(set) var complaints: [UInt8] = []
  private var complained = 0
  private var refusal: String?
  private var child: Child?
  private var pipe: Int32?
  private var errorPipe: Int32?

  /// The most that one `receive` reads: a flood must not stall the clock.
  private static let portion = 65_536
  /// How much of standard error is kept, and how much may be written there.
  private static let complaint = (kept: 4096, most: 1 << 20)

  /// Runs `text` as `/bin/sh -c` does, for at most `timeLimit`, with further environment variables.
  package convenience init(_ text: String, _ kind: Kind, timeLimit: Duration, variables: [String: String] = [:]) {
    self.init(.shell(text, variables), kind, timeLimit: timeLimit)
  }

  /// Runs this program once more with other words, which no shell reads.
  package convenience init(own words: [String], _ kind: Kind, timeLimit: Duration) {
    self.init(.own(words), kind, timeLimit: timeLimit)
  }

  /// Runs another program, without a shell.
  /// - Parameter words: its arguments with its own name first.
  package convenience init(
    program path: String, _ words: [String], _ kind: Kind, timeLimit: Duration, variables: [String: String] = [:]
  ) {
    self.init(Child.Program(path: path, words: words, variables: variables), kind, timeLimit: timeLimit)
  }

  private init(_ program: Child.Program, _ kind: Kind, timeLimit: Duration) {
    deadline = Now.boot + timeLimit
    limit = if case .captured(let limit) = kind { limit } else { 0 }
    do throws(SystemError) {
      switch kind {
      case .captured: try capture(program)
      case .detached: child = try Child(program, output: STDERR_FILENO, errors: STDERR_FILENO)
      }
    } catch {
      closePipes()
      (refusal, deadline) = (error.reason, .zero)
    }
  }

  deinit { end() }

  private func capture(_ program: Child.Program) throws(SystemError) {
    let ends = try Pipe()
    pipe = ends.reading
    defer { close(ends.writing) }
    let errors = try Pipe()
    errorPipe = errors.reading
    defer { close(errors.writing) }
    child = try Child(program, output: ends.writing, errors: errors.writing)
  }

  /// What to poll for reading; empty once nothing is left of the command.
  package var descriptors: [Int32] { [pipe, errorPipe, child?.descriptor].compactMap(\.self) }

  /// Reads what there is, and returns the ending once. After that a killed process may still have to be reaped, for
  /// which `receive` is to be called as long as there are descriptors.
  package func receive() -> Ending? {
    let hasExited = child?.hasExited ?? false
    // After this only a session of its own can still write.
    if hasExited { child?.killGroup() }
    let ending = deadline.flatMap { self.ending(hasExited: hasExited, isLate: Now.boot >= $0) }
    if ending != nil { kill() }
    if hasExited && deadline == nil { child = nil }
    return ending
  }

  private func ending(hasExited: Bool, isLate: Bool) -> Ending? {
    if let refusal { return .notStarted(reason: refusal) }
    let isDry = drain()
    let isQuiet = drainErrors()
    if output.count > limit || complained > ShellCommand.complaint.most { return .tooMuch }
    if hasExited, isDry, isQuiet, let child {
      switch child.reap() {
      case .exited(let status): return .finished(status: status, output: output)
      case .signalled(let number): return .signalled(number)
      }
    }
    return isLate ? .timedOut : nil
  }

  /// Kills it, and waits a moment, as a killed process is not gone at once.
  package func end() {
    kill()
    if let child { _ = Poll.wait(for: [child.descriptor], timeout: .milliseconds(100)) }
    child = nil
  }

  /// Kills it without waiting: its ending is not told, and `receive` reaps it.
  package func kill() {
    child?.killGroup()
    closePipes()
    (deadline, output) = (nil, [])
  }

  private func closePipes() {
    for pipe in [pipe, errorPipe].compactMap(\.self) { close(pipe) }
    (pipe, errorPipe) = (nil, nil)
  }

  /// Reads a portion: whether there is no more at the moment.
  private func drain() -> Bool {
    ShellCommand.read(&pipe, atMost: limit + 1 - output.count).map { output += $0 } == nil
  }

  private func drainErrors() -> Bool {
    guard let chunk = ShellCommand.read(&errorPipe, atMost: ShellCommand.portion) else { return true }
    complained += chunk.count
    complaints = (complaints + chunk).suffix(ShellCommand.complaint.kept)
    return false
  }

  /// Reads what a pipe has now; `nil` if it is empty. Closes a pipe at its end.
  private static func read(_ pipe: inout Int32?, atMost limit: Int) -> ArraySlice<UInt8>? {
    guard let descriptor = pipe else { return nil }
    var chunk = [UInt8](repeating: 0, count: min(portion, limit))
    let count = Glibc.read(descriptor, &chunk, chunk.count)
    if count == 0 {
      close(descriptor)
      pipe = nil
    }
    return count > 0 ? chunk[..<count] : nil
  }
}
