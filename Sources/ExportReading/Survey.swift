import Diagnostics

/// The first reading of an input, whatever its format.
package enum Survey {
  /// - Parameters:
  ///   - names: What the records are read with afterwards.
  ///   - chunkSize: How many bytes a chunk has at most, where a record is not larger by itself.
  ///   - schema: What XML inputs are checked against; what does not fit is a warning.
  ///   - jobs: Where there may be more than one at a time, a large input is hashed beside the survey.
  ///   - progress: Called after each window, with the number of bytes read so far.
  ///   - record: Called for every record in order.
  /// - Throws: where the input is not what it claims to be, at the first fault.
  package static func survey(
    _ file: InputFile, index: Int, names: FieldNames, chunkSize: Int64 = Chunk.targetSize, schema: XMLSchema? = nil,
    jobs: Int = 1,
    progress: (Int64) -> Void = { _ in },
    record: (RecordSketch) throws(FatalInput) -> Void
  ) throws(FatalInput) -> SurveyedInput {
    let digest = jobs > 1 && file.size >= BackgroundDigest.leastSize ? BackgroundDigest(file) : nil
    defer { digest?.cancel() }
    let empty = SurveyedInput(file: file, index: index, chunkSize: chunkSize)
    var input =
      switch file.format {
      case .json, .ndjson:
        try JSONSurvey.survey(
          empty, names, hashes: digest == nil, progress: progress, record: record)
      case .xml:
        try XMLSurvey.survey(
          empty, names, schema: schema, hashes: digest == nil, progress: progress,
          record: record)
      }
    if let digest { input.sha256 = try digest.value() }
    return input
  }
}
