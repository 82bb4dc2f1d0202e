# Prints the events of a calendar on standard input as JSON, as Ruby's icalendar reads them: times in seconds since the epoch.
require "stringio"
require "icalendar"
require "json"

$stdin.set_encoding("UTF-8")
events = Icalendar::Calendar.parse($stdin.read).flat_map(&:events).map do |event|
  { uid: event.uid.to_s, start: event.dtstart.to_time.to_i, end: event.dtend.to_time.to_i }
end
puts JSON.generate(events)
