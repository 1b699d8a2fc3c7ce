import TestSupport
import Testing

@testable import ColourClock

/// The wall's side of pairing phones.
@Suite struct PairingTests {
  private static func offer(_ span: Duration = .seconds(120)) throws -> PairingOffer {
    let rows = (0..<25).map { row in (0..<25).map { ($0 * row) % 3 == 0 ? "1" : "0" }.joined() }
    return try PairingOffer(
      code: "042917", address: "http://wall:8080/", modules: QRModules(rows: rows), span: span)
  }

  @Test func withoutACompanionItIsRefused() {
    var play = Play()
    play.send(.told(.pair(.begin)))
    #expect(play.refusals.last?.contains("no colourclock-web is connected") == true)
    play.send(.pairingOffered(true), .told(.pair(.begin)))
    #expect(play.refusals.count == 1 && play.effects == [.pair(.begin)])
  }

  @Test func theCardStaysForItsTime() throws {
    var play = Play()
    play.send(.pairingOffered(true), .told(.pair(.show(try Self.offer(.seconds(2))))))
    #expect(play.scene.pairing.card?.code == "042917" && play.scene.pairing.card?.address == "http://wall:8080/")
    play.wait(.milliseconds(1900))
    #expect(play.scene.pairing.card != nil)
    play.wait(.milliseconds(200))
    #expect(play.scene.pairing.card == nil && play.effects.isEmpty)
  }

  @Test func itIsUsedOrDismissed() throws {
    var play = Play()
    play.send(.pairingOffered(true), .told(.pair(.show(try Self.offer()))), .told(.pair(.end)))
    #expect(play.scene.pairing.card == nil && play.effects.isEmpty)
    play.send(.told(.pair(.show(try Self.offer()))))
    #expect(play.scene.dismissPairing() == [.pair(.cancel)] && play.scene.pairing.card == nil)
    #expect(play.scene.dismissPairing().isEmpty)
  }

  @Test func itGoesWithTheCompanion() throws {
    var play = Play()
    let device = try #require(PairedDevice(id: "a", name: "Ann's phone", since: "2026-11-26T12:00:00Z"))
    play.send(.pairingOffered(true), .told(.pair(.devices([device]))), .told(.pair(.show(try Self.offer()))))
    play.send(.told(.pair(.revoke("b"))), .told(.pair(.revoke("a"))))
    #expect(play.refusals == ["no paired device has the ID 'b'"] && play.effects == [.pair(.revoke("a"))])
    play.send(.pairingOffered(false))
    #expect(play.scene.pairing == Pairing())
  }

  @Test func aBlankWallIsUncovered() throws {
    var play = Play()
    play.send(.pairingOffered(true), .told(.blank(true)), .told(.pair(.show(try Self.offer()))))
    #expect(!play.scene.displayOverride.isBlank && play.effects.last == .powerScreen(true))
  }

  @Test(arguments: [0, 20, 22, 24, 61])
  func sidesOfNoCode(side: Int) {
    #expect(throws: Refusal.self) {
      try QRModules(rows: Array(repeating: String(repeating: "1", count: side), count: side))
    }
  }

  @Test func modules() throws {
    var rows = Array(repeating: String(repeating: "0", count: 21), count: 21)
    rows[2] = "0001" + String(repeating: "0", count: 17)
    let modules = try QRModules(rows: rows)
    let dark = (-2..<25).flatMap { row in
      (-2..<25).compactMap { modules.isDark(column: $0, row: row) ? [$0, row] : nil }
    }
    #expect(dark == [[3, 2]])
    rows[5] = "2" + rows[5].dropFirst()
    #expect(throws: Refusal.self) { try QRModules(rows: rows) }
    rows[5] = "0"
    #expect(throws: Refusal.self) { try QRModules(rows: rows) }
  }

  @Test(arguments: [
    ("12345", "http://wall/", 120), ("12345a", "http://wall/", 120), ("٠١٢٣٤٥", "http://wall/", 120),
    ("123456", "", 120), ("123456", "http://wall/ x", 120), ("123456", "http://wall/é", 120),
    ("123456", "http://wall/", 0),
    ("123456", "http://wall/", 601),
  ])
  func noOffer(code: String, address: String, seconds: Int) throws {
    let modules = try Self.offer().modules
    #expect(throws: Refusal.self) {
      try PairingOffer(code: code, address: address, modules: modules, span: .seconds(seconds))
    }
  }
}
