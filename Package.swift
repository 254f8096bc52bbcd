// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors everywhere, so that the tree stays free of them.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// What the daemon is made of does without regular expressions and the algorithms beside them: they would be
/// a megabyte of its memory.
let lean: [SwiftSetting] =
  strict + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]

/// A program exports nothing, has relocations in short form, and each of several equal functions once: a
/// megabyte less.
let compact: [LinkerSetting] = [
  .unsafeFlags(
    ["-use-ld=lld"]
      + ["--no-export-dynamic", "--icf=safe", "-z", "pack-relative-relocs"].flatMap { ["-Xlinker", $0] },
    .when(configuration: .release))
]

/// One Swift library target of ours; its folder is `Sources/NAME`.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: lean)
}

/// One program; its folder is `Sources/NAME`.
func program(_ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = strict) -> Target
{
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings, linkerSettings: compact)
}

/// One bundle of tests; its folder is `Tests/NAME`.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

// The arrows are those of the module map in docs/ARCHITECTURE.md: adapters never import each other,
// each C library has exactly one Swift owner, and only the programs join things.
let package = Package(
  name: "placed",
  products: [
    .executable(name: "placed", targets: ["placed"]),
    .executable(name: "placectl", targets: ["placectl"]),
    .executable(name: "placed-import", targets: ["placed-import"]),
  ],
  targets: [
    // C libraries and the shims that let Swift call them.
    .target(name: "CGps", linkerSettings: [.linkedLibrary("gps")]),
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl")]),
    .target(name: "CLinux"),
    .target(name: "CTerminal"),
    .target(
      name: "COsmium",
      linkerSettings: [
        .linkedLibrary("z"), .linkedLibrary("bz2"), .linkedLibrary("expat"), .linkedLibrary("lz4"),
        .linkedLibrary("pthread"),
      ]),
    .systemLibrary(name: "CMessageDigest", pkgConfig: "libmd", providers: [.apt(["libmd-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),

    // What the product is about: pure.
    module("PlacesCore"),
    module("PlaceEngine", ["PlacesCore"]),

    // General parts.
    module("JSON"),
    module("LinuxIO", ["CLinux"]),
    module("Systemd", ["LinuxIO", "CSystemd"]),
    module("Varlink", ["JSON", "LinuxIO"]),
    module("SQLite", ["CSQLite"]),
    module("XML", ["CExpat"]),
    module("HTTP", ["CCurl", "CMessageDigest"]),
    module("Arguments"),
    module("Terminal", ["CTerminal"]),
    module("Configuration", ["PlacesCore"]),

    // Adapters.
    module("PlacedInterface", ["Varlink", "JSON"]),
    module("PlaceStore", ["PlaceEngine", "PlacesCore", "SQLite"]),
    module("StateStore", ["PlaceEngine", "PlacesCore", "SQLite"]),
    module("Gpsd", ["PlaceEngine", "PlacesCore", "LinuxIO", "CGps"]),
    module("PlaceTags", ["PlacesCore"]),
    module("GeoJSONImport", ["PlaceTags", "PlacesCore", "JSON"]),
    module("OSMImport", ["PlaceTags", "PlacesCore", "COsmium"]),

    // Programs.
    program(
      "placed",
      [
        "Arguments", "Configuration", "Gpsd", "JSON", "LinuxIO", "PlaceEngine", "PlaceStore",
        "PlacedInterface",
        "PlacesCore", "StateStore", "Systemd", "Terminal", "Varlink", "XML",
      ], settings: lean),
    program("placectl", ["Arguments", "JSON", "LinuxIO", "PlacedInterface", "Terminal", "Varlink"]),
    program(
      "placed-import",
      ["Arguments", "GeoJSONImport", "HTTP", "JSON", "OSMImport", "PlaceStore", "PlaceTags", "PlacesCore"]),

    // Tests.
    .target(
      name: "PlacedTestKit", dependencies: ["JSON", "LinuxIO", "PlacesCore", "Varlink"],
      path: "Tests/PlacedTestKit", swiftSettings: strict),
    .executableTarget(
      name: "varlink-peer", dependencies: ["JSON", "LinuxIO", "Varlink"], path: "Tests/VarlinkPeer",
      swiftSettings: strict),
    .executableTarget(
      name: "state-writer", dependencies: ["PlacesCore", "StateStore"], path: "Tests/StateWriter",
      swiftSettings: strict),
    .executableTarget(
      name: "store-bench", dependencies: ["PlaceStore", "PlacesCore"], path: "Tests/StoreBench",
      swiftSettings: strict),
    .executableTarget(
      name: "region-reader", dependencies: ["PlaceStore"], path: "Tests/RegionReader",
      swiftSettings: strict),
    tests("PlacesCoreTests", ["PlacesCore", "PlacedTestKit"]),
    tests("PlaceEngineTests", ["PlaceEngine", "PlacesCore", "PlacedTestKit"]),
    tests("JSONTests", ["JSON"]),
    tests("LinuxIOTests", ["LinuxIO", "PlacedTestKit"]),
    tests("VarlinkTests", ["Varlink", "JSON", "LinuxIO", "PlacedTestKit"]),
    tests("PlacedInterfaceTests", ["PlacedInterface", "Varlink", "JSON"]),
    tests("HTTPTests", ["HTTP", "PlacedTestKit"]),
    tests("ArgumentsTests", ["Arguments"]),
    tests("TerminalTests", ["Terminal"]),
    tests("ConfigurationTests", ["Configuration", "PlacesCore"]),
    tests("XMLTests", ["XML"]),
    tests("SQLiteTests", ["SQLite", "PlacedTestKit"]),
    tests("PlaceStoreTests", ["PlaceStore", "PlaceEngine", "PlacesCore", "SQLite", "PlacedTestKit"]),
    tests("StateStoreTests", ["StateStore", "PlacesCore", "SQLite", "PlacedTestKit"]),
    tests("GpsdTests", ["Gpsd", "PlaceEngine", "PlacesCore", "LinuxIO", "PlacedTestKit"]),
    tests("GeoJSONImportTests", ["GeoJSONImport", "PlaceTags", "PlacesCore", "JSON", "PlacedTestKit"]),
    tests("OSMImportTests", ["OSMImport", "PlaceTags", "PlacesCore", "PlacedTestKit"]),
    tests("PlacedImportTests", ["JSON", "LinuxIO", "PlaceStore", "PlacesCore", "PlacedTestKit"]),
    tests(
      "PlacectlTests",
      [
        "placectl", "Arguments", "Configuration", "JSON", "LinuxIO", "PlacedInterface", "Terminal", "Varlink",
        "PlacedTestKit",
      ], exclude: ["Help"]),
    tests(
      "PlacedTests",
      [
        "placed", "Gpsd", "JSON", "LinuxIO", "PlaceEngine", "PlaceStore", "PlacedInterface", "PlacesCore",
        "Varlink",
        "PlacedTestKit",
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
