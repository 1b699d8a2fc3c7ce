import ColourClock

/// What is planned for the day.
struct PlanOptions {
  var alarms: [DailyAlarm] = []
  var agenda: String?
  var messageSound: String?

  static let table: [Option] = [
    .value(
      "alarm", "time=title", "Ring at HH:MM, such as 08:30=Standup@mon-fri. Can be given again.", Value.alarm
    ) { $0.plan.alarms.append($1) }.repeatable,
    .text("agenda", "file", "Show the day by this file, a line such as '08:30-09:15 Maths @mon-fri' for each period.") {
      $0.plan.agenda = $1
    }.notFromServer(),
    .text("message-sound", "command", "Run this in a shell when a message comes.") { $0.plan.messageSound = $1 }
      .notFromServer(),
  ]
}
