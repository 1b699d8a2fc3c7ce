"""D-Bus services that keep a screen on, and a bus open to every user of the machine.

Each service behaves like the real one as far as the clock can see: the desktop's screen saver
(https://specifications.freedesktop.org/idle-inhibit-spec), its portal (org.freedesktop.portal.Inhibit) and the login
manager (org.freedesktop.login1(5)), with the property that swayidle respects."""

import contextlib
import os
import select
import subprocess
import threading

from basics import mortal, tool

try:
    from jeepney import (
        DBusAddress, HeaderFields, MessageType, new_error, new_method_call, new_method_return, new_signal)
    from jeepney.io.blocking import open_dbus_connection
except ImportError:
    raise AssertionError("jeepney is missing: apt-get install python3-jeepney") from None

CONFIGURATION = """<busconfig>
  <type>session</type>
  <listen>unix:path={path}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
  </policy>
</busconfig>
"""
BUS = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")


class Bus:
    """A daemon in a folder. It may be killed and restarted at the same address."""

    def __init__(self, folder, name):
        self.path = folder / name
        self.address = f"unix:path={self.path}"
        self.file = folder / f"{name}.conf"
        self.file.write_text(CONFIGURATION.format(path=self.path))
        self.start()

    def start(self):
        self.path.unlink(missing_ok=True)
        readable, writable = os.pipe()
        self.process = subprocess.Popen(
            mortal(
                [tool("dbus-daemon"), f"--config-file={self.file}", "--nofork", "--nosyslog",
                 f"--print-address={writable}"]),
            pass_fds=[writable], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writable)
        with open(readable) as address:
            assert address.readline(), "dbus-daemon does not start"

    def kill(self):
        self.process.kill()
        self.process.wait()


class Service:
    """A service: the requests that it has received, and the inhibitions that it holds."""

    name = path = interface = ""
    # The service's name in the clock's status.
    title = ""

    def __init__(self, bus, answers=True, refuses=False):
        self.answers, self.refuses = answers, refuses
        self.asked, self.held, self.count = [], {}, 0
        self.connection = open_dbus_connection(bus.address, enable_fds=True)
        self.waking, self.wake = os.pipe()
        rule = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'"
        self.connection.send_and_get_reply(new_method_call(BUS, "AddMatch", "s", (rule,)))
        # Requested last: a call that arrives while another reply is awaited would be lost.
        self.connection.send_and_get_reply(new_method_call(BUS, "RequestName", "su", (self.name, 4)))
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def close(self):
        with contextlib.suppress(OSError):
            os.write(self.wake, b"x")
        self.thread.join()
        self.connection.close()
        self.let_go()
        os.close(self.wake)
        os.close(self.waking)

    def serve(self):
        while self.waking not in (ready := select.select([self.connection.sock, self.waking, *self.ends()], [], [])[0]):
            for end in set(ready) - {self.connection.sock}:
                self.release(end)
            if self.connection.sock in ready:
                try:
                    self.handle(self.connection.receive(timeout=0.01))
                except TimeoutError:
                    pass
                except (OSError, EOFError):
                    return

    def ends(self):
        """Descriptors that report the end of an inhibition."""
        return []

    def handle(self, message):
        fields = message.header.fields
        member = fields.get(HeaderFields.member)
        if message.header.message_type == MessageType.signal:
            if member == "NameOwnerChanged" and message.body[2] == "":
                for key in [key for key, owner in self.held.items() if owner == message.body[0]]:
                    self.release(key)
        elif message.header.message_type == MessageType.method_call:
            self.call(message, member, fields.get(HeaderFields.path), fields.get(HeaderFields.interface))

    def call(self, message, member, path, interface):
        if (member, path, interface) == ("Inhibit", self.path, self.interface):
            self.asked.append(message.body)
            if self.refuses:
                self.connection.send(new_error(message, "org.freedesktop.DBus.Error.AccessDenied", "s", ("no",)))
            elif self.answers:
                self.inhibit(message, message.header.fields[HeaderFields.sender])
        elif not self.end(message, member, path):
            self.connection.send(new_error(message, "org.freedesktop.DBus.Error.UnknownMethod", "s", (str(member),)))

    def release(self, key):
        self.held.pop(key, None)

    def let_go(self):
        self.held.clear()

    def end(self, message, member, path):
        return False


class ScreenSaver(Service):
    name = interface = "org.freedesktop.ScreenSaver"
    path = "/org/freedesktop/ScreenSaver"
    title = "session's screen saver"
    wanted = ("colourclock", "a clock on the wall")

    def inhibit(self, message, sender):
        self.count += 1
        self.held[self.count] = sender
        self.connection.send(new_method_return(message, "u", (self.count,)))

    def end(self, message, member, path):
        if member == "UnInhibit":
            self.release(message.body[0])
            self.connection.send(new_method_return(message))
        return member == "UnInhibit"


class Portal(Service):
    name = "org.freedesktop.portal.Desktop"
    path = "/org/freedesktop/portal/desktop"
    interface = "org.freedesktop.portal.Inhibit"
    title = "desktop portal"
    wanted = ("", 8, {})

    def inhibit(self, message, sender):
        self.count += 1
        handle = f"{self.path}/request/{sender[1:].replace('.', '_')}/t{self.count}"
        self.held[handle] = sender
        self.connection.send(new_method_return(message, "o", (handle,)))

    def end(self, message, member, path):
        if member == "Close" and path in self.held:
            self.release(path)
            self.connection.send(new_method_return(message))
            return True
        return False


class Login(Service):
    """Like the real login manager: a lock is a pipe, and the client has its other end."""

    name = "org.freedesktop.login1"
    path = "/org/freedesktop/login1"
    interface = "org.freedesktop.login1.Manager"
    title = "logind"
    wanted = ("idle", "colourclock", "a clock on the wall", "block")

    def ends(self):
        return list(self.held)

    def inhibit(self, message, sender):
        ours, theirs = os.pipe()
        # swayidle also has a lock to delay sleep.
        if message.body[0] == "idle":
            self.held[ours] = None
        else:
            self.others = [*getattr(self, "others", []), ours]
        self.connection.send(new_method_return(message, "h", (theirs,)))
        os.close(theirs)
        self.tell()

    def release(self, key):
        if key in self.held:
            del self.held[key]
            os.close(key)
            self.tell()

    def let_go(self):
        for key in list(self.held):
            os.close(key)
        self.held.clear()

    def tell(self):
        place = DBusAddress(self.path, interface="org.freedesktop.DBus.Properties")
        values = {"BlockInhibited": ("s", self.blocked)}
        self.connection.send(new_signal(place, "PropertiesChanged", "sa{sv}as", (self.interface, values, [])))

    @property
    def blocked(self):
        return "idle" if self.held else ""

    def end(self, message, member, path):
        if member == "Get" and message.body[1] == "BlockInhibited":
            self.connection.send(new_method_return(message, "v", (("s", self.blocked),)))
            return True
        if member in ("GetSession", "GetSessionByPID"):
            self.connection.send(new_method_return(message, "o", (f"{self.path}/session/self",)))
            return True
        return False


SERVICES = ScreenSaver, Portal, Login
