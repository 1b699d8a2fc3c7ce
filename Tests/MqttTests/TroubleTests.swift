import Testing

@testable import Mqtt

/// What is said of what goes wrong between broker and wall.
@Suite struct TroubleTests {
  /// Numbers of the library and of the system, with and without an error of the system's: none is told as a success.
  @Test func nothingFailsWithSuccess() {
    for result in Int32(-5)...40 {
      for code in [0, 1, 11, 32, 104, 9999] as [Int32] {
        let text = BrokerErrorText.problem(result, code, nil, "host").lowercased()
        #expect(!text.contains("success") && !text.contains("no error") && !text.isEmpty, "\(result) \(code): \(text)")
      }
    }
    // As mosquitto.h has them: ERRNO, CONN_LOST, SUCCESS, PROTOCOL and MALFORMED_PACKET.
    for (result, text) in [
      (14, "it has closed the connection"), (7, "it has closed the connection"), (0, "it has closed the connection"),
      (2, "protocol error"), (21, "protocol error"),
    ] as [(Int32, String)] {
      #expect(BrokerErrorText.problem(result, 0, nil, "host") == text)
    }
    #expect(BrokerErrorText.problem(14, 104, nil, "host") == "connection reset by peer")
  }

  /// 1 is the code of MQTT 3.1.1 for a wrong version, 132 that of MQTT 5. A broker with only MQTT 5 may send either.
  @Test(
    arguments: [
      (132, true, true), (1, true, false), (135, true, false), (1, false, true), (132, false, true), (5, false, false),
      (0, false, false),
    ] as [(Int32, Bool, Bool)])
  func whatRefusesTheVersion(code: Int32, isVersion5: Bool, isVersionUnsupported: Bool) {
    let refusal = BrokerErrorText.refusal(code, isVersion5: isVersion5, hasCredentials: false)
    #expect(refusal.isVersionUnsupported == isVersionUnsupported && !refusal.reason.isEmpty)
    if code == 132 { #expect(refusal.reason == "unsupported Protocol Version") }
  }

  @Test func aFloodIsCountedForAMinute() {
    var drops = Drops()
    drops.record(0, at: 1)
    #expect(drops.text == nil && drops.quietEnd == .infinity)
    drops.record(3, at: 10)
    #expect(drops.text == "MQTT messages dropped: 3" && drops.quietEnd == 70)
    drops.record(5, at: 40)
    #expect(drops.text == "MQTT messages dropped: 5" && drops.quietEnd == 100)
    drops.record(5, at: 99.9)
    #expect(drops.text == "MQTT messages dropped: 5")
    drops.record(5, at: 100)
    #expect(drops.text == nil && drops.quietEnd == .infinity)
    // The next flood is counted by itself.
    drops.record(7, at: 200)
    #expect(drops.text == "MQTT messages dropped: 2" && drops.quietEnd == 260)
  }
}
