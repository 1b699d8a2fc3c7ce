"""Installation: every file in its place and valid, and a removal without a trace."""

import configparser
import contextlib
import os
import shutil
import subprocess
import xml.etree.ElementTree as xml

from basics import BINARY, eventually, mortal, tool
from shipping import ASSETS, ID, SHELLS, Shipped, listing
from support import picture

ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)


def completions(name):
    """The paths of a program's completion scripts for bash, zsh and fish."""
    return (f"share/bash-completion/completions/{name}", f"share/zsh/site-functions/_{name}",
            f"share/fish/vendor_completions.d/{name}.fish")


FILES = {
    "bin/colourclock", "bin/colourclock-agenda", "bin/colourclock-mqtt", "bin/colourclock-web",
    "share/man/man1/colourclock.1",
    "share/man/man1/colourclock-agenda.1", "share/man/man1/colourclock-mqtt.1", "share/man/man1/colourclock-web.1",
    "share/man/man5/colourclock-control.5",
    "share/man/man5/colourclock-program.5", "share/man/man6/colourclock.6x", "share/man/man7/colourclock-wayland.7",
    *(place for name in ("colourclock", "colourclock-agenda", "colourclock-mqtt", "colourclock-web")
      for place in completions(name)),
    f"share/applications/{ID}.desktop",
    "share/applications/screensavers/colourclock.desktop", f"share/metainfo/{ID}.metainfo.xml",
    *(f"share/icons/hicolor/{size}x{size}/apps/colourclock.png" for size in ICON_SIZES),
    "share/icons/hicolor/scalable/apps/colourclock.svg",
    "lib/systemd/system/colourclock-kiosk.service", "lib/systemd/system/colourclock-mqtt.service",
    "lib/systemd/system/colourclock-web.service", "lib/systemd/user/colourclock-web.service",
    *(f"share/colourclock/web/{path.name}" for path in (ASSETS / "shipped/web").iterdir()),
    "lib/systemd/user/colourclock-mqtt.service", "share/doc/colourclock-mqtt/examples/colourclock-mqtt.acl",
    "share/doc/colourclock/examples/autostart.desktop",
    "share/doc/colourclock/examples/ColourClock.ad", "share/doc/colourclock/examples/xorg.conf",
    "share/xscreensaver/config/colourclock.xml",
    *(f"share/colourclock/sounds/{name}.wav" for name in ("alarm", "alarm-rising", "chime")),
    *(f"share/locale/{path.stem}/LC_MESSAGES/colourclock.mo" for path in (ASSETS / "po").glob("*.po")),
    "share/colourclock/installed", "libexec/xscreensaver/colourclock", "libexec/xsecurelock/saver_colourclock",
}
COMPLETIONS = dict(zip(SHELLS, completions("colourclock")))


class Installing(Shipped):
    def setUp(self):
        super().setUp()
        self.place = self.home / "a place"
        # Files of other programs, and a folder that is empty before.
        for file in ("bin/other", "share/man/man1/other.1", "share/applications/screensavers/other.desktop"):
            path = self.place / "usr/local" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file)
        (self.place / "usr/local/share/icons/hicolor/16x16/apps").mkdir(parents=True)

    def install(self, *arguments, **variables):
        answer = self.script("install", *arguments, DESTDIR=str(self.place), **variables)
        self.assertEqual((answer.status, answer.output), (0, ""), answer.complaints)
        return answer

    def files(self):
        return {path for path, mode, _ in listing(self.place) if not mode.startswith("d")}

    def test_every_file_and_its_permissions(self):
        modes = {path: mode for path, mode, _ in listing(self.tree)}
        self.assertEqual({path for path, mode in modes.items() if not mode.startswith("d")}, FILES)
        for path, mode in modes.items():
            usual = {"d": "drwxr-xr-x", "l": "lrwxrwxrwx"}.get(mode[0], "-rw-r--r--")
            self.assertEqual(mode, "-rwxr-xr-x" if path.startswith("bin/") else usual, path)

    def test_the_program_runs_and_the_hosts_links_lead_to_it(self):
        version = self.succeeds(BINARY, "--version")
        for path in ("bin/colourclock", "libexec/xscreensaver/colourclock", "libexec/xsecurelock/saver_colourclock"):
            self.assertEqual(self.succeeds(self.tree / path, "--version"), version)

    def test_the_companions_run(self):
        for name in ("agenda", "mqtt", "web"):
            version = self.succeeds(self.tree / f"bin/colourclock-{name}", "--version")
            self.assertEqual(version, self.succeeds(BINARY, "--version"))

    def test_without_the_companions(self):
        """An installation of a program built without companions."""
        program = shutil.copy(BINARY, self.home)
        self.install(COLOURCLOCK=program)
        self.assertEqual([path for path in self.files() if "agenda" in path or "mqtt" in path or "web" in path], [])

    def test_what_is_not_wanted_any_more_goes(self):
        """After an installation without companions, the earlier ones of another version are gone."""
        self.install()
        program = shutil.copy(BINARY, self.home)
        self.install(COLOURCLOCK=program)
        self.assertEqual([path for path in self.files() if "agenda" in path or "mqtt" in path or "web" in path], [])
        self.assertFalse((self.place / "usr/local/share/doc/colourclock-mqtt").exists())
        self.install()
        self.assertIn("usr/local/bin/colourclock-mqtt", self.files())

    def test_companions_that_there_are_not(self):
        program = shutil.copy(BINARY, self.home)
        before = listing(self.place)
        for words, part in ((["--with", "mqtt"], "there is no colourclock-mqtt beside"),
                            (["--with", "nonsense"], "one of: agenda mqtt web"),
                            (["--with"], "one of: agenda mqtt web")):
            answer = self.script("install", *words, DESTDIR=str(self.place), COLOURCLOCK=program)
            self.assertEqual((answer.status, answer.complaints.count("\n")), (1, 1), answer.complaints)
            self.assertIn(part, answer.complaints)
        self.assertEqual(listing(self.place), before)

    def test_permissions_are_not_the_users(self):
        self.run_command(["sh", "-c", 'umask 077; exec "$0" "$1"', ASSETS / "install", "/usr"], 60.0,
                         COLOURCLOCK=BINARY, DESTDIR=str(self.home / "strict"))
        modes = [mode for path, mode, _ in listing(self.home / "strict") if path.startswith("usr")]
        self.assertEqual(set(modes), {"drwxr-xr-x", "-rw-r--r--", "-rwxr-xr-x", "lrwxrwxrwx"})

    def test_nothing_is_left_and_nothing_else_is_taken(self):
        before = listing(self.place)
        for times in (1, 2):
            with self.subTest(installed=times):
                for _ in range(times):
                    self.install()
                self.assertGreater(len(listing(self.place)), len(before) + len(FILES))
                self.install("--uninstall")
                self.assertEqual(listing(self.place), before)

    def test_what_has_come_into_a_folder_of_ours_stays(self):
        self.install()
        new = self.place / "usr/local/share/doc/colourclock/notes"
        new.write_text("mine")
        self.install("--uninstall")
        self.assertEqual(new.read_text(), "mine")
        self.assertEqual([*new.parent.iterdir()], [new])

    def test_hosts_of_the_system_get_links(self):
        links = {
            "usr/libexec/xscreensaver/colourclock": "bin/colourclock",
            "usr/libexec/xsecurelock/saver_colourclock": "bin/colourclock",
            "usr/lib/xsecurelock/saver_colourclock": "bin/colourclock",
            "usr/lib/mate-screensaver/colourclock": "bin/colourclock",
            "usr/share/xscreensaver/config/colourclock.xml": "share/xscreensaver/config/colourclock.xml"}
        for link in links:
            (self.place / link).parent.mkdir(parents=True)
        before = listing(self.place)
        self.install()
        for link, target in links.items():
            self.assertEqual(os.readlink(self.place / link), f"/usr/local/{target}")
        self.assertNotIn("usr/lib/xscreensaver/colourclock", self.files())
        self.install("--uninstall")
        self.assertEqual(listing(self.place), before)

    def test_the_links_of_a_package_are_left_alone(self):
        path = self.place / "usr/libexec/xscreensaver/colourclock"
        path.parent.mkdir(parents=True)
        path.write_text("from a package")
        self.install()
        self.install("--uninstall")
        self.assertEqual(path.read_text(), "from a package")

    def test_another_programs_file_is_not_overwritten(self):
        path = self.place / "usr/local/bin/colourclock"
        path.write_text("another program")
        before = listing(self.place)
        answer = self.script("install", DESTDIR=str(self.place))
        self.assert_said(answer, "bin/colourclock", "in the way")
        self.assertEqual(listing(self.place), before)

    def test_nothing_to_remove(self):
        self.assert_said(self.script("install", "--uninstall", DESTDIR=str(self.place)), "nothing", "usr/local")

    def test_misuse(self):
        for arguments, part in ((("--upgrade",), "--upgrade"), (("usr",), "absolute"), (('/o"pt',), "folder"),
                                (("/a\nb",), "line break"), (("/50%",), "%")):
            with self.subTest(arguments):
                self.assert_said(self.script("install", *arguments, DESTDIR=str(self.place)), part)

    def test_without_rights(self):
        # The checkout may be in a folder that only its owner can enter.
        assets = shutil.copytree(ASSETS, self.home / "assets")
        program = shutil.copy(BINARY, self.home)
        other_user = [tool("setpriv"), "--reuid", "65534", "--regid", "65534", "--clear-groups", "--"]

        def refused(*arguments):
            with self.readable_only():
                return self.script(assets / "install", *arguments, before=other_user if os.geteuid() == 0 else (),
                                   DESTDIR=str(self.place), COLOURCLOCK=program)

        before = listing(self.place)
        self.assert_said(refused(), "may not", "PREFIX")
        self.install()
        between = listing(self.place)
        self.assert_said(refused("--uninstall"), "may not")
        self.assertEqual(listing(self.place), between)
        self.install("--uninstall")
        self.assertEqual(listing(self.place), before)

    @contextlib.contextmanager
    def readable_only(self):
        """Makes its folders read-only for a while, for the owner too."""
        folders = [self.place, *(path for path in self.place.rglob("*") if path.is_dir())]
        for mode in (0o555, 0o755):
            for folder in folders:
                folder.chmod(mode)
            if mode == 0o555:
                yield


class Files(Shipped):
    """Each file is checked by the tool for its kind."""

    def entry(self, path):
        parser = configparser.ConfigParser(interpolation=None, strict=False, delimiters="=", comment_prefixes="#")
        parser.optionxform = str
        parser.read(self.tree / path)
        return parser

    def test_desktop_entries(self):
        for path in (f"share/applications/{ID}.desktop", "share/applications/screensavers/colourclock.desktop",
                     "share/doc/colourclock/examples/autostart.desktop"):
            with self.subTest(path):
                self.assertNotRegex(self.succeeds(tool("desktop-file-validate"), self.tree / path), "error|warning")
                entry = self.entry(path)["Desktop Entry"]
                self.assertEqual(entry["TryExec"], f"{self.prefix}/bin/colourclock")
                if "screensavers" not in path:
                    self.assertTrue(entry["Exec"].startswith(f'"{self.prefix}/bin/colourclock"'))

    def test_the_application(self):
        entry = self.entry(f"share/applications/{ID}.desktop")
        main = entry["Desktop Entry"]
        # The tests find the window by this class.
        self.assertEqual((main["StartupWMClass"], main["StartupNotify"]), ("ColourClock", "true"))
        self.assertEqual(main["Categories"], "Utility;Clock;")
        for action in main["Actions"].split(";")[:-1]:
            self.assertIn("colourclock", entry[f"Desktop Action {action}"]["Exec"])

    def test_the_screen_savers_theme(self):
        main = self.entry("share/applications/screensavers/colourclock.desktop")["Desktop Entry"]
        self.assertEqual((main["Categories"], main["OnlyShowIn"]), ("Screensaver;", "MATE;XFCE;"))
        # mate-screensaver looks for this program name in its own folders and in xscreensaver's (gs-theme-manager.c).
        self.assertEqual(main["Exec"], "colourclock --root")

    def test_metainfo(self):
        path = self.tree / f"share/metainfo/{ID}.metainfo.xml"
        self.assertIn("successful", self.succeeds(tool("appstreamcli"), "validate", "--no-net", "--pedantic", path))
        root = xml.parse(path).getroot()
        self.assertEqual((root.findtext("id"), root.findtext("launchable")), (ID, f"{ID}.desktop"))
        self.assertEqual(root.find("releases/release").get("version"), self.succeeds(BINARY, "--version").strip())

    def test_the_settings_dialogs_description(self):
        path = self.tree / "share/xscreensaver/config/colourclock.xml"
        self.assertEqual(self.succeeds(tool("xmllint"), "--noout", path), "")
        ids = [element.get("id") for element in xml.parse(path).iter() if element.get("id")]
        self.assertEqual(len(ids), len(set(ids)))

    def test_icons(self):
        for size in ICON_SIZES:
            path = self.tree / f"share/icons/hicolor/{size}x{size}/apps/colourclock.png"
            with self.subTest(size):
                self.assertEqual(picture(path)[:2], (size, size))
                alpha = self.alpha(path)
                self.assertEqual((alpha[0], alpha[-1]), (0, 0), "the corners are clear")
                self.assertGreater(alpha[size * (size // 2) + 2], 200, "the left rim is not")

    def test_the_scalable_icon(self):
        """The colours of a day, the dial and two hands."""
        path = self.tree / "share/icons/hicolor/scalable/apps/colourclock.svg"
        root = xml.parse(path).getroot()
        self.assertEqual((root.tag, root.get("viewBox")), ("{http://www.w3.org/2000/svg}svg", "-1 -1 2 2"))
        wedges = [part for part in root if part.get("fill") and part.get("d")]
        self.assertEqual(len({part.get("fill") for part in wedges}), 24)
        self.assertEqual([part.get("d").count("M") for part in root if part.get("stroke")], [2])

    def alpha(self, path):
        data = subprocess.run([tool("pngtopnm"), "-alpha", path], capture_output=True, check=True).stdout
        return data.split(b"\n", 3)[3]

    def test_the_unit(self):
        path = "lib/systemd/system/colourclock-kiosk.service"
        # It needs no running systemd, and prints nothing for a valid unit.
        self.assertEqual(self.succeeds(tool("systemd-analyze"), "verify", "--man=no", self.tree / path), "")
        unit = self.entry(path)
        service = unit["Service"]
        self.assertEqual((service["Type"], service["NotifyAccess"], service["Restart"]), ("notify", "all", "always"))
        self.assertGreater(int(service["WatchdogSec"]), 2)
        # systemd.exec(5): in a session's scope xinit's children could not send READY=1. The setuid server needs new
        # privileges.
        self.assertEqual({"PAMName", "NoNewPrivileges", "DynamicUser"} & {*service}, set())
        self.assertEqual(
            service["ExecStart"], f'/usr/bin/xinit "{self.prefix}/bin/colourclock" --kiosk -- :0 vt1'
            " -auth %t/colourclock/Xauthority -nolisten tcp -keeptty -nocursor -s 0 -dpms")
        self.assertEqual(unit["Install"]["WantedBy"], "multi-user.target")

    def test_no_placeholder_is_left(self):
        for path in FILES - {"bin/colourclock", "bin/colourclock-agenda", "bin/colourclock-mqtt", "bin/colourclock-web",
                             "libexec/xscreensaver/colourclock",
                             "libexec/xsecurelock/saver_colourclock"}:
            if not path.endswith((".mo", ".png", ".wav")):
                self.assertNotRegex((self.tree / path).read_text(), r"@[A-Z]+@", path)

    def test_completions_are_valid(self):
        for shell, check in (("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")):
            with self.subTest(shell):
                for name in ("colourclock", "colourclock-agenda", "colourclock-mqtt", "colourclock-web"):
                    path = completions(name)[SHELLS.index(shell)]
                    self.assertEqual(self.succeeds(tool(shell), check, self.tree / path), "")

    def completed(self, *words):
        """bash's completions of the last word."""
        program = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; ' \
                  'COMP_POINT=${#COMP_LINE}; _colourclock "$1" "${@: -1}" "${@: -2:1}"; ' \
                  'printf "%s\\n" "${COMPREPLY[@]}"'
        return self.succeeds(
            tool("bash"), "-c", program, "bash", self.tree / COMPLETIONS["bash"], "colourclock", *words).split()

    def test_bash_completes_at_a_terminal(self):
        ours, its = os.openpty()
        with open(ours, "wb", buffering=0) as keys, subprocess.Popen(
                mortal([tool("bash"), "--norc", "-i"]), stdin=its, stdout=subprocess.PIPE, stderr=its, text=True,
                env=self.variables(TERM="dumb"), start_new_session=True) as shell:
            # The completed line is printed, not run: Ctrl-A moves to its start.
            file = self.tree / COMPLETIONS["bash"]
            keys.write(f"source '{file}'\ncolourclock --fac\thu\t\x01echo \nexit\n".encode())
            self.assertEqual(eventually(shell.stdout.readline, "a completed line"), "colourclock --face hue\n")
        os.close(its)

    def test_bash_completes(self):
        self.assertEqual(self.completed("--face", "h"), ["hue"])
        self.assertEqual(set(self.completed("--face", "")), {"scaled", "full", "literal", "carry", "hue", "analogue"})
        self.assertEqual(self.completed("--ring-st"), ["--ring-style"])
        self.assertIn("--kiosk" if "--kiosk" in self.succeeds(BINARY, "--help") else "--window", self.completed("--"))


class Icons(Shipped):
    def test_the_icon_needs_no_server(self):
        path = self.home / "icon.png"
        self.assertEqual(self.succeeds(
            BINARY, "--no-config", "--icon", "--snapshot", path, "--size", "40x40", DISPLAY=None), "")
        self.assertEqual(picture(path)[:2], (40, 40))

    def test_as_svg(self):
        path = self.home / "icon.svg"
        self.assertEqual(self.succeeds(BINARY, "--no-config", "--icon", "--snapshot", path, DISPLAY=None), "")
        self.assertTrue(path.read_text().startswith("<svg xmlns="))
        answer = self.run_clock("--no-config", "--snapshot", self.home / "wall.svg")
        self.assertEqual(answer.status, 64)
        self.assert_one_line(answer.complaints, "--icon")

    def test_misuse(self):
        for options, part in ((("--icon", "--size", "16x16"), "--snapshot"),
                              (("--icon", "--snapshot", self.home / "i.png", "--size", "16x17"), "--size"),
                              (("--icon", "--snapshot", self.home / "i.png"), "--size")):
            with self.subTest(options):
                answer = self.run_clock("--no-config", *options)
                self.assertEqual((answer.status, answer.output), (64, ""))
                self.assert_one_line(answer.complaints, "--icon", part)
        self.assertFalse((self.home / "i.png").exists())

    def test_a_place_that_cannot_be_written(self):
        answer = self.run_clock("--no-config", "--icon", "--snapshot", "/nonexistent/i.png", "--size", "16x16")
        self.assertEqual(answer.status, 1)
        self.assert_one_line(answer.complaints, "/nonexistent/i.png")
