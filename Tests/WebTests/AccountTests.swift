import ColourClock
import CommandOptions
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
  private static let phone = Rights(allowed: nil, reads: true)

  @Test func theyAreKept() throws {
    try withFolder { folder in
      let accounts = Accounts(folder, nil)
      let secret = try #require(accounts.newSession("Ann's phone", at: Self.now))
      let token = try accounts.newToken("deck", ["face"])
      let others = Accounts(folder, nil)
      let caller = others.session(secret, at: Self.now, Self.phone)
      #expect(caller != nil && others.token(token)?.rights == Rights(allowed: ["face"]))
      #expect(others.session(token, at: Self.now, Self.phone) == nil && others.token(secret) == nil)
      #expect(Accounts(folder, "hall").token(token) == nil)
      let later = Timestamp(milliseconds: Self.now.milliseconds + Accounts.sessionLength * 1000)
      #expect(others.session(secret, at: later, Self.phone) == nil && others.validIDs(at: later).count == 1)
      guard case .array(let devices) = others.devices(at: Self.now) else { return }
      #expect(devices.map { $0["name"]?.word } == ["Ann's phone", "token deck"])
    }
  }

  /// `--new-token` is another process.
  @Test func anotherProcessMakesATokenAndTakesItBack() throws {
    try withFolder { folder in
      let (running, other) = (Accounts(folder, nil), Accounts(folder, nil))
      let session = try #require(running.newSession("a", at: Self.now))
      let first = try other.newToken("deck", nil)
      #expect(running.token(first) != nil && running.session(session, at: Self.now, Self.phone) != nil)
      #expect(running.takeChange() && !running.takeChange())
      let second = try other.newToken("deck", nil)
      #expect(running.token(first) == nil)
      let id = try #require(running.token(second)?.id)
      running.revoke(id)
      #expect(running.token(second) == nil && Accounts(folder, nil).token(second) == nil)
    }
  }

  @Test func theOldestSessionGoes() throws {
    try withFolder { folder in
      let accounts = Accounts(folder, nil)
      let secrets = try (0...Accounts.mostSessions).map { try #require(accounts.newSession("\($0)", at: Self.now)) }
      #expect(accounts.session(secrets[0], at: Self.now, Self.phone) == nil)
      #expect(secrets.dropFirst().allSatisfy { accounts.session($0, at: Self.now, Self.phone) != nil })
    }
  }

  /// The wall takes no longer list.
  @Test func allCanBeListed() throws {
    try withFolder { folder in
      let accounts = Accounts(folder, nil)
      for number in 0..<Accounts.mostTokens { _ = try accounts.newToken("deck-\(number)", nil) }
      #expect(throws: ProgramExit.self) { try accounts.newToken("more", nil) }
      _ = try accounts.newToken("deck-7", ["face"])
      for number in 0..<Accounts.mostSessions { _ = accounts.newSession("\(number)", at: Self.now) }
      guard case .array(let devices) = accounts.devices(at: Self.now) else { return }
      #expect(devices.count == PairedDevice.most && accounts.validIDs(at: Self.now).count == PairedDevice.most)
      for device in devices { accounts.revoke(device["id"]?.word ?? "") }
      #expect(accounts.validIDs(at: Self.now).isEmpty)
    }
  }

  /// Whoever deletes the file wants to be alone with the wall.
  @Test func withoutTheFileNobodyIsLetIn() throws {
    try withFolder { folder in
      let accounts = Accounts(folder, nil)
      let session = try #require(accounts.newSession("a", at: Self.now))
      let token = try accounts.newToken("deck", nil)
      unlink("\(folder)/web.json")
      #expect(accounts.session(session, at: Self.now, Self.phone) == nil && accounts.token(token) == nil)
      let fresh = try #require(accounts.newSession("b", at: Self.now))
      #expect(accounts.validIDs(at: Self.now).count == 1)
      #expect(Accounts(folder, nil).session(fresh, at: Self.now, Self.phone) != nil)
    }
  }

  /// A session that was made while the clock was ahead is not longer, once the clock is known to be right.
  @Test(arguments: [true, false]) func aSessionFromTheFuture(isSynchronised: Bool) throws {
    try withFolder { folder in
      let accounts = Accounts(folder, nil) { isSynchronised }
      let ahead = Timestamp(milliseconds: Self.now.milliseconds + 86_400_000)
      let secret = try #require(accounts.newSession("a", at: ahead))
      #expect(accounts.session(secret, at: Self.now, Self.phone) != nil)
      let later = Timestamp(milliseconds: Self.now.milliseconds + Accounts.sessionLength * 1000)
      #expect((accounts.session(secret, at: later, Self.phone) == nil) == isSynchronised)
      #expect((Accounts(folder, nil).session(secret, at: later, Self.phone) == nil) == isSynchronised)
    }
  }

  /// A browser may send a proxy's password with each request.
  @Test func otherSchemesLeaveTheSession() throws {
    try withFolder { folder in
      let accounts = Accounts(folder, nil)
      let gate = Gate(try Options(line: ["--no-config"]), accounts)
      let session = try #require(accounts.newSession("a", at: .now))
      let token = try accounts.newToken("deck", nil)
      #expect(gate.caller(authorization: "Basic YTpi", session: session) != nil)
      #expect(gate.caller(authorization: "bearer \(token)", session: nil) != nil)
      #expect(gate.caller(authorization: "Bearer x", session: session) == nil)
      #expect(gate.caller(authorization: "Basic \(token)", session: nil) == nil)
      #expect(gate.caller(authorization: nil, session: nil) == nil)
    }
  }

  @Test func aLaterVersionStaysAsItIs() throws {
    try withFolder { folder in
      let (accounts, path) = (Accounts(folder, nil), "\(folder)/web.json")
      let session = try #require(accounts.newSession("a", at: Self.now))
      let kept = try File.readRegular(path, limit: 65_536)
      let later = Array(#"{"version":2,"sessions":"otherwise"}"#.utf8)
      try File.replace(path, with: later, waits: false)
      #expect(accounts.session(session, at: Self.now, Self.phone) == nil)
      #expect(accounts.newSession("b", at: Self.now) == nil)
      #expect(throws: ProgramExit.self) { try accounts.newToken("deck", nil) }
      accounts.revoke("a")
      #expect(try File.readRegular(path, limit: 65_536) == later)
      try File.replace(path, with: kept, waits: false)
      #expect(accounts.session(session, at: Self.now, Self.phone) != nil)
    }
  }
}
