// Workload W with rrule-go, tuned: rules as structs instead of texts, every rule started shortly before the window in its own
// phase, W read without reflection, and the outputs written as bytes. rrule-go's own are the recurrences, time's are the zones.
//
//	rrule_go_peer W.json OUT.ndjson OUT.ics 2026-10-20 14
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"sort"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/teambition/rrule-go"
)

const keep = 54

type item struct {
	id, title, freq []byte
	interval        int
	weekdays        []rrule.Weekday
	month, monthDay int
	start           time.Time // the local date
	minute          int
}

type occurrence struct {
	utc   int64
	item  int
	local time.Time
}

var weekdays = map[string]rrule.Weekday{
	"MO": rrule.MO, "TU": rrule.TU, "WE": rrule.WE, "TH": rrule.TH, "FR": rrule.FR, "SA": rrule.SA, "SU": rrule.SU,
}

// A reader of W's JSON, which is compact. It does not validate.
type reader struct {
	text []byte
	at   int
}

// skip passes one byte if it is c.
func (r *reader) skip(c byte) bool {
	if r.text[r.at] != c {
		return false
	}
	r.at++
	return true
}

// raw is the string here, with its escapes.
func (r *reader) raw() []byte {
	r.at++
	for start := r.at; ; r.at++ {
		switch r.text[r.at] {
		case '\\':
			r.at++
		case '"':
			r.at++
			return r.text[start : r.at-1]
		}
	}
}

func (r *reader) number() int {
	n := 0
	for ; r.text[r.at] >= '0' && r.text[r.at] <= '9'; r.at++ {
		n = n*10 + int(r.text[r.at]-'0')
	}
	return n
}

func digits(b []byte) int {
	n := 0
	for _, c := range b {
		n = n*10 + int(c-'0')
	}
	return n
}

func (r *reader) item() (i item) {
	i.interval = 1
	for !r.skip('}') {
		r.at++ // { or ,
		key := r.raw()
		r.at++ // :
		switch string(key) {
		case "id":
			i.id = r.raw()
		case "title":
			i.title = r.raw()
		case "freq":
			i.freq = r.raw()
		case "interval":
			i.interval = r.number()
		case "byday":
			for !r.skip(']') {
				r.at++
				i.weekdays = append(i.weekdays, weekdays[string(r.raw())])
			}
		case "bymonth":
			i.month = r.number()
		case "bymonthday":
			i.monthDay = r.number()
		case "start":
			s := r.raw()
			i.start = time.Date(digits(s[:4]), time.Month(digits(s[5:7])), digits(s[8:10]), 0, 0, 0, 0, time.UTC)
		case "time":
			s := r.raw()
			i.minute = digits(s[:2])*60 + digits(s[3:5])
		default:
			r.raw()
		}
	}
	return i
}

// option is the rule, started in its phase as late as possible before from.
func (i *item) option(from time.Time) rrule.ROption {
	o := rrule.ROption{Interval: i.interval, Dtstart: i.start, Wkst: rrule.MO}
	gap := int(from.Sub(i.start).Hours() / 24)
	switch string(i.freq) {
	case "daily":
		o.Freq = rrule.DAILY
		if gap > 0 {
			o.Dtstart = i.start.AddDate(0, 0, gap/i.interval*i.interval)
		}
	case "weekly":
		o.Freq = rrule.WEEKLY
		o.Byweekday = i.weekdays
		if step := 7 * i.interval; gap > 0 {
			o.Dtstart = i.start.AddDate(0, 0, gap/step*step)
		}
	case "monthly":
		o.Freq = rrule.MONTHLY
		o.Bymonthday = []int{i.monthDay}
		if gap > 0 {
			o.Dtstart = time.Date(from.Year(), from.Month(), 1, 0, 0, 0, 0, time.UTC)
		}
	case "yearly":
		o.Freq = rrule.YEARLY
		o.Bymonth = []int{i.month}
		o.Bymonthday = []int{i.monthDay}
		if gap > 0 {
			o.Dtstart = time.Date(from.Year(), 1, 1, 0, 0, 0, 0, time.UTC)
		}
	}
	return o
}

// summary is the SUMMARY line, escaped as RFC 5545 TEXT and folded.
func summary(raw []byte) []byte {
	title := raw
	if bytes.IndexByte(raw, '\\') >= 0 {
		s, err := strconv.Unquote("\"" + string(raw) + "\"")
		check(err)
		title = []byte(s)
	}
	line := []byte("SUMMARY:")
	for _, c := range title {
		if c == '\\' || c == ';' || c == ',' {
			line = append(line, '\\')
		}
		line = append(line, c)
	}
	var folded []byte
	for width := 75; len(line) > width; width = 74 {
		end := width
		for !utf8.RuneStart(line[end]) {
			end--
		}
		folded = append(append(folded, line[:end]...), "\r\n "...)
		line = line[end:]
	}
	return append(append(folded, line...), "\r\nEND:VEVENT\r\n"...)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	check(err)
	window, err := time.Parse("2006-01-02", os.Args[4])
	check(err)
	days, err := strconv.Atoi(os.Args[5])
	check(err)
	var files [2]*os.File
	var out [2]*bufio.Writer
	for n := range out {
		files[n], err = os.Create(os.Args[2+n])
		check(err)
		out[n] = bufio.NewWriterSize(files[n], 1<<20)
	}
	ndjson, ics := out[0], out[1]
	ics.WriteString("BEGIN:VCALENDAR\r\nPRODID:-//w//limit//EN\r\nVERSION:2.0\r\n")

	from, to := window.Unix(), window.Unix()+int64(days)*86400
	low, high := window.AddDate(0, 0, -1), window.AddDate(0, 0, days)
	zones := map[string]*time.Location{}
	var items []item
	var found []occurrence
	var tails [][]byte
	accounts, expanded, kept := 0, 0, 0
	buffer := make([]byte, 0, 1024)

	r := reader{text: text, at: bytes.Index(text, []byte("\"accounts\":[")) + len("\"accounts\":")}
	for !r.skip(']') {
		r.at++ // [ or ,
		accounts++
		items, tails, found = items[:0], tails[:0], found[:0]
		var id []byte
		var zone *time.Location
		for !r.skip('}') {
			r.at++
			key := r.raw()
			r.at++
			switch string(key) {
			case "id":
				id = r.raw()
			case "tz":
				name := r.raw()
				if zone = zones[string(name)]; zone == nil {
					zone, err = time.LoadLocation(string(name))
					check(err)
					zones[string(name)] = zone
				}
			default:
				for !r.skip(']') {
					r.at++
					items = append(items, r.item())
				}
			}
		}
		for k := range items {
			i := &items[k]
			tails = append(tails, summary(i.title))
			add := func(day time.Time) {
				y, m, d := day.Date()
				utc := time.Date(y, m, d, i.minute/60, i.minute%60, 0, 0, zone).Unix()
				if utc >= from && utc < to {
					found = append(found, occurrence{utc, k, day})
				}
			}
			if string(i.freq) == "once" {
				add(i.start)
				continue
			}
			rule, err := rrule.NewRRule(i.option(low))
			check(err)
			next := rule.Iterator()
			for day, ok := next(); ok && !day.After(high); day, ok = next() {
				if !day.Before(low) {
					add(day)
				}
			}
		}
		expanded += len(found)
		sort.Slice(found, func(a, b int) bool {
			if found[a].utc != found[b].utc {
				return found[a].utc < found[b].utc
			}
			return found[a].item < found[b].item
		})
		if len(found) > keep {
			found = found[:keep]
		}
		kept += len(found)
		for _, o := range found {
			i := &items[o.item]
			utc := time.Unix(o.utc, 0).UTC()
			b := append(buffer[:0], "{\"account\":\""...)
			b = append(append(b, id...), "\",\"item\":\""...)
			b = append(append(b, i.id...), "\",\"title\":\""...)
			b = append(append(b, i.title...), "\",\"local\":\""...)
			b = o.local.Add(time.Duration(i.minute)*time.Minute).AppendFormat(b, "2006-01-02T15:04")
			b = append(b, "\",\"utc\":\""...)
			b = append(utc.AppendFormat(b, "2006-01-02T15:04:05Z"), "\"}\n"...)
			ndjson.Write(b)
			b = append(append(b[:0], "BEGIN:VEVENT\r\nUID:"...), i.id...)
			b = utc.AppendFormat(append(b, '-'), "20060102T150405Z")
			stamp := b[len(b)-16:]
			b = append(b, "@w\r\nDTSTAMP:20261020T000000Z\r\nDTSTART:"...)
			b = append(append(b, stamp...), "\r\n"...)
			ics.Write(append(b, tails[o.item]...))
		}
	}
	ics.WriteString("END:VCALENDAR\r\n")
	for n := range out {
		check(out[n].Flush())
		check(files[n].Close())
	}
	fmt.Fprintf(os.Stderr, "accounts=%d expanded=%d kept=%d\n", accounts, expanded, kept)
}
