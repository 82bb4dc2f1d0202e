import Formats

/// What one type of object may have, and how it becomes a value of the ``RecordDraft``.
class ObjectSchema: @unchecked Sendable {
  let description: ObjectDescription
  /// Puts a blank value into the draft, whose required fields are of no meaning until they are read.
  let start: @Sendable (inout RecordDraft) -> Void
  /// Looks at the fields together once they are read, whether or not something is wrong with them.
  let finish: Field.Reader?
  let requiredCount: Int
  let fields: [Field]
  /// The place among the fields by the number of a name; −1: the object has no such field.
  private let places: [Int16]

  /// - Parameters:
  ///   - names: Gets the fields' names.
  ///   - typeName: What schemas call it, where that is another name.
  init(
    _ name: String, _ names: inout FieldNames, start: @escaping @Sendable (inout RecordDraft) -> Void = { _ in },
    _ fields: [Field],
    typeName: String? = nil, finish: Field.Reader? = nil
  ) {
    description = ObjectDescription(name, typeName: typeName, fields: fields.map(\.description))
    self.start = start
    self.finish = finish
    self.fields = fields
    requiredCount = fields.count { $0.isRequired }
    var places: [Int16] = []
    for (place, field) in fields.enumerated() {
      let number = Int(names.intern(field.description.name).index)
      while places.count <= number { places.append(-1) }
      precondition(places[number] < 0, "\(name) has the field \(field.description.name) twice")
      places[number] = Int16(place)
      if case .objects(_, let element) = field.description.type {
        names.setList(of: element, to: FieldName(index: UInt16(number)))
      }
    }
    self.places = places
  }

  /// The place of the field of that name; nil: the object has no such field.
  func place(_ name: FieldName) -> Int? {
    let number = Int(name.index)
    return number < places.count && places[number] >= 0 ? Int(places[number]) : nil
  }
}
