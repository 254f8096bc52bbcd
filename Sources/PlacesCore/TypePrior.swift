/// What a place's type says before any fix: how often people are at such a place, and how far it reaches around
/// its point where no footprint is known.
package struct TypePrior: Sendable {
  /// Visits of one such place relative to one restaurant.
  package let weight: Double
  /// The radius of the disc that stands for the place, in metres.
  package let radius: Double

  /// The prior of a place by the first of its types that has one; that of any shop or office otherwise.
  package static func of(_ types: [PlaceType]) -> TypePrior {
    for type in types {
      if let prior = table[type.name] { return prior }
    }
    return other
  }

  /// Whether a place of these types can be a place that someone is at: streets, addresses and whole towns can not.
  package static func isVisitable(_ types: [PlaceType]) -> Bool {
    types.isEmpty || types.contains { !geographic.contains($0.name) }
  }

  static let other = TypePrior(weight: 0.5, radius: 8)

  private static let geographic: Set<String> = [
    "administrative_area_level_1", "administrative_area_level_2", "administrative_area_level_3",
    "administrative_area_level_4", "colloquial_area", "country", "establishment", "geocode", "intersection",
    "locality", "natural_feature", "neighborhood", "plus_code", "political", "postal_code", "postal_town",
    "premise",
    "route", "school_district", "street_address", "sublocality", "sublocality_level_1", "subpremise",
  ]

  private static let table: [String: TypePrior] = {
    var table: [String: TypePrior] = [:]
    for row in rows {
      for name in row.names.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
        table[String(name)] = TypePrior(weight: row.weight, radius: row.radius)
      }
    }
    return table
  }()

  /// Weights and radii by category: judgement from check-in statistics of several cities, one restaurant being 1.
  private static let rows: [(weight: Double, radius: Double, names: String)] = [
    (4, 20, "train_station subway_station airport international_airport"),
    (4, 25, "shopping_mall"),
    (3, 18, "supermarket hypermarket department_store warehouse_store grocery_store"),
    (3, 25, "hospital general_hospital university convention_center"),
    (3, 40, "stadium arena"),
    (2, 15, "gym fitness_center movie_theater sports_complex swimming_pool casino amusement_park"),
    (2, 15, "aquarium zoo wildlife_park"),
    (1.5, 30, "park city_park garden botanical_garden national_park state_park beach"),
    (1.5, 15, "hotel hostel motel lodging resort_hotel market farmers_market"),
    (
      1.2, 8,
      "cafe coffee_shop bar pub wine_bar beer_garden night_club food_court gas_station bistro tea_house"
    ),
    (1.2, 15, "library ferry_terminal"),
    (
      1, 8,
      """
      restaurant fast_food_restaurant meal_takeaway american_restaurant asian_restaurant barbecue_restaurant
      brunch_restaurant chinese_restaurant french_restaurant german_restaurant greek_restaurant
      hamburger_restaurant indian_restaurant italian_restaurant japanese_restaurant korean_restaurant
      mexican_restaurant pizza_restaurant seafood_restaurant spanish_restaurant steak_house sushi_restaurant
      thai_restaurant turkish_restaurant vegetarian_restaurant vegan_restaurant vietnamese_restaurant
      """
    ),
    (1, 6, "convenience_store bakery ice_cream_shop"),
    (1, 20, "school primary_school secondary_school museum history_museum art_museum"),
    (
      1, 15, "performing_arts_theater concert_hall opera_house light_rail_station bus_station transit_station"
    ),
    (0.8, 6, "pharmacy drugstore butcher_shop deli food_store liquor_store confectionery"),
    (0.7, 10, "electronics_store video_arcade bowling_alley amusement_center karaoke"),
    (0.6, 8, "post_office"),
    (0.5, 8, "clothing_store shoe_store jewelry_store book_store gift_shop bank florist"),
    (0.5, 10, "furniture_store home_goods_store hardware_store sporting_goods_store toy_store"),
    (0.5, 12, "church mosque synagogue hindu_temple buddhist_temple place_of_worship"),
    (
      0.5, 15,
      "city_hall courthouse government_office local_government_office police embassy community_center"
    ),
    (
      0.5, 15,
      "tourist_attraction historical_landmark monument art_gallery cultural_landmark observation_deck"
    ),
    (0.5, 15, "parking parking_lot parking_garage plaza playground marina"),
    (0.4, 6, "beauty_salon hair_salon barber_shop hair_care nail_salon laundry"),
    (0.4, 8, "car_repair car_wash car_dealer car_rental"),
    (0.4, 5, "bus_stop tram_stop taxi_stand transit_stop bike_sharing_station"),
    (0.3, 8, "doctor dentist dental_clinic medical_clinic veterinary_care"),
    (0.2, 10, "corporate_office coworking_space business_center lawyer accounting insurance_agency"),
    (0.1, 4, "atm public_bathroom fountain sculpture electric_vehicle_charging_station bridge"),
  ]
}
