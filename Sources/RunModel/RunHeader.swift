import CivilTime
import PlanModel

/// What a run was made from: the head of the plan and of every report.
package struct RunHeader: Sendable {
  package struct Input: Sendable {
    package var file: String
    package var format: String
    package var app: String?
    package var exportedAt: Instant?
    package var sha256: String
    /// It could not be used: accounts that it has records of keep their earlier plan.
    package var isBroken: Bool

    package init(
      file: String, format: String, app: String?, exportedAt: Instant?, sha256: String, isBroken: Bool = false
    ) {
      self.isBroken = isBroken
      self.file = file
      self.format = format
      self.app = app
      self.exportedAt = exportedAt
      self.sha256 = sha256
    }
  }

  package struct PolicySource: Sendable {
    package var app: String
    /// The app's name as people read it.
    package var name: String
    package var file: String
    package var days: Int
    /// Whole local days after today up to which slots left over are planned for; 0: none past the window.
    package var reach = 0
    /// Of the file, with those that it extends after it.
    package var sha256: String
    /// The files that it extends, the nearest first.
    package var extended: [String]
    /// The app's texts; nil: there is no file of them.
    package var messages: MessagesSource?
    /// Its quiet hours differ by kind or by date.
    package var hasQuietRules: Bool
    /// The files of holidays that it goes by.
    package var holidays: [HolidaySource]
    /// The items that it declares.
    package var items: [ItemSource]

    package init(
      app: String, name: String, file: String, days: Int, reach: Int = 0, sha256: String, extended: [String] = [],
      messages: MessagesSource? = nil, hasQuietRules: Bool = false, holidays: [HolidaySource] = [],
      items: [ItemSource] = []
    ) {
      (self.extended, self.hasQuietRules, self.holidays, self.items) = (extended, hasQuietRules, holidays, items)
      self.app = app
      self.name = name
      self.file = file
      self.days = days
      self.reach = reach
      self.sha256 = sha256
      self.messages = messages
    }
  }

  /// A kind of item that a policy declares, and what its fields mean.
  package struct ItemSource: Sendable {
    package struct Field: Sendable {
      package var name: String
      /// A sentence without its full stop; empty: the policy does not say.
      package var meaning: String

      package init(name: String, meaning: String) {
        (self.name, self.meaning) = (name, meaning)
      }
    }

    package var kind: String
    package var fields: [Field]

    package init(kind: String, fields: [Field]) {
      (self.kind, self.fields) = (kind, fields)
    }
  }

  package struct MessagesSource: Sendable {
    package var file: String
    package var sha256: String
    package var extended: [String]

    package init(file: String, sha256: String, extended: [String] = []) {
      self.extended = extended
      self.file = file
      self.sha256 = sha256
    }
  }

  package struct HolidaySource: Hashable, Sendable {
    package var file: String
    package var sha256: String
    /// What accounts call it; nil: it counts for all.
    package var calendar: String?

    package init(file: String, sha256: String, calendar: String? = nil) {
      (self.file, self.sha256, self.calendar) = (file, sha256, calendar)
    }
  }

  /// The file of what the user did after the inputs were written.
  package struct ChangesSource: Hashable, Sendable {
    package var file: String
    package var sha256: String

    package init(file: String, sha256: String) {
      (self.file, self.sha256) = (file, sha256)
    }
  }

  package static let format = "tickler-plan/1"

  /// The tool's version.
  package var version: String
  package var now: Instant
  /// Whole local days after today; the most that any policy plans, where they differ.
  package var days: Int
  /// The tz database's release.
  package var tzdata: String
  /// By app.
  package var policies: [PolicySource]
  /// In input order.
  package var inputs: [Input]
  /// nil: none was named.
  package var changes: ChangesSource?
  /// The command line, for the report.
  package var command: String
  /// The name of the key that it is redacted with; nil: it is not.
  package var redacted: String?

  package init(
    version: String, now: Instant, days: Int, tzdata: String, policies: [PolicySource], inputs: [Input],
    changes: ChangesSource? = nil, command: String
  ) {
    self.changes = changes
    self.version = version
    self.now = now
    self.days = days
    self.tzdata = tzdata
    self.policies = policies
    self.inputs = inputs
    self.command = command
  }

  /// The files of holidays that any policy goes by, each once.
  package var holidays: [HolidaySource] {
    policies.flatMap(\.holidays).reduce(into: []) { files, file in
      if !files.contains(file) { files.append(file) }
    }
  }

  /// `file:line` of a record.
  package func place(_ location: RecordLocation) -> String { "\(inputs[Int(location.input)].file):\(location.line)" }
}
