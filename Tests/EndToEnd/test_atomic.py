"""A client that reads the window at any moment sees a whole frame: one colour with labels."""

import time

from colours import hex_of, scaled, time_of
from support import Case

CALM = True


class Atomic(Case):
    screen = "320x180x24"

    def frames(self, clock_options, seconds, least):
        """Every distinct picture that another client sees, reading the window again and again: for so many seconds, and
        until there are enough, for which a busy machine needs longer."""
        window = self.clock(*clock_options).painted()
        seen = {self.viewer.planes(window)}
        start = time.monotonic()
        while (passed := time.monotonic() - start) < seconds or len(seen) < least and passed < 20:
            seen.add(self.viewer.planes(window))
        return seen

    def assert_whole(self, planes):
        """One colour in the corners, and ink in the middle."""
        pixels = list(zip(*planes))
        corners = {pixels[0], pixels[319], pixels[-320], pixels[-1]}
        self.assertEqual(len(corners), 1, [hex_of(corner) for corner in corners])
        strip = pixels[320 * 60 : 320 * 100]
        ink = max(strip.count(colour) for colour in {(0, 0, 0), (255, 255, 255)} - corners)
        self.assertGreater(ink, 100, f"no label on {hex_of(corners.pop())}")

    def test_twenty_ticks(self):
        """Each picture equals the snapshot of some second, byte for byte."""
        seen = self.frames(("--at", "13:35:16", "--speed", "10", "--fade", "0"), seconds=2, least=15)
        self.assertGreaterEqual(len(seen), 15)
        for planes in seen:
            self.assert_whole(planes)
            colour = tuple(plane[0] for plane in planes)
            moment = "%02d:%02d:%02d" % time_of(colour)
            path = self.snapshot("--no-config", "--at", moment, "--size", "320x180")
            self.assertEqual(planes, self.planes_of(path), f"a picture of no second, on {hex_of(colour)}")

    def test_fade(self):
        seen = self.frames(("--at", "12:59:58", "--fade", "1"), seconds=4, least=20)
        for planes in seen:
            self.assert_whole(planes)
        colours = {tuple(plane[0] for plane in planes) for planes in seen}
        between = colours - {scaled(12, 59, second) for second in range(60)} - {scaled(13, 0, s) for s in range(60)}
        self.assertGreater(len(between), 10, "no fade to look at")
