"""Outputs whose names end in .gz: BGZF, those of rows with places sorted and with an index beside them; and --bed-out."""
import gzip
import os
import resource
import shutil
import subprocess
import unittest

import cli
import models

BGZF_END = bytes.fromhex("1f8b08040000000000ff0600424302001b0003000000000000000000")
PLACED = {"--out": "models.gff3", "--locus-out": "loci.gff3", "--locus-out gtf": "loci.gtf", "--evm-out": "evm.gff3", "--hints-out": "hints.gff", "--bed-out": "models.bed",
          "--locus-out bed": "loci.bed"}  # what follows a blank tells files of an option apart
PLAIN = {"--locus-protein-out": "loci.pep.fa", "--locus-cds-out": "loci.cds.fa", "--protein-out": "models.pep.fa", "--cds-out": "models.cds.fa", "--alignment-out": "models.txt",
         "--unplaced-out": "unplaced.tsv"}


def predict(*more, **inputs):
    """Proteins on ORF exons, two chains a locus, so that loci overlap."""
    return cli.predict("--splice-model", "vertebrate", "--top", "2", "--quiet", *more,
                       **{"candidates": None, "targets": cli.TINY / "targets.pep.fa", **inputs})


class Packed(cli.Case):
    def options(self, ending):
        return [part for option, name in {**PLACED, **PLAIN}.items() for part in (option.split()[0], self.path(name + ending))]

    def setUp(self):
        super().setUp()
        self.assert_ok(predict(*self.options(".gz")))
        self.assert_ok(predict(*self.options("")))

    def unpacked(self, name):
        data = self.path(name + ".gz").read_bytes()
        self.assertEqual((data[:4], data[12:14], data[-len(BGZF_END):]), (b"\x1f\x8b\x08\x04", b"BC", BGZF_END), name)
        return gzip.decompress(data).decode()

    def test_the_lines_are_those_of_the_plain_output(self):
        for name in PLAIN.values():
            self.assertEqual(self.unpacked(name), self.path(name).read_text())
        for name in PLACED.values():
            self.assertEqual(sorted(self.unpacked(name).splitlines()), sorted(self.path(name).read_text().splitlines()))
        self.assertEqual(self.unpacked("models.bed"), self.path("models.bed").read_text())

    def test_rows_ascend_within_a_sequence_and_parents_stand_before_their_parts(self):
        for name in ("models.gff3", "loci.gff3", "evm.gff3"):
            rows, seen = models.read_gff3(self.unpacked(name)), set()
            self.assertEqual([(row.seqid, row.start) for row in rows], sorted((row.seqid, row.start) for row in rows))
            for row in rows:
                self.assertTrue("Parent" not in row.attributes or row.attributes["Parent"] in seen)
                seen.add(row.attributes["ID"])
        rows = models.read_gff3(self.path("models.gff3").read_text())
        self.assertNotEqual([row.start for row in rows], [row.start for row in models.read_gff3(self.unpacked("models.gff3"))])

    def test_the_index_finds_what_lies_in_a_region(self):
        self.assertEqual([name for name in self.names() if name.endswith((".tbi", ".csi"))],
                         sorted(f"{name}.gz.tbi" for name in PLACED.values()))
        if not shutil.which("tabix"):
            self.skipTest("no tabix")
        for name, first, from0 in (("models.gff3", 3, 0), ("loci.gff3", 3, 0), ("evm.gff3", 3, 0), ("models.bed", 1, 1)):
            found = subprocess.run(["tabix", self.path(name + ".gz"), "tiny1:5000-9000"], capture_output=True, text=True, check=True)
            self.assertEqual(found.stderr, "")
            lines = [line.split("\t") for line in self.unpacked(name).splitlines() if not line.startswith("#")]
            wanted = [line for line in lines if line[0] == "tiny1" and int(line[first]) + from0 <= 9000 and int(line[first + 1]) >= 5000]
            self.assertEqual(found.stdout.splitlines(), ["\t".join(line) for line in wanted])
            self.assertGreater(len(wanted), 0)

    def test_they_are_valid_gff3(self):
        if not shutil.which("gt"):
            self.skipTest("no gt")
        for name in ("models.gff3", "loci.gff3", "evm.gff3"):
            done = subprocess.run(["gt", "gff3validator", self.path(name + ".gz")], capture_output=True, timeout=cli.TIMEOUT)
            self.assertEqual((done.returncode, done.stderr), (0, b""), done.stdout + done.stderr)

    def test_threads_change_no_byte(self):
        before = {name: self.path(name).read_bytes() for name in self.names()}
        self.assert_ok(predict(*self.options(".gz"), "--threads", "1"))
        self.assertEqual(before, {name: self.path(name).read_bytes() for name in self.names()})

    def test_what_is_packed_is_read_again(self):
        loci = self.path("loci.tsv.gz")
        genome, targets = cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa"
        self.assert_ok(cli.run("search", "--genome", genome, "--targets", targets, "--out", loci))
        self.assertTrue(loci.read_bytes().endswith(BGZF_END))
        self.assert_ok(cli.run("validate", "--genome", genome, "--targets", targets, "--pairs", loci))
        self.assert_ok(cli.run("validate", "--genome", genome, "--candidates", self.path("models.gff3.gz")))


class Bed(cli.Case):
    def test_a_row_per_model_with_its_exons(self):
        self.assert_ok(predict("--out", self.path("m.gff3"), "--bed-out", self.path("m.bed")))
        found = {}
        for model in models.models_of(self.path("m.gff3").read_text()):
            parts = sorted(model.parts, key=lambda part: part.start)
            start, end = parts[0].start - 1, parts[-1].end
            found[model.row.attributes["ID"]] = [
                model.row.seqid, start, end, model.row.attributes["ID"], min(max(int(model.score // 1), 0), 1000), model.row.strand,
                start, end, 0, len(parts), "".join(f"{part.end - part.start + 1}," for part in parts),
                "".join(f"{part.start - 1 - start}," for part in parts)]
        rows = [line.split("\t") for line in self.path("m.bed").read_text().splitlines()]
        self.assertEqual({row[3]: row for row in rows}, {name: list(map(str, row)) for name, row in found.items()})
        self.assertEqual(len(rows), len(found))
        self.assertEqual([(row[0], int(row[1])) for row in rows], sorted((row[0], int(row[1])) for row in rows))

    def test_what_is_not_coding_is_not_thick(self):
        targets = self.write("part.fa", "".join(f">{name}\n{dna[1:]}\n" for name, dna in
                                                models.read_fasta((cli.TINY / "targets.cds.fa").read_text()).items()))
        self.assert_ok(cli.predict("--out", "/dev/null", "--bed-out", self.path("m.bed"), targets=targets))
        rows = [line.split("\t") for line in self.path("m.bed").read_text().splitlines()]
        self.assertGreater(len(rows), 5)
        for row in rows:
            self.assertEqual((row[6], row[7]), (row[1], row[1]))


class Faults(cli.Case):
    def test_row_97_an_index_that_is_another_output_or_an_input_is_refused(self):
        out = self.path("m.gff3.gz")
        for index in (".tbi", ".csi"):
            self.assert_fails(predict("--out", out, "--cds-out", f"{out}{index}"), 2,
                              "the index of --out: the output is also that of --cds-out")
            targets = self.path(f"m.gff3.gz{index}")
            shutil.copy(cli.TINY / "targets.pep.fa", targets)
            self.assert_fails(predict("--out", out, targets=targets), 2,
                              "the index of --out: the output is also the input of --targets")
            targets.unlink()
        self.assertEqual(self.names(), [])

    def test_row_86_an_index_that_cannot_be_made_is_told_before_computing(self):
        for option, name in PLACED.items():
            self.path(f"{name}.gz.tbi").mkdir()
            result = predict("--out", "/dev/null", option.split()[0], self.path(f"{name}.gz"), genome=self.path("never-opened.fa")) \
                if option != "--out" else predict(option, self.path(f"{name}.gz"), genome=self.path("never-opened.fa"))
            self.assert_fails(result, 73, f"{name}.gz.tbi", "Is a directory")
            self.path(f"{name}.gz.tbi").rmdir()
        self.assertEqual(self.names(), [])

    def test_row_82_a_full_device_under_a_packed_name_is_noticed(self):
        full = self.path("full.gff3.gz")
        full.symlink_to("/dev/full")
        self.assert_fails(predict("--out", full), 74, "full.gff3.gz", "No space left on device")
        self.assertEqual(self.names(), ["full.gff3.gz"])

    def test_row_82_a_file_size_limit_leaves_both_or_none(self):
        codes = set()
        for limit in (10, 27, 28, 60, 120, 250, 500, 1000, 2000, 4000, 1 << 20):
            result = predict("--out", self.path("m.gff3.gz"), "--bed-out", self.path("m.bed.gz"),
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
            codes.add(result.code)
            if result.code == 0:
                self.assertEqual(self.names(), ["m.bed.gz", "m.bed.gz.tbi", "m.gff3.gz", "m.gff3.gz.tbi"])
            else:
                self.assert_fails(result, 74, "File too large")
                self.assertEqual(self.names(), [])
        self.assertEqual(codes, {0, 74})

    def test_row_95_a_pipe_under_a_packed_name_has_no_index(self):
        pipe = self.path("pipe.gff3.gz")
        os.mkfifo(pipe)
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as reader:
            self.assert_ok(predict("--out", pipe))
            text = gzip.decompress(reader.stdout.read())
        self.assertIn(b"\tmRNA\t", text)
        self.assertEqual(self.names(), ["pipe.gff3.gz"])


if __name__ == "__main__":
    unittest.main()
