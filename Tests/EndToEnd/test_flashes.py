"""At most three flashes a second, whatever requests them; sampled as fast as the server answers."""

import itertools
import time

from basics import eventually
from hands import HandCase


def luminance(colour):
    """The relative luminance of 8-bit channels (WCAG 2.2)."""
    parts = [value / 255 for value in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def changes(seen):
    """When luminance has changed by a tenth against its last direction, the darker value being below 0.80: for each
    change the earliest and the latest possible time, as a busy machine delays samples."""
    times, low, high, rising, before = [], 2, -1, None, 0
    for asked, answered, value in seen:
        low, high = min(low, value), max(high, value)
        falls = rising is not False and high - value >= 0.1 and value < 0.8
        rises = rising is not True and value - low >= 0.1 and low < 0.8
        if falls or rises:
            times.append((before, answered))
            low, high, rising = value, value, rises
        before = asked
    return times


class Flashes(HandCase):
    """The dark gallery is opened and closed over a bright wall, faster than any hand could."""

    def colour(self, window, x, y):
        pixel = self.viewer.pixels(window, x, y)[0]
        return pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255

    def watch(self, window, during, press):
        """The luminance near a corner while keys are pressed one after another, each with the times of question and
        answer."""
        seen, start, due = [], time.monotonic(), 0
        # A slow machine needs longer for enough changes.
        while (now := time.monotonic()) < start + during or len(changes(seen)) <= 12 and now < start + 60:
            if now >= due:
                press()
                due = now + 0.05
            value = luminance(self.colour(window, 20, 20))
            seen.append((now, time.monotonic(), value))
        return seen

    def test_keys_that_turn_the_wall_dark_and_bright(self):
        clock = self.clock("--at", "23:59:59", "--face", "full", "--speed", "0", "--reduced-motion", "--hold-button",
                           "never")
        window = clock.painted()
        keys = itertools.cycle(("g", "Escape"))
        times = changes(self.watch(window, during=5, press=lambda: self.press(next(keys))))
        self.assertGreater(len(times), 12, "changes: else there is nothing to hold back")
        # A tolerance, as the server may answer a sample before it reads an earlier request of the clock.
        for (first, _), (_, seventh) in zip(times, times[6:]):
            self.assertGreaterEqual(seventh - first, 0.95, "seven changes")
        # A delayed change finally comes.
        if next(keys) == "Escape":
            self.press("Escape")
        eventually(lambda: luminance(self.colour(window, 20, 20)) > 0.2, "the wall again")
