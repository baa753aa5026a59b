"""Rows of the bad-input table that concern `predict` as a whole: no exon, nothing to align, scores too large, paths that
destroy data. Each by exit code and message, and nothing else is left. Faults from outside are in test_faults.py."""
import gzip
import json
import os
import pathlib
import unittest

import cli
import models

VERSION_LINE = "##gff-version 3\n"
NO_EXONS = """GENSCAN 1.0

Sequence tiny1 : 14600 bp : 44.91% C+G : Isochore 2 (43 - 51 C+G%)

Parameter matrix: simulated

Predicted genes/exons:

Gn.Ex Type S .Begin ...End .Len Fr Ph I/Ac Do/T CodRg P.... Tscr..
----- ---- - ------ ------ ---- -- -- ---- ---- ----- ----- ------

NO EXONS/GENES PREDICTED IN SEQUENCE

"""

LENGTHS = {"tiny1": 14600, "tiny2": 11800}


def head_of(*sequences):
    """Of a GFF3 of targets that were aligned there."""
    return VERSION_LINE + "".join(f"##sequence-region {each} 1 {LENGTHS[each]}\n" for each in sequences)


class BadInput(cli.Case):
    def assert_refused(self, result, code, *parts):
        """Exit code and message; of the output not even a temporary."""
        self.assert_fails(result, code, *parts)
        self.assertFalse(self.path("models.gff3").exists())
        self.assert_no_temporaries()

    def predict(self, *more, **inputs):
        return cli.predict("--out", self.path("models.gff3"), *more, **inputs)

    def assert_warned(self, result, *parts):
        """Exit 0, each part in a warning, no further warning. Returns the models' file."""
        self.assert_ok(result)
        told = result.messages.splitlines()
        self.assertEqual(len(told), len(parts), str(result))
        for line, part in zip(told, parts):
            self.assertTrue(line.startswith("exonweave: warning: "), line)
            self.assertIn(part, line)
        self.assert_no_temporaries()
        return self.path("models.gff3").read_text()


class Row37NoExonOnASequence(BadInput):
    def candidates_on(self, sequence):
        rows = (cli.TINY / "candidates.gff3").read_text().splitlines(keepends=True)
        return self.write("candidates.gff3", VERSION_LINE + "".join(row for row in rows if row.startswith(sequence + "\t")))

    def pairs_on(self, sequence):
        rows = (cli.TINY / "pairs.tsv").read_text().splitlines(keepends=True)
        return self.write("pairs.tsv", rows[0] + "".join(row for row in rows if row.startswith(sequence + "\t")))

    def test_nowhere_else_either_gives_the_header_only(self):
        text = self.assert_warned(self.predict(candidates=self.candidates_on("tiny1"), pairs=self.pairs_on("tiny2")),
                                  "targets.cds.fa:75: pair without a model: no candidate exon in the region (got "
                                  "'tiny2.g1.species1') [and 3 more]")
        self.assertEqual(text, head_of("tiny2"))

    def test_the_models_of_the_other_sequences_are_written(self):
        text = self.assert_warned(self.predict(candidates=self.candidates_on("tiny1")),
                                  "targets.cds.fa:75: pair without a model: no candidate exon in the region (got "
                                  "'tiny2.g1.species1') [and 3 more]")
        expected = (cli.GOLDEN / "tiny.gff3").read_text().splitlines(keepends=True)
        self.assertEqual(text, "".join(line for line in expected if not line.startswith("tiny2")))

    def test_without_pairs_targets_without_any_model_are_told(self):
        text = self.assert_warned(self.predict(candidates=self.candidates_on("tiny2"), pairs=None),
                                  "targets.cds.fa:1: target without a model: score below the least for a model (got "
                                  "'tiny1.g1.species1') [and 5 more]")
        self.assertEqual(len(models.models_of(text)), 4)

    def test_genscan_that_found_nothing(self):
        nothing = self.write("none.genscan", NO_EXONS)
        self.assertEqual(VERSION_LINE, self.assert_warned(
            self.predict(candidates=nothing, pairs=None), "none.genscan:3: GENSCAN predicts no exon on a sequence (got 'tiny1')",
            "targets.cds.fa: no target meets a candidate exon: the result is empty"))
        self.assertEqual(head_of("tiny1"), self.assert_warned(
            self.predict(candidates=nothing, pairs=self.pairs_on("tiny1")), "none.genscan:3: GENSCAN predicts no exon",
            "pair without a model: no candidate exon in the region (got 'tiny1.g1.species1') [and 5 more]"))

    def test_a_table_of_pairs_without_a_row(self):
        header = (cli.TINY / "pairs.tsv").read_text().splitlines(keepends=True)[0]
        self.assertEqual(VERSION_LINE, self.assert_warned(
            self.predict(pairs=self.write("pairs.tsv", header)), "pairs.tsv: a header without pairs",
            "targets.cds.fa: no pair is for these targets: the result is empty"))


class NothingToAlign(BadInput):
    def test_row_62_a_target_without_residues(self):
        targets = self.write("targets.fa", ">none\n" + (cli.TINY / "targets.cds.fa").read_text())
        text = self.assert_warned(self.predict(targets=targets, pairs=None),
                                  "targets.fa:1: record without residues (got 'none')")
        self.assertEqual(text, (cli.GOLDEN / "tiny.everywhere.gff3").read_text())

    def test_row_62_they_are_counted_wherever_targets_are(self):
        targets = self.write("targets.fa", ">none\n>nor\n" + (cli.TINY / "targets.cds.fa").read_text())
        unplaced, summary, row = self.path("unplaced.tsv"), self.path("run.json"), self.path("run_mqc.json")
        for pairs in (None, cli.TINY / "pairs.tsv"):
            result = cli.predict("--unplaced-out", unplaced, "--summary", summary, "--summary", row, targets=targets, pairs=pairs)
            self.assert_ok(result, "from 10 of 12 DNA targets; 2 without residues (--unplaced-out)")
            self.assertEqual(unplaced.read_text().splitlines()[1:], [f"{name}\t.\t.\t.\t.\tno residues\t.\t0" for name in ("none", "nor")])
            self.assertEqual(json.loads(summary.read_text())["totals"]["targets_without_residues"], 2)
            figures, = json.loads(row.read_text())["data"].values()
            self.assertEqual((figures["targets"], figures["untried"]), (12, 2))

    def test_row_62_no_other_target(self):
        result = self.predict(targets=self.write("targets.fa", ">none\n>neither\n"), pairs=None)
        self.assertEqual(VERSION_LINE, self.assert_warned(result, "targets.fa:1: record without residues (got 'none') [and 1 more]",
                                                          "targets.fa: no target meets a candidate exon: the result is empty"))

    def test_row_63_a_target_of_n_is_no_gene_under_any_scoring(self):
        targets = self.write("targets.fa", ">nnn\n" + "N" * 60 + "\n")
        for scoring in ("", "preset: paper\n", "match: 4\nmismatch: 4\n"):
            result = self.predict("--scoring", self.write("scoring.yaml", scoring), targets=targets, pairs=None)
            self.assertEqual(head_of("tiny1", "tiny2"), self.assert_warned(
                result, "targets.fa:1: target of N only (got 'nnn')",
                "targets.fa:1: target without a model: nothing but N or X to align (got 'nnn')"))

    def test_row_63_a_sequence_of_n_has_no_gene_under_any_scoring(self):
        sequences = models.read_fasta((cli.TINY / "genome.fa").read_text())
        genome = self.write("genome.fa", f">tiny1\n{'n' * len(sequences['tiny1'])}\n>tiny2\n{sequences['tiny2']}\n")
        for scoring in ("", "preset: paper\n", "match: 4\nmismatch: 4\n"):
            result = self.predict("--scoring", self.write("scoring.yaml", scoring), genome=genome)
            text = self.assert_warned(result, "genome.fa:1: sequence of N only (got 'tiny1')",
                                      "pair without a model: nothing but N or X to align (got 'tiny1.g1.species1') [and 5 more]")
            self.assertNotIn("\ntiny1\t", text)
            self.assertEqual(len(models.models_of(text)), 4)


class TooLarge(BadInput):
    def test_row_80_scores_that_could_leave_32_bits(self):
        n = 120_000
        genome = self.write("genome.fa", f">chr1\n{'ACGGT' * (n // 5)}\n")
        candidates = self.write("candidates.gff3", f"{VERSION_LINE}chr1\tmade\tCDS\t1\t{n}\t.\t+\t0\tID=c\n")
        targets = self.write("targets.fa", ">short\n" + "ACGGT" * 20 + "\n")
        scoring = self.write("scoring.yaml", "match: 10000\n")
        for engine in ("simd", "sequential"):
            result = self.predict("--scoring", scoring, "--engine", engine, genome=genome, candidates=candidates,
                                  targets=targets, pairs=None)
            self.assert_refused(result, 65, "targets.fa:1: scores could leave 32 bits for this target and region (got 'short "
                                f"on chr1:1-{n}, bound {(n + 100) * 10000}', need a bound below 536870912). Hint: use smaller")

    def test_row_80_costs_count_too(self):
        self.assert_refused(self.predict("--scoring", self.write("scoring.yaml", "gap: 1000000\n")), 65,
                            "targets.cds.fa:1: scores could leave 32 bits", "need a bound below 536870912")

    def test_row_80_scores_just_within_are_computed(self):
        scoring = self.write("scoring.yaml", "match: 10000\nmismatch: -10000\n")
        self.assert_ok(self.predict("--scoring", scoring))

    def test_row_80_a_weight_of_a_candidate_out_of_range(self):
        candidates = self.write("candidates.gff3", (cli.TINY / "candidates.gff3").read_text().replace("29.60", "1e10"))
        result = self.predict("--scoring", self.write("scoring.yaml", "candidate_weight: 1000\n"), candidates=candidates)
        self.assert_refused(result, 65, "targets.cds.fa:1: a candidate's weight is out of range (got 'tiny1.g1.species1 on "
                            "tiny1:1-5058'). Hint: use a smaller candidate_weight, or weight of evidence")

    def test_the_first_failure_is_told_whatever_the_threads(self):
        scoring = self.write("scoring.yaml", "gap: 1000000\n")
        told = {self.predict("--scoring", scoring, "--threads", n).stderr for n in (1, 2, 4, 1, 2, 4)}
        self.assertEqual(len(told), 1)


class Paths(BadInput):
    def test_row_78_an_output_that_is_an_input_or_the_other_output(self):
        inputs = {option: self.write(name, (cli.TINY / name).read_bytes()) for option, name in
                  (("genome", "genome.fa"), ("candidates", "candidates.gff3"), ("targets", "targets.cds.fa"),
                   ("pairs", "pairs.tsv"))}
        scoring = self.write("scoring.yaml", "")
        before = {name: self.path(name).read_bytes() for name in self.names()}
        for option, path in (*inputs.items(), ("scoring", scoring)):
            link = self.path("link")
            os.symlink(path, link)
            for output in ("--out", "--summary"):
                for name in (path, link, pathlib.Path(self.dir, "..", self.dir.name, path.name)):
                    result = cli.predict("--scoring", scoring, output, name, **inputs)
                    self.assert_fails(result, 2, f"{output}: the output is also the input of --{option}", "need another file")
            link.unlink()
        same = self.path("same")
        self.assert_fails(cli.predict("--out", same, "--summary", same, **inputs), 2,
                          "--summary: the output is also that of --out")
        self.assertEqual({name: self.path(name).read_bytes() for name in self.names()}, before)

    def test_row_78_one_file_by_two_spellings_or_links_is_one_output(self):
        self.path("folder").mkdir()
        os.symlink("folder", self.path("link"))
        os.symlink("made.later", self.path("dangling"))
        os.symlink("nowhere", self.path("lost"))
        os.symlink("circle", self.path("circle"))
        before = self.names()
        for one, other in (("o", "./o"), ("o", "none/../o"), ("none/../o", "./folder/../o"), ("folder/o", "link/o"),
                           ("link/../o", "o"), ("dangling", "made.later"), ("./made.later", "link/../dangling"),
                           ("lost/o", "nowhere/o"), ("none/o", "./none/./o"), ("circle", "./circle"), ("o", self.path("o"))):
            for options in (("--out", "--protein-out"), ("--summary", "--out")):
                with self.subTest(one=one, other=other, options=options):
                    result = cli.predict(options[0], one, options[1], other, cwd=self.dir)
                    self.assert_fails(result, 2, "the output is also that of --", "need another file")
        self.assertEqual(self.names(), before)
        self.assertEqual(os.listdir(self.path("folder")), [])

    def test_row_78_the_file_behind_a_standard_stream_counts(self):
        for options in (("--out", "-", "--summary", "file"), ("--summary", "-", "--out", "file")):
            with open(self.path("file"), "wb") as file:
                result = cli.predict(*options, stdout=file, cwd=self.dir)
            self.assert_fails(result, 2, f"{options[2]}: the output is also that of --" if options[0] == "--out" else
                              "--summary: the output is also that of --out")
        genome = self.write("genome.fa", (cli.TINY / "genome.fa").read_bytes())
        with open(genome, "rb") as file:
            self.assert_fails(cli.predict("--out", genome, genome="-", stdin=file), 2,
                              "--out: the output is also the input of --genome")
        self.assertEqual(genome.read_bytes(), (cli.TINY / "genome.fa").read_bytes())

    def test_row_78_outputs_that_only_look_alike_are_two(self):
        self.path("folder").mkdir()
        self.assert_ok(cli.predict("--out", "o", "--protein-out", "folder/o", cwd=self.dir))
        self.assertEqual(os.listdir(self.path("folder")), ["o"])

    def test_row_86_a_summary_that_cannot_be_made_is_told_before_computing(self):
        for place in (self.path("none/run.json"), self.dir):
            self.assert_refused(self.predict("--summary", place, genome=self.path("never-opened.fa")), 73, str(place))

    def test_row_82_a_summary_on_a_full_device_is_an_io_error(self):
        result = self.predict("--summary", "/dev/full")
        self.assert_fails(result, 74, "/dev/full", "No space left on device")
        self.assert_no_temporaries()
        if self.path("models.gff3").exists():  # whole or not at all
            self.assertEqual(self.path("models.gff3").read_bytes(), (cli.GOLDEN / "tiny.gff3").read_bytes())

    def test_row_87_a_folder_without_room_for_an_index(self):
        folder = self.path("genomes")
        folder.mkdir()
        (folder / "genome.fa").write_bytes((cli.TINY / "genome.fa").read_bytes())
        folder.chmod(0o555)
        self.addCleanup(folder.chmod, 0o755)
        result = cli.predict(genome=folder / "genome.fa")
        self.assertEqual((result.code, result.stdout_bytes), (0, (cli.GOLDEN / "tiny.gff3").read_bytes()))
        self.assertEqual(os.listdir(folder), ["genome.fa"])

    def test_row_65_a_truncated_gzip_is_an_io_error_whichever_file_it_is(self):
        for option, name in (("genome", "genome.fa"), ("candidates", "candidates.gff3"), ("targets", "targets.cds.fa"),
                             ("pairs", "pairs.tsv")):
            cut = self.write(name, gzip.compress((cli.TINY / name).read_bytes())[:-20])
            self.assert_refused(self.predict(**{option: cut}), 74, f"{name}: the compressed data are truncated or damaged")

    def test_a_genome_that_cannot_be_read_is_one_error(self):
        genome = (cli.TINY / "genome.fa").read_text()
        scores = self.write("scores.tsv", "tiny1\t100\t+\tdonor\t1.5\n")
        for content, told in ((genome.replace("\n", "\r"), "genome.fa:1: lines that end in a carriage return alone"),
                              (genome.encode("utf-16"), "genome.fa:1: UTF-16 text"), ("", "genome.fa: no sequences"),
                              (genome[1:], "genome.fa:1: no FASTA header"),
                              ("@r1\nACGT\n+\nIIII\n", "genome.fa:1: FASTQ where FASTA is needed"),
                              ((cli.TINY / "targets.pep.fa").read_text(), "genome.fa: protein where DNA is needed")):
            path = self.write("genome.fa", content)
            inputs = ("--genome", path, "--candidates", cli.TINY / "candidates.gff3")
            targets = ("--targets", cli.TINY / "targets.cds.fa", "--pairs", cli.TINY / "pairs.tsv")
            for args in (("predict", *inputs, *targets, "--blocks", "add", "--splice-scores", scores), ("validate", *inputs, *targets),
                         ("analyze", *inputs, *targets, "--out-prefix", self.path("analysis")),
                         ("graph", *inputs, "--region", "tiny1:1-5000"), ("blocks", *inputs[:2], "--region", "tiny1:1-5000"),
                         ("train", *inputs[:2], "--annotation", cli.TINY / "truth.gff3"),
                         ("simulate", *inputs[:2], "--annotation", cli.TINY / "truth.gff3", "--out", self.path("made"))):
                with self.subTest(told=told, subcommand=args[0]):
                    result = cli.run(*args)
                    self.assert_fails(result, 65, told)
                    self.assertEqual(result.stderr.count("exonweave: error"), 1, str(result))

    def test_targets_that_cannot_be_read_are_one_error(self):
        result = self.predict(targets=self.write("targets.fa", (cli.TINY / "targets.cds.fa").read_text().replace("\n", "\r")))
        self.assert_refused(result, 65, "targets.fa:1: lines that end in a carriage return alone")
        self.assertEqual(result.stderr.count("\n"), 1, str(result))

    def test_problems_of_all_files_are_told_at_once(self):
        genome = self.write("genome.fa", (cli.TINY / "genome.fa").read_text() + "ACGT!\n")
        candidates = self.write("candidates.gff3", VERSION_LINE + "tiny1\tx\tCDS\t9\t5\t.\t+\t0\tID=a\n")
        scoring = self.write("scoring.yaml", "gap: x\n")
        pairs = self.write("pairs.tsv", "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\ntiny1\t0\t9\t+\tnobody\n")
        result = self.predict("--scoring", scoring, genome=genome, candidates=candidates, pairs=pairs)
        self.assert_refused(result, 65, "genome.fa:444: not a nucleotide", "candidates.gff3:2: end lies before start",
                            "scoring.yaml:1: gap is not a whole number", "pairs.tsv:2: unknown target")


if __name__ == "__main__":
    unittest.main()
