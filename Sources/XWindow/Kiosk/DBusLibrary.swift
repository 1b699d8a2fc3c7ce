private import Glibc

/// libdbus, as far as it is called here. It is loaded when there is a bus, so a wall without one needs no such library.
/// The names are its own, without `dbus_`; it has kept them, their types and its file's name since 2006.
struct DBusLibrary {
  typealias Connection = OpaquePointer
  typealias Message = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  /// dbus_bool_t
  typealias Boolean = UInt32

  let openPrivate: @convention(c) (Text, OpaquePointer?) -> Connection?
  let setExitOnDisconnect: @convention(c) (Connection, Boolean) -> Void
  let getUnixDescriptor: @convention(c) (Connection, UnsafeMutablePointer<Int32>) -> Boolean
  let send: @convention(c) (Connection, Message, UnsafeMutablePointer<UInt32>?) -> Boolean
  let hasMessagesToSend: @convention(c) (Connection) -> Boolean
  let readWrite: @convention(c) (Connection, _ milliseconds: Int32) -> Boolean
  let popMessage: @convention(c) (Connection) -> Message?
  let close: @convention(c) (Connection) -> Void
  let unrefConnection: @convention(c) (Connection) -> Void
  let newMethodCall: @convention(c) (Text, Text, Text, Text) -> Message?
  let setAutoStart: @convention(c) (Message, Boolean) -> Void
  let isSignal: @convention(c) (Message, Text, Text) -> Boolean
  let replySerial: @convention(c) (Message) -> UInt32
  let unrefMessage: @convention(c) (Message) -> Void
  let beginReading: @convention(c) (Message, UnsafeMutableRawPointer) -> Boolean
  let beginWriting: @convention(c) (Message, UnsafeMutableRawPointer) -> Void
  let append: @convention(c) (UnsafeMutableRawPointer, _ type: Int32, UnsafeRawPointer) -> Boolean
  let type: @convention(c) (UnsafeMutableRawPointer) -> Int32
  let value: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
  let next: @convention(c) (UnsafeMutableRawPointer) -> Boolean

  /// `nil` if there is no such library, or another that lacks a function. It is never unloaded.
  init?(_ file: String = "libdbus-1.so.3") {
    guard let library = dlopen(file, RTLD_NOW | RTLD_LOCAL) else { return nil }
    do {
      openPrivate = try library.function("dbus_connection_open_private")
      setExitOnDisconnect = try library.function("dbus_connection_set_exit_on_disconnect")
      getUnixDescriptor = try library.function("dbus_connection_get_unix_fd")
      send = try library.function("dbus_connection_send")
      hasMessagesToSend = try library.function("dbus_connection_has_messages_to_send")
      readWrite = try library.function("dbus_connection_read_write")
      popMessage = try library.function("dbus_connection_pop_message")
      close = try library.function("dbus_connection_close")
      unrefConnection = try library.function("dbus_connection_unref")
      newMethodCall = try library.function("dbus_message_new_method_call")
      setAutoStart = try library.function("dbus_message_set_auto_start")
      isSignal = try library.function("dbus_message_is_signal")
      replySerial = try library.function("dbus_message_get_reply_serial")
      unrefMessage = try library.function("dbus_message_unref")
      beginReading = try library.function("dbus_message_iter_init")
      beginWriting = try library.function("dbus_message_iter_init_append")
      append = try library.function("dbus_message_iter_append_basic")
      type = try library.function("dbus_message_iter_get_arg_type")
      value = try library.function("dbus_message_iter_get_basic")
      next = try library.function("dbus_message_iter_next")
    } catch {
      return nil
    }
  }
}

private struct Missing: Error {}

extension UnsafeMutableRawPointer {
  /// The function of that name, whose type nobody checks.
  fileprivate func function<Function>(_ name: String) throws(Missing) -> Function {
    guard let symbol = dlsym(self, name) else { throw Missing() }
    return unsafeBitCast(symbol, to: Function.self)
  }
}
