import CivilTime
import PlanModel

/// The values under construction, one of each type that an object can become. Fields are stored here, and move to their destination
/// if the object has no errors.
///
/// One type for all objects, so that tables of fields are not generic.
struct RecordDraft {
  /// A time in the foreground.
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
  /// The current item.
  var item: Item?
  var place: PlaceTrigger?
  var sample: StepSample?
  var updatedAt: Instant?
  var schedule = ScheduleFields()
  /// The length of the current list of items.
  var listLength = 0

  /// A placeholder until a zone is read.
  static let noZone = Zone(
    name: "UTC", initial: LocalTimeType(offset: .utc, abbreviation: "UTC", isDaylight: false), transitions: [])
}

extension RecordLocation {
  /// A placeholder until a record's location is known.
  static let unread = RecordLocation(input: 0, line: 0, column: 0)
}
