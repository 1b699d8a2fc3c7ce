/// A program that plays a file.
enum Player: String, CaseIterable {
  // In the order in which they are tried: the first ones start fast. A PipeWire beside a PulseAudio may have no
  // loudspeaker, and a PipeWire that has one serves PulseAudio's clients too.
  case pulse = "paplay"
  case pipewire = "pw-play"
  case canberra = "canberra-gtk-play"
  case alsa = "aplay"

  /// Its arguments, its own name first.
  func words(_ file: String, _ loudness: Loudness) -> [String] {
    switch self {
    case .pipewire: [rawValue, "--volume", loudness.amplitude, file]
    case .pulse:
      [rawValue, "--client-name=Colour Clock", "--latency-msec=50", "--volume=\(loudness.pulseVolume)", "--", file]
    case .canberra: [rawValue, "-V", "\(loudness.decibels)", "-f", file]
    case .alsa: [rawValue, "-q", "--", file]
    }
  }

  /// Whether it can be told how loud.
  var hasVolume: Bool { self != .alsa }

  func canPlay(_ file: String) -> Bool { self != .alsa || file.hasSuffix(".wav") }
}

/// How loud a sound is played, in steps of 3 dB below full.
struct Loudness: Hashable {
  private let step: Int

  static let full = Loudness(stepsBelowFull: 0)
  static let steps = amplitudes.count - 1

  /// - Parameter count: 0…`steps`.
  init(stepsBelowFull count: Int) { step = min(max(0, count), Loudness.steps) }

  var decibels: Int { -3 * step }
  var amplitude: String { Loudness.amplitudes[step] }
  /// PulseAudio's volumes are cube roots of the amplitude (pulse/volume.h).
  var pulseVolume: Int { Loudness.pulseVolumes[step] }

  private static let amplitudes = ["1", "0.708", "0.501", "0.355", "0.251", "0.178"]
  private static let pulseVolumes = [65_536, 58_409, 52_057, 46_396, 41_350, 36_854]
}
