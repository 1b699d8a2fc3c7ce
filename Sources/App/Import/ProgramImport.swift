import ColourClock
import ControlProtocol

struct ProgramImport {
  let program: TimerProgram?
  let complaints: [Complaint]
  /// Remarks on changed or omitted values.
  let remarks: [Complaint]

  struct Complaint: Equatable {
    /// The text after the file's name, such as `:7` or `: event 7`.
    let place: String
    let reason: String
  }

  static let limit = 1 << 24
  static let reportLimit = 20

  init(_ bytes: [UInt8], rundown: String? = nil) throws(Refusal) {
    guard let marked = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw Refusal("it is not text in UTF-8; a spreadsheet saves it as 'CSV UTF-8'")
    }
    let text = String(marked.unicodeScalars.drop { $0 == "\u{feff}" })
    let start = text.unicodeScalars.first { !$0.properties.isWhitespace }
    var rows = Rows()
    if start == "{" || start == "[" {
      guard let json = JSON(Array(text.utf8)) else {
        throw Refusal("it is not valid JSON, or not complete")
      }
      try OntimeProject.read(json, rundown: rundown, into: &rows)
    } else {
      guard rundown == nil else { throw Refusal("only a project of Ontime has rundowns") }
      ProgramTable.read(text, into: &rows)
    }
    (complaints, remarks) = (rows.complaints, rows.remarks)
    let planned = rows.start.map { TimerProgram.Start($0) }
    program = complaints.isEmpty ? TimerProgram([TimerProgram.Block(rows.steps)], start: planned) : nil
    if program == nil, complaints.isEmpty { throw Refusal("it has no step") }
  }

  struct Rows {
    private(set) var steps: [TimerProgram.Step] = []
    private(set) var complaints: [Complaint] = []
    private(set) var remarks: [Complaint] = []
    var start: TimeOfDay? { didSet { clock = start } }
    /// The next step's start, from `start` and all lengths; `nil` if unknown.
    private var clock: TimeOfDay?
    private var hasOtherStart = false

    var hasTooMany: Bool { steps.count > TimerProgram.most }

    /// Adds a remark on the first start that does not follow from earlier lengths.
    mutating func add(at place: String, start: TimeOfDay?, _ read: () throws(Refusal) -> TimerProgram.Step) {
      if let start, let clock, start != clock, !hasOtherStart {
        hasOtherStart = true
        remark(
          at: place,
          "it starts at \(start.short), but the lengths before it give \(clock.short); the lengths are used")
      }
      do throws(Refusal) {
        steps.append(try read())
        clock = clock?.later(steps[steps.count - 1].length)
      } catch {
        refuse(at: place, error.text)
        clock = nil
      }
      if hasTooMany { refuse(at: place, "a program has \(TimerProgram.most) steps at the most") }
    }

    mutating func remark(at place: String, _ text: String) {
      remarks.append(Complaint(place: place, reason: text))
    }

    mutating func refuse(at place: String, _ reason: String) {
      complaints.append(Complaint(place: place, reason: reason))
    }
  }
}

extension TimeOfDay {
  fileprivate var short: String { text.hasSuffix(":00") ? String(text.dropLast(3)) : text }
}
