import Running
import Testing

/// Tests the names of inputs in outputs, wherever the inputs are.
struct SourceNamesTests {
  @Test(
    "a name reveals nothing of the machine, and distinguishes all named files",
    arguments: [
      (["in"], "in/a.json", "in/a.json"), (["/srv/exports"], "/srv/exports/eu/a.json", "exports/eu/a.json"),
      (["/srv/exports/"], "/srv/exports/a.json", "exports/a.json"), (["/srv/a.json"], "/srv/a.json", "a.json"),
      (["/srv/exports"], "/srv/exports-old/a.json", "a.json"), (["/"], "/a.json", "a.json"),
      (["/srv/eu/a.json", "/srv/us/a.json"], "/srv/eu/a.json", "eu/a.json"),
      (["/srv/eu/a.json", "/srv/us/a.json"], "/srv/us/a.json", "us/a.json"),
      (["/eu/in", "/us/in", "/us/out"], "/us/in/b.json", "us/in/b.json"),
      (["/eu/in", "/us/in", "/us/out"], "/us/out/b.json", "out/b.json"),
      (["/in", "/us/in"], "/in/b.json", "in/b.json"), (["/in", "/us/in"], "/us/in/b.json", "us/in/b.json"),
      (["/srv", "/srv/eu"], "/srv/eu/b.json", "eu/b.json"), (["/a/x", "/a/x"], "/a/x", "x"),
    ])
  func name(roots: [String], path: String, expected: String) {
    #expect(SourceNames(below: roots)(path) == expected)
  }
}
