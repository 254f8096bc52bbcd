/// How the radii of circles around a true position relate to the standard deviation in each direction, for errors
/// that are normally distributed in the plane (Rayleigh's distribution): sqrt(-2 ln(1 - p)).
package enum CircularError {
  /// The circle that holds 68 %, in standard deviations.
  package static let radius68 = 1.5096
  /// The circle that holds 95 %, in standard deviations.
  package static let radius95 = 2.4477
}
