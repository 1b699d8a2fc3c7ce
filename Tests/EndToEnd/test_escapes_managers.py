"""Attempts to escape by a window manager, which manages other windows but not the wall."""

import subprocess
import time

from Xlib import X, Xutil

import managers
from basics import eventually, mortal, never, tool
from escapes import EscapeCase


class ManagerCase(EscapeCase):
    """A server with a window manager, shared by all tests of the class."""

    command = ()

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name, text in managers.FILES.items():
            (cls.folder / name).write_text(text + MORE.get(name, ""))
            (cls.folder / name).chmod(0o755)
        cls.start_manager()

    @classmethod
    def start_manager(cls, *options):
        """Starts the manager; with the manager's own option it replaces a running one."""
        command = [part.format(home=cls.folder) for part in (*cls.command, *options)]
        process = subprocess.Popen(
            mortal([tool(command[0]), *command[1:]]), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=cls.surroundings())
        cls.addClassCleanup(process.wait)
        cls.addClassCleanup(process.kill)
        root = cls.watcher.root
        eventually(lambda: root.get_attributes().all_event_masks & X.SubstructureRedirectMask, f"{command[0]}")
        eventually(cls.maps_windows, f"{command[0]} to be ready")
        return process

    @classmethod
    def maps_windows(cls):
        """True if it maps a window soon. openbox forgets windows that are mapped during its start."""
        window = cls.watcher.root.create_window(40, 40, 30, 20, 0, X.CopyFromParent)
        window.map()
        end = time.monotonic() + 0.5
        while not (is_viewable := cls.watcher.is_viewable(window)) and time.monotonic() < end:
            time.sleep(0.01)
        window.destroy()
        cls.watcher.display.sync()
        return is_viewable

    @classmethod
    def surroundings(cls):
        return {"PATH": "/usr/bin:/bin", "DISPLAY": cls.server.name, "HOME": str(cls.folder), "LC_ALL": "C.UTF-8",
                "XDG_RUNTIME_DIR": str(cls.folder), "BSPWM_SOCKET": f"{cls.folder}/bspwm",
                "XDG_CONFIG_HOME": str(cls.folder)}

    def tell(self, program, *words):
        """Runs the manager's own command and ignores the result."""
        subprocess.run([tool(program), *words], env=self.surroundings(), capture_output=True, timeout=10)

    def managed(self, **properties):
        other = self.window_of_others(**properties)
        eventually(lambda: self.viewer.is_viewable(other), "the other window")
        return other


MORE = {
    "i3.conf": "bindsym Mod4+Shift+q kill\nbindsym Mod4+2 workspace 2\nbindsym Mod4+Shift+e exit\nbindsym Mod1+F4 "
               "kill\n",
    "bspwmrc": "",
}


class Managed:
    """Tests for each manager."""

    def test_its_keys(self):
        """Close, kill, exit, restart, menus, workspaces, next window: the manager never receives these keys."""
        self.managed()
        for keys in (("Alt_L", "F4"), ("Super_L", "Shift_L", "q"), ("Super_L", "Shift_L", "c"),
                     ("Super_L", "Shift_L", "e"),
                     ("Super_L", "2"), ("Super_L", "Control_L", "q"), ("Super_L", "Control_L", "r"), ("Super_L", "d"),
                     ("Control_L", "t"), ("Alt_L", "Tab"), ("Alt_L", "space"), ("Control_L", "Alt_L", "Right"),
                     ("Menu",)):
            self.chord(*keys)
        self.chord("k")
        self.assert_only_the_hold_ends_it()

    def test_its_pointer_bindings(self):
        """The root menu, moving and resizing with a modifier and a button, the next desktop by the wheel."""
        self.hand.move((600, 30))
        for modifier in (None, "Alt_L", "Super_L"):
            if modifier:
                self.hand.press_key(modifier)
            for button in (1, 2, 3, 4, 5):
                self.hand.press(button)
                self.hand.move((500, 100))
                self.hand.release(button)
            self.hand.let_go()
        self.assert_no_escape()

    def test_asked_to_close_it(self):
        self.told("_NET_CLOSE_WINDOW", [0, 2])
        self.assert_no_escape()

    def test_asked_to_take_its_states(self):
        for state in ("FULLSCREEN", "ABOVE"):
            for action in (0, 2):
                self.told("_NET_WM_STATE", [action, self.viewer.atom(f"_NET_WM_STATE_{state}"), 0, 2])
        for state in ("HIDDEN", "BELOW", "SHADED"):
            self.told("_NET_WM_STATE", [1, self.viewer.atom(f"_NET_WM_STATE_{state}"), 0, 2])
        self.assert_no_escape()

    def test_asked_to_make_an_icon_of_it(self):
        self.told("WM_CHANGE_STATE", [Xutil.IconicState])
        self.assert_no_escape()

    def test_asked_for_another_desktop(self):
        self.told("_NET_WM_DESKTOP", [1, 2])
        self.told("_NET_CURRENT_DESKTOP", [1, X.CurrentTime], self.viewer.root)
        self.assert_no_escape()
        self.told("_NET_CURRENT_DESKTOP", [0, X.CurrentTime], self.viewer.root)

    def test_asked_to_move_it(self):
        self.told("_NET_MOVERESIZE_WINDOW", [0x2F00 | 10, 300, 200, 50, 50])
        self.told("_NET_WM_MOVERESIZE", [100, 100, 8, 1, 2])
        self.told("_NET_RESTACK_WINDOW", [2, 0, X.Below])
        self.assert_no_escape()

    def test_asked_to_show_the_desktop(self):
        self.told("_NET_SHOWING_DESKTOP", [1], self.viewer.root)
        self.assert_no_escape()
        self.told("_NET_SHOWING_DESKTOP", [0], self.viewer.root)

    def test_another_window_activated(self):
        other = self.managed()
        self.told("_NET_ACTIVE_WINDOW", [2, X.CurrentTime, 0], other)
        self.assert_no_escape()

    def test_a_new_window_in_the_full_screen(self):
        other = self.managed(_NET_WM_STATE=["_NET_WM_STATE_FULLSCREEN", "_NET_WM_STATE_ABOVE"])
        self.told("_NET_ACTIVE_WINDOW", [2, X.CurrentTime, 0], other)
        self.assert_no_escape()

    def test_an_urgent_window(self):
        other = self.managed(_NET_WM_STATE=["_NET_WM_STATE_DEMANDS_ATTENTION"])
        other.set_wm_hints(flags=Xutil.UrgencyHint)
        self.viewer.display.sync()
        self.assert_no_escape()

    def test_panels_dialogs_and_notifications(self):
        for kind in ("DOCK", "DIALOG", "SPLASH", "UTILITY", "NOTIFICATION", "DROPDOWN_MENU"):
            other = self.managed(_NET_WM_WINDOW_TYPE=[f"_NET_WM_WINDOW_TYPE_{kind}"])
            other.set_wm_transient_for(self.present_window)
            self.viewer.display.sync()
        self.window_of_others(override=True)
        self.assert_no_escape()


class Openbox(managers.Openbox, Managed, ManagerCase):
    pass


class I3(managers.I3, Managed, ManagerCase):
    def test_by_its_own_command(self):
        self.managed()
        for words in (["kill"], ["[class=ColourClock] kill"], ["[all] fullscreen disable"], ["workspace 3"],
                      ["[class=Other] fullscreen enable global"], ["bar mode dock"]):
            self.tell("i3-msg", *words)
            self.assert_no_escape(during=0)


class Bspwm(managers.Bspwm, ManagerCase):
    def test_by_its_own_command(self):
        self.managed()
        for words in (["node", "-k"], ["node", "any", "-c"], ["desktop", "-f", "next"],
                      ["node", "any", "-t", "fullscreen"],
                      ["node", "any", "-l", "above"], ["wm", "-o"]):
            self.tell("bspc", *words)
        self.assert_no_escape()


class Ratpoison(managers.Ratpoison, ManagerCase):
    def test_by_its_own_command(self):
        self.managed()
        for words in ("kill", "delete", "only", "next", "hsplit", "title x", "unmanage Colour", "banish", "redisplay"):
            self.tell("ratpoison", "-c", words)
        self.assert_no_escape()


class Matchbox(managers.Matchbox, ManagerCase):
    def test_its_desktop_and_its_windows(self):
        self.managed()
        for name in ("_NET_SHOWING_DESKTOP", "_MB_COMMAND"):
            for value in (1, 2, 3, 4, 5):
                self.told(name, [value], self.viewer.root)
        self.assert_no_escape()


class Ctwm(managers.Ctwm, ManagerCase):
    def test_its_window_is_given_to_the_manager(self):
        """When the kiosk takes its window back, the manager mostly destroys it with its frame; then there is a new one.
        On a busy machine it may be too late for that, so this client destroys the window at last."""
        windows = set()
        for _ in range(8):
            windows.add(self.its_window)
            self.present_window.change_attributes(override_redirect=False)
            self.present_window.unmap()
            self.present_window.map()
            self.viewer.display.sync()
            self.follow_window()
            self.assert_no_escape()
        self.present_window.destroy()
        self.viewer.display.sync()
        self.follow_window()
        self.assertNotIn(self.its_window, windows)
        self.assert_no_escape()

    def follow_window(self):
        """Waits until the same window has covered the screen for longer than its destruction takes."""
        seen = []

        def is_settled():
            window = self.viewer.find("ColourClock")
            now = (window.id if window and self.is_running() and self.is_whole() else None, time.monotonic())
            if not now[0] or seen and seen[0][0] != now[0]:
                seen.clear()
            if now[0]:
                seen.append(now)
            return seen and now[1] - seen[0][1] > 1.5

        eventually(is_settled, "a wall that stays")
        type(self).its_window = seen[0][0]


class Coming(managers.Openbox, ManagerCase):
    """Managers that start and end."""

    def test_killed(self):
        self.managed()
        manager = self.start_manager("--replace")
        self.assert_no_escape()
        manager.kill()
        manager.wait()
        self.assert_no_escape()
        self.start_manager()
        self.assert_no_escape()

    def test_replaced_by_another(self):
        self.managed()
        kind = type(self)
        manager = kind.start_manager("--replace")
        manager.kill()
        manager.wait()
        openbox, kind.command = kind.command, ("icewm", "--replace")
        try:
            other = kind.start_manager()
            self.assert_no_escape()
        finally:
            kind.command = openbox
        kind.start_manager("--replace")
        self.assert_no_escape()
        never(lambda: other.poll() is None and not self.is_running(), "an end", during=0.1)
