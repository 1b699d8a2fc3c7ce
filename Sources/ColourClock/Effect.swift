/// What is to be done in answer to an event: orders, carried out by the program around the scene.
package enum Effect: Hashable, Sendable {
  case quit
  /// There is nothing left to show on: ends the program as a failure, so that whoever watches over it starts it again.
  case giveUp
  case toggleFullScreen
}
