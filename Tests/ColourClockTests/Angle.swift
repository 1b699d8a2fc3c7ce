import Glibc

@testable import ColourClock

/// The hue of a colour in degrees.
func atan2Degrees(_ lab: OKLab) -> Double { atan2(lab.b, lab.a) * 180 / .pi }
