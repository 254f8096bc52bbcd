/// The version of the whole product: all its programs carry the same.
package enum ProductVersion {
  /// As `--version` shows it and `GetStatus` reports it.
  package static let current = "0.1.0"
}
