"""Dependencies: the core on nothing, each C library in one module only, no large library anywhere."""

import re
import unittest

from basics import SOURCES

MODULES = ("ColourClock", "System", "XWindow", "App", "Agenda", "CommandOptions", "CompanionSupport", "ControlProtocol",
           "Mqtt", "Web")
GREAT = r"\bimport (Foundation\w*|Dispatch)\b"
WHOLE_GLIBC = r"^\s*(\w+ )?import Glibc\s*$"
MACHINE = r"/work\b|\.\./shared"


def files(*modules):
    found = [path for module in modules for path in sorted((SOURCES / module).rglob("*.swift"))]
    assert len(found) > 2 * len(modules), f"no sources in {modules}"
    return found


class Modules(unittest.TestCase):
    def assert_none(self, pattern, paths):
        expression = re.compile(pattern, re.MULTILINE)
        self.assertEqual([str(path) for path in paths if expression.search(path.read_text())], [])

    def test_the_core_needs_no_header(self):
        """The core imports only single mathematical functions; the standard library needs no import."""
        imports = [line for path in files("ColourClock")
                   for line in re.findall(r"^.*\bimport\b.*$", path.read_text(), re.MULTILINE)
                   if not line.lstrip().startswith("//")]
        self.assertGreater(len(imports), 10)
        self.assertEqual(
            [line for line in imports if not re.fullmatch(r"(private |internal )?import func Glibc\.\w+", line)], [])

    def test_each_library_of_c_is_for_one_module(self):
        for library, module in {"CX11": "XWindow", "CLinux": "System", "CMosquitto": "Mqtt",
                                "CMicrohttpd": "Web", "CQrencode": "Web"}.items():
            pattern = rf"\bimport {library}\b"
            self.assert_none(pattern, files(*(each for each in MODULES if each != module)))
            self.assertTrue(any(re.search(pattern, path.read_text()) for path in files(module)), library)

    def test_the_core_knows_no_other_module(self):
        self.assert_none(r"\bimport (System|XWindow|App|ControlProtocol|Synchronization)\b", files("ColourClock"))
        self.assert_none(r"\bimport App\b", files("XWindow"))
        self.assert_none(r"\bimport (XWindow|App)\b", files("Agenda", "CompanionSupport", "Mqtt", "Web"))
        self.assert_none(r"\bimport (XWindow|App|CommandOptions|CompanionSupport)\b", files("ControlProtocol"))
        self.assert_none(r"\bimport (ControlProtocol|XWindow|App|ColourClock|CommandOptions|CompanionSupport)\b",
                         files("System"))
        self.assert_none(r"\bimport (XWindow|App|ColourClock|CompanionSupport|Agenda|Mqtt|Web)\b",
                         files("CommandOptions"))
        self.assert_none(r"\bimport (CompanionSupport|Agenda|Mqtt|Web)\b",
                         files("ColourClock", "System", "XWindow", "App"))

    def test_no_great_library(self):
        self.assert_none(GREAT, files(*MODULES))

    def test_no_whole_c_library_in_the_core_and_the_program(self):
        """Single mathematical functions are permitted: `import func Glibc.sin`."""
        self.assert_none(WHOLE_GLIBC, files("ColourClock", "App", "CommandOptions", "ControlProtocol"))
        self.assertTrue(any(re.search(WHOLE_GLIBC, path.read_text(), re.MULTILINE) for path in files("XWindow")))

    def test_no_place_of_the_makers_own(self):
        every = [path for path in sorted(SOURCES.rglob("*")) if path.is_file()]
        self.assert_none(MACHINE, every)
