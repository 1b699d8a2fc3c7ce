"""Snapshots: reproducible bytes, or one clear line and no file."""

import os
import stat
from pathlib import Path

from support import Case, OwnServer, picture

FIXED = ("--no-config", "--at", "13:35:16")


class Snapshots(Case):
    def test_sizes_and_colour(self):
        for width, height in ((320, 180), (1080, 1920), (1, 1), (1, 500), (500, 1), (7, 5), (3840, 2160)):
            with self.subTest(width=width, height=height):
                path = self.snapshot(*FIXED, "--size", f"{width}x{height}")
                self.assertEqual(self.header(path), (width, height))
                _, _, data = picture(path)
                self.assertEqual(len(data), 3 * width * height)
                for corner in (0, width - 1, width * (height - 1), width * height - 1):
                    self.assertEqual(data[3 * corner : 3 * corner + 3].hex(), "8a9544")

    def header(self, path):
        """Width and height from the IHDR chunk, which comes first (PNG, 11.2.2)."""
        data = path.read_bytes()
        self.assertEqual(data[:8] + data[12:16], b"\x89PNG\r\n\x1a\nIHDR")
        return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])

    def test_what_has_no_room_is_told(self):
        crowded = ("--date", "--also", "Asia/Tokyo=Tokyo", "--also", "America/New_York=New York", "--countdown", "25m")
        for size, told in (("240x180", "colourclock: no room for code, zones\n"), ("1920x1080", ""), ("64x64", "")):
            with self.subTest(size):
                answer = self.run_clock("--snapshot", self.home / "shot.png", *FIXED, *crowded, "--size", size)
                self.assertEqual((answer.status, answer.complaints), (0, told))

    def test_the_usual_size(self):
        self.assertEqual(self.header(self.snapshot(*FIXED)), (1920, 1080))

    def test_same_options_same_bytes(self):
        options = (*FIXED, "--size", "640x360", "--date", "--12-hour")
        first = self.snapshot(*options, name="first.png").read_bytes()
        self.assertEqual(first, self.snapshot(*options, name="second.png").read_bytes())
        self.assertNotEqual(first, self.snapshot(*options, "--face", "full", name="third.png").read_bytes())

    def test_a_feeds_file_is_read_and_a_command_is_not_run(self):
        feed = self.home / "feed.txt"
        feed.write_text("Rain from four on\n")
        options = (*FIXED, "--size", "640x360")
        plain = self.snapshot(*options, name="plain.png").read_bytes()
        read = self.snapshot(*options, "--feed-file", feed, name="read.png").read_bytes()
        self.assertNotEqual(read, plain)
        feed.write_text("Sun from four on\n")
        self.assertNotEqual(self.snapshot(*options, "--feed-file", feed, name="other.png").read_bytes(), read)
        marker = self.home / "ran"
        asked = self.snapshot(*options, "--feed", f"touch {marker}; echo Rain", name="asked.png").read_bytes()
        self.assertEqual(asked, plain)
        self.assertFalse(marker.exists())

    def test_an_old_file_is_replaced(self):
        path = self.home / "shot.png"
        path.write_text("something else, and longer than any picture of this size is" * 1000)
        self.assertEqual(self.header(self.snapshot(*FIXED, "--size", "40x30")), (40, 30))

    def test_a_link_leads_to_the_picture(self):
        folder = self.home / "folder"
        folder.mkdir()
        link, target = self.home / "shot.png", folder / "target.png"
        link.symlink_to(target)
        self.assertEqual(self.header(self.snapshot(*FIXED, "--size", "40x30", name=link.name)), (40, 30))
        self.assertTrue(link.is_symlink())
        self.assertEqual(list(folder.iterdir()), [target])

    def test_the_largest_screens(self):
        self.assertEqual(self.header(self.snapshot(*FIXED, "--size", "7680x4320")), (7680, 4320))

    def test_the_code_is_the_colours(self):
        """Two faces and times with one colour give one picture with one code; another colour gives another."""
        shots = [
            self.snapshot("--no-config", "--no-time", "--size", "320x180", "--face", face, "--at", time).read_bytes()
            for face, time in (("scaled", "00:00:04"), ("literal", "00:00:11"), ("literal", "00:00:12"))]
        self.assertEqual(shots[0], shots[1])
        self.assertNotEqual(shots[1], shots[2])

    def test_places_that_cannot_be_written(self):
        folder = self.home / "folder"
        folder.mkdir()
        for path in (Path("/nonexistent/x.png"), folder, self.full_device(), Path("/sys/x.png"), folder / ("x" * 300)):
            with self.subTest(str(path)):
                before = self.listing(path.parent)
                answer = self.run_clock(*FIXED, "--size", "64x64", "--snapshot", path)
                self.assertEqual((answer.status, answer.output), (1, ""))
                self.assert_one_line(answer.complaints, str(path))
                self.assertEqual(self.listing(path.parent), before)

    def full_device(self):
        """A device without room: a private one if the program could overwrite it."""
        if os.geteuid() != 0:
            return Path("/dev/full")
        path = self.home / "full"
        os.mknod(path, stat.S_IFCHR | 0o666, os.stat("/dev/full").st_rdev)
        return path

    def listing(self, folder):
        """The names and kinds in a folder."""
        if not folder.exists():
            return None
        return sorted((entry.name, stat.S_IFMT(entry.lstat().st_mode)) for entry in folder.iterdir())


class Everywhere(OwnServer):
    def shot(self, *server, name):
        self.serve(*server)
        return self.snapshot(*FIXED, "--size", "320x180", "--date", name=f"{name}.png")

    def test_depth_16_gives_the_same_bytes_as_24(self):
        wanted = self.shot("640x480x24", name="wanted").read_bytes()
        self.assertEqual(self.shot("640x480x16", name="sixteen").read_bytes(), wanted)

    def test_depths_30_and_8(self):
        wanted = self.shot("640x480x24", name="wanted").read_bytes()
        for depth in (8, 30):
            with self.subTest(depth):
                self.assertEqual(self.shot(f"640x480x{depth}", name="shot").read_bytes(), wanted)

    def test_without_render(self):
        """Without blending: the same colour and layout, but edges in four steps, each a quarter of 255."""
        _, _, wanted = picture(self.shot("640x480x24", name="wanted"))
        _, _, plain = picture(self.shot("640x480x24", "-extension", "RENDER", name="plain"))
        self.assertEqual(plain[:3], wanted[:3])
        self.assertLess(max(abs(one - two) for one, two in zip(wanted, plain)), 72)
