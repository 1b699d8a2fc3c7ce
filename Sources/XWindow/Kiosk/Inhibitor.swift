/// One way of keeping a screen from going dark. None of it may last longer than the program, even if that crashes.
protocol Inhibitor: AnyObject {
  /// The longest time to let pass between two beats.
  var interval: Duration { get }
  /// What to poll for reading.
  var descriptors: [Int32] { get }
  func start()
  /// Does what has to be done again and again.
  func beat()
  /// To be called when a descriptor is readable.
  func receive()
  /// Undoes it all.
  func stop()
}

extension Inhibitor {
  var interval: Duration { KeepAwake.pause }
  var descriptors: [Int32] { [] }
  func receive() {}
}
