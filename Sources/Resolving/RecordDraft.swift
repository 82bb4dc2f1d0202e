import CivilTime
import PlanModel

/// What is being read: a value of each type that an object becomes, while there is one. The tables' fields are stored into it,
/// and where nothing is wrong, the values go from here to where they belong.
///
/// One type for all: a table that is generic over what it fills takes a run 1.2 million instructions more to start.
struct RecordDraft {
  /// In the foreground.
  struct Stretch {
    var from = Instant.distantPast
    var to = Instant.distantFuture

    var range: Range<Instant> { from..<to }
  }

  var account: Account?
  var zoneChange: Account.ZoneChange?
  var delivered: Account.Delivered?
  var pending: Account.Pending?
  var active: Stretch?

  var quietHours: QuietHours?
  var timeOnly: LocalTime?
  var nudges: Preferences.Nudges?
  var morning: Preferences.Morning?
  var bedtime: Preferences.Bedtime?
  var bills: Preferences.Bills?
  var digest: Preferences.Digest?
  var times: Preferences.Times?

  /// The account's items so far.
  var items = Items()
  /// The item that is being read.
  var item: Item?
  var place: PlaceTrigger?
  var sample: StepSample?
  var updatedAt: Instant?
  var schedule = ScheduleFields()
  /// How many items the list at hand has.
  var listLength = 0

  /// Stands where a zone is yet to be read.
  static let noZone = Zone(
    name: "UTC", initial: LocalTimeType(offset: .utc, abbreviation: "UTC", isDaylight: false),
    transitions: [])
}

extension RecordLocation {
  /// Stands where the place of a record is yet to be noted.
  static let unread = RecordLocation(input: 0, line: 0, column: 0)
}
