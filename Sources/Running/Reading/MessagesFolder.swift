import Diagnostics
import PlanModel
import Planning
import PolicyReading

/// Reads the texts of a run by app, from the `messages` folders of the templates and the files of `--policy`.
enum MessagesFolder {
  /// - Parameters:
  ///   - named: The files of `--policy` with their layers.
  ///   - policies: The policies, which declare the apps' kinds.
  ///   - isUsed: Returns whether an input or an account record names the app. Of other apps' files, only name and hash
  ///     are kept if the head names the app.
  /// - Throws: All faults of all files that are read.
  static func read(
    _ templates: TemplateFolder, _ named: [(layer: Int, file: LayerFile)], _ policies: [String: Policy],
    where isUsed: (String) -> Bool
  ) throws(RunFault) -> (messages: [String: Messages], warnings: [Diagnostic]) {
    var layers = LayeredFiles(.message, of: "texts")
    var faults: [RunFault] = []
    let files = try templates.tomlFiles("messages", of: "texts")
    for (layer, files) in files.enumerated() {
      for path in files {
        let bytes = try TextFile.bytes(path)
        do throws(RunFault) {
          if let app = MessagesReader.app(declaredIn: bytes) {
            try layers.add(path, bytes, app: app, layer: layer)
          } else {
            try layers.add(try LayerFile(bytes, file: path, .message), layer: layer)
          }
        } catch {
          faults.append(error)
        }
      }
    }
    for (layer, file) in named {
      do throws(RunFault) { try layers.add(file, layer: layer) } catch { faults.append(error) }
    }
    let tables = LayeredTables()
    var messages: [String: Messages] = [:]
    var warnings: [Diagnostic] = []
    let last = layers.last
    for index in layers.indices {
      let app = layers.app(index)
      if let app, last[app] != index { continue }
      if let app, !isUsed(app), !layers.extends(index) {
        messages[app] = Messages(app: app, file: layers.path(index), sha256: try layers.sha256(index), isRead: false)
        continue
      }
      do throws(RunFault) {
        let node = try layers.node(of: index, in: tables)
        let sha256 = try layers.sha256(ofChain: index)
        var (read, found) = try MessagesReader.read(tables, node, file: layers.path(index), sha256: sha256) {
          Kinds.catalog.with(policies[$0])
        }
        read.extended = layers.chain(of: index).dropFirst().map(layers.path)
        warnings += found
        messages[read.app] = read
      } catch {
        faults.append(error)
      }
    }
    if let fatal = RunFault(faults.distinct(in: files.joined() + named.map(\.file.file))) { throw fatal }
    return (messages, warnings)
  }
}
