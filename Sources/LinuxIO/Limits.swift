import Glibc

/// The process's limits, getrlimit(2).
package enum Limits {
  /// How many descriptors may be open at once, the soft RLIMIT_NOFILE.
  package static var descriptors: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 0 }
    return Int(clamping: limit.rlim_cur)
  }

  /// Raises the number of descriptors that may be open, as far as the hard limit lets.
  ///
  /// The usual soft limit of 1024 is there for select(2), which nothing here uses.
  package static func raiseDescriptors(to wanted: UInt) throws(SystemError) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      throw .last("getrlimit")
    }
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(wanted, limit.rlim_max)
    guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      throw .last("setrlimit")
    }
  }
}
