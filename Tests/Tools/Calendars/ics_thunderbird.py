"""Has Thunderbird, without a window, import calendars one after the other, and prints the events that it then has as JSON lines.

    ics_thunderbird.py [--subscribe] PROFILE FILE.ics …

It runs the importer of the program's own dialog into a calendar of the usual kind, on its disk. With `--subscribe` it subscribes to one file
instead, which becomes one FILE after the other. Thunderbird is told what to do by Marionette, Mozilla's protocol for tests: JSON with its
length before it, over a local socket. The folder PROFILE is new.
"""
import json
import pathlib
import socket
import subprocess
import sys
import time

COMMON = """
const [paths, subscribed, done] = arguments;
const { cal } = ChromeUtils.importESModule("resource:///modules/calendar/calUtils.sys.mjs");
const register = (kind, address) => {
  const calendar = cal.manager.createCalendar(kind, Services.io.newURI(address));
  calendar.name = "calendar";
  cal.manager.registerCalendar(calendar);
  return calendar;
};
const list = async calendar =>
  (await calendar.getItemsAsArray(Ci.calICalendar.ITEM_FILTER_ALL_ITEMS, 0, null, null)).map(item => ({
    uid: item.id, start: item.startDate.nativeTime / 1000000, end: item.endDate.nativeTime / 1000000, summary: item.title || "",
    description: item.getProperty("DESCRIPTION") || "", sequence: Number(item.getProperty("SEQUENCE") || 0), status: item.status || "",
  }));
const run = async () => { BODY };
run().then(done, error => done({ error: String(error) + error.stack }));
"""
IMPORT = """
  const { CalendarFileImporter } = ChromeUtils.importESModule("resource:///modules/CalendarFileImporter.sys.mjs");
  const calendar = register("storage", "moz-storage-calendar://");
  for (const path of paths) {
    const importer = new CalendarFileImporter();
    const file = Cc["@mozilla.org/file/local;1"].createInstance(Ci.nsIFile);
    file.initWithPath(path);
    const items = await importer.parseIcsFile(file);
    // It stops at the first event that it has, and the dialog says that the import failed.
    await importer.startImport(items, calendar).catch(() => {});
  }
  return { events: await list(calendar) };
"""
SUBSCRIBE = """
  let calendar;
  const load = () => new Promise(resolve => {
    const nothing = () => {};
    const observer = {
      QueryInterface: ChromeUtils.generateQI(["calIObserver"]),
      onStartBatch: nothing, onEndBatch: nothing, onAddItem: nothing, onModifyItem: nothing, onDeleteItem: nothing, onError: nothing,
      onPropertyChanged: nothing, onPropertyDeleting: nothing,
      onLoad() {
        calendar.removeObserver(observer);
        resolve();
      },
    };
    calendar.addObserver(observer);
    calendar.refresh();
  });
  let events;
  for (const path of paths) {
    await IOUtils.copy(path, subscribed);
    // What it has is known by the second at which it was written.
    await IOUtils.setModificationTime(subscribed, 1700000000000 + 10000 * paths.indexOf(path));
    calendar ??= register("ics", PathUtils.toFileURI(subscribed));
    // A load may be that of an earlier refresh, with the list emptied for the next one: until it is the same three times over.
    for (let same = 0, last = ""; same < 3;) {
      await load();
      events = await list(calendar);
      const text = JSON.stringify(events);
      same = text === last ? same + 1 : 0;
      last = text;
    }
  }
  return { events };
"""


class Marionette:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=120)
        self.number = 0
        self.read()

    def read(self):
        digits = b""
        while (byte := self.socket.recv(1)) != b":":
            if not byte:
                sys.exit("thunderbird has gone")
            digits += byte
        text = b""
        while len(text) < int(digits):
            text += self.socket.recv(int(digits) - len(text))
        return json.loads(text)

    def ask(self, command, **parameters):
        self.number += 1
        text = json.dumps([0, self.number, command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.read()
        if error:
            sys.exit(f"{command}: {error}")
        return result


def main():
    subscribes = sys.argv[1] == "--subscribe"
    name, *files = sys.argv[1 + subscribes:]
    profile = pathlib.Path(name).resolve()
    profile.mkdir(parents=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (profile / "user.js").write_text(
        f'user_pref("marionette.port", {port});\nuser_pref("calendar.timezone.local", "UTC");\n'
        'user_pref("app.update.enabled", false);\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
        'user_pref("mail.provider.suppress_dialog_on_startup", true);\nuser_pref("mailnews.start_page.enabled", false);\n')
    with open(profile / "log", "wb") as log:
        program = subprocess.Popen(
            ["thunderbird", "--headless", "--no-remote", "--profile", str(profile), "--marionette", "--remote-allow-system-access"],
            stdout=log, stderr=log)
        try:
            for _ in range(600):
                try:
                    client = Marionette(port)
                    break
                except ConnectionRefusedError:
                    if program.poll() is not None:
                        sys.exit(f"thunderbird ended with {program.returncode}: {(profile / 'log').read_text()[-2000:]}")
                    time.sleep(0.1)
            else:
                sys.exit("thunderbird does not listen")
            client.ask("WebDriver:NewSession", capabilities={})
            client.ask("Marionette:SetContext", value="chrome")
            client.ask("WebDriver:SetTimeouts", script=240_000)
            result = client.ask("WebDriver:ExecuteAsyncScript", script=COMMON.replace("BODY", SUBSCRIBE if subscribes else IMPORT),
                                args=[[str(pathlib.Path(file).resolve()) for file in files], str(profile / "subscribed.ics")])
        finally:
            program.kill()
            program.wait()
    result = result.get("value", result)
    if "error" in result:
        sys.exit(result["error"])
    for event in result["events"]:
        print(json.dumps(event))


main()
