import CivilTime
import TicklerKit

let planner = Planner(try Policy(toml: PackageResources.chores_toml))
let lisbon = try Zone(name: "Europe/Lisbon", tzif: PackageResources.Lisbon)
let newYork = try Zone(name: "America/New_York", tzif: PackageResources.New_York)
let friday = LocalDate(year: 2026, month: 10, day: 23)!

func time(_ hour: Int, _ minute: Int = 0) -> LocalTime { LocalTime(hour: hour, minute: minute)! }
func instant(_ text: String) -> Instant { Instant(rfc3339: text.utf8)! }

var home = Home(
  planner: planner, zone: lisbon,
  chores: [
    "plants": Chore(title: "Water the plants", time: time(18), dates: Schedule(from: friday, .daily)),
    "bins": Chore(
      title: "Take the bins out", time: time(22, 30), dates: Schedule(from: friday.adding(days: 1), .weekly)),
  ])
try home.replan("first start", at: instant("2026-10-23T08:00:00Z"))

home.chores["plants"]!.done.append(friday)
try home.replan("the plants are watered", at: instant("2026-10-23T09:00:00Z"))

home.chores["bins"]!.time = time(20)
try home.replan("the bins go out earlier", at: instant("2026-10-23T10:00:00Z"))

home.zone = newYork
try home.replan("landed in New York", at: instant("2026-10-23T20:00:00Z"))

try home.replan("nothing new", at: instant("2026-10-23T20:01:00Z"))
