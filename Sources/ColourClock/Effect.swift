/// What is to be done in response to an event: orders, carried out by the program around the scene.
package enum Effect: Hashable, Sendable {
  case quit
  /// There is nothing left to show on: ends the program; if the window was its own, as a failure, so that
  /// the service manager starts it again.
  case giveUp
  case toggleFullScreen
  /// Ask the feed; `fed` answers.
  case feed
  /// Read options file and zone again and run what the user wants run then; `arranged` and `refreshed` answer.
  case refresh
  /// Run what the user wants run at zero.
  case zero
  /// Run the user's command of the hold button.
  case command
  /// Save the countdown as it is now for the next start.
  case keepCountdown
  /// Save the name of the card that was chosen for the next start.
  case keepCard(String)
}
