import PlacesCore

extension Address {
  /// The address by OpenStreetMap's keys.
  package init(tags: some TagSource) {
    self.init()
    houseNumber = tags.text("addr:housenumber")
    street = tags.text(["addr:street", "addr:place"])
    locality = tags.text(["addr:city", "addr:town", "addr:village"])
    region = tags.text(["addr:state", "addr:province"])
    postalCode = tags.text("addr:postcode")
    countryCode = tags.text("addr:country").flatMap(Address.countryCode)
    freeform = tags.text("addr:full")
  }

  /// A country's two letters in upper case; nil if the text is something else.
  package static func countryCode(_ text: String) -> String? {
    text.utf8.count == 2 && text.allSatisfy(\.isLetter) ? text.uppercased() : nil
  }
}
