// Workload W with libical, at its best: rules as structs instead of texts, every iterator set to the window's start, zones
// looked up once, and the reading and writing of the limit program. libical's own are the recurrences and the zones.
//
//   libical_peer W.json OUT.ndjson OUT.ics 2026-10-20 14
#include <libical/ical.h>

#include <unordered_map>

#include "../workload/common.hpp"

static icaltimetype civil(int days, int minute) {
  int y, m, d;
  civil_from_days(days, y, m, d);
  icaltimetype t = icaltime_null_time();
  t.year = y, t.month = m, t.day = d, t.hour = minute / 60, t.minute = minute % 60, t.is_date = 0;
  return t;
}

static icalrecurrencetype rule_of(const Item& item) {
  static const icalrecurrencetype_frequency frequencies[] = {ICAL_DAILY_RECURRENCE, ICAL_WEEKLY_RECURRENCE,
                                                             ICAL_MONTHLY_RECURRENCE, ICAL_YEARLY_RECURRENCE};
  static const icalrecurrencetype_weekday weekdays[] = {ICAL_MONDAY_WEEKDAY,   ICAL_TUESDAY_WEEKDAY, ICAL_WEDNESDAY_WEEKDAY,
                                                        ICAL_THURSDAY_WEEKDAY, ICAL_FRIDAY_WEEKDAY,  ICAL_SATURDAY_WEEKDAY,
                                                        ICAL_SUNDAY_WEEKDAY};
  icalrecurrencetype rule;
  icalrecurrencetype_clear(&rule);
  rule.freq = frequencies[item.freq];
  rule.interval = item.interval;
  rule.week_start = ICAL_MONDAY_WEEKDAY;
  int n = 0;
  for (int i = 0; i < 7; i++)
    if (item.weekdays >> i & 1) rule.by_day[n++] = weekdays[i];
  if (n) rule.by_day[n] = ICAL_RECURRENCE_ARRAY_MAX;
  if (item.month_day) rule.by_month_day[0] = item.month_day, rule.by_month_day[1] = ICAL_RECURRENCE_ARRAY_MAX;
  if (item.month) rule.by_month[0] = item.month, rule.by_month[1] = ICAL_RECURRENCE_ARRAY_MAX;
  return rule;
}

struct Occurrence {
  int64_t utc;
  int item, day;
  bool operator<(const Occurrence& o) const { return utc != o.utc ? utc < o.utc : item < o.item; }
};

int main(int count, char** arguments) {
  int y, m, d;
  if (count != 6 || sscanf(arguments[4], "%d-%d-%d", &y, &m, &d) != 3) return 64;
  int days = atoi(arguments[5]), window_day = days_from_civil(y, m, d);
  int64_t from = (int64_t)window_day * 86400, to = from + (int64_t)days * 86400;
  auto text = simdjson::padded_string::load(arguments[1]).value();
  simdjson::ondemand::parser parser;
  Writer writer(arguments[2], arguments[3], window_day, days);
  std::unordered_map<View, icaltimezone*> zones;
  std::vector<Occurrence> found;
  size_t accounts = 0, expanded = 0, kept = 0;
  for_accounts(text, parser, [&](Account& account) {
    accounts++;
    auto zone = zones.find(account.zone);
    if (zone == zones.end())
      zone = zones.emplace(account.zone, icaltimezone_get_builtin_timezone(std::string(account.zone).c_str())).first;
    if (!zone->second) {
      fprintf(stderr, "libical has no zone %.*s\n", (int)account.zone.size(), account.zone.data());
      exit(1);
    }
    found.clear();
    for (size_t k = 0; k < account.items.size(); k++) {
      const Item& item = account.items[k];
      int start = days_from_civil(item.y, item.m, item.d), minute = item.hh * 60 + item.mm;
      auto add = [&](const icaltimetype& t) {
        int64_t utc = icaltime_as_timet_with_zone(t, zone->second);
        if (utc >= from && utc < to) found.push_back({utc, (int)k, days_from_civil(t.year, t.month, t.day)});
      };
      if (item.freq == ONCE) {
        if (start >= window_day - 1 && start <= window_day + days) add(civil(start, minute));
        continue;
      }
      icalrecur_iterator* iterator = icalrecur_iterator_new(rule_of(item), civil(start, minute));
      if (start < window_day - 1) icalrecur_iterator_set_start(iterator, civil(window_day - 1, minute));
      for (;;) {
        icaltimetype t = icalrecur_iterator_next(iterator);
        if (icaltime_is_null_time(t)) break;
        int day = days_from_civil(t.year, t.month, t.day);
        if (day > window_day + days) break;
        if (day >= window_day - 1) add(t);
      }
      icalrecur_iterator_free(iterator);
    }
    expanded += found.size();
    std::sort(found.begin(), found.end());
    if (found.size() > cap) found.resize(cap);
    kept += found.size();
    writer.begin(account);
    for (auto& o : found) {
      const Item& item = account.items[o.item];
      writer.put(o.item, o.day, item.hh * 60 + item.mm, o.utc / 86400, o.utc % 86400 / 60);
    }
  });
  writer.done();
  fprintf(stderr, "accounts=%zu expanded=%zu kept=%zu\n", accounts, expanded, kept);
}
