"""Writes sun_table.txt: sunrises, sunsets and twilights as Python's astral has them (`pip install astral`; written with
3.2).

    python3 Tests/Fixtures/sun_table.py >Tests/Fixtures/sun_table.txt

A row: date, degrees north and east, and in seconds since 1970 sunrise and sunset, the ends of civil twilight, those of
nautical twilight; `-` where astral knows of none, because the sun does not cross that line on that day. The zeniths are
given to astral, so that both draw the same line; its own for a sunrise differs by the air's refraction, up to 10
seconds at the equator.
"""

import datetime

import astral
from astral import SunDirection
from astral.sun import time_of_transit

PLACES = [
    (0.0, 0.0), (52.52, 13.40), (51.48, 0.0), (40.71, -74.01), (-33.87, 151.21), (35.68, 139.69), (19.43, -99.13),
    (-34.60, -58.38), (1.35, 103.82), (64.15, -21.94), (69.65, 18.96), (78.22, 15.65), (-77.85, 166.67),
    (-54.80, -68.30),
    (21.31, -157.86), (-18.14, 178.44), (-13.83, -171.76), (28.61, 77.21), (-1.29, 36.82), (59.33, 18.07),
    (66.50, 25.73),
    (55.76, 37.62), (-41.29, 174.78), (71.29, -156.79), (45.0, -180.0)]
DATES = ["2026-01-05", "2026-03-20", "2026-04-30", "2026-06-21", "2026-08-12", "2026-09-23", "2026-11-08", "2027-12-21"]
ZENITHS = (90.833, 96.0, 102.0)


def transit(place, date, zenith, direction):
    observer = astral.Observer(latitude=place[0], longitude=place[1], elevation=0)
    try:
        found = time_of_transit(observer, date, zenith, direction, with_refraction=False)
    except ValueError:
        return "-"
    return str(round(found.timestamp()))


if __name__ == "__main__":
    for place in PLACES:
        for date in DATES:
            day = datetime.date.fromisoformat(date)
            times = [transit(place, day, zenith, direction) for zenith in ZENITHS
                     for direction in (SunDirection.RISING, SunDirection.SETTING)]
            print(date, *place, *times)
