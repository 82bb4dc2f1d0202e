/// A picture as inline SVG. Screen readers read its title and description; a table beside it has the figures.
///
/// All lengths are integers in view box units. Colors come from classes of `style.css`.
struct SVG {
  enum Anchor: String { case start, middle, end }

  /// The window widths at which the picture is shown.
  enum Form: String {
    case always = "picture"
    /// Drawn for a phone and enlarged on wider windows.
    case small = "picture small"
    /// The wide and narrow form of a picture with both.
    case wide = "picture wide"
    case narrow = "picture narrow"
  }

  /// The width that fits a window of 390 pixels.
  static let narrowWidth = 340

  private var body: Markup

  /// - Parameters:
  ///   - id: Unique on the page; only letters, digits and `-`.
  ///   - title: The subject of the picture.
  ///   - description: The content of the picture in words.
  init(_ id: String, width: Int, height: Int, title: String, description: String, form: Form = .always) {
    body = """
      <svg class="\(form.rawValue)" role="img" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      aria-labelledby="\(id)-t \(id)-d"><title id="\(id)-t">\(title)</title><desc id="\(id)-d">\(description)</desc>
      """
  }

  var markup: Markup { "\(body)</svg>\n" }

  /// - Parameters:
  ///   - tip: The tooltip.
  ///   - link: The target of a click. The table beside the picture offers the same link to everyone else.
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

  /// - Parameter data: Trusted path data: commands and numbers.
  mutating func path(_ data: String, _ style: String) { body.append("<path d=\"\(data)\" class=\"\(style)\"/>") }

  mutating func append(_ markup: Markup) { body.append(markup) }
}
