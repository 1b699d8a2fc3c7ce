# Sourced by the scripts beside it: the steps they share. Each says in one line what it does.
set -eu
cd "$(dirname "$0")/.."
case $PWD in */assets) cd .. ;; esac
swift_needed=6.2

# What the clock is built from, what translates its words, what it draws with, and what it loads for texts that need it.
build_packages="gettext libx11-dev libx11-xcb-dev libxft-dev libxext-dev libxfixes-dev libxrandr-dev libxss-dev pkg-config tzdata \
  fonts-inter libharfbuzz0b libfribidi0"
# And the companions: one speaks to an MQTT broker, one reads calendars, for which it needs no more than the clock, and one serves phones.
companions="agenda mqtt web"
companion_packages="libmosquitto-dev libmicrohttpd-dev libqrencode-dev"
packages_of() { case $1 in mqtt) echo libmosquitto-dev ;; web) echo libmicrohttpd-dev libqrencode-dev ;; esac; }
# Those that are wanted beside a program that is built here.
wanted=$companions

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

need_swift() {
  found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  if [ -z "$found" ] || [ "$(printf '%s\n%s\n' "$swift_needed" "$found" | sort -V | head -n 1)" != "$swift_needed" ]; then
    say "needs Swift $swift_needed or later, found ${found:-none}: https://www.swift.org/install/linux/ offers it"
    exit 1
  fi
}

# Installs those of the Debian packages that are missing.
need_packages() {
  missing=
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  command -v apt-get >/dev/null || { say "needs what Debian calls$missing: install it and start again"; exit 1; }
  say "installing$missing"
  as_root=
  [ "$(id -u)" = 0 ] || as_root=sudo
  log=$(mktemp)
  # shellcheck disable=SC2086
  if ! { $as_root apt-get update && $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    say "cannot install$missing"
    exit 1
  fi
  rm -f "$log"
}

# What the unit tests and goldens need: fonts, their display, and the servers that some of them start.
need_unit_test_packages() {
  need_packages $build_packages fonts-dejavu-core fonts-hosny-amiri fonts-lohit-deva fonts-noto-color-emoji fonts-symbola \
    fonts-tlwg-loma-ttf fonts-vlgothic libharfbuzz-bin libfribidi-bin dbus-daemon xvfb xserver-xephyr tigervnc-standalone-server x11-xserver-utils
}

# Debian has no package of axe-core, which looks for what shuts people out of a page; a wheel of PyPI has its one file.
need_axe() {
  AXE=$PWD/.build-axe/axe.min.js
  export AXE
  [ ! -s "$AXE" ] || return 0
  need_packages python3-pip unzip
  say "fetching axe-core"
  wheel=$(mktemp -d)
  /usr/bin/python3 -m pip download -q --no-deps --only-binary :all: -d "$wheel" axe-playwright-python==0.1.8 >"$wheel/log" 2>&1 \
    || { cat "$wheel/log" >&2; say "cannot fetch axe-core"; exit 1; }
  mkdir -p "${AXE%/*}"
  unzip -p "$wheel"/*.whl axe_playwright_python/axe.min.js >"$AXE.new"
  mv "$AXE.new" "$AXE"
  rm -r "$wheel"
}

# The catalogues of the wall's words, below a folder share/locale.
compile_words() {
  for catalogue in assets/po/*.po; do
    language=$1/$(basename "$catalogue" .po)/LC_MESSAGES
    mkdir -p "$language"
    msgfmt --check -o "$language/colourclock.mo" "$catalogue"
  done
}

# The same for a program in the build tree, with its sounds and the page for phones: where it also looks once it is installed, in ../share.
compile_words_beside() {
  beside=$(dirname "$(readlink -f "$1")")/../share
  compile_words "$beside/locale"
  mkdir -p "$beside/colourclock/sounds"
  cp assets/shipped/sounds/*.wav "$beside/colourclock/sounds"
  mkdir -p "$beside/colourclock/web"
  cp assets/shipped/web/* "$beside/colourclock/web"
}

# The unit tests and goldens, in debug, but optimised; in a folder of their own, so that a release can be built meanwhile.
build_tests() {
  say "building the tests"
  COLOURCLOCK_OPTIMISED=1
  export COLOURCLOCK_OPTIMISED
  swift build --build-tests --scratch-path .build-tests
  compile_words_beside .build-tests/debug/colourclock
}

# Those that are built already: options of `swift test`.
run_tests() { swift test --skip-build --scratch-path .build-tests "$@"; }

# With $optimisation, -O or -Onone, each in a folder of its own.
build_fuzzers() {
  say "building the fuzzers"
  COLOURCLOCK_FUZZ=$optimisation COLOURCLOCK_COMPANIONS=1 \
    swift build -c release --scratch-path ".build-fuzz$optimisation" --product fuzz
}

# No checks at run time of exclusive access, which the tests in debug have; functions in sections of their own, so that the
# linker drops those without users and puts those of a tick side by side (assets/tools/order records which they are). No program
# links to this one: what it exports would all be kept. No library is looked for beside it.
release_flags="--disable-local-rpath -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -use-ld=lld -Xlinker --gc-sections -Xlinker --icf=all -Xlinker --no-export-dynamic \
  -Xlinker --symbol-ordering-file=assets/tools/order.txt -Xlinker --no-warn-symbol-ordering"
# A megabyte less of relocations, where the C library knows this form of them.
if [ "$(printf 'glibc 2.36\n%s\n' "$(getconf GNU_LIBC_VERSION 2>/dev/null)" | LC_ALL=C sort -V | sed -n 1p)" = "glibc 2.36" ]; then
  release_flags="$release_flags -Xlinker -z -Xlinker pack-relative-relocs"
fi

# A program as it is shipped: optimised, the Swift runtime linked in.
build_product() {
  say "building the release of $1"
  log=$(mktemp)
  # The package manager does not know that the linker reads this.
  if [ assets/tools/order.txt -nt ".build/release/$1" ]; then rm -f ".build/release/$1"; fi
  # The folder stands nowhere in the program, so that the same sources make the same one in any other: neither as a path, nor in the
  # names of what the compiler keeps, nor in its note of what it was called with.
  swift build -c release --static-swift-stdlib $release_flags -Xswiftc -file-prefix-map -Xswiftc "$PWD=." \
    -Xswiftc -file-compilation-dir -Xswiftc . -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs \
    -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen --product "$1" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
  rm -f "$log"
}

build_release() {
  build_product colourclock
  clock=$PWD/.build/release/colourclock
  compile_words_beside "$clock"
}

# The companions. Only with this variable Package.swift knows of them, and of their libraries.
build_companions() {
  COLOURCLOCK_COMPANIONS=1
  export COLOURCLOCK_COMPANIONS
  for companion in $wanted; do build_product "colourclock-$companion"; done
}

# The program that $COLOURCLOCK names. Relative paths are the caller's.
named_clock() { case $COLOURCLOCK in /*) echo "$COLOURCLOCK" ;; *) echo "$here/$COLOURCLOCK" ;; esac; }

# Whether there will be this companion beside the program: one that is built already may be without.
has_companion() {
  if [ -n "${COLOURCLOCK:-}" ]; then
    [ -x "$(dirname "$(named_clock)")/colourclock-$1" ]
  else
    case " $wanted " in *" $1 "*) ;; *) return 1 ;; esac
  fi
}

# The companions beside the program, after `need_clock`: new releases where that is one.
need_companions() {
  if [ -z "${COLOURCLOCK:-}" ] && [ -n "$wanted" ]; then
    for companion in $wanted; do need_packages $(packages_of "$companion"); done
    build_companions
  fi
}

# The program: one that is built already, if $COLOURCLOCK names it, else a new release.
need_clock() {
  if [ -n "${COLOURCLOCK:-}" ]; then
    clock=$(named_clock)
    [ -x "$clock" ] || { say "COLOURCLOCK=$COLOURCLOCK is not a program"; exit 1; }
  else
    need_swift
    need_packages $build_packages
    build_release
  fi
}

# A private X server of that size; sets DISPLAY. It ends with the script.
start_xvfb() {
  numbers=$(mktemp)
  Xvfb -displayfd 3 -screen 0 "$1x24" -nolisten tcp -noreset 3>"$numbers" >/dev/null 2>&1 &
  server=$!
  trap 'kill $server 2>/dev/null || :; rm -f "$numbers"' EXIT
  trap 'exit 1' INT TERM HUP
  until [ -s "$numbers" ]; do
    kill -0 "$server" 2>/dev/null || { say "Xvfb does not start"; exit 1; }
    sleep 0.05
  done
  DISPLAY=:$(cat "$numbers")
  export DISPLAY
}
