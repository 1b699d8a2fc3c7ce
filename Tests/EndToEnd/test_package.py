"""The Debian packages: clean, complete, installed and removed without a trace, and usable by the settings dialog."""

import contextlib
import os
import re
import subprocess
import xml.etree.ElementTree as xml

from basics import BINARY, eventually, mortal, tool
from shipping import ASSETS, Packaged
from supply import Supply  # noqa: F401, its tests run here too
from support import Server

FOLDERS = ("/etc", "/usr", "/var/lib", "/opt")
OTHER_USER = 65534
RESOURCES = "/etc/X11/app-defaults/ColourClock"


def paths():
    """Every path in packages' folders, except two kinds that change by themselves: dpkg's journal, and the keymaps that
    X servers of tests beside this one write and delete."""
    found = {os.path.join(folder, name) for top in FOLDERS for folder, folders, files in os.walk(top)
             for name in (*folders, *files)}
    return {path for path in found if not path.startswith(("/var/lib/dpkg/updates/", "/var/lib/xkb/server-"))}


def as_root(*command):
    return [*([] if os.geteuid() == 0 else [tool("sudo"), "-n"]), *map(str, command)]


class Package(Packaged):
    def listed(self, path=None):
        """A package's files by path: permissions, owner and link target."""
        lines = self.succeeds(tool("dpkg-deb"), "-c", path or self.path).splitlines()
        entries = [re.fullmatch(r"(\S+) (\S+) +\d+ \S+ \S+ \.(/.*?)(?: -> (.*))?", line).groups() for line in lines]
        return {path: (mode, owner, target) for mode, owner, path, target in entries}

    def test_the_checker_has_nothing_to_say(self):
        """No complaint except those in the packages' overrides, each with a reason and each needed."""
        root = ["--allow-root"] if os.geteuid() == 0 else []
        answer = self.run_command([tool("lintian"), *root, "--pedantic", "--display-info", *self.packages.values()],
                                  900.0)
        self.assertEqual((answer.status, answer.output), (0, ""))
        for file in ("overrides", "overrides-unit"):
            lines = (ASSETS / "shipped" / file).read_text().splitlines()
            for above, line in zip(["", *lines], lines):
                self.assertTrue(line.startswith("# ") or above.startswith("# "), f"{line}: without a reason")

    def test_the_companions(self):
        """Each companion has its own package, so the clock's package does not need their libraries."""
        version = self.succeeds(BINARY, "--version").strip()
        further = {
            "agenda": {},
            "mqtt": {"/usr/lib/systemd/system/colourclock-mqtt.service",
                     "/usr/lib/systemd/user/colourclock-mqtt.service",
                                   "/usr/share/doc/colourclock-mqtt/examples/colourclock-mqtt.acl"},
            "web": {"/usr/lib/systemd/system/colourclock-web.service", "/usr/lib/systemd/user/colourclock-web.service",
                    *(f"/usr/share/colourclock/web/{path.name}" for path in (ASSETS / "shipped/web").iterdir())}}
        libraries = {"agenda": "libc6", "mqtt": "libmosquitto1", "web": "libmicrohttpd12"}
        for path, (name, library) in zip(self.companions, libraries.items(), strict=True):
            package = f"colourclock-{name}"
            fields = [self.field(field, path) for field in ("Package", "Version", "Source", "Enhances")]
            self.assertEqual(fields, [package, version, "colourclock", "colourclock"])
            depends = self.field("Depends", path)
            self.assertIn(library, depends)
            self.assertNotIn("libx11", depends)
            self.assertNotIn("libical", depends)
            self.assertEqual("libmosquitto" in depends, name == "mqtt")
            self.assertNotIn("libmosquitto", self.field("Depends"))
            self.assertEqual(path.name, f"{package}_{version}_{self.field('Architecture')}.deb")
            files = {
                file: (mode, owner) for file, (mode, owner, _) in self.listed(path).items() if not file.endswith("/")}
            self.assertEqual(set(files), {
                f"/usr/bin/{package}", f"/usr/share/man/man1/{package}.1.gz",
                f"/usr/share/doc/{package}/copyright", f"/usr/share/doc/{package}/changelog.gz",
                f"/usr/share/bash-completion/completions/{package}",
                f"/usr/share/fish/vendor_completions.d/{package}.fish",
                f"/usr/share/zsh/vendor-completions/_{package}",
                f"/usr/share/lintian/overrides/{package}", *further[name]})
            for file, (mode, owner) in files.items():
                self.assertEqual((mode, owner), ("-rwxr-xr-x" if "/bin/" in file else "-rw-r--r--", "root/root"), file)

    def test_what_it_says_of_itself(self):
        version = self.succeeds(BINARY, "--version").strip()
        self.assertEqual((self.field("Package"), self.field("Version")), ("colourclock", version))
        self.assertRegex(self.field("Maintainer"), r"^.+ <.+@.+>$")
        for library in ("libc6 (>=", "libx11-6", "libfontconfig1", "libfreetype6", "libpng16-16", "libharfbuzz0b",
                        "libfribidi0", "tzdata"):
            self.assertIn(library, self.field("Depends"))
        self.assertEqual(self.path.name, f"colourclock_{version}_{self.field('Architecture')}.deb")

    def test_everything_is_roots_and_nothing_can_be_changed(self):
        for path, (mode, owner, _) in self.listed().items():
            self.assertEqual(owner, "root/root", path)
            self.assertIn(mode, ("drwxr-xr-x", "-rw-r--r--", "-rwxr-xr-x", "lrwxrwxrwx"), path)

    def test_it_holds_what_the_installation_holds(self):
        """Except compressed files, dpkg's own files, and files of packages only."""
        installed = {f"/usr/{path.relative_to(self.tree)}" for path in self.tree.rglob("*") if not path.is_dir()}
        installed.add(RESOURCES)
        ours = {path for package in (self.path, *self.companions) for path, (mode, _, _) in self.listed(package).items()
                if not mode.startswith("d")}
        unpacked = {path.removesuffix(".gz") for path in ours if "/man/" in path} | {
            path for path in ours if "/man/" not in path}
        self.assertEqual(installed - unpacked, {"/usr/share/colourclock/installed"})
        self.assertEqual(unpacked - installed, {
            path for package in ("colourclock", "colourclock-agenda", "colourclock-mqtt", "colourclock-web")
            for path in (f"/usr/share/doc/{package}/changelog.gz", f"/usr/share/doc/{package}/copyright",
                         f"/usr/share/lintian/overrides/{package}")})

    def test_nothing_is_started_or_enabled(self):
        ours = {path for path in self.listed() if not path.endswith("/")}
        self.assertFalse([path for path in ours if ".wants" in path])
        self.assertEqual({path for path in ours if path.startswith("/etc")}, {RESOURCES})
        self.assertNotRegex(self.succeeds(tool("dpkg-deb"), "-I", self.path), r"\b(pre|post)(inst|rm)\b")

    def test_the_same_sources_make_the_same_package(self):
        self.assertEqual(
            [(path.name, path.read_bytes()) for path in self.made(self.home)],
            [(path.name, path.read_bytes()) for path in self.files])

    def test_the_steps_that_scripts_share_keep_their_variables(self):
        """Scripts share build steps. Building the catalogues once changed a variable, and the packages were put into
        the wrong folder."""
        script = (". ./setup.sh; for name in folder work log here; do eval $name=mine; done; "
                  'compile_words "$1"; echo $folder $work $log $here')
        done = subprocess.run(["sh", "-c", script, ASSETS / "x", self.root / "words"], cwd=ASSETS, text=True,
                              capture_output=True)
        self.assertEqual((done.stdout, done.stderr), ("mine mine mine mine\n", ""))

    def test_a_folder_that_is_not_there(self):
        self.assert_said(self.script("package", "/nonexistent"), "/nonexistent")

    @contextlib.contextmanager
    def installed(self):
        """The packages installed on this machine for a while; dpkg may be busy at first."""
        def dpkg(*arguments):
            answer = self.run_command(as_root(tool("dpkg"), *arguments), 120.0, PATH="/usr/sbin:/usr/bin:/sbin:/bin")
            assert answer.status == 0 or "was locked" in answer.complaints, answer.complaints + answer.output
            return answer.status == 0

        status = self.run_command(["dpkg-query", "-W", "-f", "${Status}", *self.packages]).output
        self.assertNotIn("install ok", status, "there is a colourclock on this machine already: remove it first")
        eventually(lambda: dpkg("-i", *self.packages.values()), "an installation", 60)
        try:
            yield
        finally:
            eventually(lambda: dpkg("-P", *self.packages), "a removal", 60)

    def test_installed_and_removed(self):
        before = paths()
        with self.installed():
            self.assertEqual(
                self.succeeds("colourclock", "--version"), self.succeeds(BINARY, "--version"), "found by its name")
            for section in ("1", "6x"):
                self.assertIn("COLOURCLOCK", self.succeeds(tool("man"), section, "colourclock"))
            for name, package in self.packages.items():
                with self.subTest(name):
                    if not name.endswith("-dbgsym"):
                        self.assertEqual(self.succeeds(name, "--version"), self.succeeds(BINARY, "--version"))
                    self.assertEqual(self.run_command(["dpkg", "-V", name]).output, "")
                    self.assertEqual([path for path in self.listed(package) if not os.path.lexists(path)], [])
            with self.subTest("the settings dialog"):
                self.dialog()
        self.assertEqual(paths() - before, set(), "left behind")
        self.assertEqual(before - paths(), set(), "taken away")

    def dialog(self):
        """xscreensaver's settings dialog with our description: it knows all of our switches and no others."""
        server = Server("1280x900x24")
        self.addCleanup(server.close)
        self.home.chmod(0o777)
        switches = " ".join(self.switches())
        (self.home / ".xscreensaver").write_text(
            f'mode:\tone\nselected:\t0\nprograms:\t"Colour Clock" colourclock {switches} --no-such-switch \\n\\\n')
        log = self.home / "log"
        identity = [] if os.geteuid() else ["--reuid", OTHER_USER, "--regid", OTHER_USER, "--clear-groups"]
        path = "/usr/libexec/xscreensaver:/usr/bin:/bin"
        command = mortal([tool("xscreensaver-settings"), "--debug"], "TERM")
        with open(log, "wb") as output:
            process = subprocess.Popen(
                [*command[:1], *map(str, identity), *command[1:]], stdin=subprocess.DEVNULL, stdout=output,
                stderr=output, env=self.variables(DISPLAY=server.name, PATH=path))
        try:
            read = "reading /usr/share/xscreensaver/config/colourclock.xml"
            eventually(lambda: read in log.read_text(), lambda: f"the description being read: {log.read_text()}", 30)
            eventually(lambda: "forked" in log.read_text(), lambda: f"a preview: {log.read_text()}", 30)
        finally:
            process.terminate()
            process.wait(10)
        unknown = set(re.findall(r"no match for (.*)", log.read_text()))
        self.assertEqual({text.strip() for text in unknown}, {"--no-such-switch"})
        self.assertNotRegex(log.read_text(), r"(?i)colourclock\.xml.*(error|warning|unparsable)|unable to parse")

    def switches(self):
        """Every switch of the description, with values other than the defaults."""
        values = {"--font": '"DejaVu Sans"', "--timezone": "UTC", "--fade": "0.5", "--night": "22:00-07:00",
                  "--night-brightness": "0.5"}
        seen = set()
        for element in xml.parse(self.tree / "share/xscreensaver/config/colourclock.xml").iter():
            for key in ("arg", "arg-set", "arg-unset"):
                name, _, value = element.get(key, "").partition(" ")
                if name and name not in seen:
                    seen.add(name)
                    yield f"{name} {values.get(name, value)}".strip()
