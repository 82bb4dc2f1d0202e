"""python3 -m unittest: the exporter writes the sample that the policy is checked with."""

import json
import pathlib
import sqlite3
import unittest

from export import export

FOLDER = pathlib.Path(__file__).parent


class ExportTest(unittest.TestCase):
    def setUp(self):
        self.app = sqlite3.connect(":memory:")
        self.app.executescript((FOLDER / "app.sql").read_text())

    def test_sample(self):
        sample = json.loads((FOLDER / "exports/aquarium.json").read_text())
        self.assertEqual(export(self.app, sample["exportedAt"]), sample)

    def test_unknown_values_are_left_out(self):
        self.app.execute("update tank set liters = null where id = 'reef'")
        tanks = [item for account in export(self.app, "2026-11-20T12:00:00Z")["accounts"] for item in account["items"]]
        reef = next(item for item in tanks if item["id"] == "reef")
        self.assertNotIn("liters", reef)
        self.assertEqual(reef["completions"], ["2026-11-16"])


if __name__ == "__main__":
    unittest.main()
