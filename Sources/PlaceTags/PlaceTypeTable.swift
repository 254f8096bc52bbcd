/// The table of what stands for which place type in the sources.
///
/// Each entry is a line, which goes on in the lines after it that begin with blanks: the place types, the main one
/// first, `<`, and what stands for them: categories of Overture Maps (the names of 2023 to 2026) and tags of
/// OpenStreetMap. `*_x` is any category that ends so and has no entry of its own, `key=*` any value likewise. A
/// category with the name of a place type needs no entry. The type `-` means: not a place.
/// Lines that begin with `#` are headings.
///
/// Tags of `cuisine`, `religion`, `station` and `sport` only say more about the type that other tags give.
enum PlaceTypeTable {
  static let text = """
    # Food and drink
    restaurant < eat_and_drink food_and_drink casual_eatery *_restaurant food_stand food_truck pancake_house
      amenity=restaurant
    bar_and_grill restaurant < bar_and_grill_restaurant
    barbecue_restaurant restaurant < barbecue_restaurant cuisine=barbecue
    breakfast_restaurant restaurant < breakfast_and_brunch_restaurant cuisine=breakfast
    hamburger_restaurant restaurant < burger_restaurant cuisine=burger
    ramen_restaurant restaurant < noodles_restaurant cuisine=ramen cuisine=noodle
    mexican_restaurant restaurant < taco_restaurant cuisine=mexican cuisine=tex-mex
    steak_house restaurant < steakhouse cuisine=steak_house
    buffet_restaurant restaurant < buffet_restaurant
    pizza_restaurant restaurant < pizza_delivery_service cuisine=pizza
    sushi_restaurant restaurant < cuisine=sushi
    italian_restaurant restaurant < cuisine=italian
    chinese_restaurant restaurant < dim_sum_restaurant cantonese_restaurant cuisine=chinese
    japanese_restaurant restaurant < cuisine=japanese
    thai_restaurant restaurant < cuisine=thai
    indian_restaurant restaurant < cuisine=indian
    french_restaurant restaurant < cuisine=french
    german_restaurant restaurant < cuisine=german
    greek_restaurant restaurant < cuisine=greek
    turkish_restaurant restaurant < cuisine=turkish
    spanish_restaurant restaurant < cuisine=spanish
    korean_restaurant restaurant < cuisine=korean
    vietnamese_restaurant restaurant < cuisine=vietnamese
    lebanese_restaurant restaurant < cuisine=lebanese
    asian_restaurant restaurant < asian_fusion_restaurant pan_asian_restaurant cuisine=asian
    american_restaurant restaurant < southern_restaurant cuisine=american
    seafood_restaurant restaurant < fish_restaurant fish_and_chips_restaurant cuisine=seafood cuisine=fish
    vegetarian_restaurant restaurant < cuisine=vegetarian
    vegan_restaurant restaurant < cuisine=vegan
    kebab_shop < doner_kebab cuisine=kebab
    chicken_restaurant restaurant < chicken_wings_restaurant cuisine=chicken
    tapas_restaurant restaurant < tapas_bar cuisine=tapas
    fast_food_restaurant restaurant < amenity=fast_food
    cafe < amenity=cafe
    coffee_shop cafe < cuisine=coffee_shop shop=coffee
    bistro restaurant < bistro
    cafeteria < canteen amenity=canteen
    food_court < amenity=food_court
    tea_house < tea_room bubble_tea bubble_tea_shop
    juice_shop < smoothie_juice_bar juice_bar shop=juice
    ice_cream_shop < ice_cream_and_frozen_yoghurt frozen_yogurt_shop gelato amenity=ice_cream shop=ice_cream
      cuisine=ice_cream
    dessert_shop < desserts shaved_ice_shop
    cake_shop < cupcake_shop patisserie_cake_shop custom_cakes_shop
    bakery < shop=bakery shop=pastry
    donut_shop < donuts
    deli < delicatessen shop=deli
    sandwich_shop < cuisine=sandwich
    bagel_shop < bagel_restaurant
    candy_store < shop=confectionery
    chocolate_shop < chocolatier shop=chocolate
    bar < *_bar lounge beer_bar dive_bar gay_bar hookah_bar amenity=bar
    cocktail_bar bar < speakeasy
    sports_bar bar < sports_bar
    pub < *_pub amenity=pub
    gastropub pub < gastropub
    irish_pub pub < irish_pub
    beer_garden < amenity=biergarten
    brewery < craft=brewery
    winery < craft=winery
    night_club < dance_club amenity=nightclub
    catering_service < caterer
    meal_delivery < food_delivery_service
    food < imported_food

    # Stores
    store < shopping retail *_store *_shop *_dealer *_boutique hair_supply_stores online_shop
      office_equipment outlet_store antique_store tobacco_shop e_cigarette_store eyewear_and_optician
      eyewear_store musical_instrument_store fabric_store arts_and_crafts arts_and_crafts_store party_supply
      party_supply_store lighting_store music_and_dvd_store video_game_store linen linen_store hobby_shop
      medical_supply medical_supply_store pawn_shop photography_store_and_services lottery_ticket
      firework_retailer auction_house surgical_appliances_and_supplies
      business_office_supplies_and_stationery shop=* shop=antiques shop=tobacco shop=e-cigarette shop=kiosk
      shop=optician shop=musical_instrument shop=fabric shop=craft shop=pawnbroker
    supermarket < shop=supermarket
    grocery_store < fruits_and_vegetables produce_store international_grocery_store organic_grocery_store
      shop=greengrocer shop=grocery
    convenience_store < shop=convenience
    department_store < shop=department_store
    discount_store < shop=variety_store
    shopping_mall < shopping_center shop=mall
    market < public_market flea_market amenity=marketplace
    hypermarket < superstore
    warehouse_store < warehouse_club
    wholesaler < wholesale_store *_wholesaler wholesale_grocer wholesale_florist shop=wholesale
    butcher_shop < meat_shop shop=butcher
    food_store < fishmonger seafood_market cheese_shop specialty_foods shop=seafood shop=cheese
    liquor_store < beer_wine_and_spirits shop=alcohol shop=wine shop=beverages
    tea_store < shop=tea
    health_food_store < vitamins_and_supplements vitamin_and_supplement_store shop=health_food
      shop=nutrition_supplements
    clothing_store store < fashion fashion_and_apparel_store boutique fashion_boutique mens_clothing_store
      childrens_clothing_store lingerie_store bridal_shop fashion_accessories_store leather_goods hat_shop
      shop=clothes shop=fashion shop=boutique
    womens_clothing_store clothing_store < womens_clothing_store
    shoe_store store < shop=shoes
    sportswear_store store < sports_wear
    jewelry_store store < jewelry_and_watches_manufacturer watch_store shop=jewelry shop=watches
    book_store store < bookstore used_bookstore comic_books_store newspaper_and_magazines_store shop=books
      shop=newsagent
    gift_shop store < flowers_and_gifts_shop souvenir_shop shop=gift
    florist store < flower_shop shop=florist
    electronics_store store < electronics computer_store audio_visual_equipment_store shop=electronics
      shop=computer shop=hifi
    cell_phone_store store < mobile_phone_store mobile_phone_accessories shop=mobile_phone
    furniture_store store < mattress_store shop=furniture shop=bed
    home_goods_store store < home_goods_store appliance_store home_decor kitchen_and_bath
      kitchen_supply_store home_and_garden home_and_garden_store carpet_store shop=houseware
      shop=interior_decoration shop=appliance shop=kitchen shop=bathroom_furnishing
    home_improvement_store store < home_improvement_store paint_store shop=doityourself shop=paint
    hardware_store store < shop=hardware
    building_materials_store store < building_supply_store lumber_store tile_store flooring_store shop=trade
    garden_center store < nursery_and_gardening nursery_and_gardening_store shop=garden_centre
    cosmetics_store store < cosmetic_and_beauty_supplies cosmetic_and_beauty_supply_store perfume_store
      shop=cosmetics shop=beauty_supply shop=perfumery shop=chemist
    toy_store store < shop=toys
    pet_store store < shop=pet
    sporting_goods_store store < sporting_goods outdoor_gear outdoor_store hunting_and_fishing_supplies
      hunting_and_fishing_store gun_and_ammo golf_equipment shop=sports shop=outdoor
    bicycle_store store < bicycle_shop bike_store bike_repair_maintenance shop=bicycle
    thrift_store store < second_hand_store used_vintage_and_consignment shop=second_hand shop=charity
    auto_parts_store store < automotive_parts_and_accessories auto_parts_and_supply_store shop=car_parts
    movie_rental < shop=video

    # Cars and fuel
    car_dealer < automotive_dealer vehicle_dealer used_car_dealer motorcycle_dealer auto_company automotive
      boat_dealer shop=car shop=motorcycle
    truck_dealer < commercial_vehicle_dealer
    car_repair < automotive_repair automotive_services_and_repair auto_body_shop auto_detailing
      auto_glass_service motorcycle_repair towing_service emissions_inspection automotive_consultant
      *_auto_repair auto_customization oil_change_station car_window_tinting shop=car_repair
      shop=motorcycle_repair amenity=vehicle_inspection
    tire_shop < tire_dealer_and_repair tire_repair_shop shop=tyres
    car_rental < car_rental_agency car_rental_service truck_rentals truck_rental_service amenity=car_rental
      amenity=car_sharing
    car_wash < amenity=car_wash
    gas_station < fuel_dock fueling_station truck_gas_station amenity=fuel
    electric_vehicle_charging_station < ev_charging_station amenity=charging_station
    parking < amenity=parking amenity=parking_entrance amenity=motorcycle_parking
    parking_garage parking < parking_garage
    rest_stop < rest_areas highway=rest_area highway=services

    # Health
    hospital < emergency_room childrens_hospital amenity=hospital healthcare=hospital
    doctor < *_doctor family_practice internal_medicine pediatrician dermatologist cardiologist orthopedist
      podiatrist obstetrician_and_gynecologist plastic_surgeon surgeon naturopathic_holistic optometrist
      ophthalmologist psychiatrist neurologist urologist oncologist ear_nose_and_throat allergist
      gastroenterologist amenity=doctors healthcare=doctor
    medical_clinic < *_clinic eye_care_clinic urgent_care_clinic walk_in_clinic public_health_clinic
      dialysis_clinic amenity=clinic healthcare=clinic healthcare=centre
    medical_center < medical_service_organizations medical_service_organization
    medical_lab < laboratory_testing diagnostic_services diagnostic_service laboratory clinical_laboratories
      clinical_lab healthcare=laboratory
    health < health_and_medical health_care health_department home_health_care nutritionist psychologist
      psychotherapist counseling_and_mental_health acupuncture alternative_medicine hospice
      assisted_living_facility weight_loss_center retirement_home rehabilitation_center
      abuse_and_addiction_treatment speech_therapist midwife occupational_therapy
      blood_and_plasma_donation_center nurse_practitioner diagnostic_imaging audiologist radiologist
      osteopathic_physician hearing_aids healthcare=* amenity=nursing_home amenity=social_facility
    dentist < general_dentistry cosmetic_dentist orthodontist oral_surgeon pediatric_dentist endodontist
      periodontist amenity=dentist healthcare=dentist
    dental_clinic dentist < dental_clinic
    pharmacy < amenity=pharmacy healthcare=pharmacy
    physiotherapist < physical_therapy healthcare=physiotherapist
    chiropractor < healthcare=chiropractor
    massage < massage_therapy shop=massage
    spa < spas day_spa medical_spa health_spa leisure=spa
    sauna < leisure=sauna
    yoga_studio < yoga_instructor
    wellness_center < meditation_center wellness_program reiki
    tanning_studio < tanning_salon tanning_bed
    veterinary_care < veterinarian animal_hospital emergency_pet_hospital amenity=veterinary
    skin_care_clinic < skin_care skin_care_and_makeup

    # Services
    service < professional_services professional_service home_service *_service *_services *_cleaning
      *_repair construction_services construction_service agricultural_service printing_services
      printing_service event_planning event_photography photographer wedding_planning
      it_service_and_computer_repair home_cleaning interior_design architectural_designer architect
      graphic_designer web_designer software_development engineering_services landscaping gardener
      pest_control_service tutoring_center employment_agencies employment_agency money_transfer_services
      money_transfer_service carpenter sign_making appraisal_services notary_public hvac_services
      tree_services windows_installation countertop_installation furniture_assembly
      screen_printing_t_shirt_printing home_security recycling_center rental_service rental_kiosks *_rental
      *_rentals *_contractor_service machine_shop package_locker welder rental_kiosk land_surveying
      solar_installation damage_restoration home_inspector life_coach party_and_event_planning shop=copyshop
      shop=dry_cleaning_agent craft=* office=architect office=employment_agency craft=carpenter
      office=notary amenity=recycling_centre amenity=parcel_locker shop=outpost
    general_contractor < contractor *_contractor home_developer builder masonry_concrete handyman
      flooring_contractors builders
    electrician < craft=electrician
    plumber < plumbing craft=plumber
    painter < painting craft=painter
    roofing_contractor < roofing craft=roofer
    locksmith < key_and_locksmith shop=locksmith craft=locksmith
    laundry < laundromat dry_cleaning laundry_services shop=laundry shop=dry_cleaning
    tailor < sewing_and_alterations craft=tailor shop=tailor
    moving_company < movers mover
    storage < storage_facility self_storage_facility warehouse shop=storage_rental
    courier_service < courier_and_delivery_services courier_and_delivery_service shipping_center
    funeral_home < funeral_services_and_cemeteries funeral_service shop=funeral_directors
    cemetery < cemeteries landuse=cemetery amenity=grave_yard
    lawyer < *_law *_lawyer *_attorney legal_services legal_service attorney_or_law_firm office=lawyer
    insurance_agency < *_insurance office=insurance
    real_estate_agency < real_estate real_estate_agent real_estate_service property_management
      commercial_real_estate mortgage_broker office=estate_agent shop=estate_agent
    travel_agency < travel_services travel travel_agents travel_agent visa_agent shop=travel_agency
      office=travel_agent
    tour_agency < tours tour sightseeing_tour_agency *_tour *_tours
    consultant < *_consultant business_consulting *_consulting business_management_services
      business_management_service marketing_consultant
    accounting < accountant tax_services tax_service bookkeeper office=accountant office=tax_advisor
    telecommunications_service_provider < telecommunications telecommunications_company
      internet_service_provider office=telecommunication shop=telecommunication
    finance < financial_service financial_advising investing installment_loans trusts broker
      check_cashing_payday_loans currency_exchange mortgage_lender brokers amenity=bureau_de_change
      office=financial office=financial_advisor
    bank < banks bank_credit_union credit_union amenity=bank
    atm < atms amenity=atm
    hair_salon < hair_extensions hair_stylist shop=hairdresser
    barber_shop < barber
    beauty_salon < beauty_and_spa beauty_service eyelash_service eyebrow_service waxing laser_hair_removal
      hair_removal shop=beauty
    body_art_service < tattoo_and_piercing tattoo body_modification shop=tattoo
    pet_care < pet_services pets pet_groomer pet_sitting pet_boarding dog_walkers pet_training dog_trainer
      animal_rescue_service animal_shelter pet_breeder amenity=animal_shelter amenity=animal_boarding
      shop=pet_grooming
    child_care_agency < child_care_and_day_care nanny_services amenity=childcare
    psychic < psychic_medium astrologer psychic_advising

    # Business
    corporate_office < business business_to_business *_company information_technology_company
      industrial_company energy_company topic_publisher advertising_agency marketing_agency
      business_advertising internet_marketing_service media_agency public_relations
      computer_hardware_company broadcasting_media_production music_production electric_utility_provider
      public_utility_provider water_utility_provider pharmaceutical_companies television_service_providers
      television_service_provider print_media mass_media media_and_news medical_research_and_development
      office=* office=company
    television_studio < television_station radio_station movie_television_studio amenity=studio
    manufacturer < *_manufacturer *_manufacturers *_plant *_fabricator business_manufacturing_and_supply
      commercial_industrial industrial_equipment iron_and_steel_industry metal_fabricator chemical_plant
      b2b_textiles man_made=works
    supplier < *_supplier *_supply *_distributor *_equipment food_beverage_service_distribution
      importer_and_exporter energy_equipment_and_solution freight_and_cargo_service warehouses
    coworking_space < shared_office_space amenity=coworking_space office=coworking
    farm < agriculture *_farm farm_equipment_repair_service dairy_farm agricultural_cooperatives
      agricultural_cooperative livestock_breeder landuse=farmyard shop=farm

    # Learning
    school < education *_school private_school public_school specialty_school driving_school music_school
      art_school language_school cooking_school vocational_and_technical_school educational_services
      educational_service campus_building computer_coaching amenity=school amenity=language_school
      amenity=music_school amenity=driving_school
    primary_school school < elementary_school
    secondary_school school < high_school middle_school
    preschool < day_care_preschool montessori_school kindergarten amenity=kindergarten
    university < college_university amenity=university amenity=college
    research_institute < scientific_laboratories educational_research_institute amenity=research_institute
      office=research
    educational_institution < adult_education board_of_education_offices test_preparation
    library < amenity=library

    # Government and community
    government_office < public_and_government_association public_service_and_government
      community_and_government central_government_office government_services social_security_services
      amenity=prison
      armed_forces_branch political_party_office political_organization office=government
      office=diplomatic_services amenity=public_building
    city_hall < town_hall amenity=townhall
    courthouse < amenity=courthouse
    embassy < amenity=embassy office=diplomatic
    fire_station < fire_department amenity=fire_station
    police < police_department law_enforcement amenity=police
    post_office < shipping_collection_services amenity=post_office
    community_center < community_services_non_profits community_service social_service_organizations
      social_service_organization non_governmental_association youth_organizations youth_organization
      charity_organization organization senior_citizen_services labor_union
      disability_services_and_support_organization environmental_conservation_organization
      amenity=community_centre amenity=social_centre office=association office=ngo office=charity
    place_of_worship < religious_organization amenity=place_of_worship
    church place_of_worship < *_church *_place_of_worshop *_place_of_worship church_cathedral
      convents_and_monasteries religion=christian building=church building=cathedral building=chapel
    mosque place_of_worship < muslim_place_of_worship religion=muslim building=mosque
    synagogue place_of_worship < jewish_place_of_worship religion=jewish building=synagogue
    hindu_temple place_of_worship < hindu_place_of_worship religion=hindu
    buddhist_temple place_of_worship < buddhist_place_of_worship religion=buddhist
    shinto_shrine place_of_worship < shinto_shrines religion=shinto

    # Lodging
    lodging < accommodation lodge holiday_rental_home vacation_rental_agents tourism=apartment
      tourism=chalet
    hotel lodging < *_hotel tourism=hotel
    motel lodging < tourism=motel
    hostel lodging < tourism=hostel
    resort_hotel lodging < resort health_retreats beach_resort tourism=resort leisure=resort
    bed_and_breakfast lodging < bed_and_breakfast
    guest_house lodging < guest_house tourism=guest_house
    inn lodging < inn
    cottage lodging < cottage
    camping_cabin lodging < cabin tourism=wilderness_hut tourism=alpine_hut
    campground < tourism=camp_site
    rv_park < tourism=caravan_site
    apartment_building < apartments apartment building=apartments
    condominium_complex < condominium

    # Culture and leisure
    museum < *_museum tourism=museum
    art_museum museum < art_museum
    history_museum museum < history_museum
    art_gallery < tourism=gallery
    art_studio < *_art_studio
    performing_arts_theater < theatre theatre_venue performing_arts *_theater theatrical_productions
      theatrical_production amenity=theatre amenity=arts_centre
    movie_theater < cinema drive_in_theater amenity=cinema
    concert_hall < amenity=concert_hall
    live_music_venue < topic_concert_venue music_venue jazz_and_blues amenity=music_venue
    opera_house < opera_and_ballet
    cultural_center < arts_and_entertainment performing_arts_venue
    event_venue < venue_and_event_space *_venue fair fairgrounds amenity=events_venue
    wedding_venue < wedding_chapel
    convention_center < exhibition_and_trade_center amenity=conference_centre amenity=exhibition_centre
    casino < betting_center amenity=casino amenity=gambling leisure=adult_gaming_centre
    karaoke < amenity=karaoke_box
    video_arcade < arcade leisure=amusement_arcade
    bowling_alley < leisure=bowling_alley
    amusement_park < tourism=theme_park
    amusement_center < attractions_and_activities laser_tag escape_rooms paintball trampoline_park
      adult_entertainment escape_room leisure=escape_game leisure=trampoline_park
    water_park < leisure=water_park
    zoo < petting_zoo tourism=zoo
    aquarium < tourism=aquarium
    planetarium < amenity=planetarium
    tourist_attraction < haunted_house tourism=attraction tourism=*
    observation_deck < lookout tourism=viewpoint
    tourist_information_center < tourism=information
    historical_landmark < landmark_and_historical_building architectural_landmark cultural_and_historic
      historic=*
    historical_place < historic=archaeological_site historic=ruins
    castle < palace historic=castle
    monument < historic=monument historic=memorial
    sculpture < statue_sculpture tourism=artwork
    fountain < amenity=fountain
    plaza < public_plaza place=square

    # Outdoors and sport
    park < *_park leisure=park
    national_park < boundary=national_park
    state_park park < state_park
    dog_park park < leisure=dog_park
    garden < leisure=garden
    botanical_garden garden < botanical_garden
    playground < leisure=playground
    wildlife_refuge < wildlife_sanctuary
    race_course < race_track
    nature_preserve < nature_reserve leisure=nature_reserve
    hiking_area < hiking_trail trail *_trail
    picnic_ground < tourism=picnic_site
    barbecue_area < amenity=bbq
    marina < leisure=marina
    beach < natural=beach
    mountain_peak < mountain natural=peak
    lake < natural=water
    river < waterway=river
    island < place=island
    woods < forest natural=wood landuse=forest
    scenic_spot < scenic_viewpoint
    natural_feature < structure_and_geography geographic_entities waterfall cave natural=*
    gym < boxing_gym leisure=fitness_station
    fitness_center gym < boot_camp cardio_classes pilates_studio fitness_trainer leisure=fitness_centre
    sports_club < *_club sports_club_and_league amateur_sports_team professional_sports_team
      martial_arts_club club=*
    sports_complex < sports_and_recreation_venue active_life sports_and_recreation leisure=sports_centre
      leisure=sports_hall
    sports_activity_location < rock_climbing_spot shooting_range diving_center equestrian_facility
      horse_riding scuba_diving_center boxing_class sports_and_fitness_instruction pool_billiards
      boat_rental_and_training sport=climbing leisure=climbing leisure=horse_riding climbing=area
      climbing=crag climbing=boulder
    skateboard_park < skate_park
    sports_school < dance_school dance_studio swimming_instructor gymnastics_center
    athletic_field < *_field leisure=pitch leisure=track
    stadium < stadium_arena *_stadium leisure=stadium
    golf_course < golf_club leisure=golf_course
    swimming_pool < leisure=swimming_pool
    tennis_court < tennis_stadium
    ice_skating_rink < skating_rink leisure=ice_rink
    ski_resort < ski_area landuse=winter_sports leisure=ski_resort
    stable < horse_boarding amenity=stables

    # Getting about
    airport < airport_terminal aeroway=aerodrome
    heliport < heliports aeroway=heliport aeroway=helipad
    train_station < trains railway=station railway=halt building=train_station public_transport=station
    subway_station < metro_station station=subway railway=subway_entrance
    light_rail_station < light_rail_and_subway_stations station=light_rail
    tram_stop < railway=tram_stop
    bus_station < amenity=bus_station
    bus_stop < highway=bus_stop
    ferry_terminal < amenity=ferry_terminal
    ferry_service < ferry_boat_company
    transit_station < public_transportation transport_interchange
    transit_stop < public_transport=platform public_transport=stop_position public_transport=stop_area
      public_transport=stop_area_group
    taxi_stand < amenity=taxi
    taxi_service < taxi_rank limo_services
    bike_sharing_station < bike_sharing amenity=bicycle_rental
    transportation_service < transportation travel_and_transportation airport_shuttles
    toll_station < barrier=toll_booth
    bridge < man_made=bridge
    public_bathroom < public_toilet amenity=toilets
    public_bath < amenity=public_bath

    # Parts of the map
    neighborhood < place=neighbourhood place=suburb place=quarter
    locality < place=city place=town place=village place=hamlet
    country < place=country
    route < highway=residential highway=primary highway=secondary highway=tertiary highway=unclassified
      highway=pedestrian highway=living_street highway=service highway=trunk highway=motorway
      highway=footway highway=path highway=cycleway

    # No places
    - < amenity=bench amenity=waste_basket amenity=waste_disposal amenity=vending_machine amenity=recycling
      amenity=drinking_water amenity=bicycle_parking amenity=post_box amenity=telephone
      amenity=hunting_stand amenity=parking_space amenity=grit_bin amenity=clock amenity=shelter
      amenity=water_point amenity=lounger amenity=smoking_area amenity=give_box amenity=table
      amenity=letter_box highway=street_lamp highway=crossing highway=traffic_signals highway=give_way
      highway=stop highway=turning_circle highway=elevator natural=tree natural=tree_row natural=shrub
      emergency=fire_hydrant emergency=* barrier=* power=* leisure=picnic_table leisure=outdoor_seating
      man_made=surveillance man_made=manhole man_made=flagpole man_made=mast man_made=street_cabinet
      railway=switch railway=level_crossing railway=signal entrance=* traffic_calming=* advertising=*
    """
}
