import Testing

@Suite struct AlarmFaultTests {
  @Test(
    "zones and alarms",
    arguments: [
      FaultCase(
        "a zone by rules with BYHOUR", ["lotus-vtimezone.ics"],
        [
          "2027-04-14T15:00 9:00 in New York = 13:00Z"
        ], now: "2027-04-10T06:00:00Z"),
      FaultCase(
        "a zone whose rules have ended", ["vtimezone-ended-rule.ics"],
        [
          "2026-05-19T13:00 08:00 in Montevideo = 11:00Z"
        ], now: "2026-05-15T06:00:00Z"),
      FaultCase(
        "a zone of the tz database beats the file", ["thunderbird-truncated-vtimezone.ics"],
        [
          "2027-06-14T14:45 14:45 in Berlin"
        ],
        [
          #"thunderbird-truncated-vtimezone.ics:4:1: warning: the file's VTIMEZONE "Europe/Berlin" differs from the tz database, which is used"#
        ], now: "2027-06-10T06:00:00Z"),
      FaultCase(
        "a label of Windows with escapes", ["windows-label-escaped.ics"],
        [
          "2026-11-23T11:00 Some appointment"
        ]),
      FaultCase(
        "names of zones as programs write them", ["zone-names.ics"],
        [
          "2026-11-22T22:00 u4",
          "2026-11-23T01:00 f",
          "2026-11-23T04:30 t",
          "2026-11-23T04:30 u5",
          "2026-11-23T08:00 i",
          "2026-11-23T08:00 i2",
          "2026-11-23T09:00 g",
          "2026-11-23T09:00 k",
          "2026-11-23T09:00 l",
          "2026-11-23T09:00 n",
          "2026-11-23T09:00 p",
          "2026-11-23T09:00 u1",
          "2026-11-23T09:00 u2",
          "2026-11-23T09:00 u3",
          "2026-11-23T09:00 u8",
          "2026-11-23T09:00 u9",
          "2026-11-23T10:00 h",
          "2026-11-23T10:00 s",
          "2026-11-23T13:00 m",
          "2026-11-23T13:00 o",
          "2026-11-23T15:00 j",
          "2026-11-23T15:00 r",
          "2026-11-23T15:00 u0",
          "2026-11-23T15:00 u7",
          "2026-11-23T18:00 q",
          "2026-11-23T18:00 u6",
        ]),
      FaultCase(
        "an alarm at the end of a week", ["oncall.ics"],
        [
          "2026-12-14T08:00 On-call week"
        ],
        [], now: "2026-12-10T06:00:00Z"),
      FaultCase(
        "a snooze is of one occurrence", ["snooze-recurring.ics"],
        [
          "2026-11-20T09:55 Stand-up",
          "2026-11-21T09:45 Stand-up",
          "2026-11-22T09:45 Stand-up",
        ], now: "2026-11-20T08:50:00Z", days: "2"),
      FaultCase(
        "repetitions, alarms that are off, far or absolute, and snoozes of Thunderbird", ["alarms.ics"],
        [
          "2026-11-23T08:45 rp",
          "2026-11-23T08:50 rp",
          "2026-11-23T08:55 rp",
          "2026-11-24T07:00 absr",
          "2026-11-24T09:45 moz",
          "2026-11-24T09:55 mozs",
          "2026-11-24T09:59 mozs",
          "2026-11-25T09:45 moz",
          "2026-11-25T09:55 moz",
        ],
        [
          "alarms.ics:18:1: warning: 1 alarm is switched off: it is not planned"
        ], now: "2026-11-22T12:00:00Z", days: "3"),
      FaultCase(
        "durations as programs write them; a faulty alarm costs itself", ["duration-forms.ics"],
        [
          "2026-11-23T09:30 absolute local with TZID",
          "2026-11-23T09:30 absolute without Z",
          "2026-11-23T10:30 -P0DT0H30M0S",
          "2026-11-23T10:45 PT-15M",
          "2026-11-23T11:00 -P",
          "2026-11-23T11:00 -PT",
          "2026-11-23T11:00 -PT1H30",
          "2026-11-23T11:00 P-0Y-0M-15D",
          "2026-11-23T11:00 empty trigger",
          "2026-11-23T11:00 no PT -2115415M",
          "2026-11-23T11:00 no trigger",
        ],
        [
          #"duration-forms.ics:37:9: error: item "d", field TRIGGER: found "-PT"; expected a duration or an instant, such as -PT10M or 20261120T090000Z"#,
          #"duration-forms.ics:46:9: error: item "e", field TRIGGER: found "-P"; expected a duration or an instant, such as -PT10M or 20261120T090000Z"#,
          #"duration-forms.ics:55:9: error: item "f", field TRIGGER: found "-15M"; expected a duration or an instant, such as -PT10M or 20261120T090000Z"#,
          #"duration-forms.ics:64:9: error: item "g", field TRIGGER: found ""; expected a duration or an instant, such as -PT10M or 20261120T090000Z"#,
          #"duration-forms.ics:73:9: error: item "h", field TRIGGER: found "-PT1H30"; expected a duration or an instant, such as -PT10M or 20261120T090000Z"#,
          #"duration-forms.ics:98:1: error: item "k", field TRIGGER: the alarm has no trigger; expected TRIGGER"#,
          #"duration-forms.ics:109:9: error: item "l", field TRIGGER: found "-P0Y0M0DT0H15M0S"; expected a duration or an instant, such as -PT10M or 20261120T090000Z"#,
        ], status: 1),
    ])
  func plans(_ row: FaultCase) throws { try row.check() }
}
