/// What a server lets clients make it hold and wait for.
package struct VarlinkLimits: Sendable {
  /// Bytes of one call without its terminator.
  package var messageBytes = 1 << 20
  /// Arrays and objects within each other in a call, the call itself included.
  package var nesting = 64
  /// Connections at the same time.
  package var connections = 512
  /// Connections of one user at the same time.
  package var connectionsPerUser = 256
  /// Descriptors that connections leave to the rest of the program, out of RLIMIT_NOFILE.
  package var reservedDescriptors = 24
  /// Bytes of unsent replies above which a connection's further calls wait.
  package var outputBytesBeforeWaiting = 64 << 10
  /// Bytes of unsent replies above which a connection is dropped, for streams that do not look at `isWritable`.
  package var outputBytes = 4 << 20
  /// How long a call may take to arrive once begun, and how long a client may take none of the replies without
  /// which its connection cannot go on or end.
  package var requestTimeout = Duration.seconds(30)

  package init() {}
}
