import PlanModel

/// A picture as inline SVG. A screen reader reads its title and description; the figures stand in a table beside it.
///
/// All lengths are whole units of the view box. Colors come from classes of `style.css`.
struct SVG {
  enum Anchor {
    case start, middle, end

    var name: StaticString {
      switch self {
      case .start: "start"
      case .middle: "middle"
      case .end: "end"
      }
    }
  }

  private var body = Markup()
  private let head: Markup

  /// - Parameters:
  ///   - id: Unique on the page; nothing but letters, digits and `-`.
  ///   - title: What the picture shows.
  ///   - description: What a reader sees in it, in words.
  init(_ id: String, width: Int, height: Int, title: String, description: String) {
    var head = Markup()
    head.append("<svg class=\"picture\" role=\"img\" viewBox=\"0 0 ")
    head.append(width)
    head.append(" ")
    head.append(height)
    head.append("\" width=\"")
    head.append(width)
    head.append("\" height=\"")
    head.append(height)
    head.append("\" aria-labelledby=\"")
    head.append(text: id)
    head.append("-t ")
    head.append(text: id)
    head.append("-d\"><title id=\"")
    head.append(text: id)
    head.append("-t\">")
    head.append(text: title)
    head.append("</title><desc id=\"")
    head.append(text: id)
    head.append("-d\">")
    head.append(text: description)
    head.append("</desc>")
    self.head = head
  }

  var markup: Markup {
    var markup = head
    markup.append(body)
    markup.append("</svg>\n")
    return markup
  }

  /// - Parameter tip: What a pointer that rests on it is told.
  mutating func rect(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ style: StaticString, fill: String? = nil, tip: String? = nil
  ) {
    body.append("<rect x=\"")
    body.append(x)
    body.append("\" y=\"")
    body.append(y)
    body.append("\" width=\"")
    body.append(width)
    body.append("\" height=\"")
    body.append(height)
    body.append("\" class=\"")
    body.append(style)
    if let fill {
      body.append("\" fill=\"")
      body.append(text: fill)
    }
    guard let tip else {
      body.append("\"/>")
      return
    }
    body.append("\"><title>")
    body.append(text: tip)
    body.append("</title></rect>")
  }

  mutating func text(_ x: Int, _ y: Int, _ text: String, _ style: StaticString = "", _ anchor: Anchor = .start) {
    body.append("<text x=\"")
    body.append(x)
    body.append("\" y=\"")
    body.append(y)
    if style.utf8CodeUnitCount > 0 {
      body.append("\" class=\"")
      body.append(style)
    }
    if anchor != .start {
      body.append("\" text-anchor=\"")
      body.append(anchor.name)
    }
    body.append("\">")
    body.append(text: text)
    body.append("</text>")
  }

  mutating func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, _ style: StaticString) {
    path("M\(x1) \(y1)L\(x2) \(y2)", style)
  }

  /// - Parameter data: Path data of our own: commands and numbers.
  mutating func path(_ data: String, _ style: StaticString) {
    body.append("<path d=\"")
    body.append(text: data)
    body.append("\" class=\"")
    body.append(style)
    body.append("\"/>")
  }

  mutating func append(_ markup: StaticString) { body.append(markup) }
}
