import JSON

/// Hands out the features of a GeoJSON text one by one: of a FeatureCollection (members in any order), of a bare
/// Feature, or of any number of those in a row (lines, or RFC 8142 with record separators).
///
/// A broken record of a sequence with record separators is given as such, and the rest goes on; other broken text
/// is an error. Memory stays within one feature.
struct FeatureReader {
  /// The members of the top-level object that is being walked, without its features.
  private var members = JSONObject()
  /// Whether the features of a collection are being walked.
  private var isInFeatures = false
  private var hadFeatures = false
  private var reader: JSONReader

  /// What the last collection says besides its features: name, licence, box.
  private(set) var collection = JSONObject()

  init(source: @escaping JSONReader.Source) {
    var options = JSONReader.Options()
    options.isSequence = true
    options.acceptsByteOrderMark = true
    options.replacesLoneSurrogates = true
    options.maximumValueBytes = FeatureReader.maximumFeatureBytes
    reader = JSONReader(options: options, source: source)
  }

  /// Characters in escapes that were no Unicode text and became U+FFFD.
  var replacedCharacters: Int { reader.replacedSurrogates }

  /// The largest feature that is read: a country's outline fits.
  private static let maximumFeatureBytes = 64 << 20

  enum Failure: Error {
    case json(JSONError)
    case notGeoJSON(String, offset: Int)
  }

  enum Item {
    case feature(Feature)
    /// Something else stands where a feature should.
    case other
    /// A record of a text sequence is no JSON, or cut off.
    case broken
  }

  /// The next feature; nil at the end of the text.
  mutating func next() throws(Failure) -> Item? {
    do {
      while true {
        if isInFeatures {
          if let value = try reader.element() { return Feature(value).map { .feature($0) } ?? .other }
          isInFeatures = false
          hadFeatures = true
        }
        if reader.depth == 0 {
          guard let event = try reader.next() else { return nil }
          guard event == .beginObject else {
            throw Failure.notGeoJSON("the text is not a GeoJSON object", offset: reader.offset)
          }
          (members, hadFeatures) = (JSONObject(), false)
        }
        if let feature = try walk() { return .feature(feature) }
      }
    } catch let error as JSONError {
      guard reader.skipBrokenRecord() else { throw .json(error) }
      isInFeatures = false
      return .broken
    } catch let error as Failure {
      throw error
    } catch {
      throw .notGeoJSON("\(error)", offset: reader.offset)
    }
  }

  /// Walks the members of a top-level object up to the first feature or its end; a bare feature is given there.
  private mutating func walk() throws -> Feature? {
    while let event = try reader.next() {
      switch event {
      case .name("features"):
        guard try reader.next() == .beginArray else {
          throw Failure.notGeoJSON("\"features\" is not a list", offset: reader.offset)
        }
        isInFeatures = true
        // The collection's own box is wanted while its features are read.
        collection = members
        return nil
      case .name(let name):
        members[name] = try reader.value()
      case .endObject:
        return try ended()
      default:
        return nil
      }
    }
    return nil
  }

  /// What the object that has been walked was.
  private mutating func ended() throws -> Feature? {
    switch members["type"]?.stringValue {
    case "Feature": return Feature(members: members)
    case "FeatureCollection" where hadFeatures:
      collection = members
      return nil
    case "FeatureCollection":
      throw Failure.notGeoJSON("the collection has no \"features\"", offset: reader.offset)
    case let type:
      let what = type.flatMap { FeatureReader.geometries.contains($0) ? "a bare geometry" : nil }
      throw Failure.notGeoJSON(
        "neither a FeatureCollection nor a Feature, but \(what ?? "something else")", offset: reader.offset)
    }
  }

  private static let geometries = [
    "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection",
  ]
}
