"""Every kind of screen a server may have, servers that lack things, and servers that go away."""

import os
import subprocess

from basics import eventually, tool
from support import Case, Server

FROZEN = ("--no-config", "--at", "13:35:16", "--speed", "0")
COLOUR = (0x8A, 0x95, 0x44)
# Classes of visuals, as Xvfb's -cc numbers them.
CLASSES = ("StaticGray", "GrayScale", "StaticColor", "PseudoColor", "TrueColor", "DirectColor")


class ServerCase(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = None

    def serve(self, screen, *options, **more):
        """Makes a server the one of this test."""
        self.server = Server(screen, *options, **more)
        self.addCleanup(self.server.close)
        self.viewer = self.look(self.server)

    def assert_shows_a_clock(self, assert_colour, **variables):
        """The colour, ink on it, no word on standard error, and an end with q."""
        clock = self.clock(*FROZEN, **variables)
        window = clock.window()
        width, height = self.viewer.box(window)[2:]

        def pixels():
            found = self.viewer.pixels(window, 0, 0, width, height)
            return found if len(set(found)) > 1 else None

        found = eventually(pixels, "labels")
        assert_colour(found[0])
        self.assertEqual({found[0]}, {found[width - 1], found[-width], found[-1]})
        label = found[width * (height // 4) : width * (height // 2)]
        darkest_and_lightest = [self.rgb(pixel) for pixel in set(label)]
        extremes = {sum(rgb) for rgb in darkest_and_lightest}
        self.assertTrue(min(extremes) < 24 or max(extremes) > 3 * 255 - 24, "no ink that is nearly black or white")
        # What is no ink is nearly all ground: the labels stand on it, they do not cover it.
        self.assertGreater(found.count(found[0]), len(found) // 2)
        eventually(lambda: self.viewer.has_focus(window), "the keyboard focus")
        self.press("q")
        self.assertEqual(clock.end(), (0, ""))

    def rgb(self, pixel):
        raise NotImplementedError
