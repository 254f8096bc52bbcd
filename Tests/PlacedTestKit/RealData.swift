import Glibc

/// Data of others that is too large for the repository: the directory that PLACED_SHARED names.
///
/// Tests on it are in suites whose name contains `RealData`, with the trait
/// `.enabled(if: RealData.isThere, "\(RealData.comment)")`: by these two signs `make check` counts them.
package enum RealData {
  /// The directory; nil if there is none.
  package static let directory: String? = getenv("PLACED_SHARED").map { String(cString: $0) }

  package static var isThere: Bool { directory != nil }

  /// Why a test is left out without it.
  package static let comment = "needs PLACED_SHARED, a directory of real data"
}
