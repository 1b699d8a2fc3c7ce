/// The form is `[=][WIDTHxHEIGHT][{+-}X{+-}Y]`, see X(7).
package struct WindowGeometry: Hashable, Sendable {
  package private(set) var size: Size?
  package private(set) var offset: Offset?

  /// Pixels from the screen's left and upper edges, unless marked as from the far edge.
  package struct Offset: Hashable, Sendable {
    package let x: Int
    package let y: Int
    package let isFromRight: Bool
    package let isFromBottom: Bool
  }

  package static let limit = 32_767

  /// Returns `nil` for another form, a side outside 1…`limit`, or more than five digits.
  package init?(_ text: String) {
    var rest = text.first == "=" ? text.dropFirst() : text[...]
    if rest.first?.isDigit == true {
      guard let size = WindowGeometry.size(&rest) else { return nil }
      self.size = size
    }
    if !rest.isEmpty {
      guard let x = WindowGeometry.coordinate(&rest), let y = WindowGeometry.coordinate(&rest) else { return nil }
      offset = Offset(x: x.value, y: y.value, isFromRight: x.isFromFarEdge, isFromBottom: y.isFromFarEdge)
    }
    guard rest.isEmpty, size != nil || offset != nil else { return nil }
  }

  package func origin(of size: Size, on screen: Size) -> (x: Int, y: Int) {
    guard let offset else { return WindowGeometry.centre(size, on: screen) }
    return (
      offset.isFromRight ? screen.width - size.width - offset.x : offset.x,
      offset.isFromBottom ? screen.height - size.height - offset.y : offset.y
    )
  }

  package static func centre(_ size: Size, on screen: Size) -> (x: Int, y: Int) {
    ((screen.width - size.width) / 2, (screen.height - size.height) / 2)
  }

  private static func size(_ rest: inout Substring) -> Size? {
    guard let width = number(&rest), rest.first == "x" || rest.first == "X" else { return nil }
    rest.removeFirst()
    guard let height = number(&rest), (1...limit).contains(width), (1...limit).contains(height) else { return nil }
    return Size(width: width, height: height)
  }

  /// Parses `+5`, `-5` (from the far edge) or, as in X, `+-5`.
  private static func coordinate(_ rest: inout Substring) -> (value: Int, isFromFarEdge: Bool)? {
    guard let sign = rest.popFirst(), sign == "+" || sign == "-" else { return nil }
    let isNegative = rest.first == "-"
    if isNegative { rest.removeFirst() }
    return number(&rest).map { (isNegative ? -$0 : $0, sign == "-") }
  }

  private static func number(_ rest: inout Substring) -> Int? {
    let digits = rest.prefix(while: \.isDigit)
    rest.removeFirst(digits.count)
    return digits.count <= 5 ? Int(digits) : nil
  }
}
