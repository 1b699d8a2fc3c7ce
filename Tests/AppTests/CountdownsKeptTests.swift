import ColourClock
import System
import TestSupport
import Testing

@testable import App

/// Several countdowns over restarts.
@Suite struct CountdownsKeptTests {
  private let folder = TemporaryFolder()
  private let start = Moment(instant: Instant(second: 1_800_000_000), uptime: .seconds(1000), zone: .utc)

  private func state(_ folder: String) -> SavedState {
    SavedState(state: folder, home: nil, wall: "kitchen") { Issue.record("complaint: \($0)") }
  }

  private func later(_ moment: Moment, by span: Duration) -> Moment {
    Moment(instant: moment.instant + span, uptime: moment.uptime + span, zone: moment.zone)
  }

  @Test func whatIsSavedIsLoaded() throws {
    let folder = folder.path
    var scene = Scene(Options().setup(.fullScreen))
    for (seconds, title) in [(600, "Rice"), (300, "Eggs"), (60, "")] {
      _ = try scene.handle(.told(.countdown(.new(.seconds(seconds), title: title))), at: start)
    }
    _ = try scene.handle(.told(.countdown(.pause, of: .id(2))), at: start)
    _ = try scene.handle(.told(.countdown(.choose(.id(1)))), at: start)
    var first = state(folder)
    _ = first.countdowns(for: CountdownOptions(), at: start)
    first.save(scene.countdowns, at: start)
    first.write()
    var second = state(folder)
    let (countdowns, ended) = second.countdowns(for: CountdownOptions(), at: later(start, by: .seconds(10)))
    #expect(ended.isEmpty && countdowns.chosenID == 1)
    var again = Scene(Options().setup(.fullScreen), countdowns: countdowns)
    _ = again.handle(fact: .ticked, at: later(start, by: .seconds(10)))
    _ = scene.handle(fact: .ticked, at: later(start, by: .seconds(10)))
    #expect(again.countdowns.all.map(\.id) == [1, 3, 2] && again.countdowns.all == scene.countdowns.all)
    // IDs are not given again.
    _ = try again.handle(.told(.countdown(.new(.seconds(5), title: ""))), at: later(start, by: .seconds(10)))
    #expect(again.countdowns.all.map(\.id).max() == 4)
  }

  /// Countdowns with a wrong value are forgotten alone.
  @Test(arguments: [1, 2, 3]) func theValidOnesStay(invalid: Int) throws {
    let titles = ["Rice", "Eggs", "Tea"]
    var scene = Scene(Options().setup(.fullScreen))
    for (index, title) in titles.enumerated() {
      _ = try scene.handle(.told(.countdown(.new(.seconds(100 + Int64(index)), title: title))), at: start)
    }
    var first = state(folder.path)
    first.save(scene.countdowns, at: start)
    first.write()
    let file = "\(folder.path)/colourclock/state.json"
    var text = String(decoding: try File.read(file, limit: 9999), as: UTF8.self)
    for index in 0..<invalid {
      let parts = text.split(separator: "\"length\":10\(index)", omittingEmptySubsequences: false)
      #expect(parts.count == 2)
      text = parts.joined(separator: "\"length\":-10\(index)")
    }
    try File.replace(file, with: Array(text.utf8))
    var complaints: [String] = []
    var second = SavedState(state: folder.path, home: nil, wall: "kitchen") { complaints.append($0) }
    let countdowns = second.countdowns(for: CountdownOptions(), at: start).countdowns
    #expect(Set(told(countdowns)) == Set(titles.dropFirst(invalid)))
    let reasons = titles.enumerated().prefix(invalid).map { "'\($1)': length is -10\($0)000000000" }
    let joined = reasons.joined(separator: "; ")
    #expect(
      complaints == [
        invalid == 1
          ? "\(file): a saved countdown is forgotten, because a value is wrong: \(joined)"
          : "\(file): \(invalid) saved countdowns are forgotten, because values are wrong: \(joined)"
      ])
    // The others are in the file even before the next save.
    second.write()
    var third = state(folder.path)
    #expect(third.countdowns(for: CountdownOptions(), at: start).countdowns.all == countdowns.all)
    second.save(countdowns, at: start)
    second.write()
    var fourth = state(folder.path)
    #expect(fourth.countdowns(for: CountdownOptions(), at: start).countdowns.all.count == 3 - invalid)
  }

  /// A wrong countdown leaves the file as it is then: what another clock with this wall's name has saved meanwhile stays.
  @Test func anotherClocksCountdownsStay() throws {
    func saved(_ titles: [String]) throws {
      var scene = Scene(Options().setup(.fullScreen))
      for title in titles { _ = try scene.handle(.told(.countdown(.new(.seconds(100), title: title))), at: start) }
      var state = SavedState(state: folder.path, home: nil, wall: "kitchen") { _ in }
      _ = state.countdowns(for: CountdownOptions(), at: start)
      state.save(scene.countdowns, at: start)
      state.write()
    }
    try saved(["Eggs"])
    let file = "\(folder.path)/colourclock/state.json"
    let text = String(decoding: try File.read(file, limit: 9999), as: UTF8.self)
    let parts = text.split(separator: "\"length\":100", omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    try File.replace(file, with: Array(parts.joined(separator: "\"length\":-100").utf8))
    var complaints: [String] = []
    var reader = SavedState(state: folder.path, home: nil, wall: "kitchen") { complaints.append($0) }
    #expect(reader.countdowns(for: CountdownOptions(), at: start).countdowns.isEmpty && complaints.count == 1)
    try saved(["Rice"])
    reader.write()
    var last = state(folder.path)
    #expect(told(last.countdowns(for: CountdownOptions(), at: start).countdowns) == ["Rice"])
  }

  private func options(_ line: String...) throws -> CountdownOptions {
    try Arguments(["--no-config"] + line.flatMap { ["--countdown", $0] }).options().countdown
  }

  private func told(_ countdowns: Countdowns) -> [String] {
    countdowns.all.map { "\($0.countdown.title ?? "-")" }
  }

  /// The same options take up each of their countdowns; one whose end was told does not come back beside the others.
  @Test func severalOfOptionsCarryOn() throws {
    let folder = folder.path
    let kitchen = try options("Pasta=8m", "Rice=12m", "5m")
    var first = state(folder)
    var scene = Scene(Options().setup(.fullScreen), countdowns: first.countdowns(for: kitchen, at: start).countdowns)
    _ = scene.handle(fact: .resized(Size(width: 640, height: 360)), at: start)
    #expect(told(scene.countdowns) == ["-", "Pasta", "Rice"])
    first.save(scene.countdowns, at: start)
    first.write()
    let soon = later(start, by: .seconds(60))
    var second = state(folder)
    let (restored, ended) = second.countdowns(for: kitchen, at: soon)
    var again = Scene(Options().setup(.fullScreen), countdowns: restored)
    _ = again.handle(fact: .ticked, at: soon)
    _ = scene.handle(fact: .ticked, at: soon)
    #expect(ended.isEmpty && again.countdowns.all == scene.countdowns.all)
    // Another set, and the same without its titles, begin anew.
    for other in [try options("Pasta=8m", "Rice=13m", "5m"), try options("8m", "12m", "5m")] {
      var third = state(folder)
      let (fresh, _) = third.countdowns(for: other, at: soon)
      #expect(fresh.all.map(\.id) == [1, 2, 3] && fresh == other.started(at: soon))
    }
    // The first one ends, and is seen to.
    let end = later(start, by: .seconds(301))
    let effects = again.handle(fact: .ticked, at: end)
    #expect(effects.contains(.reachedZero))
    second.save(again.countdowns, at: end)
    second.write()
    var last = state(folder)
    let (rest, none) = last.countdowns(for: kitchen, at: later(end, by: .seconds(5)))
    #expect(none.isEmpty && told(rest) == ["Pasta", "Rice"])
    // The end of another one while nothing ran is told.
    var late = state(folder)
    #expect(late.countdowns(for: kitchen, at: later(start, by: .seconds(500))).ended == ["Pasta"])
  }

  /// What rings when the clock is killed is on the wall again until it is dismissed, and sounds for the rest of its
  /// minute. What options began, begins again.
  @Test(arguments: [(5, true, true), (65, true, false), (86_000, true, false), (87_000, false, false)])
  func whatRingsRingsOn(seconds: Int, isThere: Bool, sounds: Bool) throws {
    var setup = Options().setup(.fullScreen)
    setup.sound = SoundSetup(isOn: true)
    var scene = Scene(setup)
    _ = try scene.handle(.told(.countdown(.new(.seconds(600), title: "Rice"))), at: start)
    _ = try scene.handle(.told(.countdown(.new(.seconds(10), title: "Eggs"))), at: start)
    let end = later(start, by: .seconds(10))
    #expect(scene.handle(fact: .ticked, at: end).contains(.reachedZero))
    var first = state(folder.path)
    first.save(scene.countdowns, at: end)
    first.write()
    let now = later(end, by: .seconds(seconds))
    var second = state(folder.path)
    let (countdowns, ended) = second.countdowns(for: CountdownOptions(), at: now)
    // Rice has ended meanwhile in the later cases, which is told.
    #expect(ended == (seconds > 600 && isThere ? ["Rice"] : []))
    var again = Scene(setup, countdowns: countdowns)
    #expect(again.resumeSound(at: now) == (sounds ? [.sound(.alarm)] : []))
    let effects = again.handle(fact: .ticked, at: now)
    #expect(
      !effects.contains(.reachedZero) && again.countdowns.all.contains { $0.countdown.title == "Eggs" } == isThere)
    guard isThere else { return }
    // Long after the end of Eggs, Rice has the ring.
    #expect(again.countdowns.chosenID == (ended.isEmpty ? 2 : 1))
    let dismissal = try again.handle(.told(.dismiss(nil)), at: now)
    #expect(dismissal.contains(.silence) == sounds)
    second.save(again.countdowns, at: now)
    second.write()
    var third = state(folder.path)
    let (rest, _) = third.countdowns(for: CountdownOptions(), at: now)
    #expect(rest.all.map(\.countdown.title) == [ended.isEmpty ? "Rice" : "Eggs"])
  }

  /// A countdown that ends between a kill and the restart rings and sounds for the rest of its minute.
  @Test(arguments: [(3, true), (40, true), (70, false)])
  func whatEndsMeanwhileRings(seconds: Int, sounds: Bool) throws {
    var setup = Options().setup(.fullScreen)
    setup.sound = SoundSetup(isOn: true)
    var scene = Scene(setup)
    _ = try scene.handle(.told(.countdown(.new(.seconds(10), title: "Eggs"))), at: start)
    var first = state(folder.path)
    first.save(scene.countdowns, at: start)
    first.write()
    let now = later(start, by: .seconds(10 + seconds))
    var second = state(folder.path)
    let (countdowns, ended) = second.countdowns(for: CountdownOptions(), at: now)
    var again = Scene(setup, countdowns: countdowns)
    #expect(ended == ["Eggs"] && again.report(at: now).countdown?.state == "over")
    #expect(again.resumeSound(at: now) == (sounds ? [.sound(.alarm)] : []))
    // It is signalled once.
    #expect(!again.handle(fact: .ticked, at: now).contains(.reachedZero))
  }

  /// As a version with a single countdown has it.
  @Test func theStateOfAnEarlierVersionIsTakenOver() throws {
    let plan = try options("25m")
    #expect(plan.plan == "countdown 1500")
    var first = state(folder.path)
    first.save(first.countdowns(for: plan, at: start).countdowns, at: start)
    first.write()
    let file = "\(folder.path)/colourclock/state.json"
    let text = String(decoding: try File.read(file, limit: 9999), as: UTF8.self)
    let old = text.split(separator: #","id":1"#, omittingEmptySubsequences: false).joined()
    #expect(old != text)
    try File.replace(file, with: Array(old.utf8))
    var second = state(folder.path)
    let (countdowns, ended) = second.countdowns(for: plan, at: later(start, by: .seconds(60)))
    #expect(ended.isEmpty && countdowns.all.map(\.countdown) == plan.started(at: start).all.map(\.countdown))
  }

  /// 8 runs of 500 events, with a restart after each or after each tenth: the program is ended as by kill -9 and
  /// started again after a while, of the same machine or another boot. Each end is signalled once.
  @Test(arguments: [21, 22, 23, 24] as [UInt64], [1, 10])
  func eachEndIsSignalledOnceOverRestarts(seed: UInt64, steps: Int) throws {
    let folder = folder.path
    var random = SeededRandom(seed: seed)
    var (scene, moment, kept) = (Scene(Options().setup(.fullScreen)), start, state(folder))
    _ = kept.countdowns(for: CountdownOptions(), at: moment)
    // The ends that must be signalled, and those that were.
    var (begun, signals) = (0, 0)
    for step in 0..<500 {
      moment = later(moment, by: .milliseconds(Int64.random(in: 0...4000, using: &random)))
      var effects = scene.handle(fact: .ticked, at: moment)
      if Bool.random(using: &random), scene.countdowns.all.count < Countdowns.most {
        let span = Duration.seconds(Int64.random(in: 1...60, using: &random))
        effects += try scene.handle(.told(.countdown(.new(span, title: "\(step)"))), at: moment)
        begun += 1
      } else {
        effects += (try? scene.handle(.told(.dismiss(nil)), at: moment)) ?? []
      }
      signals += effects.count { $0 == .reachedZero }
      if effects.contains(.saveTimers) {
        kept.save(scene.countdowns, at: moment)
        kept.write(waits: true)
      }
      guard step % steps == steps - 1 else { continue }
      moment = later(moment, by: .seconds(Int64.random(in: 0...40, using: &random)))
      kept = state(folder)
      let (countdowns, ended) = kept.countdowns(for: CountdownOptions(), at: moment)
      signals += ended.count
      scene = Scene(Options().setup(.fullScreen), countdowns: countdowns)
      // As the program does at its start.
      kept.save(scene.countdowns, at: moment)
      kept.write(waits: true)
    }
    moment = later(moment, by: .seconds(3600))
    signals += scene.handle(fact: .ticked, at: moment).count { $0 == .reachedZero }
    #expect(signals == begun && begun > 150, "\(signals) of \(begun)")
  }
}
