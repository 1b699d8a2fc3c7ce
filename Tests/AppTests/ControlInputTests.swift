import ControlProtocol
import Testing

@testable import App

/// What a client may send that is meant to do harm, or is only unusual.
@Suite struct ControlInputTests {
  /// An accent makes one character of a quote before it: the quote is one all the same.
  @Test(arguments: [
    ("feed \"\u{301}a\"", ["feed", "\u{301}a"]), ("feed '\u{301} b'", ["feed", "\u{301} b"]),
    ("feed \"a\\\"\u{301}\"", ["feed", "a\"\u{301}"]), ("a\u{a0}b", ["a", "b"]),
  ])
  func quotesBeforeAccents(line: String, words: [String]) throws {
    #expect(try CommandLineWords.of(line) == words)
  }

  @Test(
    arguments: [
      ("0", .integer(0)), ("-0", .integer(0)), ("1e2", .integer(100)), ("-2.5E-1", .number(-0.25)),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(9_223_372_036_854_775_808)),
      (#""\u00e4\ud83d\ude00\/""#, .string("ä😀/")), (" [ ] ", .array([])),
      ("{\"a\" : {} }", .object(["a": .object([:])])),
      ("[true,false,null]", .array([.bool(true), .bool(false), .null])),
    ] as [(String, JSON)])
  func values(text: String, value: JSON) { #expect(JSON(Array(text.utf8)) == value) }

  @Test(arguments: [
    "", " ", "01", "-", "1.", ".5", "1e", "+1", "1e999", "nul", "truely", "[1,]", "[1 2]", "[", "{\"a\"}", "{\"a\":1,}",
    "{a:1}", "\"", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\u{1}\"", "1 2",
    String(repeating: "[", count: 60_000), String(repeating: "{\"a\":", count: 10_000),
  ])
  func noJSON(text: String) { #expect(JSON(Array(text.utf8)) == nil) }

  @Test func nestedAsDeepAsIsNeeded() {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(JSON(Array(nested(128).utf8)) != nil && JSON(Array(nested(129).utf8)) == nil)
  }

  @Test func noUTF8() { #expect(JSON([0x22, 0xff, 0x22]) == nil) }
}
