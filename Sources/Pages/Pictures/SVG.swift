/// A picture as inline SVG. A screen reader reads its title and description; the figures stand in a table beside it.
///
/// All lengths are whole units of the view box. Colors come from classes of `style.css`.
struct SVG {
  enum Anchor: String { case start, middle, end }

  /// At which widths of the window it is shown.
  enum Form: String {
    case always = "picture"
    /// Drawn for a phone, and enlarged where there is room.
    case small = "picture small"
    /// The two forms of a picture that has one for a phone.
    case wide = "picture wide"
    case narrow = "picture narrow"
  }

  /// The width that a window of 390 pixels has room for.
  static let narrowWidth = 340

  private var body: Markup

  /// - Parameters:
  ///   - id: Unique on the page; nothing but letters, digits and `-`.
  ///   - title: What the picture shows.
  ///   - description: What a reader sees in it, in words.
  init(_ id: String, width: Int, height: Int, title: String, description: String, form: Form = .always) {
    body = """
      <svg class="\(form.rawValue)" role="img" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      aria-labelledby="\(id)-t \(id)-d"><title id="\(id)-t">\(title)</title><desc id="\(id)-d">\(description)</desc>
      """
  }

  var markup: Markup { "\(body)</svg>\n" }

  /// - Parameters:
  ///   - tip: What a pointer that rests on it is told.
  ///   - link: What a click on it shows. The table beside the picture has the same link for all others.
  mutating func rect(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ style: String, fill: String? = nil, tip: String? = nil,
    link: ShowLink? = nil
  ) {
    body.append("<rect x=\"", x, "\" y=\"", y, "\" width=\"")
    body.append("", width, "\" height=\"", height, "\" class=\"")
    body.append(escaping: style, then: "\"")
    if let fill { body.append(" fill=\"\(fill)\"") }
    if let link { body.append(" data-show=\"\(link.fragment)\"") }
    if let tip { body.append("><title>\(tip)</title></rect>") } else { body.append("/>") }
  }

  mutating func text(_ x: Int, _ y: Int, _ text: String, _ style: String = "", _ anchor: Anchor = .start) {
    body.append("<text x=\"", x, "\" y=\"", y, "\"")
    if !style.isEmpty { body.append(" class=\"\(style)\"") }
    if anchor != .start { body.append(" text-anchor=\"\(anchor.rawValue)\"") }
    body.append(">")
    body.append(escaping: text, then: "</text>")
  }

  mutating func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, _ style: String) {
    path("M\(x1) \(y1)L\(x2) \(y2)", style)
  }

  /// - Parameter data: Path data of our own: commands and numbers.
  mutating func path(_ data: String, _ style: String) { body.append("<path d=\"\(data)\" class=\"\(style)\"/>") }

  mutating func append(_ markup: Markup) { body.append(markup) }
}
