// The practical floor of workload W: it reads W, expands, keeps and writes, and does nothing else.
//
//   limit W.json OUT.ndjson OUT.ics 2026-10-20 14
#include <unordered_map>

#include "common.hpp"

// Offsets around the window, in minutes; `from` are local minutes relative to the window's start.
struct Zone {
  int changes = 0;
  int from[8];
  int offset[9];
};

static int32_t big_endian(const unsigned char* p) { return p[0] << 24 | p[1] << 16 | p[2] << 8 | p[3]; }
static int64_t big_endian8(const unsigned char* p) { return (int64_t)big_endian(p) << 32 | (uint32_t)big_endian(p + 4); }

// Reads the second block of a TZif file (RFC 8536). A local time in an overlap is the first of the two, one in a gap
// takes the offset before it.
static Zone load_zone(const std::string& name, int64_t from, int64_t to) {
  std::string path = "/usr/share/zoneinfo/" + name;
  FILE* file = fopen(path.c_str(), "rb");
  if (!file) {
    perror(path.c_str());
    exit(1);
  }
  static unsigned char bytes[1 << 16];
  size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  if (size < 88) exit(1);
  auto counts = [](const unsigned char* header, int32_t* c) {
    for (int i = 0; i < 6; i++) c[i] = big_endian(header + 20 + 4 * i);  // isut isstd leap time type char
  };
  int32_t c[6];
  counts(bytes, c);
  unsigned char* header = bytes + 44 + c[3] * 4 + c[3] + c[4] * 6 + c[5] + c[2] * 8 + c[1] + c[0];
  counts(header, c);
  unsigned char *times = header + 44, *kinds = times + c[3] * 8, *types = kinds + c[3];
  auto offset = [&](int type) { return big_endian(types + 6 * type) / 60; };
  Zone zone;
  int64_t first = from - 2 * 86400, last = to + 2 * 86400;
  int now = offset(0);
  for (int i = 0; i < c[3]; i++)
    if (big_endian8(times + 8 * i) <= first) now = offset(kinds[i]);
  zone.offset[0] = now;
  for (int i = 0; i < c[3]; i++) {
    int64_t at = big_endian8(times + 8 * i);
    int next = offset(kinds[i]);
    if (at <= first || at >= last || next == now) continue;
    zone.from[zone.changes++] = (int)((at - from) / 60) + std::max(now, next);
    zone.offset[zone.changes] = now = next;
  }
  return zone;
}

// The window with a day on either side, and the months that it touches.
struct Window {
  int first, last, day, minutes;
  struct Month {
    int month, first, length;
  };
  std::vector<Month> months;

  Window(int day, int days) : first(day - 1), last(day + days), day(day), minutes(days * 1440) {
    int y, m, d;
    civil_from_days(first, y, m, d);
    for (int at = days_from_civil(y, m, 1); at <= last;) {
      y += m == 12, m = m % 12 + 1;
      int next = days_from_civil(y, m, 1);
      months.push_back({m == 1 ? 12 : m - 1, at, next - at});
      at = next;
    }
  }
};

// An item as the expansion needs it.
struct Rule {
  int start, minute;
  uint8_t freq, interval, weekdays, month, month_day;

  Rule() = default;
  explicit Rule(const Item& i)
      : start(days_from_civil(i.y, i.m, i.d)), minute(i.hh * 60 + i.mm), freq(i.freq), interval(i.interval),
        weekdays(i.weekdays), month(i.month), month_day(i.month_day) {}
};

// Writes keys that sort as W wants: UTC minute since the window's start << 12 | local day << 4 | item.
static inline int expand(const Rule* rules, int n, const Zone& zone, const Window& window, uint32_t* keys) {
  uint32_t* out = keys;
  for (int k = 0; k < n; k++) {
    const Rule& rule = rules[k];
    int low = std::max(rule.start, window.first);
    auto add = [&](int day) {
      int local = (day - window.day) * 1440 + rule.minute;
      int offset = zone.offset[0];
      for (int i = 0; i < zone.changes; i++)
        if (local >= zone.from[i]) offset = zone.offset[i + 1];
      int utc = local - offset;
      *out = (uint32_t)utc << 12 | (uint32_t)(day - window.first) << 4 | k;
      out += (unsigned)utc < (unsigned)window.minutes;
    };
    switch (rule.freq) {
      case ONCE:
        if (rule.start >= window.first && rule.start <= window.last) add(rule.start);
        break;
      case DAILY: {
        int day = rule.start;
        if (day < low) day += (low - day + rule.interval - 1) / rule.interval * rule.interval;
        for (; day <= window.last; day += rule.interval) add(day);
        break;
      }
      case WEEKLY: {
        int weekday = ((rule.start + 3) % 7 + 7) % 7, step = 7 * rule.interval;
        int monday = rule.start - weekday;
        if (monday < low) monday += (low - monday) / step * step;
        for (; monday <= window.last; monday += step)
          for (unsigned m = rule.weekdays; m; m &= m - 1) {
            int day = monday + __builtin_ctz(m);
            if (day >= low && day <= window.last) add(day);
          }
        break;
      }
      default:
        for (auto& month : window.months)
          if ((rule.freq == MONTHLY || month.month == rule.month) && rule.month_day <= month.length) {
            int day = month.first + rule.month_day - 1;
            if (day >= low && day <= window.last) add(day);
          }
    }
  }
  return out - keys;
}

int main(int count, char** arguments) {
  int y, m, d;
  if (count != 6 || sscanf(arguments[4], "%d-%d-%d", &y, &m, &d) != 3) return 64;
  int days = atoi(arguments[5]);
  Window window(days_from_civil(y, m, d), days);
  int64_t from = (int64_t)window.day * 86400;
  auto text = simdjson::padded_string::load(arguments[1]).value();
  simdjson::ondemand::parser parser;
  Writer writer(arguments[2], arguments[3], window.day, days);
  std::unordered_map<View, Zone> zones;
  std::vector<Rule> rules;
  std::vector<uint32_t> keys;
  size_t accounts = 0, expanded = 0, kept = 0;
  for_accounts(text, parser, [&](Account& account) {
    accounts++;
    auto zone = zones.find(account.zone);
    if (zone == zones.end())
      zone = zones.emplace(account.zone, load_zone(std::string(account.zone), from, from + days * 86400)).first;
    rules.clear();
    for (auto& item : account.items) rules.emplace_back(item);
    keys.resize(rules.size() * (days + 2) + 1);
    writer.begin(account);
    int n = expand(rules.data(), rules.size(), zone->second, window, keys.data());
    expanded += n;
    if (n > cap) {
      std::nth_element(keys.begin(), keys.begin() + cap, keys.begin() + n);
      n = cap;
    }
    std::sort(keys.begin(), keys.begin() + n);
    kept += n;
    for (int i = 0; i < n; i++) {
      int k = keys[i] & 15, day = window.first + (keys[i] >> 4 & 255), minute = keys[i] >> 12;
      writer.put(k, day, rules[k].minute, window.day + minute / 1440, minute % 1440);
    }
  });
  writer.done();
  fprintf(stderr, "accounts=%zu expanded=%zu kept=%zu\n", accounts, expanded, kept);
}
