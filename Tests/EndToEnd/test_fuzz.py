"""What `assets/tools/fuzz --merge` makes of a parser's inputs, by the fuzzer that `assets/tools/fuzz` has built."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import sanitized
from basics import SOURCES

# The numbers reach the same parts; the list reaches more.
SEEDS = {"five": b"5", "six": b"6", "seven": b"7", "eight": b"8", "list": b'[null, {"key": "value"}, 1.5e3, true, "\\u00e9"]'}


class Merge(unittest.TestCase):
    def setUp(self):
        sanitized.leave_out(self)
        # The fuzzer runs itself by a shell, which takes a blank for the end of a word.
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
        variables = {"PATH": os.environ["PATH"], "folder": self.build, "work": self.work, "limit": "", "total": "0", "merges": "1"}
        return subprocess.run([SOURCES.parent / "assets/tools/fuzz_one", "json"], cwd=self.folder, env=variables, text=True, capture_output=True)

    def inputs(self):
        return {path.name: path.read_bytes() for path in self.corpus.iterdir()}

    def test_the_corpus_becomes_what_is_needed(self):
        """What reaches nothing more goes, what was found comes, and what stays keeps its name."""
        fuzzer = next(SOURCES.parent.glob(".build-fuzz*/release/fuzz"), None)
        self.assertIsNotNone(fuzzer, "there is no fuzzer: assets/tools/fuzz builds it")
        os.symlink(fuzzer, self.build / "release/fuzz")
        (self.build / "found/json/found").write_bytes(b'{"found": [[], false, -0.25E-7, "\\ud83d\\ude00"]}')
        answer = self.merge()
        self.assertEqual((answer.returncode, answer.stderr), (0, ""), answer.stdout)
        inputs = self.inputs()
        self.assertEqual(answer.stdout, f"json: {len(inputs)} inputs, {len(SEEDS)} before\n")
        self.assertLess(len(inputs), len(SEEDS))
        self.assertIn((self.build / "found/json/found").read_bytes(), inputs.values())
        for name, data in SEEDS.items():
            self.assertIn(inputs.get(name, data), (data,))
            self.assertNotIn(data, [other for key, other in inputs.items() if key != name])

    def test_a_fuzzer_that_merges_nothing_is_a_failure(self):
        """However well it ends, the corpus stays as it was."""
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
