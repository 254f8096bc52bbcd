/// What a place's type says before any fix: how often people are at such a place, and how far it reaches around
/// its point where no footprint is known.
package struct TypePrior: Sendable {
  /// Visits of one such place relative to one restaurant.
  package let weight: Double
  /// The radius of the disc that stands for the place, in metres.
  package let radius: Double
  /// When people go there.
  package let habit: VisitHabit

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

  static let other = TypePrior(weight: 0.5, radius: 8, habit: .shop)

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
        table[String(name)] = TypePrior(weight: row.weight, radius: row.radius, habit: row.habit)
      }
    }
    return table
  }()

  /// Weights, radii and habits by category: judgement from check-in statistics of several cities, one restaurant being 1.
  private static let rows: [(weight: Double, radius: Double, habit: VisitHabit, names: String)] = [
    (4, 20, .station, "train_station airport international_airport"),
    (3, 20, .station, "subway_station"),
    (4, 25, .mall, "shopping_mall department_store"),
    (3, 18, .supermarket, "supermarket hypermarket warehouse_store grocery_store discount_supermarket"),
    (3, 30, .university, "hospital general_hospital university convention_center"),
    (3, 40, .cinema, "stadium arena"),
    (2, 15, .gym, "gym fitness_center sports_complex"),
    (2, 15, .cinema, "movie_theater casino"),
    (1.5, 15, .park, "amusement_park aquarium zoo wildlife_park"),
    (1.5, 30, .park, "park city_park garden botanical_garden national_park state_park beach dog_park"),
    (1.5, 15, .hotel, "hotel hostel motel lodging resort_hotel bed_and_breakfast guest_house inn campground"),
    (1.5, 20, .supermarket, "market farmers_market"),
    (1.2, 8, .cafe, "cafe coffee_shop tea_house ice_cream_shop"),
    (1.2, 8, .bar, "bar pub wine_bar beer_garden night_club cocktail_bar gastropub brewpub"),
    (1.2, 12, .station, "gas_station"),
    (1.2, 15, .university, "library"),
    (1, 8, .fastFood, "fast_food_restaurant kebab_shop sandwich_shop food_court meal_takeaway snack_bar"),
    (
      1, 8, .restaurant,
      """
      restaurant american_restaurant asian_restaurant barbecue_restaurant bistro
      brunch_restaurant chinese_restaurant french_restaurant german_restaurant greek_restaurant
      hamburger_restaurant indian_restaurant italian_restaurant japanese_restaurant korean_restaurant
      mexican_restaurant pizza_restaurant seafood_restaurant spanish_restaurant steak_house sushi_restaurant
      thai_restaurant turkish_restaurant vegetarian_restaurant vegan_restaurant vietnamese_restaurant
      """
    ),
    (1, 6, .supermarket, "convenience_store"),
    (1, 20, .school, "school primary_school secondary_school preschool child_care_agency"),
    (1, 15, .museum, "museum history_museum art_museum"),
    (1, 15, .theatre, "performing_arts_theater concert_hall opera_house event_venue"),
    (2, 20, .station, "light_rail_station bus_station transit_station ferry_terminal"),
    (1, 6, .shop, "pharmacy drugstore"),
    (0.8, 6, .shop, "bakery butcher_shop deli food_store liquor_store confectionery candy_store"),
    (0.7, 10, .shop, "electronics_store cell_phone_store"),
    (0.7, 10, .cinema, "video_arcade bowling_alley amusement_center karaoke"),
    (0.6, 8, .bank, "post_office"),
    (0.5, 8, .bank, "bank"),
    (0.5, 8, .clothes, "clothing_store shoe_store jewelry_store sporting_goods_store thrift_store"),
    (0.5, 8, .shop, "book_store gift_shop florist"),
    (0.5, 10, .shop, "furniture_store home_goods_store hardware_store toy_store home_improvement_store"),
    (0.5, 12, .worship, "church mosque synagogue hindu_temple buddhist_temple place_of_worship"),
    (
      0.5, 15, .office,
      "city_hall courthouse government_office local_government_office police embassy fire_station"
    ),
    (0.5, 15, .university, "community_center"),
    (
      0.5, 15, .museum, "tourist_attraction historical_landmark monument art_gallery cultural_landmark castle"
    ),
    (0.25, 15, .park, "parking parking_lot parking_garage"),
    (0.5, 15, .park, "plaza playground marina observation_deck"),
    (0.5, 15, .park, "athletic_field swimming_pool tennis_court golf_course ice_skating_rink"),
    (
      0.4, 6, .shop,
      "beauty_salon hair_salon barber_shop hair_care nail_salon laundry cosmetics_store spa massage"
    ),
    (0.4, 8, .shop, "car_repair car_wash car_dealer car_rental bicycle_store auto_parts_store tire_shop"),
    (0.4, 5, .station, "bus_stop tram_stop taxi_stand transit_stop"),
    (
      0.3, 8, .office,
      "doctor dentist dental_clinic medical_clinic veterinary_care physiotherapist medical_center"
    ),
    (
      0.2, 10, .office,
      """
      corporate_office coworking_space business_center lawyer accounting insurance_agency real_estate_agency
      travel_agency consultant electrician plumber painter locksmith
      """
    ),
    // Homes mostly: what they are named after is no place that others go to.
    (
      0.03, 10, .hotel,
      "apartment_building apartment_complex condominium_complex housing_complex point_of_interest"
    ),
    (
      0.1, 4, .park,
      "bike_sharing_station atm public_bathroom fountain sculpture electric_vehicle_charging_station bridge"
    ),
  ]
}
