/// Items as exports write them.
package enum ItemTexts {
  /// An item of every kind with all its fields, except its owner.
  package static let all: [String] = [
    #"""
    "kind": "task", "id": "t", "title": "Té", "date": "2026-11-20", "time": "09:00:30", "repeat": "customDays",
    "weekdays": ["mon", "sun"], "until": "2026-12-31", "exdates": ["2026-11-23"], "completed": false,
    "completedOn": ["2026-11-22"], "updatedAt": "2026-11-01T00:00:00+02:00"
    """#,
    #""kind": "task", "id": "r", "title": "R", "date": "2026-11-20", "time": "09:00", "rrule": "FREQ=DAILY;COUNT=3""#,
    #"""
    "kind": "habit", "id": "h", "name": "Run", "category": "sport", "reminders": ["07:00", "18:30"],
    "days": ["tue"], "startDate": "2026-01-01", "endDate": "2026-12-31", "completions": ["2026-11-19"], "streak": 7,
    "archived": true,
    "location": {"place": "park", "latitude": 51.50, "longitude": -0.12, "radius": 150.5, "on": "exit"}
    """#,
    #""kind": "entry", "id": "e", "flow": "bedtime", "date": "2026-11-19""#,
    #""kind": "session", "id": "s", "startedAt": "2026-11-20T09:00:00Z", "duration": 1500, "state": "paused""#,
    #""kind": "focusDay", "id": "f", "date": "2026-11-19", "sessions": 4, "minutes": 100"#,
    #"""
    "kind": "stepDay", "id": "d", "date": "2026-11-19", "goal": 8000,
    "samples": [{"at": "2026-11-19T18:00:00Z", "steps": 8100}, {"at": "2026-11-19T09:00:00Z", "steps": 4000}]
    """#,
    #""kind": "workout", "id": "w", "type": "run", "endedAt": "2026-11-19T18:00:00Z", "duration": 1800, "distance": 5e3"#,
    #""kind": "insight", "id": "i", "at": "2026-11-19T18:00:00Z""#,
    #"""
    "kind": "bill", "id": "b", "name": "Rent", "amount": "950.00", "currency": "EUR", "type": "income",
    "dueDate": "2026-12-01", "repeat": "monthly", "autoPay": true, "paid": false, "paidThrough": "2026-11-01"
    """#,
    #"""
    "kind": "budget", "id": "g", "name": "Food", "spent": 310.25, "limit": "300", "period": "2026-11",
    "updatedAt": "2026-11-19T18:00:00Z"
    """#,
  ]
}
