"""predict --hits: loci from the hits of other programs, in each of their formats; options and refusals."""
import gzip
import unittest

import cli
import models

LENGTHS = {name: len(text) for name, text in models.read_fasta((cli.TINY / "genome.fa").read_text()).items()}
MMSEQS = "\t".join("query target fident alnlen mismatch gapopen qstart qend tstart tend evalue bits".split()) + "\n"


def pairs():
    """The rows of test-data/tiny/pairs.tsv, each as (sequence, start0, end0, strand, target)."""
    header, *rows = [line.split("\t") for line in (cli.TINY / "pairs.tsv").read_text().splitlines()]
    places = [header.index(name) for name in ("region_seqid", "region_start0", "region_end0", "strand", "target_id")]
    found = [tuple(row[place] for place in places) for row in rows]
    return [(sequence, int(start), int(end), strand, target) for sequence, start, end, strand, target in found]


TARGET_LENGTHS = {name: len(text) for name, text in models.read_fasta((cli.TINY / "targets.cds.fa").read_text()).items()}


def paf(rows, inner=0):
    return "".join(f"{target}\t{TARGET_LENGTHS[target]}\t0\t9\t{strand}\t{sequence}\t{LENGTHS[sequence]}\t{start + inner}\t{end - inner}\t9\t9\t0\n"
                   for sequence, start, end, strand, target in rows)


def miniprot(rows, inner=0):
    return "##gff-version 3\n" + "".join(
        f"{sequence}\tminiprot\tmRNA\t{start + 1 + inner}\t{end - inner}\t9\t{strand}\t.\tID=MP{n};Target={target} 1 9\n"
        for n, (sequence, start, end, strand, target) in enumerate(rows))


def blast(rows, inner=0):
    text = ""
    for sequence, start, end, strand, target in rows:
        ends = (start + 1 + inner, end - inner) if strand == "+" else (end - inner, start + 1 + inner)
        text += f"{target}\t{sequence}\t40\t9\t1\t0\t1\t9\t{ends[0]}\t{ends[1]}\t1e-9\t50\n"
    return text


class Hits(cli.Case):
    def predict(self, content, *more, **options):
        return cli.predict("--hits", self.write("hits.txt", content), *more, pairs=None, **options)

    def test_every_format_gives_the_models_of_the_same_pairs(self):
        expected = cli.predict().stdout
        self.assertIn("\tmRNA\t", expected)
        for write in (paf, miniprot, blast):
            for inner, flank in ((0, 0), (100, 100)):
                result = self.predict(write(pairs(), inner), "--flank", flank)
                self.assert_ok(result)
                self.assertEqual(result.stdout, expected, write.__name__)
        self.assertEqual(self.predict(paf(reversed(pairs())), "--flank", 0).stdout, expected)
        self.assertEqual(self.predict(gzip.compress(paf(pairs()).encode()), "--flank", 0).stdout, expected)

    def test_tables_that_name_their_columns_give_the_same_models(self):
        expected = self.predict(blast(pairs()), "--flank", 0).stdout
        comments = ("# TBLASTN 2.14.0+\n# Query: a\n# Fields: query acc.ver, subject acc.ver, % identity, alignment length, mismatches, "
                    "gap opens, q. start, q. end, s. start, s. end, evalue, bit score\n# 1 hits found\n")
        for head in (MMSEQS, comments):
            self.assertEqual(self.predict(head + blast(pairs()), "--flank", 0).stdout, expected, head)
        for other in (MMSEQS.replace("tstart\ttend", "tend\ttstart"), comments.replace("q. start, ", "")):
            self.assert_fails(self.predict(other + blast(pairs())), 65, "a table of hits with other columns", "need the 12 standard columns first")

    def test_the_flank_is_wide_unless_given(self):
        hits = paf(pairs(), 400)
        whole = [(sequence, 0, LENGTHS[sequence], strand, target) for sequence, _, _, strand, target in pairs()]
        models = lambda *options: self.predict(*options).stdout.replace("window=proved", "window=given")
        self.assertEqual(models(hits), models(paf(whole), "--flank", 0))

    def test_validate_and_the_summary_know_hits(self):
        hits = self.write("hits.paf", paf(pairs()))
        inputs = ("--genome", cli.TINY / "genome.fa", "--targets", cli.TINY / "targets.cds.fa")
        result = cli.run("validate", *inputs, "--hits", hits, "--flank", 0)
        self.assert_ok(result)
        self.assertIn(f"hits.paf: {len(set(pairs()))} regions around hits\n", result.stdout)
        self.assert_fails(cli.run("validate", "--hits", hits), 2, "--hits cannot be checked alone")
        summary = self.path("summary.json")
        self.assert_ok(cli.predict("--hits", hits, "--summary", summary, pairs=None))
        self.assertIn('"role": "hits"', summary.read_text())

    def test_analyze_takes_hits(self):
        def cases(option, path, *more):
            self.assert_ok(cli.run("analyze", "--genome", cli.TINY / "genome.fa", "--candidates", cli.TINY / "candidates.gff3", "--targets",
                                   cli.TINY / "targets.cds.fa", option, path, *more, "--out-prefix", self.path("x")))
            return self.path("x.cases.tsv").read_text()
        hits = self.write("hits.paf", paf(pairs()))
        self.assertEqual(cases("--hits", hits, "--flank", 0), cases("--pairs", cli.TINY / "pairs.tsv"))

    def test_bad_usage(self):
        hits = self.write("hits.paf", paf(pairs()))
        self.assert_fails(cli.predict("--hits", hits), 2, "--hits together with --pairs")
        self.assert_fails(cli.predict("--flank", 5), 2, "--flank without hits (got '5', need --hits, or a search")
        self.assert_fails(cli.run("validate", "--genome", cli.TINY / "genome.fa", "--flank", 5), 2, "--flank without hits (got '5', need --hits)")
        self.assert_fails(cli.predict("--hits", hits, "--flank", "-1", pairs=None), 2, "--flank: not a number in its range")
        self.assert_fails(cli.predict("--hits", "", pairs=None), 2, "--hits")
        self.assert_fails(cli.predict("--hits", hits, "--out", hits, pairs=None), 2, "--hits")
        self.assert_fails(cli.predict("--hits", self.path("nowhere"), pairs=None), 66, "nowhere: cannot open")

    def test_bad_hits(self):
        good = paf(pairs())
        self.assert_fails(self.predict(good + paf(pairs()[:1]).replace("tiny1", "tiny9")), 65,
                          f"hits.txt:{len(pairs()) + 1}: unknown sequence (got 'tiny9', need a sequence of the genome). Hint: did you mean")
        self.assert_fails(self.predict("x\t" + good), 65, "hits.txt:1: ")
        self.assert_fails(self.predict(">not hits\n"), 65, "hits.txt:1: not a file of hits (got '>not hits', need PAF, GFF3 of miniprot")
        first, *rest = good.splitlines(keepends=True)
        fields = first.split("\t")
        for column, told in ((1, "the target has another length in its file"), (6, "the sequence has another length in the genome")):
            other = fields[:column] + [str(int(fields[column]) + 1)] + fields[column + 1:]
            self.assert_fails(self.predict("\t".join(other) + "".join(rest)), 65,
                              f"hits.txt:1: {told} (got '{other[column]}', need {fields[column]})")

    def test_no_hits_are_no_models_and_a_word(self):
        self.assert_ok(cli.predict("--hits", self.write("none.paf", ""), pairs=None), "no hit is of these targets: the result is empty")
        inputs = ("--genome", cli.TINY / "genome.fa", "--targets", cli.TINY / "targets.cds.fa", "--candidates", cli.TINY / "candidates.gff3")
        for content in ("", "\n", "# nothing\n", "##gff-version 3\n", MMSEQS, "p\t9\t0\t0\t*\t*\t0\t0\t0\t0\t0\t0\n"):
            with self.subTest(content=content):
                proteins = self.path("proteins.fa")
                result = self.predict(content, "--protein-out", proteins)
                self.assert_ok(result, "hits.txt: a file without hits", "the result is empty")
                self.assertEqual((result.stdout, proteins.read_text()), ("##gff-version 3\n", ""))
                hits = self.write("hits.txt", content)
                self.assert_ok(cli.run("validate", *inputs, "--hits", hits))
                self.assert_ok(cli.run("analyze", *inputs, "--hits", hits, "--out-prefix", self.path("analysis")))
                self.assert_ok(cli.run("estimate", *inputs, "--hits", hits))
                self.assert_ok(cli.run("shard", *inputs, "--hits", hits, "--parts", 2, "--plan", self.path("plan")))

    def test_the_gff3_of_scan(self):
        inputs = ("--genome", cli.TINY / "genome.fa")
        gff3, table = self.path("matches.gff3"), self.path("matches.tsv")
        self.assert_ok(cli.run("scan", *inputs, "--queries", cli.TINY / "targets.pep.fa", "--gff3-out", gff3, "--out", table))
        read = [cli.run("predict", *inputs, "--targets", cli.TINY / "targets.pep.fa", "--hits", hits) for hits in (gff3, table)]
        self.assert_ok(read[0])
        self.assertIn("\tmRNA\t", read[0].stdout)
        self.assertEqual(read[0].stdout, read[1].stdout)

    def test_accessions_find_the_only_record_that_has_them(self):
        rows, targets = pairs()[:1], (cli.TINY / "targets.cds.fa").read_text()
        name = rows[0][-1]
        expected = self.predict(paf(rows)).stdout
        for record, hit in ((f"gi|123|ref|{name}|", name), (f"sp|{name}|NAME_HUMAN", name), (f"lcl|{name}", name), (name, f"ref|{name}|"),
                            (f"gi|123|ref|{name}|", f"ref|{name}|")):
            renamed = self.write("targets.fa", targets.replace(f">{name}\n", f">{record}\n").replace(f">{name} ", f">{record} "))
            result = self.predict(paf(rows).replace(name, hit), targets=renamed)
            self.assert_ok(result)
            self.assertEqual(result.stdout.replace(record.replace("%", ""), name), expected, (record, hit))
        two = self.write("targets.fa", targets.replace(f">{name}", f">sp|{name}|A") + f">tr|{name}|B\nACGTACGTACGT\n")
        self.assert_fails(self.predict(paf(rows), targets=two), 65, f"hits.txt:1: unknown target (got '{name}'",
                          f"Hint: did you mean 'sp|{name}|A', 'tr|{name}|B'?")


if __name__ == "__main__":
    unittest.main()
