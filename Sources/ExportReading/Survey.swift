import Diagnostics

/// The first reading of an input, whatever its format.
package enum Survey {
  /// - Parameters:
  ///   - schema: What XML inputs are checked against; what does not fit is a warning.
  ///   - progress: Called after each window, with the number of bytes read so far.
  ///   - record: Called for every record in order.
  /// - Throws: where the input is not what it claims to be, at the first fault.
  package static func survey(
    _ file: InputFile, index: Int, schema: XMLSchema? = nil, progress: (Int64) -> Void = { _ in },
    record: (RecordSketch) throws(FatalInput) -> Void
  ) throws(FatalInput) -> SurveyedInput {
    switch file.format {
    case .json, .ndjson:
      return try JSONSurvey.survey(file, index: index, progress: progress, record: record)
    case .xml:
      return try XMLSurvey.survey(file, index: index, schema: schema, progress: progress, record: record)
    }
  }
}
