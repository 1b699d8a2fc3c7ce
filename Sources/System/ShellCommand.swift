private import CLinux
private import Glibc

/// A background command. Call `receive` when one of `descriptors` is readable, or at `deadline`. The command's child
/// processes end with it, except in other process groups (setsid(1), or the shell's `set -m`).
package final class ShellCommand {
  package enum Kind {
    /// Keeps `limit` bytes of standard output, and the end of standard error.
    case captured(limit: Int)
    /// Both outputs go to this program's standard error.
    case detached
  }

  package enum Outcome: Hashable, Sendable {
    case finished(status: Int32, output: [UInt8])
    /// This signal ended the shell, or a program that replaced it by exec.
    case signalled(Int32)
    case timedOut
    /// Standard output exceeded `limit` bytes, or standard error its own limit.
    case tooMuch
    case notStarted(reason: String)
  }

  /// A time on the boot clock; `nil` after `kill` or the outcome.
  package private(set) var deadline: Duration?
  private let limit: Int
  private var output: [UInt8] = []
  package private(set) var errorOutput: [UInt8] = []
  private var errorBytesRead = 0
  private var refusal: String?
  private var child: Child?
  private var pipe: Int32?
  private var errorPipe: Int32?

  private static let readLimit = 65_536
  /// `kept` bytes of standard error are stored; more than `most` end the command.
  private static let errorLimits = (kept: 4096, most: 1 << 20)

  package convenience init(_ text: String, _ kind: Kind, timeLimit: Duration, variables: [String: String] = [:]) {
    self.init(.shell(text, variables), kind, timeLimit: timeLimit)
  }

  /// A command of this program itself.
  package convenience init(own words: [String], _ kind: Kind, timeLimit: Duration) {
    self.init(.own(words), kind, timeLimit: timeLimit)
  }

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

  package var descriptors: [Int32] { [pipe, errorPipe, child?.descriptor].compactMap(\.self) }

  /// Returns the outcome once. Call as long as there are descriptors: a killed process must be reaped.
  package func receive() -> Outcome? {
    let hasExited = child?.hasExited ?? false
    if hasExited { child?.killGroup() }
    let ending = deadline.flatMap { self.ending(hasExited: hasExited, isLate: Now.boot >= $0) }
    if ending != nil { kill() }
    if hasExited && deadline == nil { child = nil }
    return ending
  }

  private func ending(hasExited: Bool, isLate: Bool) -> Outcome? {
    if let refusal { return .notStarted(reason: refusal) }
    let isDry = drain()
    let isQuiet = drainErrors()
    if output.count > limit || errorBytesRead > ShellCommand.errorLimits.most { return .tooMuch }
    if hasExited, isDry, isQuiet, let child {
      switch child.reap() {
      case .exited(let status): return .finished(status: status, output: output)
      case .signalled(let number): return .signalled(number)
      }
    }
    return isLate ? .timedOut : nil
  }

  package func end() {
    kill()
    if let child { _ = Poll.wait(for: [child.descriptor], timeout: .milliseconds(100)) }
    child = nil
  }

  /// The outcome is lost; `receive` reaps the process.
  package func kill() {
    child?.killGroup()
    closePipes()
    (deadline, output) = (nil, [])
  }

  private func closePipes() {
    for pipe in [pipe, errorPipe].compactMap(\.self) { close(pipe) }
    (pipe, errorPipe) = (nil, nil)
  }

  /// Reads what has come. Returns true if nothing has.
  private func drain() -> Bool {
    ShellCommand.read(&pipe, atMost: limit + 1 - output.count).map { output += $0 } == nil
  }

  private func drainErrors() -> Bool {
    guard let chunk = ShellCommand.read(&errorPipe, atMost: ShellCommand.readLimit) else { return true }
    errorBytesRead += chunk.count
    errorOutput = (errorOutput + chunk).suffix(ShellCommand.errorLimits.kept)
    return false
  }

  private static func read(_ pipe: inout Int32?, atMost limit: Int) -> ArraySlice<UInt8>? {
    guard let descriptor = pipe else { return nil }
    var chunk = [UInt8](repeating: 0, count: min(readLimit, limit))
    let count = Glibc.read(descriptor, &chunk, chunk.count)
    if count == 0 {
      close(descriptor)
      pipe = nil
    }
    return count > 0 ? chunk[..<count] : nil
  }
}
