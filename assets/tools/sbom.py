"""Writes the components of a package's programs to standard output, as SPDX 2.3 in JSON:

    sbom.py VERSION SHIPPED=BUILT...

SHIPPED is a shipped program. BUILT is the same program before stripping; its symbols show which of Swift's static
libraries it contains. Linked libraries are those that `readelf -d` names, and their dependencies. Libraries that the
program loads at run time are named in the sources. Versions are those of this machine's Debian packages; the time is
$SOURCE_DATE_EPOCH. The same sources on the same machine give the same list.
"""

import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "Sources"
SWIFT_LICENCE = "Apache-2.0 WITH Swift-exception"


def output(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True,
                          env={**os.environ, "LC_ALL": "C"}).stdout


# Statically linked parts


def toolchain():
    """Swift's folder, above `bin`, and its version; nothing if Swift is missing or built the programs elsewhere."""
    if not shutil.which("swift"):
        return None, None
    # A toolchain manager puts its own program there, which knows the real place.
    known = json.loads(output("swift", "-print-target-info"))
    version = re.search(r"Swift version (\S+)", known["compilerVersion"])[1]
    return Path(known["paths"]["runtimeResourcePath"]).parents[1], version


@functools.cache
def symbols(path, kinds):
    """The names of these kinds that a program or library defines."""
    lines = map(str.split, output("nm", "--defined-only", path).splitlines())
    return {words[2] for words in lines if len(words) == 3 and words[1] in kinds}


def static_libraries(built, swift):
    """Swift's libraries that a program contains, known by symbols that no other library has. Weak symbols do not count:
    any library may have them, since the compiler instantiates generic code again."""
    own = symbols(built, "tTdDrRbB") if swift else None
    if not own:
        return None
    # This library has only instances of generic code, which the optimised program also has.
    paths = (path for path in sorted((swift / "lib/swift_static/linux").glob("*.a"))
             if path.name != "libswiftSwiftOnoneSupport.a")
    libraries = {path.name: symbols(path, "TDRB") for path in paths}
    owners = {}
    for name, defined in libraries.items():
        for symbol in defined:
            owners.setdefault(symbol, []).append(name)
    return sorted({owners[symbol][0] for symbol in own if len(owners.get(symbol, ())) == 1})


def start_files(swift):
    """The start files of every program and the compiler's runtime: from the C library and GCC."""
    paths = [output(swift / "bin/clang", f"-print-file-name={name}").strip()
             for name in ("Scrt1.o", "crtbeginS.o", "libgcc.a")]
    return [path for path in paths if Path(path).is_absolute()]


# Dynamically linked libraries


def needed(program):
    """The libraries that the program itself names."""
    return re.findall(r"\(NEEDED\)\s+Shared library: \[(.+?)\]", output("readelf", "-d", program))


def found(program):
    """The paths at which the loader finds libraries and their dependencies, by name."""
    lines = output("ldd", program).splitlines()
    pairs = (re.match(r"\s*(\S+) (?:=> (/\S+) )?\(0x", line) for line in lines)
    return {Path(pair[1]).name: pair[2] or pair[1] for pair in pairs if pair and (pair[2] or pair[1].startswith("/"))}


def loaded(direct):
    """The libraries that a program loads on demand, by those it links: the clock's own modules and `System`, of which
    the remote's server needs D-Bus too."""
    folders = (
        ("System", "XWindow") if "libX11.so.6" in direct else ("System",) if "libmicrohttpd.so.12" in direct else ()
    )
    texts = (path.read_text() for folder in folders for path in sorted((SOURCES / folder).rglob("*.swift")))
    return sorted({name for text in texts for name in re.findall(r'"(lib[\w+-]+\.so\.\d+)"', text)})


def path_of(library):
    """The path at which the loader would find a library that no program names."""
    lines = output(shutil.which("ldconfig") or "/sbin/ldconfig", "-p").splitlines()
    return next((line.split(" => ")[1] for line in lines if line.split()[:1] == [library]), None)


@functools.cache
def debian_package(path):
    """The name and version of the Debian package of a file."""
    for candidate in dict.fromkeys((path, os.path.realpath(path), os.path.realpath(path).removeprefix("/usr"))):
        answer = subprocess.run(["dpkg", "-S", candidate], capture_output=True, text=True)
        if answer.returncode == 0:
            name = answer.stdout.split(": ")[0].split(",")[0]
            return name.split(":")[0], output("dpkg-query", "-W", "-f", "${Version}", name)
    return None


# The list


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def package(name, version, licence="NOASSERTION", supplier="NOASSERTION", **further):
    return {"SPDXID": identifier(name), "name": name, "versionInfo": version, "supplier": supplier,
            "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": "NOASSERTION", "licenseDeclared": licence,
            "copyrightText": "NOASSERTION",
            **further}


class List:
    def __init__(self):
        self.packages = {}
        self.relations = []

    def add(self, program, relation, entry, comment=None, is_reversed=False):
        self.packages.setdefault(entry["SPDXID"], entry)
        one, other = (entry["SPDXID"], program) if is_reversed else (program, entry["SPDXID"])
        relation = {"spdxElementId": one, "relationshipType": relation, "relatedSpdxElement": other}
        if comment:
            relation["comment"] = comment
        if relation not in self.relations:
            self.relations.append(relation)

    def add_file(self, program, relation, name, path, is_reversed=False):
        """Adds the package of a file, or the file itself if it has none."""
        if known := path and debian_package(path):
            link = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                    "referenceLocator": f"pkg:deb/debian/{known[0]}@{known[1].replace('+', '%2B').replace(':', '%3A')}"}
            entry = package(*known, supplier="Organization: Debian", externalRefs=[link])
        else:
            entry = package(name, "NOASSERTION")
        self.add(program, relation, entry, name, is_reversed)

    def add_program(self, shipped, built, version, toolchain_):
        swift, swift_version = toolchain_
        entry = package(Path(shipped).name, version, "MIT", checksums=[
            {"algorithm": "SHA256", "checksumValue": hashlib.sha256(Path(shipped).read_bytes()).hexdigest()}])
        itself = entry["SPDXID"]
        self.add("SPDXRef-DOCUMENT", "DESCRIBES", entry)
        libraries = static_libraries(built, swift)
        if libraries is None:
            entry["comment"] = (
                "Stripped before it was packaged, or by another compiler: what is linked into it is not known."
            )
        for name in libraries or ():
            self.add(itself, "STATIC_LINK", package(name, swift_version, SWIFT_LICENCE, "Organization: Swift project"))
        for path in start_files(swift) if swift else ():
            self.add_file(itself, "STATIC_LINK", Path(path).name, path)
        direct, places = needed(shipped), found(shipped)
        for name in direct:
            self.add_file(itself, "DYNAMIC_LINK", name, places.get(name))
        for name in sorted(places.keys() - set(direct)):
            self.add_file(itself, "RUNTIME_DEPENDENCY_OF", name, places[name], is_reversed=True)
        for name in loaded(direct):
            self.add_file(itself, "OPTIONAL_DEPENDENCY_OF", name, path_of(name), is_reversed=True)


def main(version, *programs):
    everything = List()
    swift = toolchain()
    pairs = [pair.partition("=")[::2] for pair in programs]
    for shipped, built in pairs:
        everything.add_program(shipped, built, version, swift)
    sums = "".join(hashlib.sha256(Path(shipped).read_bytes()).hexdigest() for shipped, _ in pairs)
    made = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc)
    json.dump({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"colourclock-{version}",
        "documentNamespace": f"https://colourclock.invalid/spdx/{hashlib.sha256(sums.encode()).hexdigest()}",
        "creationInfo": {"created": made.strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": ["Tool: colourclock-assets-package"]},
        "packages": list(everything.packages.values()), "relationships": everything.relations}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main(*sys.argv[1:])
