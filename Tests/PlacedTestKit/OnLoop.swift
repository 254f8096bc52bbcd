import LinuxIO

/// Runs a body on the loop, whose thread is started if it does not run yet.
package func onLoop<Result: Sendable>(_ body: @Loop () async throws -> Result) async rethrows -> Result {
  Loop.startOnOwnThread()
  return try await body()
}
