extension Wire.Authorization {
  /// What a status means for a user, in words that daemon and programs share; nil for one that this version does not
  /// know.
  package static func words(for status: String) -> String? {
    switch status {
    case "not_determined": "nobody has decided yet whether this user may know the location"
    case "denied": "this user may not know the location"
    case "restricted": "a rule forbids this user to know the location"
    default: nil
    }
  }
}
