import CompanionSupport
import ControlProtocol
import Glibc
import System
import TestSupport
import Testing

@testable import Web

/// A folder of its own for `body`, which is deleted afterwards.
private func withFolder(_ body: (String) throws -> Void) rethrows {
  let folder = "/tmp/colourclock-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"
  mkdir(folder, 0o700)
  defer {
    for name in (try? Folder.names(in: folder)) ?? [] { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
  try body(folder)
}

/// Sessions and tokens, and the file that keeps them.
@Suite struct AccountTests {
  private static let now = Timestamp(milliseconds: 1_795_000_000_000)

  @Test func theyAreKept() throws {
    try withFolder { folder in
      let accounts = Accounts(folder, nil)
      let secret = accounts.newSession("Ann's phone", at: Self.now)
      let token = try accounts.newToken("deck", ["face"])
      let others = Accounts(folder, nil)
      let caller = others.session(secret, at: Self.now, Rights(allowed: nil))
      #expect(caller != nil && others.token(token)?.rights == Rights(allowed: ["face"]))
      #expect(others.session(token, at: Self.now, Rights(allowed: nil)) == nil && others.token(secret) == nil)
      #expect(Accounts(folder, "hall").token(token) == nil)
      let later = Timestamp(milliseconds: Self.now.milliseconds + Accounts.sessionLength * 1000)
      #expect(others.session(secret, at: later, Rights(allowed: nil)) == nil)
      guard case .array(let devices) = others.devices(at: Self.now) else { return }
      #expect(devices.map { $0["name"]?.word } == ["Ann's phone", "token deck"])
    }
  }

  /// `--new-token` is another process.
  @Test func anotherProcessMakesATokenAndTakesItBack() throws {
    try withFolder { folder in
      let (running, other) = (Accounts(folder, nil), Accounts(folder, nil))
      let session = running.newSession("a", at: Self.now)
      let first = try other.newToken("deck", nil)
      #expect(running.token(first) != nil && running.session(session, at: Self.now, Rights(allowed: nil)) != nil)
      let second = try other.newToken("deck", nil)
      #expect(running.token(first) == nil)
      let id = try #require(running.token(second)?.id)
      running.revoke(id)
      #expect(running.token(second) == nil && Accounts(folder, nil).token(second) == nil)
    }
  }

  @Test func theOldestSessionGoes() {
    withFolder { folder in
      let accounts = Accounts(folder, nil)
      let secrets = (0...Accounts.most).map { accounts.newSession("\($0)", at: Self.now) }
      let rights = Rights(allowed: nil)
      #expect(accounts.session(secrets[0], at: Self.now, rights) == nil)
      #expect(secrets.dropFirst().allSatisfy { accounts.session($0, at: Self.now, rights) != nil })
    }
  }
}
