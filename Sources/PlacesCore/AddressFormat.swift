extension Address {
  /// Countries where the house number stands before the street.
  private static let numberFirst: Set<String> = [
    "AU", "CA", "FR", "GB", "HK", "IE", "IN", "JP", "LU", "MC", "MY", "NZ", "PH", "SG", "TH", "US", "ZA",
  ]
  /// Countries where the postal code stands after the locality.
  private static let codeLast: Set<String> = [
    "AU", "CA", "GB", "HK", "IE", "IN", "MY", "NZ", "PH", "SG", "TH", "US", "ZA",
  ]

  /// The address in one line, in the order of its country; nil if nothing is known.
  package var formatted: String? {
    let street = streetLine
    let town =
      Address.codeLast.contains(countryCode ?? "")
      ? join([locality, region, postalCode]) : join([postalCode, locality])
    let lines = [street ?? freeform, town, countryCode].compactMap { $0 }
    guard street != nil || town != nil else { return freeform }
    return lines.joined(separator: ", ")
  }

  /// Street and house number, in the order of the country.
  package var streetLine: String? {
    join(Address.numberFirst.contains(countryCode ?? "") ? [houseNumber, street] : [street, houseNumber])
  }

  private func join(_ parts: [String?]) -> String? {
    let known = parts.compactMap { $0 }
    return known.isEmpty ? nil : known.joined(separator: " ")
  }
}
