/// `io.placed.Manager`: administration of the daemon.
package enum ManagerInterface {
  /// The interface's name.
  package static let name = "io.placed.Manager"

  /// The interface file: the contract, served for introspection.
  package static let description = """
    # Administration of the daemon. Callers other than root and the daemon's own user get
    # org.varlink.service.PermissionDenied.
    interface io.placed.Manager

    type AuthorizationStatus (not_determined, restricted, denied, authorized_when_in_use, authorized_always)

    type AccuracyAuthorization (full, reduced)

    type DesiredAccuracy (best_for_navigation, best, nearest_ten_meters, hundred_meters, kilometer, three_kilometers, reduced)

    # Access of one user. purpose is what the user's program last gave to RequestAuthorization.
    type Access (uid: int, status: AuthorizationStatus, accuracy: AccuracyAuthorization, purpose: ?string)

    # Everyone who has asked for access or was given it.
    method ListAuthorizations() -> (authorizations: []Access)

    # Grants or denies access, durably; the user's subscriptions hear of it at once. not_determined takes the decision
    # back, so that the rules hold again. A rule that restricts stands over it.
    method SetAuthorization(uid: int, status: AuthorizationStatus, accuracy: AccuracyAuthorization) -> ()

    # What holds for callers that ask for nothing else, also those who listen, until the configuration is read again.
    # A parameter left out keeps its value.
    method SetDefaults(distanceFilter: ?float, desiredAccuracy: ?DesiredAccuracy, defaultLocation: ?(latitude: float, longitude: float)) -> ()

    # Puts a made-up location, marked as simulated, into the place of the receiver's, until it is called without one or
    # the daemon ends. horizontalAccuracy is 5 if it is left out.
    method SimulateLocation(
      location: ?(latitude: float, longitude: float, horizontalAccuracy: ?float, course: ?float, speed: ?float)
    ) -> ()

    # Reads the configuration and the place data again.
    method Reload() -> ()

    # The old configuration stays in force.
    error ConfigurationInvalid (file: string, message: string)

    # The decision could not be kept, a full disk for instance, and so was not made.
    error NotSaved (reason: string)

    """
}
