/* Lists the events of an iCalendar file as libical reads them: a line an event, its fields parted by tabs.

   uid, start and end in seconds since 1970, sequence, status, summary, description; tabs, line feeds, carriage returns and
   backslashes in texts are written \t, \n, \r and \\. Exits with 1 where libical finds anything wrong. */
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    size_t used = 0, room = 1 << 20;
    char *text = malloc(room);
    while (text) {
        size_t count = fread(text + used, 1, room - used - 1, file);
        if (count == 0) break;
        used += count;
        if (room - used < 2) text = realloc(text, room *= 2);
    }
    fclose(file);
    if (text) text[used] = 0;
    return text;
}

static void print_text(const char *text)
{
    for (; text && *text; text++) {
        switch (*text) {
        case '\t': fputs("\\t", stdout); break;
        case '\n': fputs("\\n", stdout); break;
        case '\r': fputs("\\r", stdout); break;
        case '\\': fputs("\\\\", stdout); break;
        default: putchar(*text);
        }
    }
}

static long long seconds(struct icaltimetype time)
{
    return (long long)icaltime_as_timet_with_zone(time, icaltime_get_timezone(time));
}

int main(int count, char **arguments)
{
    if (count != 2) {
        fprintf(stderr, "usage: ics_libical FILE\n");
        return 64;
    }
    char *text = read_all(arguments[1]);
    icalcomponent *calendar = text ? icalparser_parse_string(text) : NULL;
    if (!calendar || icalcomponent_isa(calendar) != ICAL_VCALENDAR_COMPONENT) {
        fprintf(stderr, "%s: no calendar\n", arguments[1]);
        return 1;
    }
    int errors = icalcomponent_count_errors(calendar);
    if (errors) {
        fprintf(stderr, "%s: %d errors\n%s", arguments[1], errors, icalcomponent_as_ical_string(calendar));
        return 1;
    }
    for (icalcomponent *event = icalcomponent_get_first_component(calendar, ICAL_VEVENT_COMPONENT); event;
         event = icalcomponent_get_next_component(calendar, ICAL_VEVENT_COMPONENT)) {
        printf("%s\t%lld\t%lld\t%d\t", icalcomponent_get_uid(event), seconds(icalcomponent_get_dtstart(event)),
               seconds(icalcomponent_get_dtend(event)), icalcomponent_get_sequence(event));
        printf("%s\t", icalcomponent_get_status(event) == ICAL_STATUS_CANCELLED ? "CANCELLED" : "");
        print_text(icalcomponent_get_summary(event));
        putchar('\t');
        print_text(icalcomponent_get_description(event));
        putchar('\n');
    }
    icalcomponent_free(calendar);
    free(text);
    return 0;
}
