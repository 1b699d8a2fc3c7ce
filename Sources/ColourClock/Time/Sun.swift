private import func Glibc.acos
private import func Glibc.asin
private import func Glibc.cos
private import func Glibc.sin
private import func Glibc.tan

/// When the sun is up, by the equations of NOAA's solar calculator
/// (https://gml.noaa.gov/grad/solcalc/calcdetails.html), which are those of Jean Meeus, "Astronomical Algorithms": good
/// to a minute between 72° north and south, and between 1800 and 2100.
enum Sun {
  /// What the sun does in the twelve hours on either side of a noon.
  struct Course: Hashable, Sendable {
    /// When it comes up and goes down, in seconds since 1970; `nil` where it does not in that half of the day.
    let rise: Double?
    let set: Double?
    let noon: Double
    /// Whether it is up in the halves in which it neither comes up nor goes down.
    let isUp: Bool
  }

  /// - Parameters:
  ///   - day: since 1970-01-01, that of Greenwich's date at about which it is noon there.
  ///   - zenith: how far from the zenith the sun's middle is when it counts as up, in degrees.
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

  /// The time at which the sun has an hour angle, which is positive before noon and may depend on the sun's
  /// declination: found step by step, since both change in the course of the day. `nil` where there is no such angle.
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

  /// The first is off by a minute, the third by less than a second.
  private static let steps = 4

  /// `nil` where the sun is on one side of that circle all the time.
  private static func hourAngle(latitude: Double, _ declination: Double, zenith: Double) -> Double? {
    let (high, tilt) = (radians(latitude), radians(declination))
    let cosine = cos(radians(zenith)) / (cos(high) * cos(tilt)) - tan(high) * tan(tilt)
    return abs(cosine) <= 1 ? degrees(acos(cosine)) : nil
  }

  /// Whether it is up for the longer part of the day; where it does not cross the circle, all day.
  private static func isMostlyUp(at noon: Double, _ latitude: Double, zenith: Double) -> Bool {
    sin(radians(latitude)) * sin(radians(declination(at: century(noon)))) > cos(radians(zenith))
  }

  // MARK: The sun's path, by the centuries since noon of 2000-01-01

  private static func century(_ second: Double) -> Double { (second / 86_400 - 10_957.5) / 36_525 }

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
  private static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }

  private static func meanLongitude(_ t: Double) -> Double { radians(280.46646 + t * (36_000.76983 + t * 0.0003032)) }

  private static func meanAnomaly(_ t: Double) -> Double { radians(357.52911 + t * (35_999.05029 - 0.0001537 * t)) }

  /// Of the moon's ascending node.
  private static func node(_ t: Double) -> Double { radians(125.04 - 1934.136 * t) }

  private static func obliquity(_ t: Double) -> Double {
    let seconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))
    return radians(23 + (26 + seconds / 60) / 60 + 0.00256 * cos(node(t)))
  }

  /// In degrees north of the equator.
  private static func declination(at t: Double) -> Double {
    let anomaly = meanAnomaly(t)
    let centre =
      sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) + sin(2 * anomaly) * (0.019993 - 0.000101 * t)
      + sin(3 * anomaly) * 0.000289
    let longitude = meanLongitude(t) + radians(centre - 0.00569 - 0.00478 * sin(node(t)))
    return degrees(asin(sin(obliquity(t)) * sin(longitude)))
  }

  /// By how many minutes the sun is ahead of an even one.
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

/// A place on the earth, as `52.52,13.40`.
package struct GeographicPlace: Hashable, Sendable, CustomStringConvertible {
  /// Degrees north, -90…90.
  let latitude: Double
  /// Degrees east of Greenwich, -180…180.
  let longitude: Double

  /// `nil` outside of these ranges.
  init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Takes degrees north and east with a comma between them, negative ones for south and west.
  /// - Throws: `Refusal.place` for everything else.
  package static func parse(_ text: String) throws(Refusal) -> GeographicPlace {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { degrees($0.drop { $0 == " " }) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      let place = GeographicPlace(latitude: latitude, longitude: longitude)
    else { throw .place }
    return place
  }

  /// Swift would also read 0x10, 1e1 and inf.
  private static func degrees(_ text: Substring) -> Double? {
    text.allSatisfy { $0.isASCII && ($0.isNumber || "+-.".contains($0)) } ? Double(text) : nil
  }

  package var description: String { "\(latitude),\(longitude)" }
}

extension Refusal {
  static let place = Refusal("it takes degrees north, -90 to 90, and degrees east, -180 to 180, as 52.52,13.40")
}
