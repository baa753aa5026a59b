"""graph: the exon DAG of a region as DOT and GraphML, and the chain of a result marked in it."""
import re
import shutil
import subprocess
import unittest
import xml.etree.ElementTree

import cli

GENOME = ">c\n" + "ACGT" * 300 + "\n"
HEAD = "##gff-version 3\n"
NAMESPACE = {"g": "http://graphml.graphdrawing.org/xmlns"}


def gff(*exons, kind="CDS"):
    """GFF3 of (start, end, strand, attributes)."""
    return HEAD + "".join(f"c\tx\t{kind}\t{a}\t{b}\t.\t{strand}\t0\t{attributes}\n" for a, b, strand, attributes in exons)


def vertices(dot):
    """{vertex number: (label, is marked)}"""
    found = re.findall(r'^(\d+) \[label="((?:[^"\\]|\\.)*)"([^\]]*)\];$', dot, re.MULTILINE | re.DOTALL)
    return {int(number): (label, "penwidth" in style) for number, label, style in found}


def edges(dot):
    """{(from, to): is marked}"""
    return {(int(a), int(b)): bool(style.strip()) for a, b, style in re.findall(r"^(\d+)->(\d+)(.*);$", dot, re.MULTILINE)}


class GraphCase(cli.Case):
    def setUp(self):
        super().setUp()
        self.genome = self.write("genome.fa", GENOME)
        self.candidates = self.write("candidates.gff3", gff(
            (1, 100, "+", "ID=a"), (51, 200, "+", "ID=b"), (301, 400, "+", "ID=c"), (601, 700, "+", "ID=d"),
            (601, 700, "-", "ID=r"), (1, 90, "-", "ID=s")))

    def graph(self, *more, region="c", candidates=None):
        return cli.run("graph", "--genome", self.genome, "--candidates", candidates or self.candidates, "--region", region,
                       *more)


class Graph(GraphCase):
    def test_an_edge_goes_to_every_exon_that_may_follow(self):
        result = self.graph()
        self.assert_ok(result)
        self.assertEqual([label.split("\n")[0] for label, _ in vertices(result.stdout).values()], ["a", "b", "c", "d"])
        self.assertEqual(set(edges(result.stdout)), {(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)})

    def test_direct_edges_leave_out_what_a_path_implies(self):
        self.assertEqual(set(edges(self.graph("--direct").stdout)), {(0, 2), (1, 2), (2, 3)})

    def test_edges_of_the_reverse_strand_run_in_reading_direction(self):
        result = self.graph("--strand", "-")
        self.assertEqual({n: label.split("\n")[1] for n, (label, _) in vertices(result.stdout).items()},
                         {0: "1..90", 1: "601..700"})
        self.assertEqual(set(edges(result.stdout)), {(1, 0)})

    def test_introns_shorter_than_the_least_are_no_edges(self):
        self.assertIn((0, 2), edges(self.graph("--min-intron", "200").stdout))
        self.assertNotIn((0, 2), edges(self.graph("--min-intron", "201").stdout))

    def test_only_exons_wholly_in_the_region_are_drawn(self):
        labels = [label for label, _ in vertices(self.graph(region="c:51-400").stdout).values()]
        self.assertEqual([label.split("\n")[0] for label in labels], ["b", "c"])

    def test_the_chain_of_a_result_is_marked(self):
        models = self.path("models.gff3")
        self.assert_ok(cli.run(*cli.predict_tiny(models)))
        result = cli.run("graph", "--genome", cli.TINY / "genome.fa", "--candidates", cli.TINY / "candidates.gff3",
                         "--region", "tiny1", "--result", models, "--transcript", "gene1.t1", "--direct")
        self.assert_ok(result)
        chain = {tuple(line.split("\t")[3:5]) for line in models.read_text().splitlines()
                 if "\tCDS\t" in line and "Parent=gene1.t1;" in line}
        nodes = vertices(result.stdout)
        marked = {tuple(label.split("\n")[1].split("..")) for label, is_marked in nodes.values() if is_marked}
        self.assertEqual(marked, chain)
        self.assertEqual(sum(edges(result.stdout).values()), len(chain) - 1)

    def test_models_of_cdna_have_exons_alone(self):
        row = lambda kind, first, last, attributes: f"c\tx\t{kind}\t{first}\t{last}\t.\t+\t{'0' if kind == 'CDS' else '.'}\t{attributes}\n"
        models = "##gff-version 3\n" + row("gene", 1, 700, "ID=g") + "".join(
            row("mRNA", 1, 700, f"ID=g.{t};Parent=g") + row("exon", 1, 100, f"ID=g.{t}.e1;Parent=g.{t}") + row("exon", last, last + 99, f"ID=g.{t}.e2;Parent=g.{t}")
            for t, last in (("cdna", 301), ("coding", 601))) + row("CDS", 51, 200, "ID=g.coding.c;Parent=g.coding") + row("CDS", 601, 700, "ID=g.coding.c;Parent=g.coding")
        for transcript, marked in (("g.cdna", ["a", "c"]), ("g.coding", ["b", "d"])):  # CDS count where there are any
            result = self.graph("--result", self.write("models.gff3", models), "--transcript", transcript)
            self.assert_ok(result)
            self.assertEqual([label.split("\n")[0] for label, is_marked in vertices(result.stdout).values() if is_marked], marked)
        self.assert_fails(self.graph("--result", self.write("none.gff3", "##gff-version 3\n")), 65, "none.gff3: no model: neither a CDS row nor an exon row")

    def test_graphml_has_places_labels_and_edges(self):
        result = self.graph("--graphml")
        root = xml.etree.ElementTree.fromstring(result.stdout)
        keys = {key.get("id"): key.get("attr.name") for key in root.findall("g:key", NAMESPACE)}
        nodes = [{keys[data.get("key")]: data.text for data in node.findall("g:data", NAMESPACE)}
                 for node in root.findall(".//g:node", NAMESPACE)]
        self.assertEqual([(n["label"], n["start"], n["end"], n["in_chain"]) for n in nodes],
                         [("a", "1", "100", "0"), ("b", "51", "200", "0"), ("c", "301", "400", "0"),
                          ("d", "601", "700", "0")])
        self.assertEqual(len(root.findall(".//g:edge", NAMESPACE)), 5)

    def test_names_are_escaped(self):
        hostile = self.write("hostile.gff3", gff((1, 100, "+", 'ID=<script>"x"\\')))
        self.assertIn('<script>\\"x\\"', self.graph(candidates=hostile).stdout)
        self.assertNotIn("<script>", self.graph("--graphml", candidates=hostile).stdout)

    @unittest.skipUnless(shutil.which("dot"), "no graphviz")
    def test_graphviz_takes_it(self):
        hostile = self.write("hostile.gff3", gff((1, 100, "+", 'ID=<script>"x"\\'), (301, 400, "+", "ID=b")))
        drawn = subprocess.run(["dot", "-Tsvg"], input=self.graph(candidates=hostile).stdout_bytes, capture_output=True)
        self.assertEqual((drawn.returncode, drawn.stderr), (0, b""))
        xml.etree.ElementTree.fromstring(drawn.stdout)

    def test_a_region_as_samtools_has_it(self):
        drawn = lambda region: self.graph(region=region).stdout.replace(f'label="{region} +"', "")
        for region in ("c:1", "c:1-", "c:-1,200", "c:1-1,200"):
            self.assertEqual(drawn(region), drawn("c"), region)
        self.assertEqual([label.split("\n")[0] for label, _ in vertices(drawn("c:1-600")).values()], ["a", "b", "c"])
        self.assertEqual([label.split("\n")[0] for label, _ in vertices(drawn("c:300")).values()], ["c", "d"])

    def test_out_names_the_file(self):
        self.assert_ok(self.graph("--out", self.path("g.dot")))
        self.assertEqual(self.path("g.dot").read_text(), self.graph().stdout)


class Refused(GraphCase):
    def test_a_genome_that_is_wrong_is_told_before_the_region(self):
        bad = self.write("bad.fa", ">#c\nACGT\n")
        result = cli.run("graph", "--genome", bad, "--candidates", self.candidates, "--region", "d:1-4")
        self.assert_fails(result, 65, "bad.fa:1: name that begins with '#'")

    def test_unknown_sequence(self):
        self.assert_fails(self.graph(region="d"), 2, "--region: unknown sequence (got 'd'")

    def test_range_beyond_the_sequence(self):
        for bad in ("c:1-1201", "c:0-10", "c:20-10", "c:x-10", "c:-", "c:1,00"):
            self.assert_fails(self.graph(region=bad), 2, "--region: not a range of the sequence", "within 1-1200")

    def test_unknown_strand(self):
        self.assert_fails(self.graph("--strand", "x"), 2, "--strand: unknown word (got 'x', need one of +|-)")

    def test_dot_and_graphml_together(self):
        self.assertEqual(self.graph("--dot", "--graphml").code, 2)

    def test_a_result_without_a_model_here(self):
        models = self.write("models.gff3", gff((601, 700, "-", "ID=x;Parent=m")))
        self.assert_fails(self.graph("--result", models), 65, "no model to mark lies in the region on this strand")

    def test_exons_of_a_result_that_are_no_candidates_are_warned_of(self):
        models = self.write("models.gff3", gff((1, 100, "+", "ID=x;Parent=m"), (311, 400, "+", "ID=x;Parent=m")))
        self.assert_ok(self.graph("--result", models), "exons of the result are no candidates of the region", "1 of m")

    def test_too_many_candidates(self):
        many = self.write("many.gff3", gff(*((a, b, "+", f"ID=e{a}.{b}") for a in range(1, 71) for b in range(101, 161))))
        self.assert_fails(self.graph(candidates=many), 65, "too many candidates for an exon graph (got '4200', need at most "
                                                           "4000)", "smaller --region")

    def test_output_that_is_an_input(self):
        self.assert_fails(self.graph("--out", self.candidates), 2)


if __name__ == "__main__":
    unittest.main()
