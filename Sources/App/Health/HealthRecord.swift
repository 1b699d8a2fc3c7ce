import ColourClock
import System

/// The number of starts and the wear of the monitors, in a text file beside the saved state. Each machine, display and
/// name of a clock has its own file.
struct HealthRecord: Equatable {
  var starts = 0
  var wear: [String: Wear] = [:]

  private static let head = "colourclock health 1"
  /// The greatest size of the file, in bytes. It is enough for fifty monitors.
  private static let limit = 1 << 20

  init() {}

  /// Each line after `head` is `starts COUNT`, or `wear SECONDS CELL CELL … NAME`, with whole numbers. `nil` if a line
  /// is wrong.
  init?(text: String) {
    // Split scalars: a carriage return with a line feed is one `Character`, and so is a space with a combining accent.
    let lines = text.unicodeScalars.split(separator: "\n")
    guard lines.first.map(String.init) == HealthRecord.head else { return nil }
    for line in lines.dropFirst() {
      let parts = line.split(separator: " ", maxSplits: 1)
      switch parts.first.map(String.init) {
      case "starts":
        guard parts.count == 2, let count = UInt32(String(parts[1])) else { return nil }
        starts = Int(count)
      case "wear":
        guard parts.count == 2, let (name, wear) = HealthRecord.wear(parts[1]) else { return nil }
        self.wear[name] = wear
      default: return nil
      }
    }
  }

  private static func wear(_ text: Substring.UnicodeScalarView) -> (String, Wear)? {
    let count = Wear.columns * Wear.rows + 1
    let parts = text.split(separator: " ", maxSplits: count, omittingEmptySubsequences: false)
    let numbers = parts.prefix(count).compactMap { UInt32(String($0)).map(Double.init) }
    guard parts.count == count + 1, numbers.count == count,
      let wear = Wear(cells: Array(numbers.dropFirst()), seconds: numbers[0])
    else { return nil }
    return (String(parts[count]), wear)
  }

  var text: String {
    var lines = [HealthRecord.head, "starts \(starts)"]
    for (name, wear) in wear.sorted(by: { $0.key < $1.key }) where !name.unicodeScalars.contains("\n") {
      let numbers = ([wear.seconds] + wear.cells).map { "\(UInt32(clamping: Int64($0.rounded())))" }
      lines.append("wear \(numbers.joined(separator: " ")) \(name)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Another clock may have written `found`. If a monitor is in both records, its wear in `found` counts.
  func joined(with found: HealthRecord) -> HealthRecord {
    var joined = HealthRecord()
    joined.starts = max(starts, found.starts)
    joined.wear = wear.merging(found.wear) { $1 }
    return joined
  }

  // MARK: The file

  static func file(in folder: String, of wall: String) -> String {
    "\(folder)/health-\(wall.map { $0 == "/" ? "_" : String($0) }.joined())"
  }

  static func kept(in path: String, report: @escaping (String) -> Void = Process.report) -> KeptFile {
    KeptFile(path, limit: limit, report: report)
  }

  /// The record in the file; empty if there is no usable file. `nil` if the file must not be overwritten.
  static func read(_ file: inout KeptFile) -> HealthRecord? {
    let content = file.read { (bytes) throws(KeptFile.Problem) in
      let text = String(decoding: bytes, as: UTF8.self)
      if let record = HealthRecord(text: text) { return record }
      throw isLater(text) ? .laterVersion : .damaged
    }
    switch content {
    case .value(let record): return record
    case .none: return HealthRecord()
    case .unknown: return nil
    }
  }

  private static func isLater(_ text: String) -> Bool {
    let words = text.prefix { $0 != "\n" }.split(separator: " ")
    return words.count == 3 && words[0] == "colourclock" && words[1] == "health" && UInt32(words[2]) ?? 0 > 1
  }
}
