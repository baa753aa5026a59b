"""simulate: the files, their bytes, and what is refused."""
import pathlib
import shutil
import subprocess
import unittest

import cli

PROFILE_FILES = ["candidates.genscan", "candidates.gff3", "genome.fa", "pairs.tsv", "targets.cds.fa",
                 "targets.pep.fa", "truth.gff3"]
ANNOTATION_FILES = ["pairs.tsv", "targets.cds.fa", "targets.pep.fa"]


def contents(folder):
    return {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir() if path.name != "README.md"}


def records(path):
    """FASTA records as (name, residues)."""
    found = []
    for line in pathlib.Path(path).read_text().splitlines():
        if line.startswith(">"):
            found.append([line[1:], ""])
        else:
            found[-1][1] += line
    return [tuple(record) for record in found]


class Profiles(cli.Case):
    def simulate(self, *args, out="out"):
        self.assert_ok(cli.run("simulate", "--out", self.path(out), *args))
        return contents(self.path(out))

    def test_a_profile_writes_its_files_and_nothing_else(self):
        self.assertEqual(sorted(self.simulate("--profile", "tiny")), PROFILE_FILES)
        self.assert_no_temporaries()

    def test_test_data_is_what_its_command_makes(self):
        self.assertEqual(self.simulate("--profile", "tiny", "--seed", "1"), contents(cli.TINY))

    def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(self):
        first = self.simulate("--profile", "tiny", "--seed", "7", out="a")
        self.assertEqual(first, self.simulate("--profile", "tiny", "--seed", "7", out="b"))
        other = self.simulate("--profile", "tiny", "--seed", "8", out="c")
        self.assertNotEqual(first["genome.fa"], other["genome.fa"])

    def test_a_locale_with_decimal_commas_changes_no_byte(self):
        environment = {"LC_ALL": "de_DE.UTF-8", "LC_NUMERIC": "de_DE.UTF-8"}
        self.assert_ok(cli.run("simulate", "--profile", "tiny", "--out", self.path("de"), env=environment))
        self.assertEqual(contents(self.path("de")), self.simulate("--profile", "tiny"))

    def test_rates_change_the_targets_alone(self):
        usual = self.simulate("--profile", "tiny", out="a")
        equal = self.simulate("--profile", "tiny", "--substitution", "0", "--indel", "0", out="b")
        self.assertEqual(usual["genome.fa"], equal["genome.fa"])
        self.assertEqual(usual["candidates.gff3"], equal["candidates.gff3"])
        self.assertNotEqual(usual["targets.cds.fa"], equal["targets.cds.fa"])
        rows = [line.split("\t") for line in equal["pairs.tsv"].decode().splitlines()[1:]]
        self.assertEqual({row[7] for row in rows}, {"100.0"})

    @unittest.skipUnless(shutil.which("gt"), "genometools is not here")
    def test_gff3_of_every_profile_is_valid(self):
        for profile in ("tiny", "nolasco2014", "il1rapl1", "microexons"):
            self.simulate("--profile", profile, out=profile)
            for name in ("truth.gff3", "candidates.gff3"):
                checked = subprocess.run(["gt", "gff3validator", self.path(profile) / name], capture_output=True)
                self.assertEqual(checked.returncode, 0, checked.stderr)

    def test_nolasco2014_has_1010_cases_on_whole_sequences(self):
        files = self.simulate("--profile", "nolasco2014")
        lengths = {name: len(residues) for name, residues in records(self.path("out") / "genome.fa")}
        rows = [line.split("\t") for line in files["pairs.tsv"].decode().splitlines()[1:]]
        cases = [row for row in rows if row[8] == "cds"]
        self.assertEqual(len(lengths), 240)
        self.assertEqual(len(cases), 1010)
        for row in cases:
            self.assertEqual((int(row[1]), int(row[2])), (0, lengths[row[0]]))


class Annotation(cli.Case):
    def simulate(self, genome, annotation, *args, out="out"):
        self.assert_ok(cli.run("simulate", "--genome", genome, "--annotation", annotation, "--out", self.path(out), *args))
        return contents(self.path(out))

    def test_each_transcript_gives_a_target_of_its_name_at_the_rate(self):
        files = self.simulate(cli.TINY / "genome.fa", cli.TINY / "truth.gff3", "--substitution", "0.15")
        self.assertEqual(sorted(files), ANNOTATION_FILES)
        originals = self.simulate(cli.TINY / "genome.fa", cli.TINY / "truth.gff3", "--substitution", "0", out="same")
        self.assertNotEqual(files, originals)
        diverged = records(self.path("out") / "targets.cds.fa")
        original = records(self.path("same") / "targets.cds.fa")
        self.assertEqual([name for name, _ in diverged], ["tiny1.g1.t1", "tiny1.g2.t1", "tiny1.g3.t1", "tiny2.g1.t1", "tiny2.g2.t1"])
        different = sum(a != b for x, y in zip(diverged, original) for a, b in zip(x[1], y[1]))
        self.assertAlmostEqual(different / sum(len(residues) for _, residues in original), 0.15, delta=0.02)

    def test_the_region_is_the_coding_span_and_1000_bases_on_either_side(self):
        files = self.simulate(cli.TINY / "genome.fa", cli.TINY / "truth.gff3")
        row = files["pairs.tsv"].decode().splitlines()[3].split("\t")
        mrna = [line.split("\t") for line in (cli.TINY / "truth.gff3").read_text().splitlines()
                if "\tmRNA\t" in line and "ID=tiny1.g2.t1;" in line][0]
        self.assertEqual(row[:7], ["tiny1", str(int(mrna[3]) - 1 - 1000), str(int(mrna[4]) + 1000), "-", "tiny1.g2.t1",
                                   "simulated", "tiny1.g2.t1"])

    @cli.needs_shared_data("loci")
    def test_real_annotations_give_complete_coding_sequences(self):
        for name in ("hs33chr20", "hs37chr6"):
            folder = cli.SHARED_DIR / "data" / "loci" / name
            self.simulate(folder / "genome.fa", folder / "annotation.gff3", "--substitution", "0.05", out=name)
            transcripts = [line for line in (folder / "annotation.gff3").read_text().splitlines() if "\tmRNA\t" in line]
            targets = records(self.path(name) / "targets.cds.fa")
            self.assertEqual(len(targets), len(transcripts))
            for _, residues in targets:
                self.assertEqual(residues[:3], "ATG")
                self.assertIn(residues[-3:], ("TAA", "TAG", "TGA"))
                self.assertEqual(len(residues) % 3, 0)

    def test_bad_annotation_rows_are_told_together_and_nothing_is_written(self):
        bad = self.write("bad.gff3", "##gff-version 3\n"
                                     "tiny1\tx\tCDS\t20\t10\t.\t+\t0\tParent=a\n"
                                     "tinyX\tx\tCDS\t10\t20\t.\t+\t0\tParent=a\n")
        result = cli.run("simulate", "--genome", cli.TINY / "genome.fa", "--annotation", bad, "--out", self.path("out"))
        self.assert_fails(result, 65, "bad.gff3:2: end lies before start", "bad.gff3:3: ", "tiny1")
        self.assertEqual(contents(self.path("out")), {})

    def test_an_annotation_that_would_be_overwritten_is_refused(self):
        shutil.copy(cli.TINY / "truth.gff3", self.path("pairs.tsv"))
        result = cli.run("simulate", "--genome", cli.TINY / "genome.fa", "--annotation", self.path("pairs.tsv"), "--out", self.dir)
        self.assert_fails(result, 2, "--annotation")


class Refusals(cli.Case):
    def refuse(self, code, *args, says):
        self.assert_fails(cli.run("simulate", *args), code, says)
        self.assertEqual(self.names(), [])

    def test_options_that_make_no_sense(self):
        out = ("--out", self.path("out"))
        self.refuse(2, "--profile", "tiny", says="--out")
        self.refuse(2, *out, says="nothing to simulate from")
        self.refuse(2, *out, "--genome", "g.fa", says="--annotation")
        self.refuse(2, *out, "--profile", "tiny", "--genome", "g.fa", says="exclude each other")
        self.refuse(2, *out, "--profile", "tinny", says="did you mean tiny?")
        self.refuse(2, *out, "--profile", "tiny", "--seed", "-1", says="--seed")
        self.refuse(2, *out, "--profile", "tiny", "--seed", "1e3", says="--seed")
        for rate in ("1.5", "-0.1", "nan", "0,05", "x", ""):
            self.refuse(2, *out, "--profile", "tiny", "--substitution", rate, says="--substitution")
            self.refuse(2, *out, "--profile", "tiny", "--indel", rate, says="--indel")

    def test_a_missing_genome(self):
        result = cli.run("simulate", "--genome", self.path("none.fa"), "--annotation", cli.TINY / "truth.gff3",
                         "--out", self.path("out"))
        self.assert_fails(result, 66, "none.fa")

    def test_a_folder_that_cannot_be_made(self):
        self.write("file", "")
        self.assert_fails(cli.run("simulate", "--profile", "tiny", "--out", self.path("file") / "out"), 73, "file")


if __name__ == "__main__":
    unittest.main()
