"""Imports calendars into Evolution's data server, one after the other, and prints the events that it then has as JSON lines: UID, start and
end in seconds since the epoch, title, description, sequence and status.

    dbus-run-session -- python3 ics_evolution.py FILE.ics …

The system's Python, with python3-gi and gir1.2-ecal-2.0; the folders of `HOME` and `XDG_…` get the calendar.
"""
import json
import sys

import gi

gi.require_version("ECal", "2.0")
gi.require_version("EDataServer", "1.2")
gi.require_version("ICalGLib", "3.0")
from gi.repository import ECal, EDataServer, ICalGLib  # noqa: E402


def seconds(client, event, kind, time):
    """An instant, by the zones that came with the calendar."""
    zone = event.get_first_property(kind).get_first_parameter(ICalGLib.ParameterKind.TZID_PARAMETER)
    known = ICalGLib.Timezone.get_utc_timezone() if zone is None else client.get_timezone_sync(zone.get_tzid(), None)[1]
    return time.as_timet_with_zone(known)


def main():
    registry = EDataServer.SourceRegistry.new_sync(None)
    source = registry.ref_builtin_calendar()
    client = ECal.Client.connect_sync(source, ECal.ClientSourceType.EVENTS, 1, None)
    for name in sys.argv[1:]:
        with open(name, "rb") as file:
            component = ICalGLib.Component.new_from_string(file.read().decode("utf-8"))
        # As the program's importer: without a method the server takes it for one that is published.
        if component.get_method() == ICalGLib.PropertyMethod.NONE:
            component.set_method(ICalGLib.PropertyMethod.PUBLISH)
        client.receive_objects_sync(component, ECal.OperationFlags.NONE, None)
    for component in client.get_object_list_as_comps_sync("#t", None)[1]:
        event = component.get_icalcomponent()
        status = event.get_first_property(ICalGLib.PropertyKind.STATUS_PROPERTY)
        print(json.dumps({
            "uid": event.get_uid(), "summary": event.get_summary() or "", "description": event.get_description() or "",
            "start": seconds(client, event, ICalGLib.PropertyKind.DTSTART_PROPERTY, event.get_dtstart()),
            "end": seconds(client, event, ICalGLib.PropertyKind.DTEND_PROPERTY, event.get_dtend()),
            "sequence": event.get_sequence(), "status": status.get_value_as_string() if status else "",
        }))


main()
