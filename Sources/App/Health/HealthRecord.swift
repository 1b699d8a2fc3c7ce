import ColourClock
import ControlProtocol
import System

/// The record of one wall, that is, of a display of this machine, perhaps with a `--name`.
struct HealthRecord: Equatable {
  var starts = 0
  /// By the monitor's name.
  var wear: [String: Wear] = [:]

  private static let limit = 1 << 20

  /// For a monitor in both records, `found` wins.
  func joined(with found: HealthRecord) -> HealthRecord {
    var joined = HealthRecord()
    joined.starts = max(starts, found.starts)
    joined.wear = wear.merging(found.wear) { $1 }
    return joined
  }

  // MARK: The file

  static func file(in folder: String, of wall: String) -> String {
    "\(folder)/health-\(wall.inFileName)"
  }

  static func kept(in path: String, report: @escaping (String) -> Void = Process.report) -> KeptFile {
    KeptFile(path, limit: limit, report: report)
  }

  /// Returns `nil` if the file must not be overwritten.
  static func read(_ file: inout KeptFile) -> HealthRecord? {
    switch file.readJSON(as: HealthRecord.self) {
    case .value(let record): record
    case .none: HealthRecord()
    case .unknown: nil
    }
  }
}

extension HealthRecord: Codable {
  /// Whole seconds; `cells` as in `Wear`.
  private struct Form: Codable {
    var version = 1
    let starts: UInt32
    let wear: [String: Monitor]

    struct Monitor: Codable { let seconds: UInt32, cells: [UInt32] }
  }

  init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    starts = Int(form.starts)
    wear = try form.wear.mapValues { monitor in
      guard let wear = Wear(cells: monitor.cells.map(Double.init), seconds: Double(monitor.seconds)) else {
        throw KeptFile.Problem.damaged
      }
      return wear
    }
  }

  func encode(to encoder: any Encoder) throws {
    func whole(_ seconds: Double) -> UInt32 { UInt32(clamping: Int64(seconds.rounded())) }
    let monitors = wear.mapValues { Form.Monitor(seconds: whole($0.seconds), cells: $0.cells.map(whole)) }
    try Form(starts: UInt32(clamping: starts), wear: monitors).encode(to: encoder)
  }
}
