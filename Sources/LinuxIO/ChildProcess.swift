import Glibc

/// A program that runs for us and never longer than us, however we end.
///
/// A shell starts it and waits on a pipe of which we hold the other end: when that closes, by us or by the kernel after
/// us, the shell ends the program.
package final class ChildProcess {
  private let shell: pid_t
  private let lifeline: FileDescriptor

  private static let script =
    #""$@" </dev/null >/dev/null 2>&1 & child=$!; read -r _; kill "$child"; wait "$child""#
  /// Where daemons are, besides where the user's programs are.
  private static let directories = [
    "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin",
  ]

  /// Starts a program by its name, with arguments and no output, posix_spawn(3). Throws ENOENT if there is none.
  package init(_ words: [String]) throws(SystemError) {
    guard let name = words.first,
      ChildProcess.directories.contains(where: { access("\($0)/\(name)", X_OK) == 0 })
    else { throw SystemError(code: ENOENT, call: "posix_spawn", what: words.first ?? "") }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last("pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (reading, writing) = (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, reading.raw, 0)
    let arguments: [UnsafeMutablePointer<CChar>?] =
      (["/bin/sh", "-c", ChildProcess.script, "sh"] + words).map { strdup($0) } + [nil]
    let environment: [UnsafeMutablePointer<CChar>?] = [
      strdup("PATH=\(ChildProcess.directories.joined(separator: ":"))"), nil,
    ]
    defer { for pointer in arguments + environment { free(pointer) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, "/bin/sh", &actions, nil, arguments, environment)
    guard code == 0 else { throw SystemError(code: code, call: "posix_spawn", what: "/bin/sh") }
    (shell, lifeline) = (pid, writing)
  }

  /// Ends the program and waits for its end.
  deinit {
    lifeline.close()
    var status: Int32 = 0
    _ = retrying { waitpid(shell, &status, 0) }
  }
}
