"""A few tries of each external fault of which `soak_faults.py` makes hundreds."""

import unittest

from faults import Plan
from soak_faults import FAULTS


def load_tests(*_):
    """The tries of each fault; one is enough for a fault that takes seconds."""
    Plan.tries = 3
    return unittest.TestSuite(fault("test_tries") for fault in FAULTS)
