private import func Glibc.acos
private import func Glibc.asin
private import func Glibc.cos
private import func Glibc.sin
private import func Glibc.tan

/// Source: NOAA's solar calculator (https://gml.noaa.gov/grad/solcalc/calcdetails.html) after Jean Meeus, "Astronomical
/// Algorithms". It is correct to a minute from 72° south to 72° north, 1800 to 2100.
enum SunriseEquation {
  /// The sun's course for twelve hours before and after a noon. Times are in seconds since 1970.
  struct Course: Hashable, Sendable {
    let rise: Double?
    let set: Double?
    let noon: Double
    /// True if the sun is up in that whole half of the day for which `rise` or `set` is `nil`.
    let isUp: Bool
  }

  /// - Parameters:
  ///   - day: The Greenwich date of the noon, in days since 1970-01-01.
  ///   - zenith: The sun is up within this many degrees of the zenith.
  static func course(onDay day: Int, at place: GeographicPlace, zenith: Double) -> Course {
    let noon = time(onDay: day, at: place) { _ in 0 }
    let events = [1.0, -1].map { side in
      time(onDay: day, at: place) { declination in
        hourAngle(latitude: place.latitude, declination, zenith: zenith).map { $0 * side }
      }
    }
    return Course(
      rise: events[0], set: events[1], noon: noon ?? 0, isUp: isMostlyUp(at: noon ?? 0, place.latitude, zenith: zenith))
  }

  /// Returns seconds since 1970, or `nil` if `hourAngle` does.
  /// - Parameter hourAngle: Degrees, positive before noon.
  private static func time(
    onDay day: Int, at place: GeographicPlace, hourAngle: (_ declination: Double) -> Double?
  ) -> Double? {
    var minutes = 720 - 4 * place.longitude
    for _ in 0..<steps {
      let century = century(Double(day) * 86_400 + minutes * 60)
      guard let angle = hourAngle(declination(at: century)) else { return nil }
      minutes = 720 - 4 * (place.longitude + angle) - equationOfTime(at: century)
    }
    return Double(day) * 86_400 + minutes * 60
  }

  /// Four steps err by less than a second.
  private static let steps = 4

  /// The angle from noon, 0…180°, at which the sun is `zenith` degrees from the zenith; `nil` if it never is.
  private static func hourAngle(latitude: Double, _ declination: Double, zenith: Double) -> Double? {
    let (high, tilt) = (radians(latitude), radians(declination))
    let cosine = cos(radians(zenith)) / (cos(high) * cos(tilt)) - tan(high) * tan(tilt)
    return abs(cosine) <= 1 ? degrees(acos(cosine)) : nil
  }

  /// Whether the sun is up six hours before and after noon; without sunrise and sunset, all day.
  private static func isMostlyUp(at noon: Double, _ latitude: Double, zenith: Double) -> Bool {
    sin(radians(latitude)) * sin(radians(declination(at: century(noon)))) > cos(radians(zenith))
  }

  // MARK: The sun's path
  // `t` is in Julian centuries since 2000-01-01, 12:00. Angles are in radians, except `declination` (degrees).

  private static func century(_ second: Double) -> Double { (second / 86_400 - 10_957.5) / 36_525 }

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
  private static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }

  private static func meanLongitude(_ t: Double) -> Double { radians(280.46646 + t * (36_000.76983 + t * 0.0003032)) }

  private static func meanAnomaly(_ t: Double) -> Double { radians(357.52911 + t * (35_999.05029 - 0.0001537 * t)) }

  /// The longitude of the moon's ascending node.
  private static func node(_ t: Double) -> Double { radians(125.04 - 1934.136 * t) }

  private static func obliquity(_ t: Double) -> Double {
    let seconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))
    return radians(23 + (26 + seconds / 60) / 60 + 0.00256 * cos(node(t)))
  }

  private static func declination(at t: Double) -> Double {
    let anomaly = meanAnomaly(t)
    let centre =
      sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) + sin(2 * anomaly) * (0.019993 - 0.000101 * t)
      + sin(3 * anomaly) * 0.000289
    let longitude = meanLongitude(t) + radians(centre - 0.00569 - 0.00478 * sin(node(t)))
    return degrees(asin(sin(obliquity(t)) * sin(longitude)))
  }

  /// A sundial's lead over mean time, in minutes.
  private static func equationOfTime(at t: Double) -> Double {
    let (longitude, anomaly) = (meanLongitude(t), meanAnomaly(t))
    let eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
    let root = tan(obliquity(t) / 2)
    let y = root * root
    let angle =
      y * sin(2 * longitude) - 2 * eccentricity * sin(anomaly)
      + 4 * eccentricity * y * sin(anomaly) * cos(2 * longitude) - 0.5 * y * y * sin(4 * longitude)
      - 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
    return 4 * degrees(angle)
  }
}

package struct GeographicPlace: Hashable, Sendable, CustomStringConvertible {
  /// Degrees north, -90…90.
  let latitude: Double
  /// Degrees east, -180…180.
  let longitude: Double

  init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Accepts degrees north, a comma, and degrees east.
  /// - Throws: `Refusal.place`.
  package static func parse(_ text: String) throws(Refusal) -> GeographicPlace {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { degrees($0.drop { $0 == " " }) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      let place = GeographicPlace(latitude: latitude, longitude: longitude)
    else { throw .place }
    return place
  }

  /// `Double` alone would also accept 0x10, 1e1 and inf.
  private static func degrees(_ text: Substring) -> Double? {
    text.allSatisfy { $0.isDigit || "+-.".contains($0) } ? Double(text) : nil
  }

  package var description: String { "\(latitude),\(longitude)" }
}

extension Refusal {
  static let place = Refusal("it takes degrees north, -90 to 90, and degrees east, -180 to 180, such as 52.52,13.40")
}
