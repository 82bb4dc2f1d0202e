import Bytes
import CivilTime
import PlanModel
import RunModel

/// The origin of an account's events for their descriptions, escaped as a TEXT value. Escaping it for each fully
/// written event takes 1 % of the instructions of a run.
struct EventOrigin {
  /// ` Europe/Berlin (UTC+01:00)`, for the current stay and offset.
  private(set) var zone = WrittenBytes()
  /// `\nHere because … notifies account …: `.
  private(set) var owner = WrittenBytes()
  /// The words in the account's language.
  private(set) var words: any OwnWords = English()
  private var stay = -1
  private var offset = UTCOffset.utc

  mutating func begin(_ plan: AccountPlan) {
    stay = -1
    words = OwnLanguage.words(plan.language)
    owner.removeAll()
    var out = owner.takeWriter()
    out.append("\\n")
    let parts = words.origin
    out.append(parts.before)
    out.append(ics: plan.policy.value.name)
    out.append(parts.account)
    out.append(ics: plan.account.value.id.text)
    if let device = plan.account.value.device {
      out.append(parts.device)
      out.append(ics: device.text)
    }
    out.append(parts.after)
    owner = WrittenBytes(out)
  }

  /// Updates ``zone`` for a stay and the offset in it.
  mutating func enter(stay: Int, _ offset: UTCOffset, _ plan: AccountPlan) {
    if stay == self.stay, offset == self.offset { return }
    (self.stay, self.offset) = (stay, offset)
    zone.removeAll()
    var out = zone.takeWriter()
    out.append(UInt8(ascii: " "))
    out.append(ics: plan.timeline.stays[stay].zone.name)
    out.append(" (UTC")
    out.append(offset)
    out.append(UInt8(ascii: ")"))
    zone = WrittenBytes(out)
  }
}

extension ByteWriter {
  /// Appends `+01:00`, with seconds unless they are zero.
  fileprivate mutating func append(_ offset: UTCOffset) {
    let magnitude = Int(offset.seconds.magnitude)
    append(offset.seconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    append(ClockDigits.two(magnitude / 3600), count: 2)
    append(UInt8(ascii: ":"))
    append(ClockDigits.two(magnitude / 60 % 60), count: 2)
    guard magnitude % 60 != 0 else { return }
    append(UInt8(ascii: ":"))
    append(ClockDigits.two(magnitude % 60), count: 2)
  }
}
