struct DBusLibrary {
  typealias Connection = OpaquePointer
  typealias Message = OpaquePointer
  typealias Text = UnsafePointer<CChar>
  typealias Watch = OpaquePointer
  typealias Data = UnsafeMutableRawPointer
  typealias Boolean = UInt32

  let openPrivate: @convention(c) (Text, OpaquePointer?) -> Connection?
  let getUnixDescriptor: @convention(c) (Connection, UnsafeMutablePointer<Int32>) -> Boolean
  let send: @convention(c) (Connection, Message, UnsafeMutablePointer<UInt32>?) -> Boolean
  let setWatchFunctions:
    @convention(c) (
      Connection, _ add: @convention(c) (Watch?, Data?) -> Boolean, _ remove: @convention(c) (Watch?, Data?) -> Void,
      _ toggle: OpaquePointer?, Data?, _ free: OpaquePointer?
    ) -> Boolean
  let isEnabled: @convention(c) (Watch) -> Boolean
  let flags: @convention(c) (Watch) -> UInt32
  let readWrite: @convention(c) (Connection, _ milliseconds: Int32) -> Boolean
  let popMessage: @convention(c) (Connection) -> Message?
  let close: @convention(c) (Connection) -> Void
  let unrefConnection: @convention(c) (Connection) -> Void
  let newMethodCall: @convention(c) (Text, Text, Text, Text) -> Message?
  let setAutoStart: @convention(c) (Message, Boolean) -> Void
  let messageType: @convention(c) (Message) -> Int32
  let interface: @convention(c) (Message) -> Text?
  let member: @convention(c) (Message) -> Text?
  let path: @convention(c) (Message) -> Text?
  let errorName: @convention(c) (Message) -> Text?
  let replySerial: @convention(c) (Message) -> UInt32
  let unrefMessage: @convention(c) (Message) -> Void
  let beginReading: @convention(c) (Message, UnsafeMutableRawPointer) -> Boolean
  let beginWriting: @convention(c) (Message, UnsafeMutableRawPointer) -> Void
  let append: @convention(c) (UnsafeMutableRawPointer, _ type: Int32, UnsafeRawPointer) -> Boolean
  let openContainer:
    @convention(c) (UnsafeMutableRawPointer, _ type: Int32, _ signature: Text, UnsafeMutableRawPointer) -> Boolean
  let closeContainer: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Boolean
  let type: @convention(c) (UnsafeMutableRawPointer) -> Int32
  let value: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
  let next: @convention(c) (UnsafeMutableRawPointer) -> Boolean

  init?(_ file: String = "libdbus-1.so.3") {
    do {
      let library = try SharedLibrary.load(file)
      openPrivate = try library.function("dbus_connection_open_private")
      getUnixDescriptor = try library.function("dbus_connection_get_unix_fd")
      send = try library.function("dbus_connection_send")
      setWatchFunctions = try library.function("dbus_connection_set_watch_functions")
      isEnabled = try library.function("dbus_watch_get_enabled")
      flags = try library.function("dbus_watch_get_flags")
      readWrite = try library.function("dbus_connection_read_write")
      popMessage = try library.function("dbus_connection_pop_message")
      close = try library.function("dbus_connection_close")
      unrefConnection = try library.function("dbus_connection_unref")
      newMethodCall = try library.function("dbus_message_new_method_call")
      setAutoStart = try library.function("dbus_message_set_auto_start")
      messageType = try library.function("dbus_message_get_type")
      interface = try library.function("dbus_message_get_interface")
      member = try library.function("dbus_message_get_member")
      path = try library.function("dbus_message_get_path")
      errorName = try library.function("dbus_message_get_error_name")
      replySerial = try library.function("dbus_message_get_reply_serial")
      unrefMessage = try library.function("dbus_message_unref")
      beginReading = try library.function("dbus_message_iter_init")
      beginWriting = try library.function("dbus_message_iter_init_append")
      append = try library.function("dbus_message_iter_append_basic")
      openContainer = try library.function("dbus_message_iter_open_container")
      closeContainer = try library.function("dbus_message_iter_close_container")
      type = try library.function("dbus_message_iter_get_arg_type")
      value = try library.function("dbus_message_iter_get_basic")
      next = try library.function("dbus_message_iter_next")
    } catch {
      return nil
    }
  }
}
