/// `io.placed.Places`: where the device is, which places are likely, what the user chose, and search.
package enum PlacesInterface {
  /// The interface's name.
  package static let name = "io.placed.Places"

  /// The interface file: the contract, served for introspection.
  package static let description = """
    # Where this device is, which places it is likely at, which place the user chose, and place search.
    # Angles are degrees (WGS 84), distances and accuracies metres, speeds metres per second, and times
    # microseconds since 1970-01-01 UTC. A field that is unknown is left out. Clients ignore fields they
    # do not know. A parameter that is missing, unknown, mistyped or out of range gives
    # org.varlink.service.InvalidParameter with its path, such as "filter.countries[5]".
    interface io.placed.Places

    type Coordinate (latitude: float, longitude: float)

    # Any two opposite corners do: latitudes are sorted, and of the two readings of the longitudes the one
    # narrower than 180 degrees holds.
    type Rectangle (southWest: Coordinate, northEast: Coordinate)

    # Exactly one of the two.
    type Area (rectangle: ?Rectangle, circle: ?(center: Coordinate, radius: float))

    type AuthorizationStatus (not_determined, restricted, denied, authorized_when_in_use, authorized_always)

    type AccuracyAuthorization (full, reduced)

    # What the caller may see.
    type Authorization (status: AuthorizationStatus, accuracy: AccuracyAuthorization)

    type DesiredAccuracy (best_for_navigation, best, nearest_ten_meters, hundred_meters, kilometer, three_kilometers, reduced)

    # horizontalAccuracy is the radius of the 68 % circle. With reduced accuracy the coordinate is
    # coarse and only coordinate, horizontalAccuracy, accuracy and timestampUSec are given. ageMSec counts
    # from the fix's arrival, also through suspend. reason says why it was delivered: "first", "moved",
    # "improved", "mode_changed" or "refresh" (more may come). timeSuspect: the receiver's clock is wrong.
    type Location (
      coordinate: Coordinate, horizontalAccuracy: ?float, accuracy: AccuracyAuthorization, timestampUSec: ?int,
      ageMSec: ?int, reason: ?string, device: ?string, simulated: ?bool, timeSuspect: ?bool,
      altitude: ?float, verticalAccuracy: ?float, course: ?float, courseAccuracy: ?float,
      speed: ?float, speedAccuracy: ?float
    )

    # state: "off", "absent", "searching", "fix_2d", "fix_3d" or "stale" (more may come); why in words.
    type Receiver (state: string, why: ?string, device: ?string, driver: ?string)

    # A file of places. state: "ready", "loading", "damaged", "empty", "foreign", "older" or "newer" (more may come); why in
    # words. dataUSec is the date of its data.
    type Region (
      name: string, path: ?string, state: string, why: ?string, dataUSec: ?int, places: ?int, box: ?Rectangle,
      attributions: ?[]Attribution
    )

    type Versions (placed: string, libgps: string, gpsd: ?string)

    # A text that must be shown with the data; url may be absent.
    type Attribution (text: string, url: ?string)

    type AddressComponent (name: string, shortName: ?string, types: []string)

    # All but id are given only if asked for and known. openingHours has the OpenStreetMap syntax.
    type Place (
      id: string, name: ?string, coordinate: ?Coordinate, formattedAddress: ?string,
      addressComponents: ?[]AddressComponent, types: ?[]string, viewport: ?Rectangle, phoneNumber: ?string,
      website: ?string, openingHours: ?string, plusCode: ?string, attributions: ?[]Attribution
    )

    # likelihood is from 0 to 1. distance is from the location used. container is the id of a place that
    # this one lies in. why has the terms of the likelihood, if asked for.
    type LikelyPlace (place: Place, likelihood: float, distance: ?float, container: ?string, why: ?[string]float)

    # places is ranked, the likeliest first. location is the fix that it was made from. elsewhere is the
    # likelihood of being at no known place, unlisted that of a known place which the limit or the types cut
    # off: all likelihoods, elsewhere and unlisted sum to 1. generation grows with each new list. reason says
    # why places is empty: "no_places_near", "none_of_types", "not_covered", "damaged" or "loading" (more may come).
    type LikelyPlaces (
      places: []LikelyPlace, elsewhere: float, unlisted: float, generation: int, location: Location,
      reason: ?string, incomplete: ?bool, attributions: ?[]Attribution
    )

    # departureUSec is absent while the visit lasts; place while it is not known.
    type Visit (arrivalUSec: int, departureUSec: ?int, place: ?Place, likelihood: ?float, coordinate: ?Coordinate)

    # place is absent while nothing is selected. source is "likely", "search" or "other". reason says how the
    # last one ended: "replaced", "cleared" or "left" (more may come).
    type Selection (place: ?Place, source: ?string, changedUSec: ?int, reason: ?string)

    # What the caller said earlier about where the device was: verdict is "here", "not_here" or "nowhere", at no known
    # place (more may come). coordinate is where the device was.
    type HistoryEntry (verdict: string, placeId: ?string, name: ?string, coordinate: Coordinate, timeUSec: int)

    # offset and length count Unicode code points of the text.
    type TextRange (offset: int, length: int)

    type MatchedText (text: string, matches: []TextRange)

    # distance is from filter.origin; absent without one.
    type Prediction (
      placeId: string, fullText: MatchedText, primaryText: MatchedText, secondaryText: ?MatchedText,
      types: []string, distance: ?float
    )

    # types: at most 5 place types, or exactly one type collection such as "address" or "(cities)".
    # countries: at most 5 ISO 3166-1 alpha-2 codes. locationBias is ignored with a locationRestriction.
    type AutocompleteFilter (
      types: ?[]string, countries: ?[]string, locationBias: ?Area, locationRestriction: ?Area, origin: ?Coordinate
    )

    type Topic (authorization, receiver, location, likely_places, selection, visits, activity)

    # A failure that does not end a subscription. error is one of this interface's error names, in full.
    type Problem (error: string, message: string)

    # State of the daemon. location is the last known one, whatever its age; stale says that it is not current.
    # defaultLocation is what to show while there is none. zoomHint is a map zoom: 15 with full, 10 with
    # reduced accuracy. problems are those that the daemon goes on with, such as NotSaved for a full disk.
    method GetStatus() -> (
      authorization: Authorization, receiver: Receiver, providers: []string, regions: []Region,
      regionDirectories: ?[]string, selection: Selection, location: ?Location, stale: bool, defaultLocation: ?Coordinate, zoomHint: int, distanceFilter: float,
      desiredAccuracy: DesiredAccuracy, versions: Versions, problems: ?[]Problem
    )

    # Asks for access, with the reason to show to whoever decides. Answers at once with the present state;
    # a later decision comes as topic authorization.
    method RequestAuthorization(purpose: string, always: ?bool) -> (authorization: Authorization)

    # The present location: at most maximumAgeMSec old (default: until stale), waiting timeoutMSec (default 0) for one.
    method GetLocation(desiredAccuracy: ?DesiredAccuracy, maximumAgeMSec: ?int, timeoutMSec: ?int) -> (location: Location)

    # The ranked likely places of the present fix. fields names members of Place (default: all; id always comes);
    # types keeps places of any of these types (default and empty: all); limit is 1 to 50 (default 5); timeoutMSec
    # waits for a fix as GetLocation does.
    method GetLikelyPlaces(
      fields: ?[]string, types: ?[]string, limit: ?int, explain: ?bool, timeoutMSec: ?int
    ) -> (likelyPlaces: LikelyPlaces)

    # The first reply carries every chosen topic that has a value, later ones what changed; topics defaults
    # to all. location and likely_places follow moves of distanceFilter metres or more. A slow reader gets
    # the newest state: replies may be merged, and sequence then skips. Ends when the client closes.
    # [Requires 'more' flag]
    method Subscribe(
      topics: ?[]Topic, distanceFilter: ?float, minimumIntervalMSec: ?int, desiredAccuracy: ?DesiredAccuracy,
      fields: ?[]string, types: ?[]string, limit: ?int
    ) -> (
      sequence: int, authorization: ?Authorization, receiver: ?Receiver, location: ?Location,
      likelyPlaces: ?LikelyPlaces, selection: ?Selection, visit: ?Visit, busy: ?bool, problem: ?Problem
    )

    # Makes a place the user's choice. A sessionToken ends that search session.
    method SelectPlace(placeId: string, sessionToken: ?string) -> (selection: Selection)

    # Takes the user's choice back; does nothing if there is none.
    method ClearSelection() -> ()

    # Says that the device is at none of these places, or at no known place if none are named. What is said so, and
    # each SelectPlace of a place around, makes the caller's next lists better, and nobody else's. A selection of such
    # a place is taken back. kept is false if the caller's history is off or the location simulated.
    method RejectPlaces(placeIds: ?[]string) -> (kept: bool)

    # The caller's own history, the newest first; enabled says whether it is added to and used.
    method ListHistory(limit: ?int) -> (enabled: bool, entries: []HistoryEntry)

    # Forgets the caller's history: all of it, or what it says of one place.
    method ClearHistory(placeId: ?string) -> (removed: int)

    # Turns the caller's history off or on. What is there already stays until it is cleared.
    method SetHistory(enabled: bool) -> ()

    # The user's choice; selection.place is absent without one.
    method GetSelectedPlace(fields: ?[]string) -> (selection: Selection)

    # Predictions for a typed text. sessionToken is any string of 1 to 64 characters, new for each search:
    # the same one goes with every query of the search and with the FetchPlace or SelectPlace that ends it.
    # ignored names parameters that were overruled, such as "filter.locationBias"; language is the one used.
    method Autocomplete(
      query: string, sessionToken: ?string, filter: ?AutocompleteFilter, limit: ?int, language: ?string
    ) -> (predictions: []Prediction, language: ?string, ignored: ?[]string, incomplete: ?bool, attributions: ?[]Attribution)

    # Details of a place by its id.
    method FetchPlace(placeId: string, fields: ?[]string, sessionToken: ?string, language: ?string) -> (place: Place)

    # The caller has no access to the location. See RequestAuthorization.
    error NotAuthorized (status: AuthorizationStatus)

    # The caller has reduced accuracy and the method needs full.
    error FullAccuracyRequired ()

    # There is no positioning: reason is "off", "absent" or "failed" (more may come); why in words.
    error LocationUnavailable (reason: string, why: ?string)

    # Positioning works and has no fix that is recent and accurate enough: reason is "searching", "stale",
    # "too_old" or "not_accurate" (more may come); why in words.
    error NoFix (reason: string, why: ?string)

    # The choice could not be kept, a full disk for instance, and so was not made.
    error NotSaved (reason: string)

    # No region file that can be read knows this id, and the named one is damaged: it must be imported again.
    error RegionDamaged (name: string)

    # No place has this id (any more).
    error PlaceNotFound (placeId: string)

    # The search that this token stood for has ended; begin a new one with a new token.
    error SessionEnded (sessionToken: string)

    # A newer query of the same search came before this one was answered.
    error Superseded ()

    # The place provider failed. retryable says whether the same call may work later.
    error ProviderFailed (provider: string, reason: string, retryable: bool)

    # A quota or rate limit is used up. retryAfterMSec is absent if unknown.
    error QuotaExceeded (provider: string, retryAfterMSec: ?int)

    # This caller has as many subscriptions open as it may have.
    error LimitReached (limit: int)

    """
}
