/// What channels and opacities are in eight bits.
extension UInt8 {
  /// The nearest to a share of 255, half away from zero; a share outside 0…1 is taken as the nearer end.
  init(share: Double) { self = UInt8((Swift.min(1, Swift.max(0, share)) * 255).rounded()) }
}
