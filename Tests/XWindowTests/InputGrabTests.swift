import Testing

@testable import System
@testable import XWindow

/// A server that refuses each device a given number of times.
private final class StubbornServer {
  var refusals: [GrabDevice: Int]
  var refusal = GrabAnswer.taken
  /// The answer for the pointer; `nil` for `refusal`.
  var pointerRefusal: GrabAnswer?
  private(set) var requests: [GrabDevice] = []

  init(keyboard: Int = 0, pointer: Int = 0) { refusals = [.keyboard: keyboard, .pointer: pointer] }

  func grab(_ device: GrabDevice, for window: UInt) -> GrabAnswer {
    requests.append(device)
    guard let left = refusals[device], left > 0 else { return .granted }
    refusals[device] = left - 1
    return device == .pointer ? pointerRefusal ?? refusal : refusal
  }
}

/// A grab with a manual clock.
private final class Attempt {
  let server: StubbornServer
  private(set) var lines: [String] = []
  private(set) var now = Duration.seconds(100)
  private(set) lazy var grab = InputGrab(
    now: { [unowned self] in now }, report: { [unowned self] in lines.append($0) }, request: server.grab)

  init(_ server: StubbornServer) { self.server = server }

  var isHeld: Bool { GrabDevice.allCases.allSatisfy(grab.isHeld) }

  /// Makes all requests within `span`. Returns the number of moments at which there were some.
  func pass(_ span: Duration) -> Int {
    let end = now + span
    var count = 0
    while let next = grab.nextTry, next <= end {
      now = next
      grab.tryMissing()
      count += 1
    }
    now = end
    return count
  }
}

@Suite struct InputGrabTests {
  @Test func whatIsFreeIsTakenAtOnce() {
    let attempt = Attempt(StubbornServer())
    #expect(!attempt.isHeld)
    attempt.grab.hold(window: 1)
    #expect(attempt.isHeld && attempt.grab.nextTry == nil)
    #expect(attempt.server.requests == [.keyboard, .pointer])
  }

  @Test func fifteenRefusalsAreNothing() {
    let attempt = Attempt(StubbornServer(keyboard: 15))
    attempt.grab.hold(window: 1)
    #expect(!attempt.isHeld && attempt.grab.isHeld(.pointer))
    #expect(attempt.pass(.milliseconds(1450)) == 14 && !attempt.isHeld)
    #expect(attempt.pass(.milliseconds(50)) == 1 && attempt.isHeld)
    #expect(attempt.server.requests.count { $0 == .pointer } == 1)
    #expect(attempt.lines.isEmpty && attempt.pass(.seconds(1000)) == 0)
  }

  @Test func whatIsNeverGrantedIsSaidOnceAndTriedForEver() {
    let attempt = Attempt(StubbornServer(keyboard: .max, pointer: 3))
    attempt.grab.hold(window: 1)
    #expect(attempt.pass(.milliseconds(2900)) == 29 && attempt.lines.isEmpty)
    #expect(attempt.pass(.milliseconds(100)) == 1)
    #expect(attempt.lines == ["cannot grab the keyboard: another client holds it; trying again"])
    #expect(attempt.pass(.seconds(3600)) == 3600)
    attempt.grab.lost()
    _ = attempt.pass(.seconds(60))
    #expect(attempt.lines.count == 1 && attempt.grab.isHeld(.pointer))
    attempt.server.refusals = [:]
    #expect(attempt.pass(.seconds(1)) == 1 && attempt.isHeld)
  }

  @Test func aWindowThatCannotBeSeenIsAnotherReason() {
    let attempt = Attempt(StubbornServer(keyboard: .max, pointer: .max))
    attempt.server.refusal = .notViewable
    attempt.grab.hold(window: 1)
    _ = attempt.pass(.seconds(10))
    #expect(attempt.lines == ["cannot grab the keyboard: the window is not visible; trying again"])
  }

  /// The reason is that of the device in the line.
  @Test func theReasonBelongsToTheDevice() {
    let attempt = Attempt(StubbornServer(keyboard: .max, pointer: .max))
    attempt.server.pointerRefusal = .notViewable
    attempt.server.refusal = .taken
    attempt.grab.hold(window: 1)
    attempt.server.refusals[.keyboard] = 0
    _ = attempt.pass(.seconds(10))
    #expect(attempt.lines == ["cannot grab the pointer: the window is not visible; trying again"])
    let other = Attempt(StubbornServer(keyboard: .max, pointer: .max))
    (other.server.refusal, other.server.pointerRefusal) = (.notViewable, .taken)
    other.grab.hold(window: 1)
    _ = other.pass(.seconds(10))
    #expect(other.lines == ["cannot grab the keyboard: the window is not visible; trying again"])
  }

  @Test func whatIsLostIsTakenAgain() {
    let attempt = Attempt(StubbornServer())
    attempt.grab.hold(window: 1)
    _ = attempt.pass(.seconds(1000))
    attempt.server.refusals = [.keyboard: 5, .pointer: 2]
    attempt.grab.lost()
    #expect(!attempt.isHeld && attempt.pass(.milliseconds(500)) == 5 && attempt.isHeld)
    #expect(attempt.lines.isEmpty)
  }

  @Test func aWindowThatIsGoneHoldsNothingAndAsksForNothing() {
    let attempt = Attempt(StubbornServer(keyboard: 1))
    attempt.grab.hold(window: 1)
    attempt.grab.letGo()
    #expect(!attempt.isHeld && attempt.grab.nextTry == nil && attempt.pass(.seconds(10)) == 0)
    attempt.grab.lost()
    #expect(attempt.server.requests == [.keyboard, .pointer])
    attempt.grab.hold(window: 2)
    #expect(attempt.isHeld)
  }

  @Test func nothingIsAskedForBeforeThereIsAWindow() {
    let attempt = Attempt(StubbornServer())
    attempt.grab.lost()
    #expect(attempt.server.requests.isEmpty && attempt.pass(.seconds(10)) == 0)
  }

  @Test func theTimerRingsForTheNextRequest() {
    let server = StubbornServer(pointer: 2)
    let grab = InputGrab(request: server.grab)
    let start = Now.boot
    grab.hold(window: 1)
    while !grab.isHeld(.pointer) {
      #expect(Poll.wait(for: grab.descriptors, timeout: .seconds(10)))
      grab.receive()
    }
    #expect(Now.boot - start >= .milliseconds(200))
    #expect(!Poll.wait(for: grab.descriptors, timeout: .milliseconds(110)))
  }

  @Test func aRealServerGivesItToOneAtATime() throws {
    let (ours, theirs) = (try Display(nil), try Display(nil))
    defer { ours.close() }
    let answers = GrabDevice.allCases.map { theirs.grab($0, for: theirs.root, confinesPointer: false) }
    #expect(answers == [.granted, .granted])
    let grab = InputGrab { ours.grab($0, for: $1, confinesPointer: false) }
    grab.hold(window: ours.root)
    #expect(!grab.isHeld(.keyboard) && !grab.isHeld(.pointer))
    // Like a crash, without XUngrabKeyboard.
    theirs.close()
    while !(grab.isHeld(.keyboard) && grab.isHeld(.pointer)) {
      #expect(Poll.wait(for: grab.descriptors, timeout: .seconds(10)))
      grab.receive()
    }
    grab.lost()
    #expect(grab.isHeld(.keyboard) && grab.isHeld(.pointer))
  }
}
