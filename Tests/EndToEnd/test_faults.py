"""A few tries of each fault that `soak_faults.py` makes hundreds of times: what others do to a clock from outside."""

import unittest

from faults import Plan
from soak_faults import FAULTS


def load_tests(*_):
    """Of each fault its tries, of which one is enough where it takes seconds."""
    Plan.tries = 3
    return unittest.TestSuite(fault("test_tries") for fault in FAULTS)
