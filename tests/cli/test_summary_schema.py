"""docs/reference/run.schema.json: summaries of all kinds of runs are valid by it, and it describes every key that they have."""
import copy
import json
import subprocess
import unittest

import cli

SCHEMA = json.loads((cli.SOURCE_DIR / "docs" / "reference" / "run.schema.json").read_text())
PROTEINS = ["--genome", cli.TINY / "genome.fa", "--targets", cli.TINY / "targets.pep.fa"]
PAIRS = ["--pairs", cli.TINY / "pairs.tsv"]
CANDIDATES = ["--candidates", cli.TINY / "candidates.gff3"]
SCORING = """
protein_matrix: BLOSUM80
introns:
  - {cost: 30, per_kb: 0.5}
  - {cost: 40, per_kb: 0.03}
evidence:
  - {source: exonweave, score: raw, weight: 2, offset: 1.5}
"""
# Prints a fault a line: its place and what is wrong.
CHECK = """
import json, sys
from jsonschema import Draft202012Validator
schema, value = json.load(sys.stdin)
Draft202012Validator.check_schema(schema)
for fault in Draft202012Validator(schema).iter_errors(value):
    print("/".join(map(str, fault.path)), fault.message[:300])
"""


def strict(schema):
    """The same schema, but no object may have a key that is not described. `work` is a part of objects that say more."""
    made = copy.deepcopy(schema)
    shared = made["$defs"]["work"]

    def close(part):
        if isinstance(part, dict):
            if isinstance(part.get("properties"), dict) and "additionalProperties" not in part and part is not shared:
                part["unevaluatedProperties"] = False
            for inner in part.values():
                close(inner)
        elif isinstance(part, list):
            for inner in part:
                close(inner)

    close(made)
    return made


def faults(value, schema=SCHEMA):
    checked = subprocess.run([cli.python_with("jsonschema"), "-c", CHECK], input=json.dumps([strict(schema), value]), capture_output=True,
                             text=True, check=True)
    return checked.stdout.splitlines()


class SummarySchema(cli.Case):
    def summary(self, *words):
        self.assert_ok(cli.run("predict", *words, "--out", self.path("models.gff3"), "--summary", self.path("run.json"), "--quiet"))
        return json.loads(self.path("run.json").read_text())

    def assert_valid(self, *words):
        self.assertEqual(faults(self.summary(*words)), [])

    def test_a_run_that_searches_and_learns(self):
        self.assert_ok(cli.run("simulate", "--profile", "microexons", "--out", self.path("made")))
        summary = self.summary("--genome", self.path("made/genome.fa"), "--targets", self.path("made/targets.pep.fa"), "--where", "loci",
                               "--locus-out", self.path("genes.gff3"))
        self.assertTrue(summary["training"])
        self.assertTrue(summary["search_limits"])
        self.assertGreater(summary["locus_models"]["written"], 0)
        self.assertEqual(faults(summary), [])

    def test_sweeps(self):
        self.assert_valid(*PROTEINS, "--where", "exhaustive", "--engine", "simd")

    def test_pairs_with_candidates_and_a_scoring_file(self):
        self.assert_valid(*PROTEINS, *PAIRS, *CANDIDATES, "--scoring", self.write("s.yaml", SCORING), "--top", "3")

    def test_dna_without_margins(self):
        self.assert_valid("--genome", cli.TINY / "genome.fa", "--targets", cli.TINY / "targets.cds.fa", *PAIRS, *CANDIDATES, "--no-margins",
                          "--scoring", self.write("s.yaml", "matrix: [[2, -2, -1, -2], [-2, 2, -2, -1], [-1, -2, 2, -2], [-2, -1, -2, 2]]\n"))

    def test_results_without_a_model(self):
        summary = self.summary(*PROTEINS, *PAIRS, "--min-score", "5000")
        self.assertNotIn("model", {locus["outcome"] for locus in summary["loci"]})
        self.assertEqual(faults(summary), [])

    def test_annotate(self):
        self.assert_ok(cli.run("annotate", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa", "-o", self.path("out")))
        summary = json.loads((self.path("out") / "run.json").read_text())
        self.assertEqual((summary["subcommand"], summary["command"][1]), ("annotate", "annotate"))
        self.assertNotIn("loci", summary)
        self.assertEqual(faults(summary), [])

    def test_a_key_that_is_missing_wrong_or_not_described_is_noticed(self):
        summary = self.summary(*PROTEINS, *PAIRS)
        for change, place in ((lambda s: s["totals"].pop("with_model"), "totals"),
                              (lambda s: s["loci"][0]["chains"][0].update(identity=2), "loci/0/chains/0/identity"),
                              (lambda s: s["loci"][0].update(novel=1), "loci/0"),
                              (lambda s: s["parameters"]["scoring"].update(novel=1), "parameters/scoring")):
            changed = copy.deepcopy(summary)
            change(changed)
            with self.subTest(place):
                self.assertIn(place, [fault.split(" ")[0] for fault in faults(changed)])


if __name__ == "__main__":
    unittest.main()
