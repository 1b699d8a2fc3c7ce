import Testing

@testable import Agenda

@Suite struct EventLinesTests {
  /// Some programs write blanks around an address.
  @Test(arguments: [
    ("ATTENDEE;PARTSTAT=DECLINED:mailto:jo@school.example", true),
    ("ATTENDEE;PARTSTAT=DECLINED: MAILTO:Jo@School.example ", true),
    ("ATTENDEE;PARTSTAT=DECLINED;EMAIL=\" jo@school.example\":urn:x", true),
    ("ATTENDEE;PARTSTAT=ACCEPTED:mailto:jo@school.example", false),
    ("ATTENDEE;PARTSTAT=DECLINED:mailto:an@school.example", false),
  ])
  func declinedEvents(text: String, isDeclined: Bool) throws {
    let line = try #require(ContentLine(Array(text.utf8)[...]))
    var lines = EventLines()
    lines.add(line, owners: ["jo@school.example"])
    #expect(lines.isDeclined == isDeclined)
  }
}
