"""Home Assistant itself finds a wall, and starts a countdown on it; assets/soak installs it, which takes minutes."""

import unittest

from basics import eventually
from broker import MqttCase
from home_assistant import HomeAssistant


class Discovery(MqttCase):
    def setUp(self):
        super().setUp()
        self.mosquitto = self.broker()
        self.hub = self.peer(self.mosquitto)
        self.house = HomeAssistant(self.home / "home-assistant", self.mosquitto.port)
        self.addCleanup(self.house.close)

    def state(self, entity):
        return self.house.states().get(entity, {}).get("state")

    def expect(self, entity, state, within=10):
        eventually(lambda: self.state(entity) == state, lambda: f"{entity} {state}, but {self.state(entity)}", within)

    def test_a_wall_in_a_house(self):
        wall = self.online(broker=self.mosquitto, peer=self.hub)
        mine = lambda: {name: each["state"] for name, each in self.house.states().items() if ".lobby_" in name}
        eventually(lambda: len(mine()) > 15, lambda: f"entities, but {self.house.states()}", 20)
        eventually(lambda: "unavailable" not in mine().values(), lambda: f"available ones, but {mine()}")
        print(sorted(mine().items()))


if __name__ == "__main__":
    unittest.main()
