import Testing

@testable import ColourClock

/// What is left out for lack of room: one order on all walls, and never more on a larger wall of the same form.
@Suite struct LeavingOutTests {
  /// The compositions of the contact sheet with more than one part beside the subject.
  private static var compositions: [(name: String, contents: (inout Layout.Contents) -> Void)] {
    let feed = [
      "Tram 12 to Central, 4 min, platform 2", "Lunch today: lentil soup, rye bread and an apple for everyone",
      "Room 4B is free until 15:00",
    ]
    let zones = ["Tokyo", "New York", "Berlin"].map { Layout.ZoneTemplates(name: $0, time: "00:00") }
    let now = "Physics laboratory, room 214 until 00:00, 88 minutes"
    let agenda = Layout.AgendaTemplates(now: now, next: "then Lunch at 00:00", only: now, hasReminders: true)
    func all(_ contents: inout Layout.Contents) {
      (contents.labels.date, contents.zones, contents.feed, contents.agenda) = (true, zones, feed, agenda)
    }
    func ring(_ contents: inout Layout.Contents, _ title: String) {
      (contents.ring, contents.number) = (.standard, "00:00")
      contents.ring?.title = title
    }
    return [
      ("all", { all(&$0) }),
      (
        "ring-all",
        {
          all(&$0)
          ring(&$0, "")
          $0.hasStopwatch = true
        }
      ),
      (
        "ring-company",
        {
          all(&$0)
          ring(&$0, "Staff meeting")
          $0.agenda = nil
        }
      ),
      (
        "messages",
        {
          all(&$0)
          $0.zones = []
        }
      ),
      ("zones", { ($0.labels.date, $0.zones) = (true, zones) }),
      ("feed", { ($0.labels.date, $0.feed) = (true, feed) }),
      ("laps", { ($0.hasStopwatch, $0.hasLaps, $0.labels.date) = (true, true, true) }),
    ]
  }

  /// The parts that are asked for and not on the wall at all, in the order of leaving out.
  private func gone(_ layout: Layout) -> [Layout.Extra] {
    let (contents, parts) = (layout.contents, layout.slots.map(\.part))
    func has(_ isPart: (Layout.Part) -> Bool) -> Bool { parts.contains(where: isPart) }
    let shown: [(Layout.Extra, isAsked: Bool, isShown: Bool)] = [
      (.code, contents.labels.hex, has { $0 == .code }),
      (.laps, contents.hasLaps, has { if case .lap = $0 { true } else { false } }),
      (.zones, !contents.zones.isEmpty, has { if case .zone = $0 { true } else { false } }),
      (.feed, contents.feed != nil, has { $0.isFeedStatus }),
      (.date, contents.labels.date, has { if case .dateLine = $0 { true } else { $0 == .date } }),
      (.agenda, contents.agenda != nil, has { $0.isPresentAgenda }),
    ]
    return shown.filter { $0.isAsked && !$0.isShown }.map(\.0)
  }

  /// A message hides the feed's items that it covers, each as a whole. A ring's title is no line of the feed.
  @Test func aMessageHidesOnlyItemsThatItCovers() {
    let title = Layout.Part.words("A long title")
    let (one, two) = (Layout.Part.feedLine("One", item: 0), Layout.Part.feedLine("Two", item: 1))
    let long = ["Three", "goes", "on"].map { Layout.Part.feedLine($0, item: 2) }
    var contents = Layout.Contents(size: Size(width: 1000, height: 1000), labels: Labels())
    contents.feed = ["One", "Two", "Three goes on"]
    var wall = Layout.Composition(scale: TypeScale(first: 100), protectedArea: Rect(x: 0, y: -100, width: 1, height: 1))
    wall.slots = ([title, one, two] + long).enumerated().map { index, part in
      let indent = long.dropFirst().contains(part) ? 10.0 : 0
      let box = Rect(x: indent, y: 30 * Double(index), width: 100, height: 10)
      return Layout.Slot(part: part, template: "Line", alignment: .left, box: box)
    }
    func parts(coveredFrom top: Double, to bottom: Double) -> [Layout.Part] {
      let shown = Layout.uncovered(wall, by: Rect(x: 0, y: top, width: 100, height: bottom - top))
      let area = Rect(contents.size)
      return Layout.OmittedSign(contents: contents, area: area, wall: wall, shown: shown, shapes: []).slots.map(\.part)
    }
    let sign = Layout.Part.omitted(Layout.OmittedCount(1, .feed))
    #expect(parts(coveredFrom: 110, to: 200) == [title, one, two, sign])
    #expect(parts(coveredFrom: 0, to: 50) == [two] + long + [sign])
    #expect(parts(coveredFrom: 0, to: 20) == [one, two] + long)
  }

  /// The forms of the contact sheet, each with sizes from small to large.
  @Test(arguments: [(16, 9), (9, 16), (5, 3), (3, 2), (4, 3)]) func aLargerWallLeavesOutNoMore(wide: Int, high: Int) {
    for (name, change) in Self.compositions {
      var before: Set<Layout.Extra>?
      for short in [240, 320, 480, 720, 1080, 2160] {
        let unit = Double(short) / Double(min(wide, high))
        let size = Size(width: Int((Double(wide) * unit).rounded()), height: Int((Double(high) * unit).rounded()))
        var contents = Layout.Contents(size: size, labels: Labels())
        change(&contents)
        let layout = Layout(contents)
        let gone = gone(layout)
        let place = "\(name) \(size.width)x\(size.height): \(gone)"
        let asked: [Layout.Extra] = [
          contents.labels.hex ? .code : nil, contents.hasLaps ? .laps : nil, contents.zones.isEmpty ? nil : .zones,
          contents.feed == nil ? nil : .feed, contents.labels.date ? .date : nil,
          contents.agenda == nil ? nil : .agenda,
        ].compactMap(\.self)
        #expect(gone == Array(asked.prefix(gone.count)), "\(place)")
        #expect(Set(gone).isSubset(of: layout.hidden), "\(place)")
        if let before { #expect(before.isSuperset(of: gone), "\(place) after \(before)") }
        before = Set(gone)
      }
    }
  }
}
