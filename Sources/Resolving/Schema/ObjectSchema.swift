import Formats

/// The fields of a type of object, and how it becomes a value of the ``RecordDraft``.
class ObjectSchema: @unchecked Sendable {
  let description: ObjectDescription
  /// Puts a blank value into the draft. Its required fields are meaningless until they are read.
  let start: @Sendable (inout RecordDraft) -> Void
  /// Checks the fields together after they are read, even if some have errors.
  let finish: Field.Reader?
  let requiredCount: Int
  let fields: [Field]
  /// The index of each field by the number of its name; −1 for names that are not fields.
  private let places: [Int16]

  /// - Parameters:
  ///   - names: Receives the fields' names.
  ///   - typeName: The type's name in schemas, if it differs.
  init(
    _ name: String, _ names: inout FieldNames, start: @escaping @Sendable (inout RecordDraft) -> Void = { _ in },
    _ fields: [Field],
    typeName: String? = nil, finish: Field.Reader? = nil
  ) {
    description = ObjectDescription(name, typeName: typeName, fields: fields.map(\.description))
    (self.start, self.finish, self.fields) = (start, finish, fields)
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

  /// Returns the index of a field by name; nil if the object has no such field.
  func place(_ name: FieldName) -> Int? {
    let number = Int(name.index)
    return number < places.count && places[number] >= 0 ? Int(places[number]) : nil
  }
}
