import TestSupport
import Testing

@testable import ColourClock

/// The pairing card: where everything is, that the QR code is the companion's, and how it is asked for and closed.
@Suite struct PairingCardTests {
  private static let sizes = [
    (3840, 2160), (1920, 1080), (1280, 720), (1080, 1920), (800, 480), (720, 720), (480, 320), (320, 240), (240, 320),
    (2560, 300),
  ].map(Size.init)

  private static let address = "http://192.168.1.20:8080/"

  /// A pattern that no run of rows or columns repeats.
  private static func modules(_ side: Int) throws -> QRModules {
    try QRModules(
      rows: (0..<side).map { row in
        (0..<side).map { (row * row + 3 * $0 * row + $0) % 7 < 3 ? "1" : "0" }.joined()
      })
  }

  private func card(_ modules: QRModules, in size: Size, isRightToLeft: Bool = false) -> (
    PairingCard, PairingCard.Texts
  ) {
    let shown = Pairing.Card(code: "482913", address: Self.address, modules: modules, end: .seconds(120))
    let texts = PairingCard.Texts(shown, secondsLeft: 107, closingHint: "Any key or touch closes this", Words())
    return (PairingCard(texts, modules: modules, isRightToLeft: isRightToLeft, in: Rect(size)), texts)
  }

  private let backdrop = Backdrop(colour: .black, ink: .white, time: Moment.at(12, 0, 0).zone.civil(at: 0))

  @Test(arguments: sizes, [21, 29, 33, 57])
  func everythingHasItsPlace(size: Size, side: Int) throws {
    for isRightToLeft in [false, true] {
      let (card, _) = card(try Self.modules(side), in: size, isRightToLeft: isRightToLeft)
      let symbol = try #require(card.symbol)
      let window = Rect(size)
      #expect(symbol.width == Double(card.module * (side + 8)) && card.module >= 2)
      #expect(symbol.x == symbol.x.rounded() && symbol.y == symbol.y.rounded())
      #expect(card.lines.map(\.part) == [.title, .code, .address, .timeLeft])
      for (index, line) in card.lines.enumerated() {
        #expect(line.box.x >= 0 && line.box.maxX <= window.maxX && line.box.y >= 0 && line.box.maxY <= window.maxY)
        #expect(!line.box.overlaps(symbol))
        if index > 0 { #expect(line.box.y > card.lines[index - 1].box.maxY) }
        // The code is the subject.
        #expect(line.part == .code || line.box.height < 0.5 * card.lines[1].box.height)
      }
      #expect(symbol.x >= 0 && symbol.maxX <= window.maxX && symbol.y >= 0 && symbol.maxY <= window.maxY)
    }
  }

  /// What is painted, module by module, from rectangles on whole pixels; with a quiet zone of four light modules.
  @Test(arguments: [21, 29, 57])
  func theQRCodeIsTheCompanions(side: Int) throws {
    let modules = try Self.modules(side)
    let (card, texts) = card(modules, in: Size(width: 800, height: 480))
    let symbol = try #require(card.symbol)
    var (painted, isPlateFirst) = (Set<[Int]>(), false)
    for item in card.items(texts, on: backdrop) {
      guard case .fill(let fill) = item, case .box(let box, radius: 0) = fill.shape else { continue }
      if fill.colour == .white {
        isPlateFirst = painted.isEmpty && box == symbol
        continue
      }
      #expect(fill.colour == .black && fill.opacity == 255)
      let module = Double(card.module)
      let (column, row) = ((box.x - symbol.x) / module - 4, (box.y - symbol.y) / module - 4)
      #expect(column == column.rounded() && row == row.rounded() && box.height == module)
      for step in 0..<Int(box.width / module) { painted.insert([Int(column) + step, Int(row)]) }
    }
    #expect(isPlateFirst)
    let dark = (0..<side).flatMap { row in (0..<side).map { [$0, row] } }
      .filter { modules.isDark(column: $0[0], row: $0[1]) }
    #expect(painted == Set(dark))
  }

  @Test func aTinyWindowHasTheCodeAlone() throws {
    let (card, _) = card(try Self.modules(29), in: Size(width: 90, height: 60))
    #expect(card.symbol == nil && card.lines.map(\.part) == [.code])
  }

  private func offered() throws -> Play {
    var play = Play()
    let offer = try PairingOffer(
      code: "482913", address: Self.address, modules: QRModules(rows: PairingSymbol.rows), span: .seconds(120))
    play.send(.pairingOffered(true), .told(.pair(.show(offer))))
    return play
  }

  /// In place of the wall, and counted down.
  @Test func itShowsCodeAddressAndTime() throws {
    var play = try offered()
    let shown: Set = ["482 913", Self.address, "2:00 left", "Remote"]
    #expect(shown.isSubset(of: play.texts) && !play.texts.contains("12:00:00"))
    play.wait(.milliseconds(1500))
    #expect(play.texts.contains("1:59 left"))
    play.wait(.seconds(119))
    #expect(play.texts.contains { $0.hasPrefix("12:0") } && !play.texts.contains("482 913"))
  }

  /// It closes and does nothing else: no key ends the program, no press starts a countdown.
  @Test func aKeyOrAPressClosesIt() throws {
    for key in [Key.escape, .character("q"), .character("c"), .enter] {
      var play = try offered()
      play.tap(key)
      #expect(play.scene.pairing.card == nil && play.effects == [.pair(.cancel)] && play.scene.countdown == nil)
    }
    var play = try offered()
    play.click(Point(x: 960, y: 540))
    #expect(play.scene.pairing.card == nil && play.effects == [.pair(.cancel)] && play.scene.countdown == nil)
  }

  /// Gallery, help and settings give way to it, and the clock is there again afterwards.
  @Test(arguments: [Key.character("g"), .character("?"), .character("o")])
  func itTakesThePlaceOfEverythingElse(key: Key) throws {
    var play = Play()
    play.tap(key)
    play.wait(.seconds(1))
    let offer = try PairingOffer(
      code: "482913", address: Self.address, modules: QRModules(rows: PairingSymbol.rows), span: .seconds(5))
    play.send(.pairingOffered(true), .told(.pair(.show(offer))))
    #expect(play.texts.contains("482 913"))
    play.tap(.escape)
    play.wait(.seconds(1))
    #expect(!play.texts.contains("482 913") && play.texts.contains { $0.hasPrefix("12:00:0") })
  }

  /// The row is there while a companion is.
  @Test func theSettingsAskForIt() throws {
    var play = Play()
    play.tap(.character("o"))
    #expect(!play.texts.contains("Remote"))
    play.send(.pairingOffered(true))
    #expect(play.texts.contains("Remote") && play.texts.contains("Pair"))
    let plan = try #require(play.scene.settingsPlan)
    let row = try #require(plan.rows.first { $0.part == .setting(.remote) })
    play.click(row.target.centre)
    #expect(play.effects == [.pair(.begin)] && !play.scene.settings.isOpen(at: play.moment.uptime))
  }

  /// An arrow changes a setting; this row has nothing to change.
  @Test func arrowsOnTheRowDoNothing() throws {
    var play = Play()
    play.send(.pairingOffered(true))
    play.tap(.character("o"))
    let parts = try #require(play.scene.settingsPlan?.parts)
    let index = try #require(parts.firstIndex(of: .setting(.remote)))
    for _ in 0..<index { play.tap(.down) }
    #expect(play.scene.settings.focus == .setting(.remote))
    play.tap(.right)
    play.tap(.left)
    #expect(play.effects.isEmpty && play.scene.settings.isOpen(at: play.moment.uptime))
    play.tap(.enter)
    #expect(play.effects == [.pair(.begin)] && !play.scene.settings.isOpen(at: play.moment.uptime))
  }
}
