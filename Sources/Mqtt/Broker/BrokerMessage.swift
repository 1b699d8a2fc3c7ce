import CMosquitto
import Glibc

struct BrokerMessage: Hashable {
  let topic: String
  /// `nil` if the payload is longer than `CommandPayload.longest`.
  let payload: [UInt8]?
  /// With MQTT 5, true if the sender published the message as retained; with MQTT 3.1.1, only if the broker stored it
  /// before the subscription.
  let isRetained: Bool
  /// `nil` if the sender wants no answer, or gives an unusable topic.
  let answer: AnswerPlace?

  /// Response topic and correlation data (MQTT 5, 4.10).
  struct AnswerPlace: Hashable {
    let topic: String
    let correlation: [UInt8]?
  }
}

extension BrokerMessage {
  init?(_ message: mosquitto_message, _ properties: OpaquePointer?) {
    guard let topic = message.topic.flatMap({ String(validatingCString: $0) }) else { return nil }
    let count = Int(message.payloadlen)
    let isTooLong = count > CommandPayload.longest
    let payload = isTooLong || count == 0 ? [] : Array(UnsafeRawBufferPointer(start: message.payload, count: count))
    self.init(
      topic: topic, payload: isTooLong ? nil : payload, isRetained: message.retain, answer: AnswerPlace(properties))
  }
}

extension BrokerMessage.AnswerPlace {
  /// The mosquitto broker allows at most this many slashes, libmosquitto more.
  private static let deepest = 200

  fileprivate init?(_ properties: OpaquePointer?) {
    var topic: UnsafeMutablePointer<CChar>?
    guard let properties,
      mosquitto_property_read_string(properties, MQTT_PROP_RESPONSE_TOPIC.number, &topic, false) != nil,
      let topic
    else { return nil }
    defer { free(topic) }
    // Publishing to an invalid topic would end the connection.
    guard mosquitto_pub_topic_check(topic) == 0, let text = String(validatingCString: topic),
      text.utf8.count(where: { $0 == UInt8(ascii: "/") }) <= BrokerMessage.AnswerPlace.deepest
    else { return nil }
    var (data, count): (UnsafeMutableRawPointer?, UInt16) = (nil, 0)
    let found = mosquitto_property_read_binary(properties, MQTT_PROP_CORRELATION_DATA.number, &data, &count, false)
    defer { free(data) }
    self.init(
      topic: text,
      correlation: found == nil ? nil : Array(UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(count))))
  }
}
