"""Package additions: matching debug symbols, checksums, and the list of components (SBOM). test_package runs these
tests on its packages."""

import hashlib
import json
import re
import subprocess
from pathlib import Path

from basics import BINARY, tool
from shipping import ASSETS, Packaged

BUILT = Path(BINARY).parent
PROGRAMS = ("colourclock", "colourclock-agenda", "colourclock-mqtt", "colourclock-web")


def sections(path):
    text = subprocess.run([tool("readelf"), "-SW", path], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^ +\[ *\d+\] (\S+)", text, re.MULTILINE))


class Supply(Packaged):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.list = json.loads(next(path for path in cls.files if path.suffix == ".json").read_text())
        cls.unpacked = cls.root / "unpacked"
        for path in cls.packages.values():
            subprocess.run([tool("dpkg-deb"), "-x", path, cls.unpacked], check=True)

    def program(self, name):
        return self.unpacked / "usr/bin" / name

    def related(self, name, *kinds):
        """The related components of a program in the list, by name, for these relations."""
        (entry,) = (entry for entry in self.list["packages"] if entry["name"] == name)
        packages = {entry["SPDXID"]: entry for entry in self.list["packages"]}
        ends = [(relation, *(relation[key] for key in ("spdxElementId", "relatedSpdxElement")))
                for relation in self.list["relationships"]]
        return [(packages[other if own == entry["SPDXID"] else own], relation.get("comment"))
                for relation, own, other in ends
                if relation["relationshipType"] in kinds and entry["SPDXID"] in (own, other)]

    def test_checksums(self):
        lines = (self.files[0].with_name("SHA256SUMS")).read_text().splitlines()
        sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
        made = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in self.files
                if path.name != "SHA256SUMS"}
        self.assertEqual(sums, made)

    def test_the_list_names_what_the_loader_needs(self):
        for name in PROGRAMS:
            needed = re.findall(r"\(NEEDED\)\s+Shared library: \[(.+?)\]",
                                self.succeeds(tool("readelf"), "-d", self.program(name)))
            listed = self.related(name, "DYNAMIC_LINK")
            self.assertEqual(sorted(comment for _, comment in listed), sorted(needed))
            for entry, library in listed:
                version = self.succeeds("dpkg-query", "-W", "-f", "${Version}", entry["name"])
                self.assertEqual(entry["versionInfo"], version, library)

    def test_the_list_names_what_is_loaded_by_and_by(self):
        """The packages that the clock's package depends on or recommends for these libraries."""
        wanted = self.field("Depends") + self.field("Recommends")
        loaded = [entry["name"] for entry, _ in self.related("colourclock", "OPTIONAL_DEPENDENCY_OF")]
        self.assertEqual(sorted(loaded), ["libdbus-1-3", "libfribidi0", "libharfbuzz0b"])
        for name in loaded:
            self.assertIn(name, wanted)
        self.assertEqual(self.related("colourclock-mqtt", "OPTIONAL_DEPENDENCY_OF"), [])
        remote = self.related("colourclock-web", "OPTIONAL_DEPENDENCY_OF")
        self.assertEqual([entry["name"] for entry, _ in remote], ["libdbus-1-3"])

    def test_the_list_names_what_is_linked_in(self):
        """The list names Swift's runtime with its version, for unstripped programs too. It has no other licences."""
        version = re.search(r"Swift version (\S+)",
                            subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout)[1]
        for name in PROGRAMS:
            libraries = {entry["name"]: entry for entry, comment in self.related(name, "STATIC_LINK") if not comment}
            self.assertLessEqual({"libswiftCore.a", "libswiftGlibc.a"}, set(libraries))
            self.assertEqual([library for library in libraries if "Foundation" in library], [])
            for entry in libraries.values():
                self.assertEqual((entry["versionInfo"], entry["licenseDeclared"]),
                                 (version, "Apache-2.0 WITH Swift-exception"))

    def test_the_list_is_of_these_programs(self):
        sums = {entry["name"]: entry["checksums"][0]["checksumValue"] for entry in self.list["packages"]
                if "checksums" in entry}
        self.assertEqual(sums, {name: hashlib.sha256(self.program(name).read_bytes()).hexdigest() for name in PROGRAMS})
        known = {"SPDXRef-DOCUMENT", *(entry["SPDXID"] for entry in self.list["packages"])}
        for relation in self.list["relationships"]:
            self.assertLessEqual({relation["spdxElementId"], relation["relatedSpdxElement"]}, known)

    def test_programs_are_stripped_and_their_symbols_found(self):
        for name in PROGRAMS:
            program = self.program(name)
            self.assertFalse({".symtab", ".debug_info", ".comment"} & sections(program), name)
            number = re.search(r"Build ID: ([0-9a-f]+)", self.succeeds(tool("readelf"), "-n", program))[1]
            symbols = self.unpacked / f"usr/lib/debug/.build-id/{number[:2]}/{number[2:]}.debug"
            self.assertLessEqual({".symtab", ".debug_info", ".debug_line"}, sections(symbols))
            self.assertIn(".gnu_debuglink", sections(program))
            self.assertIn(symbols.name.encode() + b"\0", program.read_bytes())
            self.assertEqual(self.field("Build-Ids", f"{name}-dbgsym"), number)
            self.assertEqual(self.field("Depends", f"{name}-dbgsym"), f"{name} (= {self.field('Version')})")

    def test_the_folder_of_the_build_stands_nowhere(self):
        """The same sources must give the same programs in any folder; `assets/tools/reproduce` builds them twice."""
        folder = str(ASSETS.parent).encode()
        for name in PROGRAMS:
            self.assertFalse(folder in self.program(name).read_bytes(), name)
            self.assertFalse(folder in (BUILT / name).read_bytes(), name)
            self.assertNotIn("RUNPATH", self.succeeds(tool("readelf"), "-d", self.program(name)))
