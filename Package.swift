// swift-tools-version: 6.2

import PackageDescription

/// What every Swift target is held to. `COLOURCLOCK_STRICT` (set by `assets/test`) turns warnings into errors; a user
/// with a newer compiler, which may know new warnings, is spared that.
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["COLOURCLOCK_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// Held to also where nothing unsafe may stand: the core and the program. The shell, and the tests that look at real
/// files and servers, are all about unsafe pointers.
let safe = strict + [.strictMemorySafety()]

let package = Package(
  name: "colourclock",
  products: [.executable(name: "colourclock", targets: ["App"])],
  targets: [
    // What Linux offers beyond the C library's module.
    .systemLibrary(name: "CLinux"),
    // Headers and link lines of the X libraries. Not called X11: a module named like a library it links breaks linking.
    .systemLibrary(
      name: "CX11", pkgConfig: "freetype2",
      providers: [
        .apt([
          "libx11-dev", "libx11-xcb-dev", "libxft-dev", "libxext-dev", "libxfixes-dev", "libxrandr-dev", "libxss-dev",
        ])
      ]),
    .target(name: "ColourClock", swiftSettings: safe),
    // Files, processes, sockets, timers, signals: what the clock and its companions have of the system.
    .target(name: "System", dependencies: ["CLinux"], swiftSettings: strict),
    // The control protocol, shared by the clock and its companions: JSON, command-line words, a client,
    // and a finder of clocks.
    .target(name: "ControlProtocol", dependencies: ["ColourClock", "System"], swiftSettings: safe),
    // Tables of options, and their uses: parser, help, manual and completions.
    .target(name: "CommandOptions", dependencies: ["ColourClock", "ControlProtocol", "System"], swiftSettings: safe),
    .target(name: "XWindow", dependencies: ["CX11", "ColourClock", "System"], swiftSettings: strict),
    .executableTarget(
      name: "App", dependencies: ["ColourClock", "CommandOptions", "ControlProtocol", "System", "XWindow"],
      swiftSettings: safe
    ),
    // What the tests of several modules use.
    .target(name: "TestSupport", dependencies: ["System"], path: "Tests/Support", swiftSettings: strict),
    .testTarget(name: "ColourClockTests", dependencies: ["ColourClock", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "SystemTests", dependencies: ["System"], swiftSettings: strict),
    .testTarget(
      name: "XWindowTests", dependencies: ["XWindow", "ColourClock", "System", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "AppTests",
      dependencies: ["App", "ColourClock", "CommandOptions", "ControlProtocol", "System", "XWindow", "TestSupport"],
      swiftSettings: strict),
  ]
)

// The companions, with `COLOURCLOCK_COMPANIONS` (set by the scripts that install and test them): libmosquitto would
// else be needed by everybody who builds the clock, as a plain `swift build` builds all targets.
if Context.environment["COLOURCLOCK_COMPANIONS"] != nil {
  package.products += [
    .executable(name: "colourclock-agenda", targets: ["Agenda"]),
    .executable(name: "colourclock-mqtt", targets: ["Mqtt"]),
    .executable(name: "colourclock-web", targets: ["Web"]),
  ]
  package.targets += [
    .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
    // libmicrohttpd's package depends on the one of GnuTLS.
    .systemLibrary(name: "CMicrohttpd", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
    .systemLibrary(name: "CQrencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .target(
      name: "CompanionSupport", dependencies: ["ColourClock", "ControlProtocol", "System"], swiftSettings: strict),
    .executableTarget(
      name: "Agenda", dependencies: ["ColourClock", "CommandOptions", "CompanionSupport", "ControlProtocol", "System"],
      swiftSettings: safe),
    .executableTarget(
      name: "Mqtt",
      dependencies: ["CMosquitto", "ColourClock", "CommandOptions", "CompanionSupport", "ControlProtocol", "System"],
      swiftSettings: strict),
    .executableTarget(
      name: "Web",
      dependencies: [
        "CMicrohttpd", "CQrencode", "ColourClock", "CommandOptions", "CompanionSupport", "ControlProtocol", "System",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "AgendaTests", dependencies: ["Agenda", "ColourClock", "CommandOptions", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "MqttTests",
      dependencies: [
        "Mqtt", "ColourClock", "CommandOptions", "CompanionSupport", "ControlProtocol", "System", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WebTests",
      dependencies: [
        "Web", "ColourClock", "CommandOptions", "CompanionSupport", "ControlProtocol", "System", "TestSupport",
      ],
      swiftSettings: strict),
  ]
}

// With `COLOURCLOCK_OPTIMISED` (set where `assets/test` builds) debug builds of what computes most are optimised, and
// keep all their checks: the tests paint thousands of pictures and play whole days, which takes a third of the time
// then. Other modules would take longer to compile than they save.
if Context.environment["COLOURCLOCK_OPTIMISED"] != nil {
  let optimised: SwiftSetting = .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
  for target in package.targets where ["ColourClock", "System", "Agenda"].contains(target.name) {
    target.swiftSettings?.append(optimised)
  }
}

// With `COLOURCLOCK_FUZZ` (set by `assets/tools/fuzz` to -O or -Onone, and the companions with it) it is one program
// instead, in which libFuzzer tries all that is parsed, and is built in a folder of its own. Debug builds cannot be
// linked so.
if let optimisation = Context.environment["COLOURCLOCK_FUZZ"] {
  let fuzzed: SwiftSetting = .unsafeFlags(["-sanitize=fuzzer", "-enable-testing", optimisation])
  package.products = [.executable(name: "fuzz", targets: ["Fuzz"])]
  package.targets.removeAll { $0.path != nil || $0.isTest }
  // Libraries, without what starts them.
  for program in package.targets.filter({ $0.type == .executable }) {
    package.targets.removeAll { $0.name == program.name }
    package.targets.append(
      .target(
        name: program.name, dependencies: program.dependencies, exclude: ["Main.swift"],
        swiftSettings: program.swiftSettings))
  }
  for target in package.targets where target.type == .regular { target.swiftSettings?.append(fuzzed) }
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "Agenda", "App", "ColourClock", "CommandOptions", "CompanionSupport", "CX11", "ControlProtocol", "Mqtt",
        "System", "Web", "XWindow",
      ],
      path: "Tests/Fuzz", exclude: ["corpus", "found", "README.md"], swiftSettings: strict + [fuzzed],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer"])]))
}
