import PlacedTestKit
import PlacesCore
import Testing

/// Places of Overture Maps as they were published.
@Suite(.enabled(if: RealData.isThere, "\(RealData.comment)"))
struct OvertureRealDataTests {
  /// Both schemas, as a collection, as a text sequence with record separators, and one feature a line.
  @Test(arguments: [
    ("utrecht-2023-07.geojson", 2049, "overture"), ("utrecht-2023-07.geojsonseq", 2049, "overture"),
    ("us-sample-2025.geojsonseq", 1713, "overture"),
  ])
  func everyFeatureIsAPlace(file: String, count: Int, source: String) throws {
    let directory = try #require(RealData.directory)
    let imported = try Imported(path: "\(directory)/data/overture/\(file)")
    #expect(imported.places.count == count)
    #expect(imported.report.skipped == [:])
    #expect(imported.report.sources == [source])
    #expect(imported.report.replacedCharacters == 0)
    #expect(Set(imported.places.map(\.id)).count == count)
  }

  /// Most categories in use have a type: a handful of 1,713 do not.
  @Test func categoriesHaveTypes() throws {
    let directory = try #require(RealData.directory)
    let imported = try Imported(path: "\(directory)/data/overture/us-sample-2025.geojsonseq")
    #expect(imported.report.unmapped.values.reduce(0, +) < 10)
  }
}
