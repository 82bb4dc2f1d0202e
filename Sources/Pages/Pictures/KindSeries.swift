import PlanModel
import RunModel

/// The kinds with their own color and pattern in a stacked picture: the most frequent. The others share one.
struct KindSeries {
  struct Series {
    var name: String
    var kinds: [Kind]
    var count: Int
  }

  /// The most series, including that of the other kinds.
  static let limit = 8

  /// The series by frequency, then in ``Kind``'s order.
  let series: [Series]

  init(_ summary: RunSummary) {
    let days = summary.days.values
    let used = summary.kindsOfDays.map { kind in (kind, count: days.reduce(0) { $0 + $1[kind.index] }) }
      .sorted { $0.count > $1.count }
    let own = used.count > KindSeries.limit ? used.prefix(KindSeries.limit - 1) : used[...]
    var series = own.map { Series(name: $0.name, kinds: [$0], count: $1) }
    let others = used.dropFirst(own.count)
    if !others.isEmpty {
      series.append(
        Series(
          name: others.count.counted("other kind"), kinds: others.map(\.0), count: others.reduce(0) { $0 + $1.count }))
    }
    self.series = series
  }

  /// Returns the count of each series in `day`.
  func counts(_ day: [Int]) -> [Int] { series.map { $0.kinds.reduce(0) { $0 + day[$1.index] } } }

  /// The fill patterns of the series: a color, and hatching for color-blind readers.
  static let patterns: Markup = """
    <defs>\
    <pattern id="kind-0" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" class="s0"/></pattern>\
    <pattern id="kind-1" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" class="s1"/><path d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5" class="hatch"/></pattern>\
    <pattern id="kind-2" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" class="s2"/><circle cx="3" cy="3" r="1.3" class="dot"/></pattern>\
    <pattern id="kind-3" width="6" height="5" patternUnits="userSpaceOnUse"><rect width="6" height="5" class="s3"/><path d="M0 2.5H6" class="hatch"/></pattern>\
    <pattern id="kind-4" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" class="s4"/><path d="M-1 -1L7 7M-1 5L1 7M5 -1L7 1" class="hatch"/></pattern>\
    <pattern id="kind-5" width="5" height="6" patternUnits="userSpaceOnUse"><rect width="5" height="6" class="s5"/><path d="M2.5 0V6" class="hatch"/></pattern>\
    <pattern id="kind-6" width="7" height="7" patternUnits="userSpaceOnUse"><rect width="7" height="7" class="s6"/><path d="M0 3.5H7M3.5 0V7" class="hatch"/></pattern>\
    <pattern id="kind-7" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" class="s7"/><circle cx="2" cy="2" r=".8" class="dot"/></pattern>\
    </defs>
    """
}
