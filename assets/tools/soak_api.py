#!/usr/bin/env python3
"""schemathesis against the description of the remote's server: soak_api.py PROGRAM.

It makes requests from the OpenAPI document, good ones and bad ones, and judges the answers by it. Left out are the
stream of events, which has no end, and what ends the wall."""

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_processes import running, xvfb
from bench_web import Companion
from soak_commands import SIZE, Link

# 94 MB with what it needs: installed once.
FOLDER = Path(os.environ.get("COLOURCLOCK_SCHEMATHESIS") or Path.home() / ".cache/colourclock/schemathesis")
VERSION = "4.32.5"
LEFT_OUT = "quit"


def install():
    if not (FOLDER / "bin/schemathesis").exists():
        FOLDER.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", FOLDER], check=True)
        subprocess.run([FOLDER / "bin/pip", "install", "--quiet", f"schemathesis=={VERSION}"], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--examples", type=int, default=50, help="of each operation (50)")
    parser.add_argument("--seed", type=int, default=31)
    options = parser.parse_args()
    install()
    with contextlib.ExitStack() as stack:
        _, display = stack.enter_context(xvfb(SIZE))
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="soak-")))
        path = folder / "clock.sock"
        clock = stack.enter_context(
            running(
                "clock", [options.program, "--no-config", "--no-hint", "--fullscreen", "--control", str(path)], display
            )
        )
        while not path.exists():
            clock.check()
            time.sleep(0.05)
        with contextlib.closing(Link(path)) as link:
            names = {row["name"].split()[0] for row in link.ask("help")["data"]} - {LEFT_OUT}
        web = Path(options.program).resolve().with_name("colourclock-web")
        companion = stack.enter_context(contextlib.closing(Companion(str(web), path, folder)))
        companion.tokens(1)
        token = companion.token("owner", "read", *sorted(names))
        # Requests in a row that each change the wall have no state to be looked after.
        status = subprocess.run(
            [
                FOLDER / "bin/schemathesis",
                "run",
                f"http://127.0.0.1:{companion.port}/api/v1/openapi.json",
                "--header",
                f"Authorization: Bearer {token}",
                "--exclude-path",
                "/events",
                "--phases",
                "examples,coverage,fuzzing",
                "--max-examples",
                str(options.examples),
                "--seed",
                str(options.seed),
                "--request-timeout",
                "20",
                "--generation-database",
                "none",
                "--no-color",
            ],
            cwd=folder,
        ).returncode
        clock.check()
    sys.exit(status)


if __name__ == "__main__":
    main()
