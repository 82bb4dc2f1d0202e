import Diagnostics

extension PageView {
  /// Adds the diagnostics grouped by what is wrong, errors first, then the most frequent; each with its first places.
  mutating func addGroups(of diagnostics: [Diagnostic]) {
    struct Group {
      var all: [Diagnostic]
      var words: String
    }
    var (groups, places): ([Group], [String: Int]) = ([], [:])
    for diagnostic in diagnostics {
      // The value found differs from place to place.
      let item = diagnostic.item.map { String($0.prefix { $0 != "\"" && $0 != " " }) }
      let subject = [diagnostic.field, item].compactMap(\.self).joined(separator: " of ")
      let words = diagnostic.expected.map { "\(subject.isEmpty ? diagnostic.found : subject): expected \($0)" }
      let key = "\(diagnostic.severity)\t\(diagnostic.code)\t\(words ?? diagnostic.code.summary)"
      if let place = places[key] {
        groups[place].all.append(diagnostic)
      } else {
        places[key] = groups.count
        groups.append(Group(all: [diagnostic], words: words ?? diagnostic.message))
      }
    }
    let sorted = groups.enumerated().sorted { a, b in
      let (x, y) = (a.element.all, b.element.all)
      if x[0].severity != y[0].severity { return x[0].severity == .error }
      return x.count != y.count ? x.count > y.count : a.offset < b.offset
    }
    add("diagnostics", sorted.map(\.element)) { view, group in
      let files = Set(group.all.map(\.location.file)).count
      view.add("severity", group.all[0].severity.rawValue)
      view.add("words", group.words.visible.shown(300))
      view.add("tally", "\(group.all.count.counted("place")) in \(files.counted("file"))")
      view.add("places", group.all.prefix(3)) { $0.add($1, 300) }
      view.add("more", some: group.all.count - 3)
    }
  }
}
