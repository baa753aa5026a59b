"""`--review`: a curator's marks of genes, as the report saves them. Rejected genes leave the set, accepted ones stay below --min-support."""
import gzip
import json
import unittest

import cli
import models
from test_predict_outputs import predict_proteins

HEAD = "gene_id\tsequence\tstart\tend\tstrand\tmark\tnote\n"


def marks(*rows):
    """The table of (row of a gene, mark)."""
    return HEAD + "".join(f"x\t{row.seqid}\t{row.start}\t{row.end}\t{row.strand}\t{mark}\t\n" for row, mark in rows)


def gene_rows(text):
    return [row for row in models.read_gff3(text) if row.type == "gene"]


class Review(cli.Case):
    def genes(self, *more):
        path = self.path("genes.gff3")
        result = predict_proteins("--out", "/dev/null", "--locus-out", path, "--summary", self.path("run.json"), *more)
        self.assert_ok(result)
        return gene_rows(path.read_text()), result.stderr, json.loads(self.path("run.json").read_text())

    def places(self, rows):
        return [(row.seqid, row.start, row.end, row.strand) for row in rows]

    def test_rejected_genes_leave_the_set_and_are_counted(self):
        whole, _, _ = self.genes()
        review = self.write("review.tsv", marks((whole[1], "reject"), (whole[0], "look again"), (whole[2], "accept")))
        kept, said, told = self.genes("--review", review)
        self.assertEqual(self.places(kept), self.places([whole[0], *whole[2:]]))
        self.assertIn(f"exonweave: 1 of {len(whole)} genes removed: rejected by --review\n", said)
        self.assertEqual(told["locus_models"]["rejected"], 1)
        self.assertIn("review", [each["role"] for each in told["inputs"]])
        self.assertNotIn("warning", said)

    def test_accepted_genes_stay_whatever_their_support(self):
        whole, _, _ = self.genes()
        kept, _, _ = self.genes("--min-support", "1")
        self.assertLess(len(kept), len(whole))
        gone = next(row for row in whole if self.places([row])[0] not in self.places(kept))
        review = self.write("review.tsv", marks((gone, "accept")))
        stay, _, _ = self.genes("--min-support", "1", "--review", review)
        self.assertEqual(self.places(stay), sorted(self.places([*kept, gone]), key=self.places(whole).index))

    def test_marks_of_genes_that_are_not_there_are_a_warning(self):
        whole, _, _ = self.genes()
        row = whole[0]
        review = self.write("review.tsv", f"{HEAD}x\t{row.seqid}\t{row.start + 1}\t{row.end}\t{row.strand}\treject\t\n")
        kept, said, _ = self.genes("--review", review)
        self.assertEqual(self.places(kept), self.places(whole))
        self.assertIn(f"warning: {review}:2: 1 of 1 marked genes are not in this run (got '{row.seqid}:{row.start + 1}-{row.end} {row.strand}'", said)

    def test_another_file_is_refused_line_by_line(self):
        whole, _, _ = self.genes()
        bad = marks((whole[0], "keep"), (whole[1], "drop"))
        for text, code, parts in ((bad, 65, (":2: not a mark (got 'keep', need accept, reject, look again, or '.')", ":3: not a mark (got 'drop'")),
                                  ("", 65, ("no table of marks: the file is empty",)),
                                  ("a\tb\n", 65, (":1: no column sequence in the header of the marks (got 'a', need tab-separated: sequence, ", "Save marks")),
                                  (HEAD + "x\tnowhere\t1\t9\t+\treject\t\n", 65, (":2: unknown sequence", "nowhere"))):
            self.assert_fails(predict_proteins("--out", "/dev/null", "--locus-out", self.path("g.gff3"), "--review", self.write("bad.tsv", text)), code, *parts)
        self.assert_fails(predict_proteins("--out", "/dev/null", "--locus-out", self.path("g.gff3"), "--review", self.path("none.tsv")), 66, "none.tsv")
        self.assert_fails(predict_proteins("--out", "/dev/null", "--review", self.write("bad.tsv", bad)), 2, "--review without models of loci")

    def test_annotate_takes_it_too(self):
        run = ["annotate", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa", "-o", self.path("out"), "--splice-model", "vertebrate"]
        self.assert_ok(cli.run(*run))
        read = lambda: gene_rows(gzip.decompress((self.path("out") / "genes.gff3.gz").read_bytes()).decode())
        whole = read()
        result = cli.run(*run, "--review", self.write("review.tsv", marks((whole[0], "reject"))))
        self.assert_ok(result)
        self.assertIn("removed: rejected by --review", result.stderr)
        self.assertEqual(self.places(read()), self.places(whole[1:]))


if __name__ == "__main__":
    unittest.main()
