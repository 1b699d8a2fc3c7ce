package import System

/// The file is a JSON object with `version` 1.
extension KeptFile {
  package mutating func readJSON<Value: Decodable>(as type: Value.Type = Value.self) -> Content<Value> {
    read { (bytes) throws(Problem) in try KeptFile.value(of: bytes) }
  }

  package static func value<Value: Decodable>(of bytes: [UInt8]) throws(Problem) -> Value {
    guard let json = JSON(bytes), let version = json["version"]?.number else { throw .damaged }
    if version > 1 { throw .laterVersion }
    guard version == 1, let value = try? json.decoded(as: Value.self) else { throw .damaged }
    return value
  }

  /// Returns false if writing fails, or if JSON does not have the value, such as infinity.
  @discardableResult
  package mutating func writeJSON(_ value: some Encodable, waits: Bool) -> Bool {
    guard let json = try? JSON(encoding: value) else { return false }
    return write(Array(JSON.text(of: json).utf8), waits: waits)
  }
}
