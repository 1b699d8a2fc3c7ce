/// A method to be called by D-Bus.
struct BusCall {
  var destination: String
  var path: String
  var interface: String
  var method: String
  var arguments: [BusValue] = []
}

/// The kinds of values that are sent and read here.
enum BusValue: Hashable {
  case text(String)
  case number(UInt32)
}

/// What has come from a bus: a reply, or a signal.
struct BusMessage {
  /// The call that it replies to; 0 for none.
  let replySerial: UInt32
  let isOwnerChange: Bool
  /// Up to the first of a kind not known here. An error has a text.
  let arguments: [BusValue]
}
