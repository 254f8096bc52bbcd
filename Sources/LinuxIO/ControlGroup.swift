/// Where the service manager has put a process, by its control group (/proc/PID/cgroup).
package enum ControlGroup {
  /// The unit of the system's manager that a process belongs to: of a service its name, of all that a user's own manager
  /// runs `user@UID.service`, of a login `session-N.scope`. Nil outside any unit.
  ///
  /// What comes below that unit is of its own making, and says nothing.
  static func unit(inFile text: String) -> String? {
    let lines = text.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 2) }
    // Version 2 leaves the middle empty; beside it, or alone, systemd may keep a hierarchy of version 1.
    let named = lines.first { $0.count == 3 && $0[1] == "name=systemd" }
    let unified = text.split(separator: "\n").first { $0.hasPrefix("0::") }?.dropFirst(3)
    guard let path = named?[2] ?? unified else { return nil }
    for part in path.split(separator: "/") {
      // A leading underscore keeps names apart from those of the kernel's files.
      let name = part.hasPrefix("_") ? part.dropFirst() : part
      if name.hasSuffix(".slice") { continue }
      let isUnit = [".service", ".scope", ".socket", ".mount", ".swap"].contains { name.hasSuffix($0) }
      return isUnit ? String(name) : nil
    }
    return nil
  }
}
