import Configuration
import Testing

@testable import placectl

@Test(
  "which sockets are tried",
  arguments: [
    ("/o", ["PLACED_SOCKET": "/e", "XDG_RUNTIME_DIR": "/r"], ["/o"]),
    (nil, ["PLACED_SOCKET": "/e", "XDG_RUNTIME_DIR": "/r"], ["/e"]),
    (
      nil, ["PLACED_SOCKET": "", "XDG_RUNTIME_DIR": "/r"],
      ["/r/placed/io.placed.Places", "/run/placed/io.placed.Places"]
    ),
    (nil, ["HOME": "/h"], ["/h/.local/state/placed/io.placed.Places", "/run/placed/io.placed.Places"]),
    (nil, ["XDG_RUNTIME_DIR": "relative"], ["/run/placed/io.placed.Places"]),
  ] as [(String?, [String: String], [String])])
func sockets(option: String?, environment: [String: String], candidates: [String]) {
  #expect(SocketChoice(option: option, environment: environment).candidates == candidates)
}

@Test(
  "the daemon's paths are the same",
  arguments: [
    ["HOME": "/h"], ["HOME": "/h", "XDG_RUNTIME_DIR": "/r"], ["XDG_STATE_HOME": "/s", "HOME": "/h"],
  ])
func daemonAgrees(environment: [String: String]) throws {
  let user = try Paths.user(environment: environment)
  #expect(
    SocketChoice(option: nil, environment: environment).candidates == [user.socket, Paths.system.socket])
  #expect(userStateDirectory(environment) == user.stateDirectory)
}
