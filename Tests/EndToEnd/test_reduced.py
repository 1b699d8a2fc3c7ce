"""With --reduced-motion steps replace movement."""

import time

from basics import eventually
from hands import FROZEN, HandCase

# Counts the pictures of a movement, which a busy machine shows fewer of.
CALM = True


class Reduced(HandCase):
    """Each measurement is also made without the option, to prove that it sees movement."""

    def running(self, *options):
        clock = self.clock(*FROZEN, "--hold-button", "never", "--on-refresh", self.command(), *options)
        window = clock.painted()
        self.still(window)
        return window

    def pictures(self, window, during, *, area=()):
        """All distinct pictures during so many seconds."""
        seen, end = [self.viewer.picture(window, *area)], time.monotonic() + during
        while time.monotonic() < end:
            picture = self.viewer.picture(window, *area)
            if picture != seen[-1]:
                seen.append(picture)
        return seen

    def seen_after(self, window, key):
        """The pictures from before the key press until its effect has come and rests."""
        seen, changed = [self.viewer.picture(window)], time.monotonic()
        self.viewer.tap(key)

        def rests():
            nonlocal changed
            if (picture := self.viewer.picture(window)) != seen[-1]:
                seen.append(picture)
                changed = time.monotonic()
            return len(seen) > 1 and time.monotonic() > changed + 0.8

        eventually(rests, f"an effect of {key}")
        return seen

    def steps(self, *options):
        """The number of pictures while the gallery opens, moves to the next card, and closes."""
        window = self.running(*options)
        return [len(self.seen_after(window, key)) for key in ("g", "Right", "Escape")]

    def test_the_gallery_takes_steps(self):
        self.assertEqual(self.steps("--reduced-motion"), [2, 2, 2])
        self.assert_seen_to_move(lambda: min(self.steps()), 2)

    def assert_seen_to_move(self, count, steps):
        """More pictures than without movement, in one of three tries: a pause of this process hides a movement."""
        counts = [count()]
        while counts[-1] <= steps and len(counts) < 3:
            counts.append(count())
        self.assertGreater(counts[-1], steps, counts)

    def pulled(self, *options):
        """The pictures of the digits while the wall is pulled beyond the threshold and released. The code is not shown,
        because it goes when the bar comes."""
        window = self.running("--no-hex", *options)
        self.hand.move((100, 60))
        self.hand.press()
        seen = []
        for way in (60, 120, 200):
            self.hand.move((100, 60 + way))
            seen += self.pictures(window, during=0.2, area=(0, 80, 640, 280))
        self.hand.release()
        eventually(self.runs, "the refresh")
        (self.home / "ran").unlink()
        return set(seen + self.pictures(window, during=1, area=(0, 80, 640, 280)))

    def test_the_wall_stays_where_it_is(self):
        self.assertEqual(len(self.pulled("--reduced-motion")), 1)
        self.assert_seen_to_move(lambda: len(self.pulled()), 3)

    def test_a_pull_is_seen_all_the_same(self):
        window = self.running("--reduced-motion")
        before = self.viewer.picture(window)
        self.hand.move((100, 60))
        self.hand.press()
        self.hand.move((100, 160), (100, 260))
        eventually(lambda: self.viewer.picture(window) != before, "a sign of the pull")
        self.hand.release()
        self.assert_ran_once(during=0.1)
        self.assert_back(window, before)

    def fillings(self, *options):
        """The number of fill heights while the button is held."""
        clock = self.clock(*FROZEN, "--hold-time", "5", *options)
        window = clock.painted()
        self.hand.press_key("q")
        seen = self.pictures(window, during=3.5, area=(110, 440, 420, 1))
        self.assertEqual(clock.end(), (0, ""))
        self.hand.let_go()
        return len(seen)

    def test_a_hold_fills_in_steps(self):
        """The remaining time must be visible: one tenth at a time."""
        self.assertIn(self.fillings("--reduced-motion"), range(5, 10))
        self.assertGreater(self.fillings(), 12)
