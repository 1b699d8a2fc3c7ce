# The steps that the scripts in this folder share. They source this file. Each step reports in one line what it does.
set -eu
cd "$(dirname "$0")/.."
case $PWD in */assets) cd .. ;; esac
swift_needed=6.2

# Needed to build the clock, to translate its words, for drawing, and for texts that need shaping.
build_packages="gettext libx11-dev libx11-xcb-dev libxft-dev libxext-dev libxfixes-dev libxrandr-dev libxss-dev pkg-config tzdata \
  fonts-inter libharfbuzz0b libfribidi0"
# The companions: calendars (needs no further packages), the MQTT broker, and phones.
companions="agenda mqtt web"
companion_packages="libmosquitto-dev libmicrohttpd-dev libqrencode-dev"
packages_of() { case $1 in mqtt) echo libmosquitto-dev ;; web) echo libmicrohttpd-dev libqrencode-dev ;; esac; }
# The companions to build together with the clock.
wanted=$companions

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

need_swift() {
  found=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
  if [ -z "$found" ] || [ "$(printf '%s\n%s\n' "$swift_needed" "$found" | sort -V | head -n 1)" != "$swift_needed" ]; then
    say "needs Swift $swift_needed or later, found ${found:-none}: https://www.swift.org/install/linux/ offers it"
    exit 1
  fi
}

# Installs the Debian packages that are missing.
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

# Installs what the unit tests and goldens need: fonts, a display, and the servers that some tests start.
need_unit_test_packages() {
  need_packages $build_packages fonts-dejavu-core fonts-hosny-amiri fonts-lohit-deva fonts-noto-color-emoji fonts-symbola \
    fonts-tlwg-loma-ttf fonts-vlgothic libharfbuzz-bin libfribidi-bin dbus-daemon xvfb xserver-xephyr tigervnc-standalone-server x11-xserver-utils
}

# Fetches axe-core, which finds barriers for people with disabilities in a page. Debian has no package of it, but a
# wheel on PyPI contains its file.
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

# Compiles the message catalogues into a folder share/locale.
compile_words() {
  for catalogue in assets/po/*.po; do
    language=$1/$(basename "$catalogue" .po)/LC_MESSAGES
    mkdir -p "$language"
    msgfmt --check -o "$language/colourclock.mo" "$catalogue"
  done
}

# Puts the catalogues, the sounds and the page for phones where a program in the build tree looks for them: in ../share,
# as if it were installed.
compile_words_beside() {
  beside=$(dirname "$(readlink -f "$1")")/../share
  compile_words "$beside/locale"
  mkdir -p "$beside/colourclock/sounds"
  cp assets/shipped/sounds/*.wav "$beside/colourclock/sounds"
  mkdir -p "$beside/colourclock/web"
  cp assets/shipped/web/* "$beside/colourclock/web"
}

# Builds the unit tests and goldens, as debug but optimised. They have their own folder, so that a release can be built
# at the same time.
build_tests() {
  say "building the tests"
  COLOURCLOCK_OPTIMISED=1
  export COLOURCLOCK_OPTIMISED
  swift build --build-tests --scratch-path .build-tests
  compile_words_beside .build-tests/debug/colourclock
}

# Runs the tests that are built already. Takes options of `swift test`.
run_tests() { swift test --skip-build --scratch-path .build-tests "$@"; }

# Builds the fuzzers with $optimisation, -O or -Onone. Each has its own folder.
build_fuzzers() {
  say "building the fuzzers"
  COLOURCLOCK_FUZZ=$optimisation COLOURCLOCK_COMPANIONS=1 \
    swift build -c release --disable-index-store --scratch-path ".build-fuzz$optimisation" --product fuzz
}

# A release does not check exclusive access at run time; debug tests do. Each function has its own section, so that the
# linker drops unused ones and puts those of a tick side by side (recorded by assets/tools/order). Nothing is exported,
# because exported functions could not be dropped. No library is searched beside the program.
release_flags="--disable-local-rpath -Xswiftc -enforce-exclusivity=unchecked -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -use-ld=lld -Xlinker --gc-sections -Xlinker --icf=all -Xlinker --no-export-dynamic \
  -Xlinker --symbol-ordering-file=assets/tools/order.txt -Xlinker --no-warn-symbol-ordering"
# Saves a megabyte of relocations, if the C library supports this format.
if [ "$(printf 'glibc 2.36\n%s\n' "$(getconf GNU_LIBC_VERSION 2>/dev/null)" | LC_ALL=C sort -V | sed -n 1p)" = "glibc 2.36" ]; then
  release_flags="$release_flags -Xlinker -z -Xlinker pack-relative-relocs"
fi

# Builds a program as it is shipped: optimised, and with the Swift runtime linked statically.
build_product() {
  say "building the release of $1"
  log=$(mktemp)
  # The package manager does not know that the linker reads this file.
  if [ assets/tools/order.txt -nt ".build/release/$1" ]; then rm -f ".build/release/$1"; fi
  # The same sources must give the same program in any folder. So its name must not be in the program: neither in paths,
  # nor in the names of compiled files, nor in the recorded compiler options.
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

# Builds the companions. Package.swift contains them and their libraries only if this variable is set.
build_companions() {
  COLOURCLOCK_COMPANIONS=1
  export COLOURCLOCK_COMPANIONS
  for companion in $wanted; do build_product "colourclock-$companion"; done
}

# Prints the path of the program that $COLOURCLOCK names. Relative paths start at the caller's folder.
named_clock() { case $COLOURCLOCK in /*) echo "$COLOURCLOCK" ;; *) echo "$here/$COLOURCLOCK" ;; esac; }

# True if there is, or will be, this companion beside the program. A program that $COLOURCLOCK names may lack it.
has_companion() {
  if [ -n "${COLOURCLOCK:-}" ]; then
    [ -x "$(dirname "$(named_clock)")/colourclock-$1" ]
  else
    case " $wanted " in *" $1 "*) ;; *) return 1 ;; esac
  fi
}

# Builds releases of the companions, if `need_clock` has built one of the clock. Call it after `need_clock`.
need_companions() {
  if [ -z "${COLOURCLOCK:-}" ] && [ -n "$wanted" ]; then
    for companion in $wanted; do need_packages $(packages_of "$companion"); done
    build_companions
  fi
}

# Sets $clock to the program that $COLOURCLOCK names, or else to a new release.
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

# Starts a private X server of that size and sets DISPLAY. The server ends with the script.
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
