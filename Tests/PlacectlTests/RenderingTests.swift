import PlacedInterface
import Terminal
import Testing

@testable import placectl

private let here = Wire.Location(
  coordinate: .init(latitude: -33.8694, longitude: 151.199), horizontalAccuracy: 11.6, accuracy: "full",
  timestampUSec: 1_790_000_000_000_000, ageMSec: 1900, reason: "moved", device: "/dev/ttyACM0")

private func list(_ names: [String?], limit: Int = 5, reason: String? = nil) -> Wire.LikelyPlaces {
  let places = names.enumerated().map { index, name in
    Wire.LikelyPlace(
      place: .init(id: "osm:node/\(index + 1)", name: name, types: ["train_station", "establishment"]),
      likelihood: 0.4 / Double(index + 1), distance: Double(index) * 700 + 3)
  }
  return Wire.LikelyPlaces(
    places: places, elsewhere: 0.002, unlisted: 0.09, generation: 7, location: here, reason: reason,
    attributions: [.init(text: "© OpenStreetMap contributors")])
}

/// How many cells a line takes, each of its blanks included.
private func width(_ line: String) -> Int { DisplayText(line.replacing(" ", with: "_")).width }

@Test func aListForAPerson() {
  #expect(
    list(["Aquarium", "Zoo"]).lines(Layout()) == [
      "1  Aquarium             40 %    3 m  train station",
      "2  Zoo                  20 %  703 m  train station",
      "   another known place   9 %",
      "   no known place       <1 %",
      "Made from the location of 1 s ago, accurate to 12 m, from /dev/ttyACM0.",
      "© OpenStreetMap contributors",
    ])
}

@Test func aListOfADeviceAtRestSaysSo() {
  var list = list(["Zoo"])
  list.location.ageMSec = 118_400
  list.location.device = nil
  #expect(
    list.lines(Layout())[3] == "Made from the location of 118 s ago, accurate to 12 m; not moved since.")
}

@Test(
  "OSM-21: columns stay in place with names of any script",
  arguments: [
    "Aquarium", "วัดพระแก้ว", "מסעדת הים 24", "مقهى البحر", "東京タワー", "🍕 Pizza 👩‍👩‍👧", "Cafe\u{301} \u{202E}evil",
    String(repeating: "東京", count: 50), String(repeating: "אב ", count: 60), "a\u{1B}[2J\nb",
  ])
func columns(name: String) throws {
  for width in [80, 60, 132] {
    let lines = list(["Zoo", name]).lines(Layout(width: width))
    // The sentence about the location takes two lines where it must.
    #expect(lines.count == (width < 72 ? 7 : 6))
    for line in lines { #expect(PlacectlTests.width(line) <= width) }
    #expect(
      !lines.joined().unicodeScalars.contains { $0.value < 0x20 || (0x202A...0x202E).contains($0.value) })
    // The likelihoods end in the same cell: what stands before them is equally wide.
    let before = try lines[..<2].map { line in
      try PlacectlTests.width(String(line[..<#require(line.firstRange(of: " %")).lowerBound]))
    }
    #expect(Set(before).count == 1)
  }
}

@Test func placesWithoutANameToShowHaveTheirId() {
  let lines = list([nil, "\u{7}\u{202E}"]).lines(Layout())
  #expect(lines[0].hasPrefix("1  osm:node/1 "))
  #expect(lines[1].hasPrefix("2  osm:node/2 "))
}

@Test(
  "an empty list says why",
  arguments: [
    ("no_places_near", "There is no known place near."),
    ("none_of_types", "There is no known place of these types near."),
    ("not_covered", "No region file covers this location. Add one: placed-import FILE -o"),
    ("damaged", "A region file is damaged. See: placectl doctor"),
    ("loading", "The region files are still being loaded. Try again in a moment."),
    ("something_new", "There are no likely places (something_new)."),
    (nil, "There are no likely places."),
  ])
func emptyList(reason: String?, text: String) {
  #expect(list([], reason: reason).lines(Layout())[0] == text)
}

@Test(
  "a list that is empty for its region files says which they are",
  arguments: [
    ([], "There is no region file, so no place is known. Make one: placed-import FILE -o REGION.places"),
    (["damaged", "newer"], "No region file can be used: 1 (damaged), 2 (newer). See: placectl doctor"),
    (
      ["ready", "damaged"],
      "No region file that can be used covers this location; unusable: 2 (damaged). See: placectl doctor"
    ),
    (
      ["ready", "ready"], "No region file covers this location. Add one: placed-import FILE -o REGION.places"
    ),
  ], ["not_covered", "damaged"])
func uncoveredList(told: (states: [String], text: String), reason: String) {
  let regions = told.states.enumerated().map { Wire.Region(name: "\($0 + 1)", state: $1) }
  #expect(list([], reason: reason).lines(Layout(width: 200), regions: regions)[0] == told.text)
}

@Test func likelihoodsAreExplained() {
  var list = list(["Zoo"])
  list.places[0].why = ["prior": 0.25, "distance": -1.5, "position": 0.000_012_34]
  #expect(list.lines(Layout())[1] == "    distance=-1.5 position=1.23e-05 prior=0.25")
}

@Test func colour() {
  let lines = list(["Zoo"]).lines(Layout(width: 80, palette: Palette(isColoured: true)))
  #expect(lines[0].hasPrefix("\u{1B}[2m1\u{1B}[0m  \u{1B}[1mZoo\u{1B}[0m  "))
}

private let status = Wire.Status(
  authorization: .init(status: "authorized_always", accuracy: "full"),
  receiver: .init(state: "fix_3d", device: "/dev/ttyACM0", driver: "u-blox"), providers: [],
  regions: [.init(name: "sydney", state: "ready", dataUSec: 0, places: 62)],
  selection: .init(place: .init(id: "osm:way/5", name: "מסעדת הים 24"), source: "likely"), location: here,
  stale: false,
  zoomHint: 15, distanceFilter: 50, desiredAccuracy: "best",
  versions: .init(placed: "0.1.0", libgps: "3.22", gpsd: "3.22"))

@Test func theStatusForAPerson() {
  #expect(
    status.lines(socket: "/run/s", Layout()) == [
      "Daemon    placed 0.1.0 on /run/s",
      "Access    authorized always, full accuracy",
      "Receiver  fix (3D); /dev/ttyACM0 (u-blox)",
      "gpsd      3.22 (libgps 3.22)",
      "Location  -33.86940, 151.19900, 1 s old, accurate to 12 m, from /dev/ttyACM0",
      "Selected  \u{2068}מסעדת הים 24\u{2069}",
      "          osm:way/5",
      "Regions   sydney: ready, 62 places, data of 1970-01-01",
      "Filter    50 m, accuracy best",
    ])
}

@Test func aLongPathIsBelowItsNameWhereColumnsAreNarrow() {
  let socket = "/run/user/1000/placed/io.placed.Places"
  let lines = status.lines(socket: socket, Layout(width: 40))
  #expect(
    lines.prefix(5) == [
      "Daemon", "  placed 0.1.0 on", "  \(socket)", "Access    authorized always, full", "          accuracy",
    ])
  let checks = Checkup(Failure(.noDaemon, "no daemon listens on \(socket)", remedy: "placed --user"))
  #expect(
    checks.lines(Layout(width: 40)) == [
      "FAIL  daemon", "  no daemon listens on", "  \(socket)", "  -> placed --user",
    ])
  for line in lines + checks.lines(Layout(width: 40)) { #expect(width(line) <= 40) }
}

@Test func valuesThatAreNotKnownYetAreShown() {
  var status = status
  status.receiver = .init(state: "fix_rtk")
  status.authorization.status = "authorized_on_sundays"
  status.regions = [.init(name: "x", state: "half_ready")]
  status.selection = .init(reason: "moved_house")
  let lines = status.lines(socket: "/run/s", Layout())
  #expect(lines.contains("Receiver  fix rtk"))
  #expect(lines.contains("Access    authorized on sundays, full accuracy"))
  #expect(lines.contains("Regions   x: half ready"))
  #expect(lines.contains("Selected  none (moved house)"))
}

@Test func changesForAPerson() {
  let update = Wire.Update(
    sequence: 1, receiver: .init(state: "searching"), location: here, likelyPlaces: list(["Aquarium", "东京"]),
    selection: .init(), busy: false, problem: .init(error: "e", message: "provider\nfailed"))
  #expect(
    update.lines(at: "12:00:01", Layout()) == [
      "12:00:01  receiver  searching for satellites",
      "12:00:01  location  moved: -33.86940, 151.19900, 1 s old, accurate to 12 m",
      "12:00:01  likely    40 %  Aquarium",
      "12:00:01  likely    20 %  东京",
      "12:00:01  likely     9 %  another known place",
      "12:00:01  likely    <1 %  no known place",
      "12:00:01  selected  none",
      "12:00:01  busy      up to date",
      "12:00:01  problem   provider failed",
    ])
  #expect(Wire.Update(sequence: 1).lines(at: "12:00:01", Layout()).isEmpty)
}

@Test func aPlaceForAPerson() {
  let place = Wire.Place(
    id: "osm:way/5", name: "Zoo", coordinate: .init(latitude: 0.000_004, longitude: -0.5),
    formattedAddress: String(repeating: "Long Street ", count: 10), types: ["zoo", "tourist_attraction"],
    website: "https://example.org/\u{1B}]8;;", attributions: [.init(text: "OSM", url: "https://osm.org")])
  #expect(
    place.lines(Layout()) == [
      "Name      Zoo",
      "Id        osm:way/5",
      "Types     zoo, tourist attraction",
      "Address   Long Street Long Street Long Street Long Street Long Street Long",
      "          Street Long Street Long Street Long Street Long Street",
      "Location  0.00000, -0.50000",
      "Website   https://example.org/]8;;",
      "Source    OSM",
      "          https://osm.org",
    ])
}
