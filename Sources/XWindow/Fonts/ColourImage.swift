internal import ColourClock

extension ColourImage {
  func shaded(by shade: Shade) -> ColourImage {
    guard shade != .none else { return self }
    let transform = shade.colourTransform
    let values = (UInt8.min...UInt8.max).map { transform(Colour(red: $0, green: $0, blue: $0)).red }
    var shaded = bytes
    for start in stride(from: 0, to: bytes.count, by: 4) where bytes[start + 3] > 0 {
      let alpha = Int(bytes[start + 3])
      func straight(_ value: UInt8) -> UInt8 { UInt8(min(255, (Int(value) * 255 + alpha / 2) / alpha)) }
      func premultiplied(_ value: UInt8) -> UInt8 { UInt8((Int(value) * alpha + 127) / 255) }
      var colour = Colour(
        red: straight(bytes[start + 2]), green: straight(bytes[start + 1]), blue: straight(bytes[start]))
      if shade.hasNoTint {
        colour = Colour(
          red: values[Int(colour.red)], green: values[Int(colour.green)], blue: values[Int(colour.blue)])
      } else {
        colour = transform(colour)
      }
      (shaded[start], shaded[start + 1]) = (premultiplied(colour.blue), premultiplied(colour.green))
      shaded[start + 2] = premultiplied(colour.red)
    }
    return ColourImage(left: left, top: top, width: width, height: height, bytes: shaded)
  }

  /// Returns a mask for one ink. Light ink mainly covers the image's light parts, dark ink its dark parts.
  func mask(forLightInk isLight: Bool) -> GlyphImage {
    let mask = stride(from: 0, to: bytes.count, by: 4).map { start in
      // Rec. 709 luma weights, in 256ths.
      let light = 54 * Int(bytes[start + 2]) + 183 * Int(bytes[start + 1]) + 19 * Int(bytes[start])
      let (alpha, share) = (Int(bytes[start + 3]), light / 256)
      return UInt8(min(alpha, (alpha + 3 * (isLight ? share : alpha - min(alpha, share))) / 4))
    }
    return GlyphImage(left: left, top: top, width: width, height: height, bytes: mask)
  }
}

extension ColourImage {
  func resampled(width newWidth: Int, height newHeight: Int) -> ColourImage {
    guard width > 0, height > 0, (newWidth, newHeight) != (width, height) else { return self }
    let (columns, rows) = (FilterWeights(from: width, to: newWidth), FilterWeights(from: height, to: newHeight))
    var narrow = [Float](repeating: 0, count: 4 * newWidth * height)
    for y in 0..<height {
      for x in 0..<newWidth {
        for (weight, index) in zip(columns.weights[x], columns.starts[x]...) {
          let (from, to) = (4 * (y * width + index), 4 * (y * newWidth + x))
          for channel in 0..<4 { narrow[to + channel] += weight * Float(bytes[from + channel]) }
        }
      }
    }
    let length = 4 * newWidth
    var sums = [Float](repeating: 0, count: length)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length * newHeight)
    for y in 0..<newHeight {
      for index in 0..<length { sums[index] = 0.5 }
      for (weight, row) in zip(rows.weights[y], rows.starts[y]...) {
        for index in 0..<length { sums[index] += weight * narrow[row * length + index] }
      }
      for sum in sums { bytes.append(UInt8(min(255, sum))) }
    }
    return ColourImage(left: left, top: top, width: newWidth, height: newHeight, bytes: bytes)
  }

  private struct FilterWeights {
    private(set) var starts: [Int] = []
    /// For each new pixel, the weights of the old pixels from `starts` on; their sum is 1.
    private(set) var weights: [[Float]] = []

    init(from old: Int, to new: Int) {
      let step = Double(old) / Double(new)
      let reach = max(1, step)
      for index in 0..<new {
        let middle = (Double(index) + 0.5) * step - 0.5
        let first = max(0, Int((middle - reach).rounded(.down)) + 1)
        let last = max(first, min(old - 1, Int((middle + reach).rounded(.up)) - 1))
        let shares = (first...last).map { max(0, 1 - abs(Double($0) - middle) / reach) }
        let sum = shares.reduce(0, +)
        starts.append(first)
        weights.append(shares.map { Float(sum > 0 ? $0 / sum : 1 / Double(shares.count)) })
      }
    }
  }
}
