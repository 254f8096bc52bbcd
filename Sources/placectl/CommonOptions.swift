import Arguments

/// The options that every command has.
enum CommonOptions {
  static let socket = Option<String>(
    "socket", "PATH", "Talk to the daemon on this socket, not the user's or the system's.")
  static let json = Flag(
    "json", short: "j", "Print the daemon's reply as it is: one JSON object on one line.")
  static let quiet = Flag("quiet", short: "q", "Print nothing but errors.")
}
