/// A reader of the program that accepts any bytes. It must terminate, reject invalid input, and keep the promises that its file here
/// checks.
package enum FuzzTarget: String, CaseIterable, Sendable {
  case json, ndjson, xml, toml, tzif, rrule, mustache, plan

  /// - Precondition: The promises hold.
  package func run(_ bytes: [UInt8]) {
    switch self {
    case .json: FuzzJSON.run(bytes)
    case .ndjson: FuzzExport.run(bytes, .ndjson)
    case .xml: FuzzExport.run(bytes, .xml)
    case .toml: FuzzTOML.run(bytes)
    case .tzif: FuzzZone.run(bytes)
    case .rrule: FuzzRule.run(bytes)
    case .mustache: FuzzMustache.run(bytes)
    case .plan: FuzzPlan.run(bytes)
    }
  }
}
