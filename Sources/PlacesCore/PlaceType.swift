/// What kind of place something is, by the names of the Places API (its table A, and the general and
/// geographic ones of table B that places of open data need).
package struct PlaceType: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let name: String

  /// Nil if no such type is known. Names are lower case; `Cafe` is not one.
  package init?(_ name: String) {
    guard PlaceType.known.contains(name) else { return nil }
    self.name = name
  }

  package var description: String { name }

  package static func < (a: PlaceType, b: PlaceType) -> Bool { a.name < b.name }

  /// The type for a place of which nothing more is known.
  package static let pointOfInterest = PlaceType(listed: "point_of_interest")
  /// What every place that people go to is, besides its own types.
  package static let establishment = PlaceType(listed: "establishment")

  private init(listed name: String) { self.name = name }

  /// All names, sorted: the vocabulary for filters and region files.
  package static let all: [PlaceType] = known.sorted().map(PlaceType.init(listed:))

  private static let known: Set<String> = Set(
    table.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init))

  /// Source: "Place Types (New)" of the Places API documentation, as of 2026.
  private static let table = """
    car_dealer car_rental car_repair car_wash ebike_charging_station electric_vehicle_charging_station gas_station
    parking parking_garage parking_lot rest_stop tire_shop truck_dealer

    business_center corporate_office coworking_space farm manufacturer ranch supplier television_studio

    art_gallery art_museum art_studio auditorium castle cultural_landmark fountain historical_place history_museum
    monument museum performing_arts_theater sculpture

    academic_department educational_institution library preschool primary_school research_institute school
    secondary_school university

    adventure_sports_center amphitheatre amusement_center amusement_park aquarium banquet_hall barbecue_area
    botanical_garden bowling_alley casino childrens_camp city_park comedy_club community_center concert_hall
    convention_center cultural_center cycling_park dance_hall dog_park event_venue ferris_wheel garden
    hiking_area historical_landmark indoor_playground internet_cafe karaoke live_music_venue marina movie_rental
    movie_theater national_park night_club observation_deck off_roading_area opera_house park philharmonic_hall
    picnic_ground planetarium plaza roller_coaster skateboard_park state_park tourist_attraction video_arcade
    visitor_center water_park wedding_venue wildlife_park wildlife_refuge zoo

    public_bath public_bathroom stable

    accounting atm bank

    acai_shop american_restaurant asian_restaurant bagel_shop bakery bar bar_and_grill barbecue_restaurant
    beer_garden bistro brazilian_restaurant breakfast_restaurant brewery brewpub brunch_restaurant
    buffet_restaurant cafe cafeteria cake_shop candy_store cat_cafe chicken_restaurant chinese_restaurant
    chocolate_factory chocolate_shop cocktail_bar coffee_shop coffee_roastery confectionery deli dessert_restaurant
    dessert_shop diner dog_cafe donut_shop dumpling_restaurant fast_food_restaurant fine_dining_restaurant
    food_court french_restaurant gastropub german_restaurant greek_restaurant hamburger_restaurant
    ice_cream_shop indian_restaurant indonesian_restaurant irish_pub italian_restaurant japanese_restaurant
    juice_shop kebab_shop korean_restaurant lebanese_restaurant lounge_bar meal_delivery meal_takeaway
    mediterranean_restaurant mexican_restaurant middle_eastern_restaurant noodle_shop pizza_restaurant pub
    ramen_restaurant restaurant salad_shop sandwich_shop seafood_restaurant snack_bar spanish_restaurant
    sports_bar steak_house sushi_restaurant tapas_restaurant tea_house thai_restaurant turkish_restaurant
    vegan_restaurant vegetarian_restaurant vietnamese_restaurant wine_bar winery

    administrative_area_level_1 administrative_area_level_2 country locality postal_code school_district

    city_hall courthouse embassy fire_station government_office local_government_office neighborhood_police_station
    police post_office

    chiropractor dental_clinic dentist doctor drugstore general_hospital hospital massage medical_center
    medical_clinic medical_lab pharmacy physiotherapist sauna skin_care_clinic spa tanning_studio wellness_center
    yoga_studio

    apartment_building apartment_complex condominium_complex housing_complex

    bed_and_breakfast budget_japanese_inn campground camping_cabin cottage extended_stay_hotel farmstay guest_house
    hostel hotel inn japanese_inn lodging mobile_home_park motel private_guest_room resort_hotel rv_park

    beach island lake mountain_peak nature_preserve river scenic_spot woods

    buddhist_temple church hindu_temple mosque shinto_shrine synagogue

    barber_shop beauty_salon body_art_service catering_service cemetery child_care_agency consultant
    courier_service electrician florist funeral_home hair_care hair_salon insurance_agency laundry lawyer locksmith
    makeup_artist moving_company nail_salon painter pet_care plumber psychic real_estate_agency roofing_contractor
    service storage summer_camp_organizer tailor telecommunications_service_provider tour_agency
    tourist_information_center travel_agency veterinary_care

    asian_grocery_store auto_parts_store bicycle_store book_store building_materials_store butcher_shop
    cell_phone_store clothing_store convenience_store cosmetics_store department_store discount_store
    discount_supermarket electronics_store farmers_market food_store furniture_store garden_center general_store
    gift_shop grocery_store hardware_store health_food_store home_goods_store home_improvement_store
    hypermarket jewelry_store liquor_store market pet_store shoe_store shopping_mall sporting_goods_store
    sportswear_store store supermarket tea_store thrift_store toy_store warehouse_store wholesaler
    womens_clothing_store

    arena athletic_field fishing_charter fishing_pier fishing_pond fitness_center golf_course gym
    ice_skating_rink indoor_golf_course playground race_course ski_resort sports_activity_location sports_club
    sports_coaching sports_complex sports_school stadium swimming_pool tennis_court

    airport airstrip bike_sharing_station bridge bus_station bus_stop ferry_service ferry_terminal heliport
    international_airport light_rail_station park_and_ride subway_station taxi_service taxi_stand toll_station
    train_station train_ticket_office tram_stop transit_depot transit_station transit_stop transportation_service
    truck_stop

    administrative_area_level_3 administrative_area_level_4 colloquial_area establishment finance food
    general_contractor geocode health intersection landmark natural_feature neighborhood place_of_worship
    plus_code point_of_interest political postal_town premise route street_address sublocality
    sublocality_level_1 subpremise town_square
    """
}
