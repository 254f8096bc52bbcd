/// What a subscriber can hear about.
package enum Topic: String, CaseIterable, Sendable {
  case authorization
  case receiver
  case location
  case likelyPlaces = "likely_places"
  case selection
  case visits
  case activity
}
