import ArgumentParser

/// An option whose value is one of a list of words. The library builds its list with generic key paths, which took 1.5
/// million instructions for the options of `plan`.
package protocol WordArgument: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension WordArgument {
  package static var allValueStrings: [String] { allCases.map { $0.rawValue } }
}
