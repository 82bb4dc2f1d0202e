import FuzzTargets
import System

// Runs libFuzzer on one of the program's readers. All arguments are libFuzzer's:
//
//     TICKLER_FUZZ=json Fuzz -max_total_time=60 CORPUS

@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

let name = Machine.environment("TICKLER_FUZZ") ?? ""
guard let chosen = FuzzTarget(rawValue: name) else {
  OpenFile.standardError.say("TICKLER_FUZZ is one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))\n")
  Machine.exit(64)
}
nonisolated(unsafe) let target = chosen

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
Machine.exit(
  runFuzzer(&count, &arguments) { start, count in
    target.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  })

extension OpenFile {
  func say(_ text: String) { try? write(text.utf8Span.span) }
}
