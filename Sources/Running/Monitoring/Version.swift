/// The version of the program: the one place that has it. `make release-check` holds CHANGELOG.md and the tag against it.
package enum Version {
  package static let current = "0.1.0"
}
