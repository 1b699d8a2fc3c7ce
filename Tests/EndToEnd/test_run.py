"""`run.py` starts some test files only when the companions are built; these tests check which."""

import unittest

import run


class Companions(unittest.TestCase):
    def uses(self, name):
        path = run.HERE / f"{name}.py"
        self.assertTrue(path.exists(), path)
        return run.uses_companions(path)

    def test_through_imports(self):
        """`test_mqtt_brokers` takes its cases from `test_mqtt_links`, which takes them from `broker`."""
        for name in ("test_agenda", "test_mqtt_links", "test_mqtt_brokers", "test_faults", "test_install", "test_soak"):
            self.assertTrue(self.uses(name), name)

    def test_the_clock_alone(self):
        """These start at once; `test_resources` takes from `shipping` only where its files are."""
        for name in ("test_clock", "test_control", "test_hold", "test_resources"):
            self.assertFalse(self.uses(name), name)


if __name__ == "__main__":
    unittest.main()
