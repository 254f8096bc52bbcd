import Foundation
import PlacedTestKit
import Testing

@testable import placectl

private let shown = ShownList(generation: 41, ids: ["osm:node/1", "osm:way/2"])

@Test func theListLastShownIsKeptForEachSocket() throws {
  let directory = try TemporaryDirectory()
  let lists = ShownLists(environment: ["HOME": directory.path])
  #expect(lists.last(socket: "/a") == nil)
  try lists.keep(shown, socket: "/a")
  #expect(lists.last(socket: "/a") == shown)
  #expect(lists.last(socket: "/b") == nil)
  try lists.keep(ShownList(generation: 42, ids: []), socket: "/a")
  #expect(lists.last(socket: "/a") == ShownList(generation: 42, ids: []))
}

@Test func itIsPrivate() throws {
  let directory = try TemporaryDirectory()
  let lists = ShownLists(environment: ["XDG_STATE_HOME": directory.file("new/state")])
  try lists.keep(shown, socket: "/a")
  let state = directory.file("new/state/placed")
  let names = try FileManager.default.contentsOfDirectory(atPath: state)
  #expect(names.count == 1)
  for (path, mode) in [(state, 0o700), ("\(state)/\(names[0])", 0o600)] {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == mode)
  }
}

@Test(
  "a file that is not a whole list is no list",
  arguments: [
    "", "{", "{}", #"{"socket":"/a","generation":1,"places":[1]}"#,
    #"{"socket":"/b","generation":1,"places":[]}"#,
    String(repeating: " ", count: 70_000),
  ])
func damaged(text: String) throws {
  let directory = try TemporaryDirectory()
  let lists = ShownLists(environment: ["XDG_STATE_HOME": directory.path])
  try lists.keep(shown, socket: "/a")
  let state = directory.file("placed")
  let name = try #require(try FileManager.default.contentsOfDirectory(atPath: state).first)
  try text.write(toFile: "\(state)/\(name)", atomically: false, encoding: .utf8)
  #expect(lists.last(socket: "/a") == nil)
}

@Test func withoutAHomeThereIsNone() {
  let lists = ShownLists(environment: [:])
  #expect(lists.last(socket: "/a") == nil)
  #expect(throws: Failure.self) { try lists.keep(shown, socket: "/a") }
}
