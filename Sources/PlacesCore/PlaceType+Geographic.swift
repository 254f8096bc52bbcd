extension PlaceType {
  /// Whether the type names a part of the map (a street, a town, an address) and no place that people go to.
  package var isGeographic: Bool { PlaceType.geographic.contains(name) }

  private static let geographic: Set<String> = [
    "administrative_area_level_1", "administrative_area_level_2", "administrative_area_level_3",
    "administrative_area_level_4", "colloquial_area", "country", "geocode", "intersection", "locality",
    "neighborhood", "plus_code", "political", "postal_code", "postal_town", "route", "school_district",
    "street_address", "sublocality", "sublocality_level_1", "subpremise",
  ]
}
