// What the C++ programs over workload W share: reading it, dates, and writing the two outputs. See W.md.
#pragma once
#include <fcntl.h>
#include <simdjson.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

using View = std::string_view;

// The cap of kept occurrences per account, which W fixes.
constexpr int cap = 54;

// ---- dates: days since 1970-01-01 in the proleptic Gregorian calendar

static inline int days_from_civil(int y, int m, int d) {
  y -= m <= 2;
  int era = (y >= 0 ? y : y - 399) / 400;
  unsigned yoe = y - era * 400;
  unsigned doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
  unsigned doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
  return era * 146097 + (int)doe - 719468;
}

static inline void civil_from_days(int z, int& y, int& m, int& d) {
  z += 719468;
  int era = (z >= 0 ? z : z - 146096) / 146097;
  unsigned doe = z - era * 146097;
  unsigned yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  y = (int)yoe + era * 400;
  unsigned doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  unsigned mp = (5 * doy + 2) / 153;
  d = doy - (153 * mp + 2) / 5 + 1;
  m = mp < 10 ? mp + 3 : mp - 9;
  y += m <= 2;
}

// ---- reading

enum Freq : uint8_t { DAILY, WEEKLY, MONTHLY, YEARLY, ONCE };

struct Item {
  View id;
  View raw_title;  // as it stands in the JSON, escapes and all
  Freq freq;
  uint8_t interval, weekdays, month, month_day;  // weekdays: bit 0 is Monday
  int y, m, d;
  int hh, mm;
};

struct Account {
  View id;
  View zone;
  std::vector<Item> items;
};

static inline int two_digits(const char* p) { return (p[0] - '0') * 10 + p[1] - '0'; }

static inline int weekday_code(View s) {
  switch (s[0]) {
    case 'M': return 0;
    case 'T': return s[1] == 'U' ? 1 : 3;
    case 'W': return 2;
    case 'F': return 4;
    default: return s[1] == 'A' ? 5 : 6;
  }
}

static inline View raw_string(simdjson::ondemand::value v) {
  View t = v.raw_json_token();  // with its quotes, and with white space after them
  return t.substr(1, t.rfind('"') - 1);
}

// The UTF-8 of a JSON string; W has no characters beyond the basic plane in escapes.
static inline std::string unescaped(View raw) {
  std::string o;
  o.reserve(raw.size());
  for (size_t i = 0; i < raw.size(); i++) {
    if (raw[i] != '\\') {
      o += raw[i];
      continue;
    }
    char c = raw[++i];
    if (c == 'n') o += '\n';
    else if (c == 't') o += '\t';
    else if (c == 'u') {
      unsigned v = strtoul(std::string(raw.substr(i + 1, 4)).c_str(), nullptr, 16);
      i += 4;
      if (v < 0x80) o += (char)v;
      else if (v < 0x800) {
        o += (char)(0xC0 | v >> 6);
        o += (char)(0x80 | (v & 63));
      } else {
        o += (char)(0xE0 | v >> 12);
        o += (char)(0x80 | ((v >> 6) & 63));
        o += (char)(0x80 | (v & 63));
      }
    } else o += c;
  }
  return o;
}

static inline void read_item(simdjson::ondemand::object object, Item& item) {
  item.interval = 1;
  item.weekdays = item.month = item.month_day = 0;
  for (auto field : object) {
    const char* key = simdjson::ondemand::raw_json_string(field.key()).raw();
    switch (key[0]) {
      case 'i':
        if (key[1] == 'd') item.id = raw_string(field.value());
        else item.interval = (uint8_t)(uint64_t)field.value().get_uint64();
        break;
      case 't':
        if (key[2] == 't') item.raw_title = raw_string(field.value());
        else {
          View s = raw_string(field.value());
          item.hh = two_digits(s.data());
          item.mm = two_digits(s.data() + 3);
        }
        break;
      case 'f': {
        char c = raw_string(field.value())[0];
        item.freq = c == 'd' ? DAILY : c == 'w' ? WEEKLY : c == 'm' ? MONTHLY : c == 'y' ? YEARLY : ONCE;
        break;
      }
      case 's': {
        View s = raw_string(field.value());
        item.y = two_digits(s.data()) * 100 + two_digits(s.data() + 2);
        item.m = two_digits(s.data() + 5);
        item.d = two_digits(s.data() + 8);
        break;
      }
      case 'b':
        if (key[2] == 'd') {
          for (auto day : field.value().get_array()) item.weekdays |= 1 << weekday_code(raw_string(day.value()));
        } else if (key[7] == 'd') item.month_day = (uint8_t)(uint64_t)field.value().get_uint64();
        else item.month = (uint8_t)(uint64_t)field.value().get_uint64();
        break;
      default: break;
    }
  }
}

// Calls `body` with each account in turn; what it is given is good until the next one.
template <class Body>
static inline void for_accounts(simdjson::padded_string& text, simdjson::ondemand::parser& parser, Body body) {
  auto document = parser.iterate(text);
  Account account;
  for (auto field : document.get_object()) {
    if (View(field.unescaped_key()) != "accounts") continue;
    for (auto element : field.value().get_array()) {
      account.items.clear();
      for (auto part : element.get_object()) {
        const char* key = simdjson::ondemand::raw_json_string(part.key()).raw();
        if (key[0] == 'i' && key[1] == 'd') account.id = raw_string(part.value());
        else if (key[0] == 't') account.zone = raw_string(part.value());
        else
          for (auto item : part.value().get_array()) {
            account.items.emplace_back();
            read_item(item.get_object(), account.items.back());
          }
      }
      body(account);
    }
  }
}

// ---- writing

struct File {
  char* bytes;
  size_t used = 0, limit = 1 << 20;
  int fd;
  size_t total = 0;

  explicit File(const char* path) {
    bytes = (char*)malloc(limit + 65536);
    fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0644);
    if (fd < 0) {
      perror(path);
      exit(1);
    }
  }

  void flush() {
    total += used;
    for (size_t done = 0; done < used;) {
      ssize_t n = write(fd, bytes + done, used - done);
      if (n <= 0) {
        perror("write");
        exit(1);
      }
      done += n;
    }
    used = 0;
  }

  // Room for one occurrence.
  char* room() {
    if (used >= limit) flush();
    return bytes + used;
  }

  void put(View s) {
    memcpy(bytes + used, s.data(), s.size());
    used += s.size();
  }

  void done() {
    flush();
    close(fd);
  }
};

static inline void put2(char* p, int v) {
  p[0] = '0' + v / 10;
  p[1] = '0' + v % 10;
}

// The SUMMARY line, escaped as RFC 5545 TEXT and folded.
static inline std::string summary_line(View title) {
  std::string line = "SUMMARY:";
  for (char c : title) {
    if (c == '\n') {
      line += "\\n";
      continue;
    }
    if (c == '\\' || c == ';' || c == ',') line += '\\';
    line += c;
  }
  std::string folded;
  size_t n = line.size(), width = 75;
  for (size_t i = 0; i < n;) {
    size_t j = std::min(n, i + width);
    if (j < n)
      while ((line[j] & 0xC0) == 0x80) j--;
    if (i) folded += "\r\n ";
    folded.append(line, i, j - i);
    i = j;
    width = 74;
  }
  return folded + "\r\n";
}

// Both outputs. What does not change from one occurrence of an item to the next is made once an account.
struct Writer {
  File ndjson, ics;
  int first_day;                              // of `dates`
  std::vector<std::array<char, 12>> dates;    // "YYYY-MM-DD"
  char times[1440][8];                        // "HH:MM"
  std::vector<std::string> line, event, tail;  // by the item's place

  Writer(const char* ndjson_path, const char* ics_path, int window_day, int days)
      : ndjson(ndjson_path), ics(ics_path), first_day(window_day - 2), dates(days + 6) {
    for (size_t i = 0; i < dates.size(); i++) {
      int y, m, d;
      civil_from_days(first_day + i, y, m, d);
      char* p = dates[i].data();
      put2(p, y / 100), put2(p + 2, y % 100), p[4] = '-', put2(p + 5, m), p[7] = '-', put2(p + 8, d);
    }
    for (int i = 0; i < 1440; i++) put2(times[i], i / 60), times[i][2] = ':', put2(times[i] + 3, i % 60);
    ics.put("BEGIN:VCALENDAR\r\nPRODID:-//w//limit//EN\r\nVERSION:2.0\r\n");
  }

  void begin(const Account& account) {
    size_t n = account.items.size();
    if (line.size() < n) line.resize(n), event.resize(n), tail.resize(n);
    for (size_t k = 0; k < n; k++) {
      const Item& item = account.items[k];
      auto& s = line[k];
      s.assign("{\"account\":\"");
      s += account.id;
      s += "\",\"item\":\"";
      s += item.id;
      s += "\",\"title\":\"";
      s += item.raw_title;
      s += "\",\"local\":\"";
      event[k].assign("BEGIN:VEVENT\r\nUID:");
      event[k] += item.id;
      event[k] += '-';
      bool escaped = memchr(item.raw_title.data(), '\\', item.raw_title.size());
      tail[k] = escaped ? summary_line(unescaped(item.raw_title)) : summary_line(item.raw_title);
      tail[k] += "END:VEVENT\r\n";
    }
  }

  // One kept occurrence: the item's place, its local day and minute, and its day and minute in UTC.
  void put(int k, int local_day, int local_minute, int utc_day, int utc_minute) {
    char *w = ndjson.room(), *start = w;
    auto copy = [&](const void* s, size_t n) {
      memcpy(w, s, n);
      w += n;
    };
    const char* date = dates[utc_day - first_day].data();
    const char* time = times[utc_minute];
    copy(line[k].data(), line[k].size());
    copy(dates[local_day - first_day].data(), 10);
    *w++ = 'T';
    copy(times[local_minute], 5);
    copy("\",\"utc\":\"", 9);
    copy(date, 10);
    *w++ = 'T';
    copy(time, 5);
    copy(":00Z\"}\n", 7);
    ndjson.used += w - start;
    w = start = ics.room();
    char stamp[16];
    memcpy(stamp, date, 4), memcpy(stamp + 4, date + 5, 2), memcpy(stamp + 6, date + 8, 2), stamp[8] = 'T';
    memcpy(stamp + 9, time, 2), memcpy(stamp + 11, time + 3, 2), memcpy(stamp + 13, "00Z", 3);
    copy(event[k].data(), event[k].size());
    copy(stamp, 16);
    copy("@w\r\nDTSTAMP:20261020T000000Z\r\nDTSTART:", 38);
    copy(stamp, 16);
    copy("\r\n", 2);
    copy(tail[k].data(), tail[k].size());
    ics.used += w - start;
  }

  void done() {
    ics.put("END:VCALENDAR\r\n");
    ndjson.done();
    ics.done();
  }
};
