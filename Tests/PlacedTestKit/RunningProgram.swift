import Glibc
import Synchronization

/// One of the package's built programs, or any other, running as a child; killed when it is let go.
package final class RunningProgram {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package let pid: pid_t
  /// Where its output goes; one file for each stream.
  package let output: String
  package let errors: String
  private var code: Int32?

  /// The folder of the built programs: that of the test program itself.
  package static let folder: String = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }()

  /// The path of a program: a name without slash is one of the package's own.
  package static func path(of name: String) -> String {
    name.contains("/") ? name : "\(RunningProgram.folder)/\(name)"
  }

  /// Starts a program. Its output goes to files in `directory`. It inherits the `descriptors`, numbered from 3 on.
  package init(
    _ name: String, _ arguments: [String], environment: [String: String] = [:], input: String = "/dev/null",
    descriptors: [Int32] = [], in directory: String
  ) throws {
    let path = RunningProgram.path(of: name)
    let stem = path.split(separator: "/").last.map(String.init) ?? "program"
    var number = 0
    while access("\(directory)/\(stem).\(number).out", F_OK) == 0 { number += 1 }
    output = "\(directory)/\(stem).\(number).out"
    errors = "\(directory)/\(stem).\(number).err"

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)

    for (index, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(3 + index))
    }

    // Threads of the tests block signals; a child starts with none blocked and all at their default.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var variables = [
      "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8",
    ]
    variables.merge(environment) { $1 }
    let argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    let envp: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var pid: pid_t = 0
    let failure = posix_spawn(&pid, path, &actions, &attributes, argv, envp)
    guard failure == 0 else { throw Failure(description: "\(path): \(String(cString: strerror(failure)))") }
    self.pid = pid
    RunningProgram.remember(pid)
  }

  /// Those that run; whoever is left when the tests end is killed, also what a static variable still holds.
  private static let living = Mutex<Set<pid_t>>([])
  private static let atEnd: Void = { atexit { RunningProgram.killAll() } }()

  private static func remember(_ pid: pid_t) {
    _ = atEnd
    living.withLock { _ = $0.insert(pid) }
  }

  private static func killAll() {
    for pid in living.withLock({ $0 }) { Glibc.kill(pid, SIGKILL) }
  }

  deinit {
    guard code == nil else { return }
    Glibc.kill(pid, SIGKILL)
    _ = try? waitForExit()
  }

  package func signal(_ number: Int32) { Glibc.kill(pid, number) }

  /// What it has written so far.
  package var outputText: String { RunningProgram.text(of: output) }
  package var errorText: String { RunningProgram.text(of: errors) }

  /// The exit code, or 128 and the number of the signal that ended it; nil while it runs.
  package func exitCode() -> Int32? {
    if let code { return code }
    var status: Int32 = 0
    guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
    RunningProgram.living.withLock { _ = $0.remove(pid) }
    code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    return code
  }

  /// Waits for the end; throws, with what the program wrote, if it does not come in time.
  @discardableResult
  package func waitForExit(within seconds: Double = 20) throws -> Int32 {
    guard let code = poll(within: seconds, { exitCode() }) else {
      Glibc.kill(pid, SIGKILL)
      throw Failure(description: "no exit within \(seconds) s; \(errorText)")
    }
    return code
  }

  private static func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Looks for a fact again and again, every 5 ms, until it is there; nil if the time runs out.
package func poll<Fact>(within seconds: Double = 10, _ fact: () throws -> Fact?) rethrows -> Fact? {
  let deadline = monotonicSeconds() + seconds
  repeat {
    if let found = try fact() { return found }
    var pause = timespec(tv_sec: 0, tv_nsec: 5_000_000)
    nanosleep(&pause, nil)
  } while monotonicSeconds() < deadline
  return try fact()
}

private func monotonicSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
}
