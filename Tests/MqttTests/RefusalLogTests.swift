import Testing

@testable import Mqtt

@Suite struct RefusalLogTests {
  @Test(
    arguments: [
      (["face", "grue"], 1, "face: there are scaled, hue", "P: face: there are scaled, hue"),
      (
        ["nonsense", "s3cret"], 1, "there is no command 'nonsense': try 'help'",
        "P: there is no command 'nonsense': try 'help'"
      ),
      (["set", "on-zero", "curl s3cret"], 1, "set: 'on-zero' runs commands", "P: set: 'on-zero' runs commands"),
      (
        ["set", "night", "it's s3cret"], 1, "The value 'it's s3cret' is invalid for '--night'",
        "P: The value '…' is invalid for '--night'"
      ),
      (["set", "night", "0123 s3cret 4567"], 1, "The value '0123 s3c…' is no time", "P: The value '…' is no time"),
      (
        ["agenda", "set", "25:00-26:00 s3cret"], 2, "'25:00-26:00 s3cret': '26:00' is no time", "P: '…': '…' is no time"
      ),
      (["face", ""], 1, "face: '' is no face", "P: face: '…' is no face"),
      // The option's name comes from the topic.
      (["set", "night", "s3cret"], 2, "The value 's3cret' is no time", "P: The value '…' is no time"),
      // A long value with an apostrophe, and an apostrophe before the quotation.
      (["set", "night", "it's s3cret and long"], 1, "The value 'it's s3c…' is no time", "P: The value '…' is no time"),
      (
        ["set", "night", "it's s3cret"], 1, "the wall's value 'it's s3cret' is no time",
        "P: the wall's value '…' is no time"
      ),
    ] as [([String], Int, String, String)])
  func whatIsSaid(words: [String], wordsFromTopic: Int, reason: String, line: String) {
    var log = RefusalLog()
    let said = log.line("P", words, wordsFromTopic: wordsFromTopic, reason, at: 0)
    #expect(said == line)
  }

  @Test func noMoreThanAReaderCanFollow() {
    var log = RefusalLog()
    // Ten a second, for ten minutes.
    let lines = (0..<6000).compactMap { log.line("P", ["face"], wordsFromTopic: 1, "no", at: Double($0) / 10) }
    #expect((110...125).contains(lines.count), "\(lines.count)")
    #expect(lines.prefix(10).allSatisfy { $0 == "P: no" } && lines[10].hasPrefix("further refused commands"))
    let afterwards = log.line(String(repeating: "a", count: 60_000), ["face"], wordsFromTopic: 1, "no", at: 5000)
    #expect((afterwards?.count ?? 0) < 200)
  }
}
