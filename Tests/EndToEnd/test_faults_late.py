"""The time limits of the fault tests: a clock that is stopped for seconds after a fault must fail them."""

import contextlib
import os
import signal
import threading
import time
import unittest

from faults import PROMISE, Plan
from faults_client import Destroyed
from faults_files import Options
from faults_server import Cut, Stopped, StoppedLong
from soak_faults import FAULTS

# Longer than the longest limit, even if this process waits for a processor most of the time, which does not count.
STILL = PROMISE + 6


class Late:
    """Stops the clock from the moment when its seconds begin to count."""

    def watch(self):
        self.stand_still()
        return super().watch()

    def stand_still(self):
        self.send(signal.SIGSTOP)
        timer = threading.Timer(STILL, self.send, (signal.SIGCONT,))
        timer.start()
        self.addCleanup(timer.join)

    def send(self, number):
        """No error if the clock has already ended."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.parties()[0], number)


class LateCut(Late, Cut):
    """After the cut the clock would have ended, so it is stopped before."""

    def through(self, **more):
        super().through(edits=False)

    def wall(self, *options, **more):
        super().wall(*options, **more)
        self.await_all()
        self.stand_still()

    def watch(self):
        return super(Late, self).watch()


class LateDestroyed(Late, Destroyed):
    def await_all(self):
        super().await_all()
        self.stand_still()

    def watch(self):
        return super(Late, self).watch()


class LateOptions(Late, Options):
    """The clock might show the last version before its seconds begin to count, so it is stopped before."""

    share = 1

    def write_last(self, text):
        self.stand_still()
        super().write_last(text)

    def watch(self):
        return super(Late, self).watch()


class LateStopped(Late, Stopped):
    """Its picture may still be right for up to a second."""

    def watch(self):
        self.stand_still()
        time.sleep(1.1)
        return super(Late, self).watch()


class LateStoppedLong(StoppedLong):
    kind = LateStopped


class Limits(unittest.TestCase):
    def test_a_clock_that_stands_still_is_late(self):
        # An odd try waits for all inhibitions before its fault.
        Plan.tries, Plan.first = 1, 1
        own = {
            Cut: LateCut, Destroyed: LateDestroyed, Options: LateOptions, Stopped: LateStopped,
            StoppedLong: LateStoppedLong}
        for fault in FAULTS:
            with self.subTest(fault.__name__):
                late = own.get(fault) or type(f"Late{fault.__name__}", (Late, fault), {"share": 1})
                result = unittest.TestResult()
                unittest.TestSuite([late("test_tries")]).run(result)
                self.assertEqual(len(result.failures) + len(result.errors), 1, f"{fault.name}: no limit was missed")
                text = "".join(text for _, text in result.failures + result.errors)
                self.assertRegex(
                    text, "not within|has not ended within|are left|does not answer|not .*, but|ended late|it waits")


def load_tests(loader, *_):
    """Without the tests of the faults themselves."""
    return loader.loadTestsFromTestCase(Limits)
