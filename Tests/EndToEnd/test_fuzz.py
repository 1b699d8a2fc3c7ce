"""`assets/tools/fuzz --merge` on a parser's inputs, with the fuzzer that `assets/tools/fuzz` has built."""

import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
import unittest
from pathlib import Path

import sanitized
from basics import SOURCES, eventually

# All numbers reach the same parts; the list reaches more. A regression has a name that is no checksum.
NUMBERS, LIST, REGRESSION = (b"5", b"6", b"7", b"8"), b'[null, {"key": "value"}, 1.5e3, true, "\\u00e9"]', b"9"
FUZZ = SOURCES.parent / "Tests/Fuzz"
# Runs at the end: the fuzzers' build has the lowest priority, so it may end late on a slow machine.
CALM = True


def named(data):
    return hashlib.sha1(data).hexdigest()


SEEDS = {"regression": REGRESSION, **{named(data): data for data in (*NUMBERS, LIST)}}


class Merge(unittest.TestCase):
    def setUp(self):
        sanitized.leave_out(self)
        # The path has a blank: the fuzzer runs itself by a shell.
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="colourclock fuzz ")))
        self.corpus = self.folder / "Tests/Fuzz/corpus/json"
        self.corpus.mkdir(parents=True)
        for name, data in SEEDS.items():
            (self.corpus / name).write_bytes(data)
        self.build = self.folder / "build"
        (self.build / "release").mkdir(parents=True)
        (self.build / "found/json").mkdir(parents=True)
        self.work = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="fuzz-")))

    def merge(self):
        variables = {"PATH": os.environ["PATH"], "folder": self.build, "work": self.work,
                     "limit": "", "total": "0", "merges": "1"}
        return subprocess.run([SOURCES.parent / "assets/tools/fuzz_one", "json"], cwd=self.folder, env=variables,
                              text=True, capture_output=True)

    def inputs(self):
        return {path.name: path.read_bytes() for path in self.corpus.iterdir()}

    def link(self):
        fuzzer = eventually(lambda: next(SOURCES.parent.glob(".build-fuzz*/release/fuzz"), None),
                            "a fuzzer: assets/tools/fuzz builds it, as assets/test does at the same time", 1200)
        os.symlink(fuzzer, self.build / "release/fuzz")

    def packed(self):
        with tarfile.open(self.folder / "Tests/Fuzz/found/json.tar.xz") as archive:
            return {entry.name: archive.extractfile(entry).read() for entry in archive}

    def test_the_corpus_becomes_what_is_needed(self):
        """Superfluous inputs go, new ones come, and a regression stays."""
        self.link()
        found = b'{"found": [[], false, -0.25E-7, "\\ud83d\\ude00"]}'
        (self.build / "found/json/found").write_bytes(found)
        answer = self.merge()
        self.assertEqual((answer.returncode, answer.stderr), (0, ""), answer.stdout)
        inputs = self.inputs()
        self.assertEqual(answer.stdout, f"json: {len(inputs)} inputs, and 0 in the archive, of {len(SEEDS) + 1}\n")
        self.assertLess(len(inputs), len(SEEDS))
        self.assertEqual(inputs["regression"], REGRESSION)
        self.assertEqual(inputs[named(found)], found)
        self.assertEqual({name for name in inputs if name != named(inputs[name])}, {"regression"})

    def test_what_is_more_than_the_corpus_takes_is_packed(self):
        """No useful input is lost, archived ones count again, and the result is reproducible.

        The first inputs that a process reads also reach code that runs only once, such as that of lazy values. In
        another order one of them may be superfluous, so the second merge may have one fewer."""
        self.link()
        for number in range(60):
            data = b"[" * number + b"]" * number + b"\"\\n\"" * (number % 3)
            (self.build / "found/json" / str(number)).write_bytes(data)
        for path in [*(FUZZ / "corpus/json").iterdir()]:
            shutil.copy(path, self.build / "found/json")
        archive, made = self.folder / "Tests/Fuzz/found/json.tar.xz", []
        for _ in range(3):
            answer = self.merge()
            self.assertEqual((answer.returncode, answer.stderr), (0, ""), answer.stdout)
            self.assertEqual(len(self.inputs()), 40)
            made.append((archive.read_bytes(), self.inputs()))
            shutil.rmtree(self.build / "found/json")
            (self.build / "found/json").mkdir()
            shutil.rmtree(self.work / "json")
        self.assertEqual(made[1], made[2])
        packed = self.packed()
        self.assertEqual([*packed], sorted(map(named, packed.values())))
        self.assertEqual(packed.keys() & self.inputs().keys(), set())

    def test_a_fuzzer_that_merges_nothing_is_a_failure(self):
        """Whatever its exit status, the corpus stays as it was."""
        for script in ("exit 0", "echo 'sh: 1: json: not found' >&2; touch \"$4\"/empty", "exit 1"):
            with self.subTest(script):
                program = self.build / "release/fuzz"
                program.write_text(f"#!/bin/sh\n{script}\n")
                program.chmod(0o755)
                answer = self.merge()
                self.assertEqual(answer.returncode, 255)
                self.assertIn("json: FAILED: ", answer.stdout)
                self.assertEqual(self.inputs(), SEEDS)
                shutil.rmtree(self.work / "json")


class Kept(unittest.TestCase):
    def test_the_corpora_are_small(self):
        """At most 40 inputs for each parser; the others are in an archive of its name, each once."""
        corpora = [*(FUZZ / "corpus").iterdir()]
        self.assertGreater(len(corpora), 20)
        for corpus in corpora:
            with self.subTest(corpus.name):
                self.assertIn(len([*corpus.iterdir()]), range(1, 41))
        for path in (FUZZ / "found").iterdir():
            with self.subTest(path.name), tarfile.open(path) as archive:
                self.assertTrue((FUZZ / "corpus" / path.name.removesuffix(".tar.xz")).is_dir())
                names = archive.getnames()
                self.assertEqual(names, sorted(set(names)))
                self.assertIn(len(names), range(1, 601))
