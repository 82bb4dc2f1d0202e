import CivilTime
import Foundation

// Compares every half hour of 2020 to 2040 in every zone of the pinned tree with digests from Python's zoneinfo.
//
//     ZoneCheck TREE DIGESTS

let tree = CommandLine.arguments[1]
let database = try ZoneDatabase(path: tree) { file, limit in
  FileManager.default.contents(atPath: "\(tree)/\(file)").map { [UInt8]($0.prefix(limit)) }
}!
let lines = try String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8).split(separator: "\n")
var wrong: [Substring] = []
for line in lines {
  let parts = line.split(separator: " ")
  guard let zone = try database.zone(named: String(parts[1])) else {
    wrong.append(parts[1])
    continue
  }
  if ZoneDigest(ofEveryHalfHour: zone).description != parts[0] { wrong.append(parts[1]) }
}
print("\(lines.count) zones compared, \(wrong.count) differ: \(wrong.joined(separator: " "))")
exit(wrong.isEmpty && lines.count == 598 ? 0 : 1)
