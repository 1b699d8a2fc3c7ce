package import struct ColourClock.Refusal

extension CaseIterable where Self: RawRepresentable<String> {
  package static var names: [String] { allCases.map(\.rawValue) }

  package static func named(_ text: String) throws(Refusal) -> Self {
    guard let value = Self(rawValue: text) else { throw Refusal(listing: names) }
    return value
  }
}
