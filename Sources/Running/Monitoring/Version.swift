/// The version of the program, defined only here. `make release-check` compares it with CHANGELOG.md and the tag.
package enum Version {
  package static let current = "0.3.0"
}
