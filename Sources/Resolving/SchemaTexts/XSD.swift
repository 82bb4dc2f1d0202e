extension Schema {
  /// The format as an XML Schema (XSD 1.0).
  package var xsd: String {
    var xsd = XSDWriter()
    xsd.schema(descriptions.account, descriptions.items)
    return xsd.text
  }
}

private struct XSDWriter {
  private(set) var text = ""
  private var indent = ""
  /// The names of the object types declared so far.
  private var declared: Set<String> = []

  private mutating func line(_ line: String) { text += indent + line + "\n" }

  /// Writes an element with its content.
  private mutating func element(
    _ tag: String, _ attributes: String = "", isEmpty: Bool = false, _ inside: (inout XSDWriter) -> Void
  ) {
    if isEmpty { return line("<xs:\(tag)\(attributes)/>") }
    line("<xs:\(tag)\(attributes)>")
    indent += "  "
    inside(&self)
    indent.removeLast(2)
    line("</xs:\(tag)>")
  }

  private mutating func documentation(_ meaning: String) {
    line("<xs:annotation><xs:documentation>\(meaning.xmlEscaped)</xs:documentation></xs:annotation>")
  }

  mutating func schema(_ account: ObjectDescription, _ kinds: [ObjectDescription]) {
    text = XSDWriter.head
    indent = "  "
    object(account)
    for kind in kinds { innerObjects(of: kind) }
    type("item", united(kinds, isOwned: false))
    type("ownedItem", united(kinds, isOwned: true))
    let own = kinds.contains { $0.typeName != $0.name } ? [TextForm.dateOrTime, TextForm.number] : []
    for form in TextForm.all + TextForm.xmlAlone + own {
      element("simpleType", #" name="\#(form.name)""#) { xsd in
        xsd.documentation(form.meaning)
        // Only xs:date knows the calendar.
        let base = form.name == "date" ? "xs:date" : "xs:string"
        xsd.line(#"<xs:restriction base="\#(base)"><xs:pattern value="\#(form.pattern)"/></xs:restriction>"#)
      }
    }
    text += "</xs:schema>\n"
  }

  private mutating func object(_ object: ObjectDescription) {
    guard declared.insert(object.typeName).inserted else { return }
    type(object.typeName, object.fields)
    innerObjects(of: object)
  }

  private mutating func innerObjects(of object: ObjectDescription) {
    for field in object.fields {
      switch field.type {
      case .object(let inner), .objects(let inner, element: _): self.object(inner)
      case .switches(let kinds):
        type(field.name, kinds.map { FieldDescription($0, .bool, "Switch of \($0)") })
      default: break
      }
    }
  }

  /// Returns the fields of all kinds of items together. XSD 1.0 cannot select a type by an attribute's value, so items share one.
  private func united(_ kinds: [ObjectDescription], isOwned: Bool) -> [FieldDescription] {
    var names: [String] = []
    for field in kinds.flatMap(\.fields) where !names.contains(field.name) { names.append(field.name) }
    return names.map { name in
      let fields = kinds.compactMap { kind in kind.fields.first { $0.name == name }.map { (kind.name, $0) } }
      var meanings: [(text: String, kinds: String)] = []
      for (kind, field) in fields {
        if let same = meanings.firstIndex(where: { $0.text == field.meaning }) {
          meanings[same].kinds += ", \(kind)"
        } else {
          meanings.append((field.meaning, kind))
        }
      }
      let each = meanings.map { $0.text.isEmpty ? $0.kinds : "\($0.kinds): \($0.text)" }.joined(separator: ". ")
      return FieldDescription(
        name,
        name == "kind"
          ? .choice(kinds.map(\.name)) : fields.dropFirst().reduce(fields[0].1.type) { $0.united(with: $1.1.type) },
        fields.count == kinds.count ? fields[0].1.meaning : each,
        name == "kind" || name == "id" || name == "account" && isOwned ? .required : .optional)
    }
  }

  /// Writes a type: its elements, then its attributes.
  private mutating func type(_ name: String, _ fields: [FieldDescription]) {
    let elements = fields.compactMap { field in field.type.element(named: field.name).map { (field, $0.name, $0.type) }
    }
    element("complexType", #" name="\#(name)""#) { xsd in
      if elements.isEmpty {
        xsd.element("sequence") { $0.line(#"<xs:element ref="nothing" minOccurs="0"/>"#) }
      } else {
        xsd.element("sequence", #" minOccurs="0" maxOccurs="unbounded""#) { xsd in
          xsd.element("choice") { xsd in
            for (field, name, type) in elements {
              let sentence = field.sentence
              xsd.element("element", #" name="\#(name)" type="\#(type)""#, isEmpty: sentence == nil) {
                if let sentence { $0.documentation(sentence) }
              }
            }
          }
        }
      }
      for field in fields where field.type.element(named: field.name) == nil {
        let (type, body) = field.type.attribute
        let attributes = type.map { #" type="\#($0)""# } ?? ""
        let use = field.required == nil ? "" : #" use="required""#
        let sentence = field.sentence
        let isEmpty = sentence == nil && body == nil
        xsd.element("attribute", #" name="\#(field.name)"\#(attributes)\#(use)"#, isEmpty: isEmpty) { xsd in
          if let sentence { xsd.documentation(sentence) }
          if let body { xsd.line("<xs:simpleType>\(body)</xs:simpleType>") }
        }
      }
      xsd.line("<xs:anyAttribute namespace=\"##other\" processContents=\"skip\"/>")
    }
  }

  /// The fixed beginning of the schema, which the tables do not contain.
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:tickler:export:1"
        targetNamespace="urn:tickler:export:1" elementFormDefault="qualified" attributeFormDefault="unqualified">
      <xs:annotation>
        <xs:documentation xml:lang="en">
          tickler-export/1 in XML. A scalar is an attribute; a list of scalars is one attribute with spaces between its
          values; an object is a child element; a list of objects is repeated child elements. Children come in any order.

          Names are strict here: an attribute or element that the format does not have is refused, while tickler only warns
          of it. Attributes of other namespaces are free. A value that tickler accepts is accepted here. What an XSD 1.0
          cannot say, tickler checks: which attributes each kind of item needs, that ids are unique, that zones exist, that
          an item's owner is there.

          Memory does not grow with the document: there are no keys, and what repeats is a sequence around a choice, since
          libxml2 keeps a state for each child that a repeated choice or a wildcard has let through.
        </xs:documentation>
      </xs:annotation>
      <xs:element name="export" type="export"/>
      <!-- No element is this one. A type that allows it has no children, and yet white space between its tags. -->
      <xs:element name="nothing" abstract="true"/>
      <xs:complexType name="export">
        <xs:sequence minOccurs="0" maxOccurs="unbounded">
          <xs:choice>
            <xs:element name="account" type="account"/>
            <xs:element name="item" type="ownedItem"/>
          </xs:choice>
        </xs:sequence>
        <xs:attribute name="format" use="required">
          <xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="tickler-export/1"/></xs:restriction></xs:simpleType>
        </xs:attribute>
        <xs:attribute name="app" type="xs:string"/>
        <xs:attribute name="exportedAt" type="instant"/>
        <xs:anyAttribute namespace="##other" processContents="skip"/>
      </xs:complexType>

    """
}

extension ValueType {
  /// Returns the name and type of the element; nil if the value is an attribute.
  fileprivate func element(named name: String) -> (name: String, type: String)? {
    switch self {
    case .object(let object): (name, object.typeName)
    case .objects(let object, let element): (element, object.typeName)
    case .switches: (name, name)
    case .items: ("item", "item")
    default: nil
    }
  }

  /// The named type of an attribute, or the body of an unnamed one.
  fileprivate var attribute: (type: String?, body: String?) {
    func restriction(_ facets: String) -> (String?, String?) {
      (nil, #"<xs:restriction base="xs:string">\#(facets)</xs:restriction>"#)
    }
    switch self {
    case .text: return ("xs:string", nil)
    case .identifier: return ("identifier", nil)
    case .bool: return ("bool", nil)
    case .count: return ("count", nil)
    case .quantity: return ("quantity", nil)
    case .number: return ("number", nil)
    case .weekday: return ValueType.choice(ValueType.weekdays).attribute
    case .choice(let words): return restriction(words.map { #"<xs:enumeration value="\#($0)"/>"# }.joined())
    case .time(let hours?): return restriction(#"<xs:pattern value="\#(TextForm.times(hours))"/>"#)
    case .degrees(let limit): return restriction(#"<xs:pattern value="\#(TextForm.degrees(limit))"/>"#)
    case .list(let element, let least):
      let (type, body) = element.attribute
      let list =
        type.map { #"<xs:list itemType="\#($0)"/>"# } ?? "<xs:list><xs:simpleType>\(body!)</xs:simpleType></xs:list>"
      if least == 0 { return (nil, list) }
      let some = #"<xs:minLength value="\#(least)"/>"#
      return (nil, "<xs:restriction><xs:simpleType>\(list)</xs:simpleType>\(some)</xs:restriction>")
    default: return (formName, nil)
    }
  }

  /// Returns a type that accepts the values of both.
  fileprivate func united(with other: ValueType) -> ValueType {
    switch (attribute, other.attribute) {
    case (("count", nil), ("quantity", nil)): .quantity
    case (let a, let b): a == b ? self : .text
    }
  }
}

extension String {
  /// The text escaped for an element.
  fileprivate var xmlEscaped: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text += character.unicodeScalars.allSatisfy { $0.value >= 0x20 } ? String(character) : " "
      }
    }
  }
}
