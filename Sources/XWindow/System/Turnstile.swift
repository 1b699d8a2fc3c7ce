private import Glibc

/// Lets one thread through at a time.
final class Turnstile: Sendable {
  /// Of a fixed address, as POSIX wants it; only its own functions touch it.
  nonisolated(unsafe) private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func wait() { pthread_mutex_lock(mutex) }
  func signal() { pthread_mutex_unlock(mutex) }
}
