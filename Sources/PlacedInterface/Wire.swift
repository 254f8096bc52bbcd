/// The structures of the interfaces: what goes over the socket, kept apart from what the daemon computes with.
///
/// Names and meanings are those of the interface files; an absent member is nil. Enumerations are kept as the
/// strings that came, so that a client tolerates members it does not know.
package enum Wire {}
