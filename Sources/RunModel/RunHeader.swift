import CivilTime
import PlanModel

/// The sources of a run: the head of the plan and of every report.
package struct RunHeader: Sendable {
  package struct Input: Sendable {
    package var file: String
    package var format: String
    package var app: String?
    package var exportedAt: Instant?
    package var sha256: String
    /// Whether it could not be used. Accounts with records in it keep their earlier plan.
    package var isBroken: Bool

    package init(
      file: String, format: String, app: String?, exportedAt: Instant?, sha256: String, isBroken: Bool = false
    ) {
      (self.isBroken, self.file, self.format, self.app) = (isBroken, file, format, app)
      (self.exportedAt, self.sha256) = (exportedAt, sha256)
    }
  }

  package struct PolicySource: Sendable {
    package var app: String
    /// The app's display name.
    package var name: String
    package var file: String
    package var days: Int
    /// The number of whole local days after today up to which free slots are filled; 0 if nothing past the window is planned.
    package var reach = 0
    /// The hash of the file and, after it, the files that it extends.
    package var sha256: String
    /// The files that it extends, the nearest first.
    package var extended: [String]
    /// The app's texts; nil if it has no messages file.
    package var messages: SourceFile?
    /// Whether its quiet hours differ by kind or by date.
    package var hasQuietRules: Bool
    /// The holiday files that it uses.
    package var holidays: [SourceFile]
    /// The kinds of item that it declares.
    package var items: [ItemSource]

    package init(
      app: String, name: String, file: String, days: Int, reach: Int = 0, sha256: String, extended: [String] = [],
      messages: SourceFile? = nil, hasQuietRules: Bool = false, holidays: [SourceFile] = [],
      items: [ItemSource] = []
    ) {
      (self.extended, self.hasQuietRules, self.holidays, self.items) = (extended, hasQuietRules, holidays, items)
      (self.app, self.name, self.file, self.days, self.reach) = (app, name, file, days, reach)
      (self.sha256, self.messages) = (sha256, messages)
    }
  }

  /// A kind of item that a policy declares, with the meaning of its fields.
  package struct ItemSource: Sendable {
    package struct Field: Sendable {
      package var name: String
      /// A sentence without its full stop; empty if the policy has none.
      package var meaning: String

      package init(name: String, meaning: String) { (self.name, self.meaning) = (name, meaning) }
    }

    package var kind: String
    package var fields: [Field]

    package init(kind: String, fields: [Field]) { (self.kind, self.fields) = (kind, fields) }
  }

  /// A file of texts, holidays or the user's changes.
  package struct SourceFile: Hashable, Sendable {
    package var file: String
    package var sha256: String
    /// The files of texts that it extends, the nearest first.
    package var extended: [String]
    /// The name that accounts use for holidays; nil if they apply to every account.
    package var calendar: String?
    /// The holidays among the plan's days.
    package var dates: [LocalDate]

    package init(
      file: String, sha256: String, extended: [String] = [], calendar: String? = nil, dates: [LocalDate] = []
    ) {
      (self.file, self.sha256, self.extended, self.calendar, self.dates) = (file, sha256, extended, calendar, dates)
    }
  }

  /// The version of tickler.
  package var version: String
  package var now: Instant
  /// Whole local days after today: the largest number among the policies.
  package var days: Int
  /// The tz database's release.
  package var tzdata: String
  /// In order of the apps.
  package var policies: [PolicySource]
  /// In input order.
  package var inputs: [Input]
  /// The file of user actions after the inputs were written; nil if none was named.
  package var changes: SourceFile?
  /// The command line, for the report.
  package var command: String
  /// The name of the key with which it is redacted; nil if it is not.
  package var redacted: String?

  package init(
    version: String, now: Instant, days: Int, tzdata: String, policies: [PolicySource], inputs: [Input],
    changes: SourceFile? = nil, command: String
  ) {
    (self.changes, self.version, self.now, self.days, self.tzdata) = (changes, version, now, days, tzdata)
    (self.policies, self.inputs, self.command) = (policies, inputs, command)
  }

  /// The holiday files that the policies use, each once.
  package var holidays: [SourceFile] {
    policies.flatMap(\.holidays).reduce(into: []) { files, file in
      if !files.contains(file) { files.append(file) }
    }
  }

  /// Returns `file:line` of a record.
  package func place(_ location: RecordLocation) -> String { "\(inputs[Int(location.input)].file):\(location.line)" }
}
