import ControlProtocol
import System

final class Answers {
  private let broker: BrokerSide
  private let topics: Topics
  private var reporter = Reporter()
  private var limiter = RateLimiter(burst: 100, each: .milliseconds(10))

  init(_ broker: BrokerSide, _ topics: Topics) { (self.broker, self.topics) = (broker, topics) }

  /// - Parameter place: the topic that the sender wants; `nil` for the topic of results.
  func answer(_ words: [String], _ place: BrokerMessage.AnswerPlace?, error: String, data: JSON? = nil) {
    var result: [String: JSON] = ["command": .array(words.map(JSON.string)), "error": .string(error)]
    if let data { result["data"] = data }
    send(result, to: place)
  }

  func refuse(_ words: [String], _ place: BrokerMessage.AnswerPlace?, _ reason: String) {
    if limiter.admit(at: Now.boot) { answer(words, place, error: reason) }
  }

  func complain(_ topic: String, _ reason: String) {
    reporter.say("\(topic): \(reason)")
    if limiter.admit(at: Now.boot) { send(["topic": .string(topic), "error": .string(reason)], to: nil) }
  }

  private func send(_ result: [String: JSON], to place: BrokerMessage.AnswerPlace?) {
    guard let client = broker.client else { return }
    guard !client.isCongested else {
      return reporter.say("the broker accepts answers too slowly: some answers are dropped")
    }
    let bytes = Array(JSON.text(of: JSON.object(result)).utf8)
    // On a topic that this wall obeys, the answer would be a command and make a loop.
    if let place, TopicPart.isTopic(place.topic), topics.incoming(place.topic) == nil {
      client.publish(place.topic, bytes, isRetained: false, correlation: place.correlation)
    } else {
      client.publish(topics.result, bytes, isRetained: false)
    }
  }
}
