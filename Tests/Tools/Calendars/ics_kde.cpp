// Reads calendars with KDE's kcalendarcore, one after the other into one calendar as an import does, and prints its events as JSON lines:
// UID, start and end in seconds since the epoch, title, description, sequence, and whether it is cancelled.
//
//     ics_kde FILE.ics …
#include <KCalendarCore/ICalFormat>
#include <KCalendarCore/MemoryCalendar>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <cstdio>

int main(int count, char **arguments) {
  KCalendarCore::MemoryCalendar::Ptr calendar(new KCalendarCore::MemoryCalendar(QTimeZone::utc()));
  for (int index = 1; index < count; index++) {
    KCalendarCore::ICalFormat format;
    if (!format.load(calendar, QString::fromLocal8Bit(arguments[index]))) {
      fprintf(stderr, "cannot load %s\n", arguments[index]);
      return 1;
    }
  }
  for (const KCalendarCore::Event::Ptr &event : calendar->rawEvents()) {
    QJsonObject line;
    line["uid"] = event->uid();
    line["start"] = double(event->dtStart().toSecsSinceEpoch());
    line["end"] = double(event->dtEnd().toSecsSinceEpoch());
    line["summary"] = event->summary();
    line["description"] = event->description();
    line["sequence"] = event->revision();
    line["status"] = event->status() == KCalendarCore::Incidence::StatusCanceled ? "CANCELLED" : "";
    puts(QJsonDocument(line).toJson(QJsonDocument::Compact).constData());
  }
}
