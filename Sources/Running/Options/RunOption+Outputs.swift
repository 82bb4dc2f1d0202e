import Bytes
import CivilTime
import PlanModel

extension RunOption {
  /// The options for outputs.
  static let outputs =
    [
      RunOption(
        "out", key: "out", .planning.and(.merge, .worker), takes: "dir", isSilent: true,
        "The folder to write to. Default: reports; worker writes to standard output.",
        .path(.folder) { ($0.out, $0.archive, $0.keep) = ($1, nil, nil) }),
      RunOption(
        "archive", key: "archive", .planning, takes: "dir",
        "A folder of runs instead: this one gets a folder of its own, succeeds the latest, and becomes the latest.",
        .path(.folder) { ($0.archive, $0.keep) = ($1, nil) }),
      RunOption(
        "keep", key: "keep", .planning, takes: "n|nd", isSilent: true,
        "Which runs the archive keeps: 30 for the newest, 30d by age. Default: all.",
        .parsed { options, text in
          guard let keep = Retention(text) else { return "how many runs, such as 30, or their age, such as 30d" }
          options.keep = keep
          return nil
        }),
      RunOption(
        "backdate", .planning, "Plan as of an earlier instant than the archive's latest run.",
        .flag { $0.isBackdated = $1 }),
      RunOption(
        "emit", key: "emit", .planning.and(.report, .worker, .merge), takes: "list",
        "What to write, of plan,actions,summary,html,ics,site. Default: all that the command makes, site where needed.",
        .words(Emit.allCases.map(\.rawValue)) { $0.emit = Set($1.compactMap { Emit(rawValue: $0) }) }),
      RunOption(
        "compress", key: "compress", .planning.and(.worker, .merge), takes: "gzip|zstd", isSilent: true,
        "Compress plan.ndjson, actions.ndjson and accounts.ndjson. All commands read them as they are.",
        .word(PlanOptions.Compression.allCases.map(\.rawValue)) { $0.compression = .init(rawValue: $1) }),
      RunOption(
        "checksums", key: "checksums", .planning,
        "List the SHA-256 of each file that is written in .tickler-files, for tickler verify. run does so by default.",
        .flag { $0.hasChecksums = $1 }),
      RunOption(
        "previous", key: "previous", .planning.and(.worker, .merge), takes: "dir",
        "An earlier plan that this one succeeds: says what changed and why, raises SEQUENCE, and cancels.",
        .path(.folder) { $0.previous = $1 }),
      RunOption(
        "due-before", .planning, takes: "instant",
        "Plan only accounts that --previous, or the archive's latest, says to plan again before this instant, and new ones. The others keep "
          + "their plan.",
        .parsed { options, text in
          options.dueBefore = Instant(rfc3339: text.utf8)
          return options.dueBefore == nil ? "an instant (RFC 3339)" : nil
        }),
      RunOption(
        "keep-going", key: "keepGoing", .planning.and(.worker, .merge),
        "Go on where an input cannot be used: the accounts that it has records of keep their plan of --previous, marked stale, and the "
          + "status is 1.",
        .flag { $0.keepsGoing = $1 }),
      RunOption(
        "only-changed", key: "onlyChanged", .planning,
        "Read of --previous only the accounts whose plan comes out otherwise, by marks.ndjson, which each such run writes for the next. "
          + "What is written is the same as without it.",
        .flag { $0.onlyChanged = $1 }),
    ] + limits + [
      RunOption(
        "max-age", key: "gates.maxAge", .planning, takes: "duration", "How old an export may be: 90m, 36h, 2d.",
        .parsed { options, text in
          guard let seconds = Gates.age(text) else { return "a duration such as 36h or 2d" }
          options.gates.maxAge = seconds
          return nil
        }),
      RunOption(
        "expect", key: "gates.expect", .planning, takes: "file",
        "A file that lists what has to be there: app NAME or input FILE, a line each.",
        .path(.file(nil)) { $0.expected = $1 }),
      RunOption(
        "jobs", key: "jobs", .planning.and(.worker, .rehearse), takes: "k", isSilent: true,
        "How many tasks work at once. Default: the number of cores; of worker, 1.", .whole(1...1024) { $0.jobs = $1 }),
    ]

  private static let limits = Gates.limits.map { key, gate, meaning in
    RunOption(
      key.reduce("") { $1.isUppercase ? "\($0)-\($1.lowercased())" : "\($0)\($1)" }, key: "gates.\(key)", .planning,
      takes: "n|n%", meaning,
      .parsed { options, text in
        guard let limit = Gates.Limit(text) else { return "a number such as 20, or a share such as 0.5%" }
        options.gates[keyPath: gate] = limit
        return nil
      })
  }
}
