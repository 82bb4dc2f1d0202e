import Diagnostics
import PlanModel

/// Places in a temporary file, one after the other.
///
/// What is written is buffered, 256 KB at a time; what has been flushed may be read by several tasks.
struct PlaceFile: Sendable {
  private static let buffered = (1 << 18) / MemoryLayout<OwnedPlace>.stride
  private static let what = "the places of items"

  private let file: OpenFile
  private var buffer: [OwnedPlace] = []
  private(set) var count = 0

  init() throws(FatalInput) {
    file = try OpenFile.temporary()
  }

  mutating func append(_ place: OwnedPlace) throws(FatalInput) {
    buffer.append(place)
    count += 1
    if buffer.count >= PlaceFile.buffered { try flush() }
  }

  /// Appends places that lie in memory already.
  mutating func append(contentsOf places: [OwnedPlace]) throws(FatalInput) {
    try flush()
    try file.append(places, of: PlaceFile.what)
    count += places.count
  }

  mutating func flush() throws(FatalInput) {
    if buffer.isEmpty { return }
    try file.append(buffer, of: PlaceFile.what)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Reads the places with these numbers, which have been flushed, into `places` instead of what is there.
  func read(_ numbers: Range<Int>, into places: inout [OwnedPlace]) throws(FatalInput) {
    let stride = MemoryLayout<OwnedPlace>.stride
    let size = numbers.count * stride
    var fault: FatalInput?
    places = Array(unsafeUninitializedCapacity: numbers.count) { target, count in
      do throws(FatalInput) {
        let read = try file.read(
          at: Int64(numbers.lowerBound * stride), count: size, into: target.baseAddress!, name: PlaceFile.what)
        if read == size { count = numbers.count } else { fault = FatalInput(.ioError, "cannot read \(PlaceFile.what)") }
      } catch {
        fault = error
      }
    }
    if let fault { throw fault }
  }
}
