import Diagnostics
import Planning
import PolicyReading

/// Fuzzes TOML as a policy and as texts. Places of faults must be inside the text.
enum FuzzTOML {
  static func run(_ bytes: [UInt8]) {
    let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    func check(_ fault: RunFault) {
      precondition(!fault.messages.isEmpty, "a fault without words")
      for message in fault.messages {
        let line = message.split(separator: ":").dropFirst().first.flatMap { Int($0) }
        precondition(message.hasPrefix("in.toml:") && (1...lines).contains(line ?? 0), "\(message) is not of the text")
      }
    }
    do throws(RunFault) {
      _ = try PolicyReader.read(bytes, file: "in.toml", sha256: "", Kinds.catalog)
    } catch {
      check(error)
    }
    do throws(RunFault) {
      _ = try MessagesReader.read(bytes, file: "in.toml", sha256: "", Kinds.catalog)
    } catch {
      check(error)
    }
    _ = MessagesReader.app(declaredIn: bytes)
  }
}
