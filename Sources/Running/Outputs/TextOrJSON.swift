/// The format of a command's output or a run's messages. As JSON, messages are one event a line.
package enum TextOrJSON: String, CaseIterable, Sendable {
  case text, json
}
