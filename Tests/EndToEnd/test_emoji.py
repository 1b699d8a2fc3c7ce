"""Emoji on the wall, with different fonts: coloured ones of each kind, monochrome ones, or both."""

import unittest
from collections import Counter
from pathlib import Path

from basics import PACKAGES, SOURCES, eventually
from support import Case, picture

FIXTURES = SOURCES.parent / "Tests/Fixtures/fonts"
DEJAVU = Path("/usr/share/fonts/truetype/dejavu")
NOTO = Path("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf")
SYMBOLA = Path("/usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf")
CONFIGURATION = ('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>{}<cachedir>{}</cachedir>'
                 '</fontconfig>')
# At midnight the wall is black, so any hue belongs to an emoji.
FIXED = ("--no-config", "--at", "00:00:00", "--face", "scaled", "--no-hex", "--hold-button", "never", "--size",
         "640x360")


class Emoji(Case):
    def fonts(self, *files):
        """A fontconfig configuration with these fonts and DejaVu only."""
        folder = self.home / "-".join(["fonts", *[file.stem for file in files]])
        if not folder.exists():
            folder.mkdir()
            for file in files:
                self.assertTrue(file.is_file(), f"{file}: install {PACKAGES.get(file, 'fonts')}")
                (folder / file.name).symlink_to(file)
            # Without the DejaVu variants that have some faces.
            for name in ("DejaVuSerif.ttf", "DejaVuSansMono.ttf"):
                (folder / name).symlink_to(DEJAVU / name)
        path = folder / "fonts.conf"
        path.write_text(CONFIGURATION.format(f"<dir>{folder}</dir>", folder / "cache"))
        return path

    def shown(self, text, *files, options=()):
        """The pixels of a wall with this text as its feed."""
        (self.home / "feed").write_text(text)
        path = self.snapshot(*FIXED, "--font", "DejaVu Serif", "--feed-file", self.home / "feed", *options,
                             FONTCONFIG_FILE=self.fonts(*files))
        data = picture(path)[2]
        return list(zip(data[0::3], data[1::3], data[2::3]))

    @staticmethod
    def hues(pixels):
        return [pixel for pixel in pixels if max(pixel) - min(pixel) > 60]

    def test_bitmaps(self):
        hues = self.hues(self.shown("😀", NOTO, SYMBOLA))
        self.assertGreater(len(hues), 100)
        self.assertTrue(any(red > 200 > 130 < green and blue < 120 for red, green, blue in hues))

    def test_layers(self):
        """A red square with a half blue mouth."""
        hues = self.hues(self.shown("😀", FIXTURES / "layers.ttf", SYMBOLA))
        self.assertIn((255, 0, 0), hues)
        self.assertTrue(any(blue > 120 and red > 120 and green < 5 for red, green, blue in hues))

    def test_fonts_that_are_not_drawn(self):
        """Fonts with gradients or SVG documents are ignored."""
        wanted = self.shown("😀", SYMBOLA)
        for name in ("gradient.ttf", "document.ttf"):
            with self.subTest(name):
                self.assertEqual(self.shown("😀", FIXTURES / name, SYMBOLA), wanted)
                # The next drawable colour font is used.
                self.assertEqual(self.shown("😀", FIXTURES / name, NOTO), self.shown("😀", NOTO))

    def test_one_colour(self):
        """Symbola has the character, also in text style beside a colour font. A character without a font is a box."""
        box = self.shown("\U000f0000", SYMBOLA)
        for text, fonts in (("😀", [SYMBOLA]), ("☎", [SYMBOLA]), ("😀\ufe0e", [NOTO, SYMBOLA]),
                            ("☎\ufe0e", [NOTO, SYMBOLA])):
            with self.subTest(text):
                pixels = self.shown(text, *fonts)
                self.assertEqual(self.hues(pixels), [])
                self.assertNotEqual(pixels, box)
                self.assertNotEqual(pixels, self.shown("", SYMBOLA))
        # Only a colour font has it: better in colour than as a box.
        self.assertTrue(self.hues(self.shown("🏺\ufe0e", NOTO)))
        self.assertEqual(self.shown("😀"), box)

    def test_a_red_night(self):
        night = ("--night", "23:00-07:00", "--night-red")
        pixels = self.shown("😀", NOTO, options=night)
        self.assertEqual({(green, blue) for _, green, blue in pixels}, {(0, 0)})
        # A coloured face has shades; Symbola's is a line drawing.
        shades = [Counter(red for red, _, _ in of) for of in (pixels, self.shown("😀", SYMBOLA, options=night))]
        full = max(shades[1])
        toned, lined = (sum(count for red, count in each.items() if 0.5 * full < red < 0.95 * full) for each in shades)
        self.assertGreater(toned, lined + 50)

    def test_a_wall_shows_what_a_snapshot_does(self):
        text = "🎉 👩🏽‍🚀 🇩🇪 1️⃣"
        wanted = self.shown(text, NOTO)
        clock = self.clock(*FIXED[1:-2], "--window", "--geometry", "640x360+0+0", "--speed", "0", "--font",
                           "DejaVu Serif", "--feed-file",
                           self.home / "feed", FONTCONFIG_FILE=self.fonts(NOTO))
        window = clock.painted()
        eventually(lambda: list(zip(*self.viewer.planes(window))) == wanted, "the snapshot's picture")


PACKAGES.update({NOTO: "fonts-noto-color-emoji", SYMBOLA: "fonts-symbola", DEJAVU: "fonts-dejavu-core"})

if __name__ == "__main__":
    unittest.main()
