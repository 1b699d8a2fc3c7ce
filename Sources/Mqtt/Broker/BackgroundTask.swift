import Glibc

/// Something that waits, such as looking a name up: done on a thread of its own, beside the loop, which hears of its end.
final class BackgroundTask: Sendable {
  /// Becomes readable when it is done.
  let descriptor: Int32
  private let end: Int32

  /// `nil` where there is no descriptor left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (descriptor, end) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(end)
  }

  /// - Returns: whether it was begun.
  func begin(_ work: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Work(self, work))
    var thread = pthread_t()
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
        work.body()
        work.task.finish()
        return nil
      }, box.toOpaque())
    guard result == 0 else {
      box.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Wakes the loop: the work is done, or there was none.
  func finish() {
    var byte: UInt8 = 1
    _ = write(end, &byte, 1)
  }

  private final class Work: Sendable {
    let task: BackgroundTask
    let body: @Sendable () -> Void

    init(_ task: BackgroundTask, _ body: @escaping @Sendable () -> Void) { (self.task, self.body) = (task, body) }
  }
}
