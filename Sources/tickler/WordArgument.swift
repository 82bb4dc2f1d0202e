import ArgumentParser

/// An option's value that is one of some words. The library's own list of them is made by generic key paths, which took 1.5 million
/// instructions for the options of `plan`.
package protocol WordArgument: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension WordArgument {
  package static var allValueStrings: [String] { allCases.map { $0.rawValue } }
}
