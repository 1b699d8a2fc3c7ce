"""The cost of a dial: wake-ups, frames and bytes each second, with hands that step or glide."""

import contextlib
import time

from basics import Watch, eventually
from shipping import ASSETS  # noqa: F401, from where the next is taken

from bench_x11 import Proxy
from test_quiet import RestCase

CALM = True
DIAL = ("--face", "analogue")
# Bytes: a frame with a new colour draws the whole dial; a gliding hand draws only itself, anew and where it was, and
# any other hand that it passes over.
MOST_A_TICK, MOST_A_FRAME, MOST_OVER_HANDS = 15_000, 3_000, 10_000
# The second hand is then far from the other hands, or begins to pass over both.
APART, OVER = "10:10:12", "06:16:27"


class Dial(RestCase):
    screen = "1280x720x24"

    def test_one_wake_up_a_second(self):
        self.assert_one_wake_up_a_second(*DIAL)

    def frames(self, start, seconds, *options):
        """The rate of frames from that time of day on, the bytes of each with all that is sent between frames, and the
        share of the time for which no processor was withheld."""
        proxy = self.enterContext(contextlib.closing(Proxy(self.server.number)))
        self.clock("--utc", "--at", start, "--fade", "0", *DIAL, *options, DISPLAY=f":{proxy.display}")
        eventually(lambda: len(proxy.frames()) > 2, "frames")
        # So that five seconds have five ticks.
        time.sleep(0.4)
        (sent, *_), count, begun = proxy.counts(), len(proxy.frames()), time.monotonic()
        watch = Watch(self.present.pid, self.server.process.pid)
        time.sleep(seconds)
        (sent_later, *_), more, seconds = proxy.counts(), len(proxy.frames()) - count, time.monotonic() - begun
        return more / seconds, (sent_later - sent) / max(1, more), min(1, watch.look() / seconds)

    def test_a_tick(self):
        rate, each, share = self.frames(APART, 5)
        self.assertAlmostEqual(rate, 1, delta=0.1 + 1 - share)
        self.assertLess(each, MOST_A_TICK)

    def test_a_gliding_hand(self):
        """About 60 frames a second, fewer on a busy machine, and each costs little."""
        for start, limit in ((APART, MOST_A_FRAME), (OVER, MOST_OVER_HANDS)):
            with self.subTest(start):
                rate, each, share = self.frames(start, 3, "--sweep")
                self.assertGreater(rate, 30 * share)
                self.assertLess(rate, 63)
                self.assertLess(each, limit)
