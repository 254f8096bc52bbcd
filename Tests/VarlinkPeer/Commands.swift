import Glibc
import LinuxIO
import Varlink

/// Runs the program; returns its exit status.
func run(_ arguments: [String]) -> Int32 {
  guard arguments.count == 3, arguments[2].hasPrefix("unix:") else {
    say("usage: varlink-peer server|client unix:PATH")
    return 2
  }
  let path = String(arguments[2].dropFirst("unix:".count))
  do {
    switch arguments[1] {
    case "server": try serve(path)
    case "client": try CertificationClient(path: path).run()
    default:
      say("neither server nor client: \(arguments[1])")
      return 2
    }
    return 0
  } catch {
    say("\(error)")
    return 1
  }
}

/// Serves until a signal says to end.
private func serve(_ path: String) throws {
  let listener = try UnixListener(path: path, mode: 0o600)
  try? Limits.raiseDescriptors(to: 4096)
  Loop.run {
    do {
      let service = VarlinkService(
        vendor: "The placed project", product: "varlink-peer", version: "1", url: "https://example.org/placed"
      )
      service.add(
        try VarlinkInterface(parsing: Certification.description), methods: CertificationServer().methods)
      service.add(try VarlinkInterface(parsing: Counter.description), methods: Counter.methods)
      // There is nothing else here that needs descriptors.
      var limits = VarlinkLimits()
      limits.reservedDescriptors = 0
      let server = VarlinkServer(listener: listener.descriptor, service: service, limits: limits) {
        say("\($0.kind) (\($0.count))")
      }
      try server.start()
      try Loop.shared.onSignals([SIGTERM, SIGINT]) { _ in
        server.stop()
        Loop.stop()
      }
    } catch {
      say("\(error)")
      listener.close()
      exit(1)
    }
  }
  listener.close()
}

private func say(_ text: String) {
  let line = Array("varlink-peer: \(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
