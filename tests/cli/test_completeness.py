"""`annotate --completeness`, completeness.tsv and run.json: which proteins the genes contain, by a count of bases beside the program."""
import collections
import csv
import gzip
import json
import unittest

import cli

STATUSES = ("single", "duplicated", "fragmented", "missing")


def attributes(text):
    return dict(pair.split("=", 1) for pair in text.split(";") if "=" in pair)


def rows(path):
    return [line.split("\t") for line in gzip.decompress(path.read_bytes()).decode().splitlines() if not line.startswith("#")]


def bases(row):
    return {(row[0], row[6], base) for base in range(int(row[3]), int(row[4]) + 1)}


def names_of(fasta):
    return [line[1:].split()[0] for line in fasta.splitlines() if line.startswith(">")]


def genes_of(folder):
    """Of each transcript: its gene, whether it is intact, its coding bases."""
    found = {}
    for row in rows(folder / "genes.gff3.gz"):
        said = attributes(row[8])
        if row[2] == "mRNA":
            found[said["ID"]] = (said["Parent"], not {"partial", "pseudo", "frameshifts", "internal_stops"} & set(said), set())
        elif row[2] == "CDS":
            found[said["Parent"]][2].update(bases(row))
    return list(found.values())


def statuses(folder, proteins):
    """As the documentation defines them, base by base."""
    matches = {}
    for row in rows(folder / "alignments.gff3.gz"):
        said = attributes(row[8])
        if row[2] == "protein_match":
            matches[said["ID"]] = (said["Target"].split()[0], float(row[5]), float(said["coverage"]), set())
        else:
            matches[said["Parent"]][3].update(bases(row))
    genes, copies, touched = genes_of(folder), collections.defaultdict(dict), set()
    for protein, score, coverage, aligned in matches.values():
        for gene, is_intact, coding in genes:
            share = coverage * len(aligned & coding) / len(aligned)
            if share > 0:
                touched.add(protein)
            if is_intact and share >= 0.8:
                copies[protein][gene] = max(score, copies[protein].get(gene, 0))
    found = {}
    for protein in proteins:
        n = sum(score >= 0.85 * max(copies[protein].values()) for score in copies[protein].values())
        found[protein] = "single" if n == 1 else "duplicated" if n else "fragmented" if protein in touched else "missing"
    return found


class Completeness(cli.Case):
    def setUp(self):
        super().setUp()
        self.assert_ok(cli.run("simulate", "--profile", "microexons", "--out", self.path("made")))
        self.genome, self.proteins = self.path("made/genome.fa"), self.path("made/targets.pep.fa")

    def annotate(self, *more, out="out"):
        return cli.run("annotate", self.genome, self.proteins, "-o", self.path(out), *more)

    def table(self, out="out"):
        with open(self.path(out) / "completeness.tsv", newline="") as file:
            return list(csv.DictReader(file, delimiter="\t"))

    def account(self, out="out"):
        return json.loads((self.path(out) / "run.json").read_text())

    def assert_counts(self, entry, table):
        counts = collections.Counter(row["status"] for row in table)
        self.assertEqual({key: entry[key] for key in STATUSES}, {key: counts[key] for key in STATUSES})
        self.assertEqual(entry["n"], len(table))

    def test_the_given_proteins_are_those_of_the_documentation(self):
        done = self.annotate()
        self.assert_ok(done)
        names, table = names_of(self.proteins.read_text()), self.table()
        self.assertEqual([row["protein"] for row in table], sorted(names))
        # Coverage is rounded in the file.
        expected = statuses(self.path("out"), names)
        self.assertEqual({row["protein"]: row["status"] for row in table if abs(float(row["covered"]) - 0.8) > 0.002},
                         {row["protein"]: expected[row["protein"]] for row in table if abs(float(row["covered"]) - 0.8) > 0.002})
        self.assertGreater(len({row["status"] for row in table}), 0)
        [entry] = self.account()["completeness"]
        self.assertEqual(entry["proteins"], [str(self.proteins)])
        self.assert_counts(entry, table)
        n = len(table)
        self.assertIn(f"C:{100 * (entry['single'] + entry['duplicated']) / n:.1f}%[S:{100 * entry['single'] / n:.1f}%,", done.stderr)
        self.assertIn(f"n:{n}", done.stderr)

    def test_other_proteins_are_checked_and_change_no_gene(self):
        records = self.proteins.read_text().split(">")[1:]
        known = [record.split("\n", 1)[1].replace("\n", "") for record in records[:3]]
        half = known[2][:len(known[2]) // 2]
        unknown = "MWCHPWMKYWCDHWNPYWHCMWQPHFWYMC" * 6
        expected = self.write("expected.fa", f">first\n{known[0]}\n>second\n{known[1]}\n>third\n{known[2]}{unknown * 3}\n>absent\n{unknown}\n>half\n{half}\n")
        self.assert_ok(self.annotate())
        done = self.annotate("--completeness", expected, out="checked")
        self.assert_ok(done)
        for name in ("genes.gff3.gz", "alignments.gff3.gz", "unplaced.tsv", "splice-model.yaml"):
            self.assertEqual((self.path("checked") / name).read_bytes(), (self.path("out") / name).read_bytes(), name)
        account, table = self.account("checked"), self.table("checked")
        self.assertEqual([entry["proteins"] for entry in account["completeness"]], [[str(self.proteins)], [str(expected)]])
        own = [row for row in table if row["set"] == "completeness"]
        self.assertEqual({row["protein"]: row["status"] for row in own},
                         {"first": "single", "second": "single", "third": "fragmented", "absent": "missing", "half": "single"})
        self.assert_counts(account["completeness"][1], own)
        self.assert_counts(account["completeness"][0], [row for row in table if row["set"] == "given"])
        self.assertEqual([each["path"] for each in account["inputs"] if each["role"] == "completeness"], [str(expected)])
        self.assertEqual(account["options"], {"--completeness": str(expected)})
        self.assertIn("C:60.0%[S:60.0%,D:0.0%],F:20.0%,M:20.0%,n:5", done.stderr)

    def estimate(self, *more):
        done = cli.run("annotate", self.genome, self.proteins, "-o", self.path("out"), "--estimate", "--json", self.path("e.json"), *more)
        self.assert_ok(done)
        return json.loads(self.path("e.json").read_text()), done.stdout

    def test_an_estimate_has_the_time_and_memory_of_other_proteins(self):
        without, said = self.estimate("--threads", "1")
        self.assertEqual(without["completeness_seconds"], 0)
        self.assertNotIn("completeness", said)
        found, said = self.estimate("--threads", "1", "--completeness", self.proteins)
        self.assertRegex(said, r"(?m)^completeness \S+ \w+$")
        self.assertGreater(found["completeness_seconds"], 0)
        self.assertLess(found["completeness_seconds"], without["seconds"])  # the same proteins, without training and margins
        for key in ("thread_seconds", "seconds"):
            self.assertAlmostEqual(found["engines"][0][key] - without["engines"][0][key], found["completeness_seconds"], msg=key)
        self.assertGreater(found["memory_bytes"], without["memory_bytes"])

    def test_too_little_memory_for_them_is_told_before_anything_is_aligned(self):
        many = self.write("many.fa", "".join(f">m{k}\n{'MKLVINGKTLKGEITIEAVDAAEAEKIFKQYANDNGIDGEWTY' * 50}\n" for k in range(3000)))
        done = self.annotate("--completeness", many, "--memory", "60M")
        self.assert_fails(done, 137, f"{many}", "--completeness")

    def test_two_equal_genes_are_duplicated(self):
        records = self.genome.read_text().split(">")[1:]
        name, bases_of_first = records[0].split("\n", 1)
        self.genome.write_text(f">{name}\n{bases_of_first}>copy\n{bases_of_first}")
        self.assert_ok(self.annotate())
        status = {row["status"] for row in self.table() if row["status"] != "missing"}
        self.assertIn("duplicated", status)
        self.assertNotIn("single", status)

    def test_a_gene_that_is_left_out_makes_no_protein_complete(self):
        self.assert_ok(self.annotate("--min-support", "1"))
        genes = {row[0] for row in rows(self.path("out") / "genes.gff3.gz")}
        table = self.table()
        expected = statuses(self.path("out"), [row["protein"] for row in table])
        self.assertEqual({row["protein"]: row["status"] for row in table}, expected)
        self.assertGreater(sum(row["status"] == "missing" for row in table), 0 if genes else len(table) - 1)

    def test_files_that_are_no_proteins_end_the_run_before_it_begins(self):
        dna = self.write("dna.fa", ">a\n" + "ACGT" * 50 + "\n>b\nMK1LV\n")
        done = self.annotate("--completeness", dna)
        self.assertEqual(done.code, 65)
        self.assertIn(f"{dna}:4", done.stderr)
        self.assertFalse((self.path("out") / "genes.gff3.gz").exists())
        done = self.annotate("--completeness", self.path("none.fa"))
        self.assertEqual(done.code, 66)
        self.assertIn("none.fa", done.stderr)


if __name__ == "__main__":
    unittest.main()
