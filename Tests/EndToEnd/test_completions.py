"""The completions of a client's commands, from each real shell."""

import subprocess

from basics import tool
from support import Case

OFFERS = {
    ("send", ""): {"face", "countdown", "status", "observe"},
    ("send", "countdown", ""): {"start", "until", "pause", "clear"},
    ("send", "stopwatch", ""): {"lap"},
    ("send", "gallery", ""): {"open", "choose"},
    ("send", "blank", ""): {"on", "off"},
    ("send", "face", ""): {"hue", "scaled"},
    ("send", "set", ""): {"hex", "no-hex", "hold-time"},
    ("send", "observe", ""): {"tick", "quit"},
    ("watch", ""): {"tick", "countdown"},
    ("watch", "tick", ""): {"countdown"},
    ("status", "-"): {"--json"},
}


class Completions(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = None

    def script(self, shell):
        path = self.home / shell
        path.write_text(self.run_clock("--generate-completion-script", shell).output)
        return path

    def ask(self, *command):
        answer = subprocess.run([tool(command[0]), *command[1:]], env=self.variables(), capture_output=True, text=True)
        self.assertEqual(answer.stderr, "")
        return set(answer.stdout.split())

    def assert_offers(self, ask):
        for words, wanted in OFFERS.items():
            with self.subTest(words):
                offered = ask(words)
                self.assertLessEqual(wanted, offered)
                self.assertEqual("--fullscreen" in offered, False)
        self.assertEqual(ask(("send", "countdown", "pause", "")) & {"start", "--fullscreen"}, set())

    def test_bash(self):
        script = self.script("bash")

        def ask(words):
            listed = " ".join(f"'{word}'" for word in ("colourclock", *words))
            return self.ask(
                "bash", "-c", f"source {script}; COMP_WORDS=({listed}); COMP_CWORD={len(words)}; "
                f"_colourclock colourclock '{words[-1]}' '{(('colourclock', *words))[-2]}'; printf '%s\\n' "
                f"\"${{COMPREPLY[@]}}\"")

        self.assert_offers(ask)

    def test_fish(self):
        script = self.script("fish")
        self.assert_offers(lambda words: self.ask(
            "fish", "--no-config", "-c",
            f"source {script}; complete -C 'colourclock {' '.join(words)}' | string replace -r '\\t.*' ''"))

    def test_zsh(self):
        """What zsh would pass to its line editor, which needs a terminal."""
        script = self.script("zsh")

        def ask(words):
            listed = " ".join(f"'{word}'" for word in words)
            return self.ask(
                "zsh", "-f", "-c", f"_arguments() {{ state=word; return 1 }}; compadd() {{ print -l -- $@ }}; "
                f"words=({listed}); CURRENT={len(words)}; complete() {{ source {script} }}; complete; true")

        self.assert_offers(ask)
