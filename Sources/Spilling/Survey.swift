import Diagnostics
import Formats
import PlanModel
import System

/// The first reading of an input, in any format.
package enum Survey {
  /// Fits into a core's own cache, since the bytes are first hashed and then surveyed.
  private static let windowSize = 1 << 18

  /// - Parameters:
  ///   - names: The names of the format's fields.
  ///   - chunkSize: The maximum size of a chunk in bytes. A single record may be larger.
  ///   - schema: The schema to check XML against, with warnings.
  ///   - spool: The records written by an earlier input's survey. This input's records go to the same file.
  ///   - isStrict: Whether an unknown name close to a known one is an error.
  ///   - keepsBroken: Whether an input that becomes unusable is kept up to that place, with its fault.
  ///   - jobs: With more than one, another thread hashes large inputs.
  ///   - progress: Called after each window with the number of bytes read so far.
  ///   - record: Called for every record, in order.
  /// - Throws: The first fault that makes the input unusable.
  package static func survey(
    _ file: InputFile, index: Int, names: FieldNames, chunkSize: Int64 = Chunk.targetSize, schema: XMLSchema? = nil,
    spool: InputFile? = nil, isStrict: Bool = false, keepsBroken: Bool = false, jobs: Int = 1,
    progress: (Int64) -> Void = { _ in }, record: (RecordSketch) throws(RunFault) -> Void
  ) throws(RunFault) -> SurveyedInput {
    let input = SurveyedInput(file: file, index: index, chunkSize: chunkSize, isStrict: isStrict)
    switch file.format {
    case .json, .ndjson:
      return try survey(
        input, with: JSONFrontEnd(file, names: names), spool: spool, keepsBroken: keepsBroken, jobs: jobs,
        progress: progress, record: record)
    default:
      let frontEnd = try XMLFrontEnd(file, names: names, schema: schema)
      return try survey(
        input, with: frontEnd, spool: spool, keepsBroken: keepsBroken, jobs: jobs, progress: progress, record: record)
    }
  }

  /// Surveys an input with any front end.
  ///
  /// - Parameter input: An input that so far has only a file.
  package static func survey(
    _ input: SurveyedInput, with frontEnd: consuming some FrontEnd, spool: InputFile? = nil, keepsBroken: Bool = false,
    jobs: Int = 1, progress: (Int64) -> Void = { _ in }, record: (RecordSketch) throws(RunFault) -> Void
  ) throws(RunFault) -> SurveyedInput {
    let file = input.file
    var hashed: InputFile? = file.sha256 == nil ? file : nil
    switch file.partition?.hashed {
    case .whole(let whole)? where file.sha256 == nil: hashed = whole
    case .nothing?: hashed = nil
    case .whole?, .copy?, nil: break
    }
    let hashesInBackground = hashed !== file || jobs > 1 && file.size >= BackgroundDigest.minimumSize
    let digest = hashesInBackground ? hashed.map { BackgroundDigest($0) } : nil
    defer { digest?.cancel() }
    var hash = hashesInBackground ? nil : try SHA256()
    var sink = SurveySink(input, spool)
    var window: [UInt8] = []
    var (capacity, offset) = (windowSize, 0 as Int64)
    var isLast = false
    while !isLast {
      // Bytes that the front end has not consumed stay, and more are added.
      let kept = window.count
      if kept == capacity { capacity *= 2 }
      let count = try file.append(upTo: capacity - kept, from: offset, to: &window)
      hash?.update(window.span.extracting(kept...))
      isLast = count < capacity - kept
      offset += Int64(count)
      progress(offset)
      if sink.input.fault != nil {
        // The rest is read only for the hash, which covers the whole file.
        window.removeAll(keepingCapacity: true)
        continue
      }
      do throws(RunFault) {
        window.removeFirst(try frontEnd.read(window.span, isLast: isLast && file.fault == nil, into: &sink))
        if isLast, let fault = file.fault { throw fault }
      } catch {
        guard keepsBroken, error.status == .dataError else { throw error }
        sink.input.end(with: error)
        window.removeAll(keepingCapacity: true)
      }
      for sketch in sink.takeSketches() { try record(sketch) }
    }
    sink.input.finishNames()
    var surveyed = try sink.finish()
    if let known = file.sha256 { surveyed.sha256 = known }
    if let digest { surveyed.sha256 = try digest.value() }
    if let hash { surveyed.sha256 = String(hexadecimal: hash.digest) }
    // Only the partition with the head's lines reports warnings about the head.
    if let partition = file.partition { surveyed.warnings.removeAll { $0.location.line < partition.firstLine } }
    try file.refuseChange()
    // A partition was copied before the whole of its input is hashed.
    if let hashed, hashed !== file { try hashed.refuseChange() }
    return surveyed
  }
}

/// Adds records to chunks. Records that cannot be read again from the input go to a spool.
private struct SurveySink: RecordSink {
  var input: SurveyedInput
  private var spool: RecordSpool?
  private let earlier: InputFile?
  /// The records of the last window.
  private var sketches: [RecordSketch] = []

  init(_ input: SurveyedInput, _ earlier: InputFile?) {
    (self.input, self.earlier) = (input, earlier)
  }

  mutating func take(_ sketch: RecordSketch, layout: Chunk.Layout) {
    input.add(sketch, layout: layout)
    sketches.append(sketch)
  }

  mutating func take(_ record: borrowing Record, isAccount: Bool) throws(RunFault) {
    var sketch = RecordSketch(record, isAccount: isAccount)
    if spool == nil { spool = try RecordSpool(name: input.file.name, after: earlier) }
    let range = try spool!.append(record, isAccount: isAccount)
    (sketch.start, sketch.end) = (range.lowerBound, range.upperBound)
    if isAccount { input.accountCount += 1 }
    take(sketch, layout: .spooled)
  }

  mutating func takeSketches() -> [RecordSketch] { exchange(&sketches, with: []) }

  consuming func finish() throws(RunFault) -> SurveyedInput {
    if let spool {
      input.records = try spool.finish()
      input.isSpooled = true
    }
    return input
  }
}
