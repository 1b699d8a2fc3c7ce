/// What is to be done in answer to an event: orders, carried out by the program around the scene.
package enum Effect: Hashable, Sendable {
  case quit
  case toggleFullScreen
}
