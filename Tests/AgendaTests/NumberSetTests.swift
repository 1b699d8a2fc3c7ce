import Testing

@testable import Agenda

@Suite struct NumberSetTests {
  @Test(arguments: [[], [0], [1, 2, 31], [-1, -31, 5], [-366, 366, 0], [53, -53, 1, -1]])
  func itHoldsWhatItWasGiven(_ numbers: [Int]) {
    let set = NumberSet(numbers + numbers)
    #expect(set.members == numbers.sorted())
    #expect(set.count == numbers.count && set.isEmpty == numbers.isEmpty)
    for number in -400...400 { #expect(set.contains(number) == numbers.contains(number), "\(number)") }
  }
}
