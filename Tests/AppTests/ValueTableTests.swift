import ColourClock
import Testing

@testable import App

/// The numbers and texts of the tables that `send` prints.
@Suite struct ValueTableTests {
  @Test(arguments: [
    (0, "0.00"), (1.999, "1.99"), (62.5, "62.50"), (-0.004, "0.00"), (-0.25, "-0.25"), (-1.999, "-1.99"),
    (-62.05, "-62.05"),
  ]) func secondsHaveTwoPlaces(seconds: Double, text: String) {
    #expect(ValueTable.hundredths(seconds) == text)
  }

  /// A sign with a combining character after it is one `Character`, but a spreadsheet sees the sign.
  @Test(arguments: [
    (#"Tea "hot""#, #""Tea ""hot""""#), ("a\"\u{301}b", "\"a\"\"\u{301}b\""), ("=1+1", "'=1+1"),
    ("=\u{301}1+1", "'=\u{301}1+1"),
  ]) func titlesAreQuotedForSpreadsheets(title: String, cell: String) throws {
    let moment = Moment(instant: Instant(second: 1_800_000_000), uptime: .seconds(1000), zone: .utc)
    var scene = Scene(Options().setup(.fullScreen))
    _ = try scene.handle(.told(.countdown(.new(.seconds(600), title: title))), at: moment)
    let table = ValueTable.text(of: scene.countdownReports(at: moment))
    let row = try #require(table.split(separator: "\n").last)
    #expect(row.unicodeScalars.split(separator: ",").map { String($0) }[1] == cell)
    #expect(FormulaMark.removed(from: FormulaMark.added(to: title)) == title)
  }
}
