import ColourClock
import CommandOptions
import Testing

@testable import Web

/// Addresses: where it listens, and what a browser calls it.
@Suite struct AddressTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1:8460", true), ("0.0.0.0:80", "0.0.0.0:80", false), ("[::1]:1", "[::1]:1", true),
    ("[::]", "[::]:8460", false), ("127.0.0.1:0", "127.0.0.1:0", true),
    ("[0:0:0:0:0:0:0:1]:1", "[::1]:1", true), ("[::0]", "[::]:8460", false),
  ])
  func listens(text: String, whole: String, isLoopback: Bool) throws {
    let address = try ListenAddress(text)
    #expect(address.text == whole && address.isLoopback == isLoopback)
  }

  @Test(arguments: [
    "", "wall", "wall:80", "::1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:8x", "[::1", "1.2.3:4", ":80",
  ])
  func listensNowhere(text: String) { #expect(throws: Refusal.self) { try ListenAddress(text) } }

  @Test(arguments: [
    ("Wall.Example:80", "wall.example", 80 as UInt16?, false), ("localhost", "localhost", nil, false),
    ("192.0.2.1", "192.0.2.1", nil, true), ("[2001:DB8::1]:443", "2001:db8::1", 443, true),
  ])
  func hosts(text: String, name: String, port: UInt16?, isAddress: Bool) throws {
    let host = try #require(HostName(text))
    #expect(host.name == name && host.port == port && host.isAddress == isAddress)
  }

  @Test(arguments: [
    "", ":80", "a b", "a@b", "a/b", "größe", "a:b:c", "[a]", "[::1]x", String(repeating: "a", count: 256), "a:+1",
  ])
  func noHosts(text: String) { #expect(HostName(text) == nil) }

  @Test func publicAddresses() throws {
    #expect(try PublicAddress("https://wall.example/").text == "https://wall.example")
    #expect(try PublicAddress("http://192.0.2.1:81").isEncrypted == false)
    for text in ["wall.example", "https://", "https://a/b", "ftp://a"] {
      #expect(throws: Refusal.self, "\(text)") { try PublicAddress(text) }
    }
  }

  /// The vector of FIPS 180-2.
  @Test func hashes() {
    #expect(Secret.hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(Secret.make().utf8.count == 64 && Secret.make() != Secret.make())
  }

  @Test func aCodeHasTheModulesOfItsAddress() throws {
    let rows = try #require(QRCode.rows("http://192.168.178.123:8460/#123456"))
    let modules = try QRModules(rows: rows)
    // Three finder patterns, of which the fourth corner has none.
    let corners = [(0, 0), (modules.side - 7, 0), (0, modules.side - 7)]
    for (column, row) in corners {
      #expect((0..<7).allSatisfy { modules.isDark(column: column + $0, row: row) })
      #expect(modules.isDark(column: column + 3, row: row + 3) && !modules.isDark(column: column + 1, row: row + 1))
    }
    #expect(QRCode.rows(String(repeating: "a", count: 3000)) == nil)
  }

  @Test func announcements() throws {
    func announced(_ words: String...) throws -> Announcement? {
      Announcement(try Options(line: ["--no-config"] + words), port: 80)
    }
    for words in [[], ["--listen", "[::1]"], ["--listen", "0.0.0.0", "--no-announce"]] {
      #expect(Announcement(try Options(line: ["--no-config"] + words), port: 80) == nil, "\(words)")
    }
    #expect(try announced("--listen", "0.0.0.0", "--proxy", "https://wall.example") == nil)
    let plain = try #require(try announced("--listen", "0.0.0.0", "--name", "lobby"))
    #expect(plain.name == "Colour Clock lobby" && plain.types == ["_colourclock._tcp", "_http._tcp"])
    #expect(plain.text.contains("name=lobby") && plain.text.contains("path=/"))
    let encrypted = try announced("--listen", "[::]", "--certificate", "a", "--key", "b")
    #expect(encrypted?.types == ["_colourclock._tcp", "_https._tcp"])
    #expect(Announcement(wall: String(repeating: "a", count: 64), port: 1, isEncrypted: false).name.utf8.count == 63)
  }
}
