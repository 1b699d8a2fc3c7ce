enum Player: String, CaseIterable {
  // The cases are in the order of attempts. `paplay` is first, because PipeWire may have no output device while
  // PulseAudio runs.
  case pulse = "paplay"
  case pipewire = "pw-play"
  case canberra = "canberra-gtk-play"
  case alsa = "aplay"

  func words(_ file: String, _ loudness: Loudness) -> [String] {
    switch self {
    case .pipewire: [rawValue, "--volume", loudness.amplitude, file]
    case .pulse:
      [rawValue, "--client-name=Colour Clock", "--latency-msec=50", "--volume=\(loudness.pulseVolume)", "--", file]
    case .canberra: [rawValue, "-V", "\(loudness.decibels)", "-f", file]
    case .alsa: [rawValue, "-q", "--", file]
    }
  }

  var hasVolume: Bool { self != .alsa }

  func canPlay(_ file: String) -> Bool { self != .alsa || file.hasSuffix(".wav") }
}

/// The loudness in steps of 3 dB below full.
struct Loudness: Hashable {
  private let step: Int

  static let full = Loudness(stepsBelowFull: 0)
  static let steps = amplitudes.count - 1

  init(stepsBelowFull count: Int) { step = min(max(0, count), Loudness.steps) }

  var decibels: Int { -3 * step }
  var amplitude: String { Loudness.amplitudes[step] }
  /// 65,536 times the amplitude's cube root (PulseAudio's pulse/volume.h).
  var pulseVolume: Int { Loudness.pulseVolumes[step] }

  private static let amplitudes = ["1", "0.708", "0.501", "0.355", "0.251", "0.178"]
  private static let pulseVolumes = [65_536, 58_409, 52_057, 46_396, 41_350, 36_854]
}
