/// The control socket's JSON. All spans are in seconds.
extension Scene {
  package struct Report: Hashable, Encodable, Sendable {
    package let face: String
    /// `#rrggbb`, without dimming.
    package let colour: String
    /// The format is HH:MM:SS.
    package let time: String
    /// The format is YYYY-MM-DD.
    package let date: String
    package let zone: String
    /// Seconds east of Greenwich.
    package let offset: Int
    package let countdown: CountdownReport?
    package let countdowns: [CountdownReport]
    package let stopwatch: StopwatchReport?
    package let program: ProgramReport?
    package let alarms: [String]
    package let ringing: [String]
    package let snoozed: [SnoozeReport]
    package let messages: [MessageReport]
    package let agenda: [PeriodReport]
    package let hold: HoldReport
    package let feed: FeedReport?
    let isGalleryOpen: Bool
    let isHelpOpen: Bool
    let isSettingsOpen: Bool
    /// The running order is the card with all steps of the program.
    let isOrderOpen: Bool
    package let isBlank: Bool
    /// The share of light that `dim` leaves, 0.05…1.
    package let dim: Double
    /// `nil` if the options turn sound off.
    package let sound: SoundReport?
    /// The parts that have no room or are under a message.
    package let hidden: [String]
  }

  package struct CountdownReport: Hashable, Encodable, Sendable {
    package let id: Int
    /// True if commands without an ID act on this countdown.
    package let isChosen: Bool
    package let state: String
    package let phase: String
    /// Negative in overtime.
    package let remaining: Double
    package let length: Double
    /// The phase `soon` begins this many seconds before the end; 0 without this phase.
    package let warn: Double
    /// The same for the phase `last`.
    package let danger: Double
    /// HH:MM, or YYYY-MM-DD HH:MM beyond a day; `nil` unless running.
    package let ends: String?
    package let title: String
  }

  package struct StopwatchReport: Hashable, Encodable, Sendable {
    package let isRunning: Bool
    package let elapsed: Double
    let laps: Int
    /// The last 99 laps at most; times are cut to hundredths.
    package let lapTimes: [LapReport]
  }

  package struct LapReport: Hashable, Encodable, Sendable {
    package let number: Int
    package let split: Double
    package let total: Double
  }

  package struct SnoozeReport: Hashable, Encodable, Sendable {
    package let alarm: String
    /// The time of the next ringing, HH:MM:SS.
    package let time: String
  }

  package struct AlarmReport: Hashable, Encodable, Sendable {
    /// The alarm as a value of `--alarm`.
    package let alarm: String
    package let title: String

    package init(_ alarm: DailyAlarm) { (self.alarm, title) = (alarm.text, alarm.title) }
  }

  package struct SoundReport: Hashable, Encodable, Sendable {
    package let isMuted: Bool
    package let isQuiet: Bool
    package let isPlaying: Bool
  }

  package struct MessageReport: Hashable, Encodable, Sendable {
    package let id: String?
    package let priority: String
    package let lines: [String]
    /// False if the message waits or has no room.
    package let isShown: Bool
    /// Seconds until the message ends; `nil` without an end.
    package let left: Double?
  }

  package struct PeriodReport: Hashable, Encodable, Sendable {
    /// `start` and `end` have the format HH:MM:SS.
    package let start: String
    /// `nil` if the period is a moment.
    package let end: String?
    package let title: String
    /// YYYY-MM-DD; `nil` if the period recurs.
    package let date: String?
    package let calendar: String?
    /// `#rrggbb`; `nil` means the ink's colour.
    package let colour: String?
    /// `now`, `next`, or `tomorrow` for the first period once today's are over.
    package let turn: String?
  }

  package struct HoldReport: Hashable, Encodable, Sendable {
    package let action: String
    package let prompt: String
    package let isHeld: Bool
  }

  package struct FeedReport: Hashable, Encodable, Sendable {
    package let lines: [String]
    /// Seconds since the last good answer; `nil` before the first.
    package let age: Double?
    /// Why the last answer was not good, in this program's words.
    package let failure: String?
    /// With `failure`: the command's last line on standard error.
    package let complaint: String?
  }
}
