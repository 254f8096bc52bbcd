import JSON
import PlaceTags
import PlacesCore

/// Reads the places of a GeoJSON file one by one.
///
/// Features that are no places are skipped and counted; what is wrong with the file as a whole is an error. Memory
/// stays within the largest feature.
package struct PlaceReader {
  private let path: String
  private let file: ImportFile
  private let ids: FeatureID
  private var features: FeatureReader
  private var axes = AxisCheck()

  package init(path: String) throws(GeoJSONError) {
    self.path = path
    let file = try ImportFile(path: path)
    self.file = file
    ids = FeatureID(path: path)
    features = FeatureReader { () throws(JSONError) in try file.next() }
  }

  /// The next place, counted in the report; nil at the end of the file.
  package mutating func next(_ report: inout ImportReport) throws(GeoJSONError) -> Place? {
    while let item = try item() {
      report.objects += 1
      let feature: Feature
      switch item {
      case .feature(let found): feature = found
      case .other:
        report.skipped[.notAFeature, default: 0] += 1
        continue
      case .broken:
        report.skipped[.brokenRecord, default: 0] += 1
        continue
      }
      axes.look(at: feature, in: features.collection["bbox"])
      if axes.count.isMultiple(of: AxisCheck.interval) { try axes.verdict() }
      do throws(SkipReason) {
        let made = try FeaturePlace(feature, ids: ids)
        report.count(made.place, unmapped: made.unmapped)
        for source in feature.properties["sources"]?.arrayValue ?? [] {
          guard let time = source["update_time"]?.stringValue, time > report.newestUpdate ?? "" else {
            continue
          }
          report.newestUpdate = time
        }
        return made.place
      } catch {
        report.skipped[error, default: 0] += 1
      }
    }
    try axes.verdict()
    report.replacedCharacters += file.replaced + features.replacedCharacters
    for key in ["license", "licence"] {
      if let text = features.collection[key]?.cleanText { report.licences.insert(text) }
    }
    if let text = features.collection["attribution"]?.cleanText { report.attributions.insert(text) }
    return nil
  }

  private mutating func item() throws(GeoJSONError) -> FeatureReader.Item? {
    do throws(FeatureReader.Failure) {
      return try features.next()
    } catch {
      switch error {
      case .json(let error):
        if case .unreadable(let code) = error.kind { throw .unreadable(code: code) }
        throw .json(error, line: ImportFile.line(ofByte: error.offset, in: path))
      case .notGeoJSON(let what, let offset): throw .notGeoJSON(what, offset: offset)
      }
    }
  }
}
