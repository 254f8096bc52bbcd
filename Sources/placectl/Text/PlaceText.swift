import PlacedInterface

extension Wire.Place {
  /// What is known of the place, for a person.
  func lines(_ layout: Layout) -> [String] {
    var fields = FieldList()
    fields.add("Name", name)
    fields.add("Id", id)
    fields.add("Types", types.map { $0.map(Wording.name).joined(separator: ", ") })
    fields.add("Address", formattedAddress)
    fields.add(
      "Location", coordinate.map { Wording.coordinate(latitude: $0.latitude, longitude: $0.longitude) })
    fields.add("Plus code", plusCode)
    fields.add("Phone", phoneNumber)
    fields.add("Website", website)
    fields.add("Hours", openingHours)
    fields.add("Source", (attributions ?? []).flatMap { [$0.text, $0.url].compactMap(\.self) })
    return fields.lines(layout)
  }
}
