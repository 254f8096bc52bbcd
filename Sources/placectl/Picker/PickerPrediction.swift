import JSON

extension PickerItem {
  /// A row of a prediction, as `Autocomplete` gives it; nil if it has not the shape of one.
  init?(prediction: JSONValue) {
    guard let object = prediction.objectValue, let id = object["placeId"]?.stringValue,
      let primary = object["primaryText"]?["text"]?.stringValue ?? object["fullText"]?["text"]?.stringValue
    else { return nil }
    self.init(id: id, primary: primary)
    secondary = object["secondaryText"]?["text"]?.stringValue ?? ""
    primaryMatches = PickerItem.ranges(object["primaryText"])
    secondaryMatches = PickerItem.ranges(object["secondaryText"])
    kind = Kind(types: (object["types"]?.arrayValue ?? []).compactMap(\.stringValue))
    distance = object["distance"]?.doubleValue
  }

  private static func ranges(_ text: JSONValue?) -> [Range<Int>] {
    (text?["matches"]?.arrayValue ?? []).compactMap { range in
      guard let offset = range["offset"]?.intValue, let length = range["length"]?.intValue, offset >= 0,
        length > 0
      else { return nil }
      let (end, overflow) = Int(offset).addingReportingOverflow(Int(length))
      return overflow ? nil : Int(offset)..<end
    }
  }
}
