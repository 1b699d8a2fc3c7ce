"""The cost of a dial: wake-ups, frames and bytes each second, with hands that step or glide."""

import contextlib
import time

from basics import eventually
from shipping import ASSETS  # noqa: F401, from where the next is taken

from bench_x11 import Proxy
from test_quiet import RestCase

CALM = True
DIAL = ("--face", "analogue")
# Bytes: a frame with a new colour draws the whole dial; a gliding hand draws only itself, anew and where it was.
MOST_A_TICK, MOST_A_FRAME = 15_000, 3_000


class Dial(RestCase):
    screen = "1280x720x24"

    def test_one_wake_up_a_second(self):
        self.assert_one_wake_up_a_second(*DIAL)

    def frames(self, seconds, *options):
        """The rate of frames, and the bytes of each with all that is sent between frames."""
        proxy = self.enterContext(contextlib.closing(Proxy(self.server.number)))
        self.clock("--utc", "--fade", "0", *DIAL, *options, DISPLAY=f":{proxy.display}")
        eventually(lambda: len(proxy.frames()) > 8, "frames")
        # Apart from the turn of a minute, when the other hands move, too.
        eventually(lambda: 2 < time.time() % 60 < 55 - seconds and time.time() % 1 > 0.5, "the middle of a second", 30)
        (sent, *_), count, start = proxy.counts(), len(proxy.frames()), time.time()
        time.sleep(seconds)
        (sent_later, *_), more, seconds = proxy.counts(), len(proxy.frames()) - count, time.time() - start
        return more / seconds, (sent_later - sent) / max(1, more)

    def test_a_tick(self):
        rate, each = self.frames(5)
        self.assertAlmostEqual(rate, 1, delta=0.1)
        self.assertLess(each, MOST_A_TICK)

    def test_a_gliding_hand(self):
        """About 60 frames a second, fewer on a busy machine, and each costs little."""
        rate, each = self.frames(3, "--sweep")
        self.assertGreater(rate, 30)
        self.assertLess(rate, 63)
        self.assertLess(each, MOST_A_FRAME)
