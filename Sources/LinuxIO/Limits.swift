import Glibc

/// The process's limits, getrlimit(2).
package enum Limits {
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
