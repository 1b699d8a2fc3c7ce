struct PairingCard {
  /// The QR code with its quiet zone; `nil` if only the digits have room.
  private(set) var symbol: Rect?
  /// A module's side, in pixels.
  let module: Int
  private(set) var lines: [(part: Part, box: Rect)] = []
  private let closingHint: Rect
  private let modules: QRModules
  private let isRightToLeft: Bool

  enum Part: Hashable, Sendable {
    case title, code, address, timeLeft

    static let all = [title, code, address, timeLeft]
  }

  struct Texts {
    let title, code, address, timeLeft, closingHint: String

    init(_ card: Pairing.Card, secondsLeft: Int, closingHint: String, _ words: Words) {
      title = words["Remote"]
      code = "\(card.code.prefix(3)) \(card.code.suffix(3))"
      address = card.address
      timeLeft = words["%s left", Ring.label(secondsLeft, .minutes)]
      self.closingHint = closingHint
    }

    func text(_ part: Part) -> String {
      switch part {
      case .title: title
      case .code: code
      case .address: address
      case .timeLeft: timeLeft
      }
    }
  }

  /// The quiet zone, in modules (ISO/IEC 18004).
  static let quiet = 4
  /// Shares of the window's shorter side.
  private static let share = (edge: 0.06, closingHint: 0.02)
  /// The closing hint's least height, in pixels.
  private static let leastHint = 8.0
  /// The QR code's greatest side, as a share of the longer side of its room.
  private static let greatest = (width: 0.42, height: 0.5)
  /// The smallest module that phones can read, in pixels.
  private static let leastModule = 2
  /// The unit is the height of the pairing code's digits.
  private static let scale = (small: 0.26, address: 0.36, gap: 0.42, symbolGap: 0.6)
  /// The digits' greatest height, as a share of the window's shorter side.
  private static let tallest = 0.22

  init(_ texts: Texts, modules: QRModules, isRightToLeft: Bool, in window: Rect) {
    (self.modules, self.isRightToLeft) = (modules, isRightToLeft)
    let short = window.shortSide
    let edge = PairingCard.share.edge * short
    let inner = window.inset(by: edge)
    let line = max(PairingCard.share.closingHint * short, PairingCard.leastHint)
    closingHint = Rect(x: inner.x, y: inner.maxY - line, width: inner.width, height: line)
    let roomHeight = max(1, closingHint.y - edge / 2 - inner.y)
    let room = Rect(x: inner.x, y: inner.y, width: inner.width, height: roomHeight)
    isTextBelow = room.height > room.width
    let side =
      isTextBelow
      ? min(room.width, PairingCard.greatest.height * room.height)
      : min(room.height, PairingCard.greatest.width * room.width)
    let count = modules.side + 2 * PairingCard.quiet
    module = max(PairingCard.leastModule, Int(side / Double(count)))
    let symbolSide = Double(module * count)
    if symbolSide <= room.shortSide {
      arrange(texts, symbolSide: symbolSide, in: room, short: short)
    } else {
      lines = [(.code, Rect(centre: room.centre, width: room.width, height: PairingCard.tallest * short))]
    }
  }

  private mutating func arrange(_ texts: Texts, symbolSide side: Double, in room: Rect, short: Double) {
    let code = PairingCard.codeHeight(texts, symbolSide: side, isTextBelow: isTextBelow, in: room, short: short)
    let (width, height) = (PairingCard.width(texts, code: code), PairingCard.height(code))
    let gap = PairingCard.scale.symbolGap * code
    let corner: Point
    let column, top: Double
    if isTextBelow {
      corner = Point(x: room.midX - side / 2, y: room.midY - (side + gap + height) / 2)
      (column, top) = (room.x, corner.y + side + gap)
    } else {
      let x = room.midX - (side + gap + width) / 2
      corner = Point(x: isRightToLeft ? x + width + gap : x, y: room.midY - side / 2)
      (column, top) = (isRightToLeft ? x : x + side + gap, room.midY - height / 2)
    }
    symbol = Rect(x: corner.x.rounded(), y: corner.y.rounded(), width: side, height: side)
    stack(Rect(x: column, y: top, width: isTextBelow ? room.width : width, height: height), code: code)
  }

  private mutating func stack(_ column: Rect, code: Double) {
    var top = column.y
    for part in Part.all {
      let height = PairingCard.share(of: part) * code
      lines.append((part, Rect(x: column.x, y: top, width: column.width, height: height)))
      top += height + PairingCard.scale.gap * code
    }
  }

  private let isTextBelow: Bool

  private static func share(of part: Part) -> Double {
    switch part {
    case .title, .timeLeft: scale.small
    case .code: 1
    case .address: scale.address
    }
  }

  private static func height(_ code: Double) -> Double {
    (2 * scale.small + 1 + scale.address + 3 * scale.gap) * code
  }

  private static func width(_ texts: Texts, code: Double) -> Double {
    Part.all.reduce(0) { max($0, Line.width(texts.text($1)) * share(of: $1)) } * code
  }

  private static func codeHeight(
    _ texts: Texts, symbolSide: Double, isTextBelow: Bool, in room: Rect, short: Double
  ) -> Double {
    let wide = width(texts, code: 1)
    let byWidth = isTextBelow ? room.width / wide : (room.width - symbolSide) / (wide + scale.symbolGap)
    let byHeight = isTextBelow ? (room.height - symbolSide) / (height(1) + scale.symbolGap) : room.height / height(1)
    return max(1, min(byWidth, byHeight, tallest * short))
  }

  func items(_ texts: Texts, on backdrop: Backdrop) -> [Item] {
    let last = Item.text(Text(string: texts.closingHint, box: closingHint, ink: backdrop.ink, isOnWall: true))
    return (symbol.map(symbolItems) ?? []) + lines.map { text(texts.text($0.part), $0.part, $0.box, backdrop) } + [last]
  }

  private func text(_ string: String, _ part: Part, _ box: Rect, _ backdrop: Backdrop) -> Item {
    let template = part == .timeLeft ? String(string.map { $0.isNumber ? "0" : $0 }) : string
    var text = Text(
      string: string, template: template, figures: part == .timeLeft ? .countdown : .proportional, box: box,
      ink: backdrop.ink, isOnWall: true)
    text.alignment = isTextBelow ? .centre : isRightToLeft ? .right : .left
    return .text(text)
  }

  /// The QR code is black on white, because many decoders cannot read the inverse.
  private func symbolItems(_ symbol: Rect) -> [Item] {
    let (pixels, quiet) = (Double(module), Double(PairingCard.quiet * module))
    let dark = (0..<modules.side).flatMap { row in
      let runs = (0..<modules.side).indices { modules.isDark(column: $0, row: row) }.ranges
      return runs.map { run in
        let box = Rect(
          x: symbol.x + quiet + Double(run.lowerBound) * pixels, y: symbol.y + quiet + Double(row) * pixels,
          width: Double(run.count) * pixels, height: pixels)
        return Item.fill(Fill(.box(box, radius: 0), .black))
      }
    }
    return [.fill(Fill(.box(symbol, radius: 0), .white))] + dark
  }
}
