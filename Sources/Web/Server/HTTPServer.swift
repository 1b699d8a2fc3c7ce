import CMicrohttpd
import CompanionSupport
import Glibc
import System

protocol HTTPServerDelegate: AnyObject {
  /// Called after the request's head. An answer now leaves the body unread.
  func begin(_ exchange: Exchange)
  func complete(_ exchange: Exchange)
}

/// Runs libmicrohttpd in this program's loop and thread.
final class HTTPServer {
  weak var delegate: (any HTTPServerDelegate)?
  private var daemon: OpaquePointer?
  // Every property has a value before `init` can throw, so `deinit` then frees the memory.
  private(set) var descriptor: Int32 = -1, port = 0
  /// The uptimes by which requests and responses must be complete. Streams have no entry.
  private var limits: [Int32: Double] = [:]
  private var nextCheck = Double.infinity
  /// True after the end of a connection: a full server listens again only in the library's next run.
  private var needsRun = false
  // The library reads these copies until it stops.
  private let certificate: UnsafeMutablePointer<CChar>?, key: UnsafeMutablePointer<CChar>?
  private let callbackContext = UnsafeMutablePointer<Unmanaged<HTTPServer>?>.allocate(capacity: 1)

  struct TLSFiles {
    let certificate, key: [UInt8]
  }

  static let mostConnections = 512
  static let mostPerAddress = 64
  /// Bytes per connection. Beyond 32 kB the library maps pages, which leave no gaps in the heap.
  private static let memory = 36_864
  /// The longest pause between bytes, in seconds.
  private static let idleTimeout = 30
  /// Seconds for a request, from the connection or the last response on. The response gets the same time again.
  private static let requestTimeout = 60.0
  /// Milliseconds until the kernel drops a silent phone.
  private static let tcpUserTimeout: Int32 = 20_000
  private static let backlog = 128
  /// TLS 1.2 and later (GnuTLS, "Priority strings"). The library keeps the pointer.
  private nonisolated(unsafe) static let priorities = strdup("NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2")

  /// - Throws: if the program cannot listen, or cannot use the certificate or its key.
  init(_ address: ListenAddress, _ tls: TLSFiles?, mostPerAddress: Int) throws(ProgramExit) {
    certificate = tls.flatMap { HTTPServer.copy($0.certificate) }
    key = tls.flatMap { HTTPServer.copy($0.key) }
    callbackContext.initialize(to: nil)
    let started = try address.withSocketAddress { socketAddress throws(ProgramExit) -> OpaquePointer in
      var options = HTTPServer.options(socketAddress, certificate, key, mostPerAddress, callbackContext)
      errno = 0
      let flags = HTTPServer.flags(address, isEncrypted: certificate != nil)
      guard let daemon = start_http_daemon(flags, handled, callbackContext, &options) else {
        let reason = errno == 0 ? "the certificate or its key cannot be used" : SystemError.last.reason
        throw ProgramExit("cannot listen on \(address.text): \(reason)", ExitStatus.unavailable)
      }
      return daemon
    }
    (daemon, descriptor, port) = (started, http_daemon_epoll(started), Int(http_daemon_port(started)))
    callbackContext.pointee = Unmanaged.passUnretained(self)
  }

  deinit {
    end()
    callbackContext.deallocate()
    certificate?.deallocate()
    key?.deallocate()
  }

  private static func flags(_ address: ListenAddress, isEncrypted: Bool) -> UInt32 {
    var flags = MHD_USE_EPOLL.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
    if isEncrypted { flags |= MHD_USE_TLS.rawValue }
    if address.isVersion6 { flags |= address.isAny ? MHD_USE_DUAL_STACK.rawValue : MHD_USE_IPv6.rawValue }
    return flags
  }

  private static func options(
    _ socketAddress: UnsafeMutableRawPointer, _ certificate: UnsafeMutablePointer<CChar>?,
    _ key: UnsafeMutablePointer<CChar>?, _ mostPerAddress: Int, _ context: UnsafeMutableRawPointer
  ) -> [MHD_OptionItem] {
    var options = [
      option(.SOCK_ADDR, 0, socketAddress),
      option(.CONNECTION_LIMIT, mostConnections),
      option(.PER_IP_CONNECTION_LIMIT, mostPerAddress),
      option(.CONNECTION_MEMORY_LIMIT, memory),
      option(.CONNECTION_TIMEOUT, idleTimeout),
      option(.LISTEN_BACKLOG_SIZE, backlog),
      option(.STRICT_FOR_CLIENT, 1),
      option(.UNESCAPE_CALLBACK, unsafeBitCast(unescape, to: Int.self)),
      option(.NOTIFY_COMPLETED, unsafeBitCast(completed, to: Int.self), context),
      option(.NOTIFY_CONNECTION, unsafeBitCast(notified, to: Int.self), context),
    ]
    if let certificate, let key {
      options.append(option(.HTTPS_MEM_CERT, 0, certificate))
      options.append(option(.HTTPS_MEM_KEY, 0, key))
      options.append(option(.HTTPS_PRIORITIES, 0, priorities))
    }
    return options + [option(.END)]
  }

  private static func option(_ option: MHD_OPTION, _ value: Int = 0, _ pointer: UnsafeMutableRawPointer? = nil)
    -> MHD_OptionItem
  {
    MHD_OptionItem(option: option, value: value, ptr_value: pointer)
  }

  private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
    copy[bytes.count] = 0
    return copy
  }

  // MARK: The loop

  func deadline(at uptime: Double) -> Double {
    guard !needsRun else { return uptime }
    var milliseconds: UInt64 = 0
    guard let daemon, MHD_get_timeout(daemon, &milliseconds) == .YES else { return nextCheck }
    return min(nextCheck, uptime + Double(milliseconds) / 1000)
  }

  func run() {
    guard let daemon else { return }
    needsRun = false
    MHD_run(daemon)
    endSlow(at: Now.uptime)
  }

  /// `idleTimeout` is not enough: it begins again with each byte.
  private func endSlow(at uptime: Double) {
    guard uptime >= nextCheck else { return }
    for (socket, end) in limits where uptime >= end {
      limits[socket] = nil
      shutdown(socket, Int32(SHUT_RDWR))
    }
    nextCheck = limits.values.min() ?? .infinity
  }

  fileprivate func limit(_ socket: Int32) {
    let end = Now.uptime + HTTPServer.requestTimeout
    limits[socket] = end
    nextCheck = min(nextCheck, end)
  }

  fileprivate func begin(_ socket: Int32) {
    var timeout = HTTPServer.tcpUserTimeout
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &timeout, socklen_t(MemoryLayout<Int32>.size))
    limit(socket)
  }

  fileprivate func unlimit(_ socket: Int32) { limits[socket] = nil }

  fileprivate func finish(_ socket: Int32) {
    unlimit(socket)
    needsRun = true
  }

  /// All requests must be answered before this call.
  func end() {
    guard let daemon else { return }
    // No connection may be suspended when the library stops.
    MHD_run(daemon)
    MHD_stop_daemon(daemon)
    self.daemon = nil
  }

  // MARK: Requests

  /// The library calls this for the request's head, for each part of the body, then with a `size` of 0.
  fileprivate func access(
    _ connection: OpaquePointer, _ url: String, _ method: String, _ data: UnsafePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    guard let known = state.pointee else {
      let exchange = Exchange(connection, method: method, path: url)
      state.pointee = Unmanaged.passRetained(exchange).toOpaque()
      delegate?.begin(exchange)
      return exchange.isAnswered ? exchange.send() : .YES
    }
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    if size.pointee > 0 {
      let fits = exchange.append(UnsafeRawBufferPointer(start: data, count: size.pointee))
      size.pointee = 0
      return fits ? .YES : .NO
    }
    delegate?.complete(exchange)
    let socket = http_connection_socket(connection)
    if exchange.response?.stream == nil { limit(socket) } else { unlimit(socket) }
    if exchange.isAnswered { return exchange.send() }
    exchange.suspend()
    return .YES
  }
}

private func server(_ context: UnsafeMutableRawPointer?) -> HTTPServer? {
  context?.assumingMemoryBound(to: Unmanaged<HTTPServer>?.self).pointee?.takeUnretainedValue()
}

private let handled: MHD_AccessHandlerCallback = { context, connection, url, method, _, data, size, state in
  guard let connection, let size, let state, let url = url.flatMap({ String(validatingCString: $0) }),
    let method = method.flatMap({ String(validatingCString: $0) })
  else { return .NO }
  return server(context)?.access(connection, url, method, data, size, state) ?? .NO
}

/// Leaves a path with `%00` encoded: NUL would truncate it in C.
private let unescape: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?) -> Int = {
  _, _, text in
  guard let text else { return 0 }
  return strstr(text, "%00") == nil ? MHD_http_unescape(text) : strlen(text)
}

private let completed: MHD_RequestCompletedCallback = { context, connection, state, _ in
  if let connection { server(context)?.limit(http_connection_socket(connection)) }
  guard let known = state?.pointee else { return }
  Unmanaged<Exchange>.fromOpaque(known).release()
  state?.pointee = nil
}

private let notified: MHD_NotifyConnectionCallback = { context, connection, _, what in
  guard let connection, let server = server(context) else { return }
  let socket = http_connection_socket(connection)
  if what == .CONNECTION_NOTIFY_STARTED { server.begin(socket) } else { server.finish(socket) }
}
