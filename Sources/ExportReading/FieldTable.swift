/// Where an object's fields are.
struct FieldTable {
  private var slots = [Int32](repeating: -1, count: 128)
  private var names = FieldSet()
  /// The object has fields that it should not have.
  private(set) var hasOthers = false

  /// The field's index; −1: the object does not have it.
  @inline(__always)
  subscript(_ name: FieldName) -> Int32 { names.contains(name) ? slots[name.index] : -1 }

  /// Notes the fields of the object at `index`, those aside that are null.
  mutating func note(fieldsOf index: Int, in record: borrowing Record, known: FieldSet) {
    var (noted, hasOthers) = (FieldSet(), false)
    slots.withUnsafeMutableBufferPointer { slots in
      record.values.withUnsafeBufferPointer { values in
        let end = Int(values[index].next)
        var child = index &+ 1
        while child < end {
          let name = values[child].name
          if !known.contains(name) {
            hasOthers = true
          } else if values[child].type != .null {
            slots[name.index] = Int32(truncatingIfNeeded: child)
            noted.insert(name)
          }
          child = Int(values[child].next)
        }
      }
    }
    (names, self.hasOthers) = (noted, hasOthers)
  }
}
