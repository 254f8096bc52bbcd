/// The user's directory of lasting state, by the XDG Base Directory Specification; nil without a home.
func userStateDirectory(_ environment: [String: String]) -> String? {
  if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/placed" }
  if let home = environment["HOME"], home.hasPrefix("/") { return "\(home)/.local/state/placed" }
  return nil
}
