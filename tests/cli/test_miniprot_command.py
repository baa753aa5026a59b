"""`exonweave miniprot`: miniprot's options, its output, the file of -d, and what is refused. What its lines say is checked
against genome and proteins as those of `predict --style miniprot` are."""
import os
import re
import subprocess
import unittest

import cli
import models
from protein_genes import Genes
from test_miniprot_style import MiniprotCase, models_of

GENOME, PROTEINS = cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa"
NAMES = list(models.read_fasta(PROTEINS.read_text()))
UNLIKE = ">unlike\nMWWHHKRWWHHCCWWHHKRWWHH\n"


def named(paf):
    return [line.split("\t")[0] for line in paf.splitlines() if not line.startswith("#")]


def scores(paf):
    """{protein: AS of its alignments, in their order}"""
    found = {}
    for line in paf.splitlines():
        fields = line.split("\t")
        found.setdefault(fields[0], []).append(int(re.search(r"\tAS:i:(-?\d+)", line)[1]))
    return found


class Miniprot(MiniprotCase):
    def run_it(self, *args, **options):
        return cli.run("miniprot", *args, **options)

    def output(self, *args, genome=GENOME, proteins=PROTEINS):
        result = self.run_it(*args, genome, proteins)
        self.assert_ok(result)
        return result.stdout

    def two_copies(self):
        """Genome and proteins: of each gene a second copy, and of the first one a third that has lost an exon."""
        genes = Genes(n_genes=3, seed=4)
        less = genes.residues[0][:genes.exons[0][1][0] - 1] + genes.residues[0][genes.exons[0][1][1]:]
        text = genes.fasta() + "".join(f">copy{g + 1}\n{text}\n" for g, text in enumerate(genes.residues)) + f">less\n{less}\n"
        return self.write("copies.fa", text), self.write("copies.pep.fa", genes.targets())


class Output(Miniprot):
    def test_golden_file(self):
        proteins = self.write("p.fa", PROTEINS.read_text() + UNLIKE)
        self.assert_golden("tiny.protein.miniprot.command.gff3", self.output("-ut2", "--gff", "--aln", "--trans", proteins=proteins).encode())

    def test_what_it_says_is_so(self):
        n_models, _, n_stops = self.check(self.output("--gff"), models.read_fasta(GENOME.read_text()), models.read_fasta(PROTEINS.read_text()))
        self.assertEqual((n_models, n_stops), (10, 10))

    def test_the_default_is_paf_in_the_order_of_the_proteins(self):
        paf = self.output()
        self.assertEqual(named(paf), NAMES)
        turned = self.write("turned.fa", "".join(f">{name}\n{text}\n" for name, text in reversed(models.read_fasta(PROTEINS.read_text()).items())))
        self.assertEqual(named(self.output(proteins=turned)), NAMES[::-1])
        gff3 = self.output("--gff")
        self.assertEqual([line[6:] for line in gff3.splitlines() if line.startswith("##PAF\t")], paf.splitlines())
        self.assertTrue(gff3.startswith("##gff-version 3\n##PAF\t"))
        rows = [line for line in gff3.splitlines() if not line.startswith("##PAF\t")]
        self.assertEqual(self.output("--gff-only").splitlines(), rows)
        self.assertEqual({row.split("\t")[1] for row in rows[1:]}, {"miniprot"})
        self.assertEqual(self.output("--no-cs").splitlines(), [line.split("\tcs:Z:")[0] for line in paf.splitlines()])

    def test_lines_of_residues_come_behind_those_of_paf(self):
        kinds = [line.split("\t")[0] for line in self.output("--aln", "--trans").splitlines()]
        self.assertEqual(kinds, [kind for name in NAMES for kind in (name, "##ATN", "##ATA", "##AAS", "##AQA", "##STA")])

    def test_ids_are_numbered_in_their_order_or_named(self):
        def ids(*more):
            return [found.attributes["ID"] for _, (found, *_) in models_of(self.output("--gff", *more))]
        self.assertEqual(ids(), [f"MP{k + 1:06}" for k in range(10)])
        self.assertEqual(ids("-P", "TP"), [f"TP{k + 1:06}" for k in range(10)])
        self.assertEqual(ids("--gff-delim", "@"), [f"{name}@1" for name in NAMES])

    def test_a_protein_without_alignment_has_a_line_with_u(self):
        proteins = self.write("p.fa", UNLIKE + PROTEINS.read_text())
        line = "unlike\t23\t0\t0\t*\t*\t0\t0\t0\t0\t0\t0"
        self.assertEqual(self.output("-u", proteins=proteins).splitlines()[0], line)
        self.assertEqual(self.output("-u", "--gff", proteins=proteins).splitlines()[:2], ["##gff-version 3", "##PAF\t" + line])
        self.assertEqual(named(self.output(proteins=proteins)), NAMES)
        one = self.run_it("-u", GENOME, self.write("one.fa", UNLIKE))
        self.assert_ok(one, "0 alignments, from 0 of 1 protein; 1 without a model (-u);")
        self.assertEqual(one.stdout, line + "\n")

    def test_several_files_of_proteins(self):
        text = PROTEINS.read_text()
        middle = text.index(">", len(text) // 2)
        parts = [self.write("a.fa", text[:middle]), self.write("b.fa", text[middle:])]
        result = self.run_it(GENOME, *parts)
        self.assert_ok(result)
        self.assertEqual(named(result.stdout), NAMES)

    def test_copies_by_outs_and_outn_and_n(self):
        genome, proteins = self.two_copies()
        def found(*more):
            return {name: len(each) for name, each in scores(self.output("-I", *more, genome=genome, proteins=proteins)).items()}
        self.assertEqual(found(), {"p1": 2, "p2": 2, "p3": 2})
        self.assertEqual(found("-p0.3", "--outs=0.3"), {"p1": 3, "p2": 2, "p3": 2})
        self.assertEqual(found("--outn=1"), {"p1": 1, "p2": 1, "p3": 1})
        self.assert_ok(self.run_it("--outn=1", genome, proteins), "exonweave: 3 alignments, from 3 of 3 proteins;")
        self.assertEqual(found("-N0"), {"p1": 1, "p2": 1, "p3": 1})
        self.assertEqual(found("-N1", "-p0.3", "--outs=0.3"), {"p1": 2, "p2": 2, "p3": 2})
        of_first = scores(self.output("-p0.1", "--outs=0.1", genome=genome, proteins=proteins))["p1"]
        self.assertEqual(of_first, sorted(of_first, reverse=True))

    def test_outc_is_a_share_of_the_protein(self):
        genome, proteins = self.two_copies()
        def n_alignments(*more):
            return len(scores(self.output("-p0.3", "--outs=0.3", *more, genome=genome, proteins=proteins))["p1"])
        self.assertEqual(n_alignments("--outc=0.8"), 2)
        self.assertEqual(n_alignments("--outc=0.66"), 3)  # and what lacks an exon

    def test_introns_and_genetic_code(self):
        self.assertIn("N", "".join(re.findall(r"cg:Z:(\S+)", self.output())))
        self.assertNotRegex("".join(re.findall(r"cg:Z:(\S+)", self.output("-S"))), "[NUV]")
        lengths = [int(n) for text in re.findall(r"cg:Z:(\S+)", self.output("-G600")) for n in re.findall(r"(\d+)[NUV]", text)]
        self.assertLessEqual(max(lengths), 602)
        self.assertNotEqual(self.output("-T6"), self.output())


class Index(Miniprot):
    def test_it_names_the_genome_and_stands_for_it(self):
        genome = self.write("genome.fa", GENOME.read_bytes())
        result = self.run_it("-t1", "-d", self.path("g.mpi"), genome)
        self.assert_ok(result)
        self.assertEqual(result.stdout, "")
        self.assertEqual(self.path("g.mpi").read_text(), f"#exonweave-genome 1\n{os.path.realpath(genome)}\n{genome.stat().st_size}\n")
        wanted = self.output("--gff", genome=genome)
        self.assertEqual(self.output("--gff", genome=self.path("g.mpi")), wanted)
        both = self.run_it("-d", self.path("h.mpi"), "--gff", self.path("g.mpi"), PROTEINS)
        self.assert_ok(both)
        self.assertEqual(both.stdout, wanted)
        self.assertEqual(self.path("h.mpi").read_text(), self.path("g.mpi").read_text())

    def test_the_genome_may_be_named_from_another_folder_or_by_a_link(self):
        self.path("link.fa").symlink_to(GENOME)
        self.assert_ok(self.run_it("-d", "g.mpi", "link.fa", cwd=self.dir))
        self.path("link.fa").unlink()
        self.assertEqual(self.output(genome=self.path("g.mpi")), self.output())

    def test_a_bad_index_is_refused(self):
        genome = self.write("genome.fa", GENOME.read_bytes())
        index = self.path("g.mpi")
        self.assert_ok(self.run_it("-d", index, genome))
        text = index.read_text()
        for bad, what in ((text.replace(" 1\n", " 2\n"), "an index of another version (got '2', need #exonweave-genome 1)"),
                          (text[:-1], "the index ends too early"), (text.splitlines()[0] + "\n", "the index ends too early"),
                          ("MPI\3" + "x" * 100, "an index of miniprot itself")):
            self.assert_fails(self.run_it(self.write("bad.mpi", bad), PROTEINS), 65, "bad.mpi", what, "-d INDEX GENOME")
        genome.write_text(">other\nACGT\n")
        self.assert_fails(self.run_it(index, PROTEINS), 65, "g.mpi: the genome has changed since the index was written", "12 bytes")
        genome.unlink()
        self.assert_fails(self.run_it(index, PROTEINS), 66, "g.mpi: the genome of the index cannot be read", str(genome))

    def test_an_index_of_what_is_no_genome_is_not_written(self):
        bad = self.write("bad.fa", ">s\nACGT!\n")
        self.assert_fails(self.run_it("-d", self.path("b.mpi"), bad), 65, "bad.fa:2")
        self.assert_fails(self.run_it("-d", self.path("b.mpi"), self.path("lost.fa")), 66, "lost.fa")
        self.assert_fails(self.run_it("-d", self.path("b.mpi"), "-", stdin=GENOME.read_bytes()), 2, "-d: ", "need a file")
        self.assert_fails(self.run_it("-d", bad, bad), 2, "-d: ")
        self.assert_fails(self.run_it("-d", self.path("no/b.mpi"), GENOME), 73, "b.mpi")
        self.assertEqual(self.names(), ["bad.fa"])


class Options(Miniprot):
    def test_a_link_by_the_name_runs_the_command(self):
        link = self.path("miniprot")
        link.symlink_to(cli.BINARY)
        def by_link(*args):
            return subprocess.run([link, *args], capture_output=True, text=True, timeout=cli.TIMEOUT, check=True).stdout
        self.assertEqual(by_link("-Iut2", "--outn=1", "--aln", GENOME, PROTEINS), self.output("-u", "--outn", "1", "--aln"))
        self.assertRegex(by_link("--version"), r"^0\.18\+exonweave\.\d+\.\d+\.\d+\n$")
        self.assertEqual(by_link("--version"), self.run_it("--version").stdout)
        other = self.path("miniprot2")
        other.symlink_to(cli.BINARY)
        self.assertNotEqual(subprocess.run([other, GENOME, PROTEINS], capture_output=True, timeout=cli.TIMEOUT, check=False).returncode, 0)

    def test_the_last_one_of_an_option_counts(self):
        self.assertEqual(self.output("-P", "A", "--gff", "-t1", "-PB", "-t2"), self.output("-PB", "--gff"))

    def test_what_tunes_the_search_of_miniprot_is_told_once_and_changes_nothing(self):
        result = self.run_it("-k5", "-K", "2M", "-w0.3", "-M1", "--no-pre-chain", "-k6", GENOME, PROTEINS)
        self.assert_ok(result, "exonweave: no effect here, since they tune the search of miniprot: --no-pre-chain, -K, -M, -k, -w\n")
        self.assertEqual(result.stderr.count("no effect"), 1)
        self.assertEqual(result.stdout, self.output())

    def test_what_sets_scores_or_other_outputs_is_refused(self):
        for option in ("-O11", "-E1", "-J29", "-C1", "-F23", "-B5", "--J2=15", "--spsc0=-7"):
            name = re.match("--?[A-Za-z0]\\w*", option)[0] if option.startswith("--") else option[:2]
            self.assert_fails(self.run_it(option, GENOME, PROTEINS), 2, f"{name}: the scores of miniprot cannot be set here")
        for option in ("--gtf", "-A", "--max-intron-out=50"):
            self.assert_fails(self.run_it(option, GENOME, PROTEINS), 2, f"{option.split('=')[0]}: this output of miniprot is not supported")
        self.assert_fails(self.run_it("--nope", GENOME, PROTEINS), 2, "unknown option '--nope'")

    def test_bad_values_are_refused(self):
        for option, value, what in (("-G", "2x", "not a number"), ("-G", "1.5", "not a number"), ("-G", "-3", "not a number"), ("-N", "2G", "not a number"),
                                    ("--outn", "", "empty"), ("--outs", "1.5", "0 to 1"), ("--outc", "x", "0 to 1"), ("-p", "2", "0 to 1"),
                                    ("-t", "0", "1 to"), ("-T", "99", "genetic code"), ("-j", "3", "0, 1 or 2"), ("-P", "a;b", "beginning of an ID")):
            self.assert_fails(self.run_it(option, value, GENOME, PROTEINS), 2, f"{option}: ", what)
        self.assert_fails(self.run_it(GENOME), 2, "PROTEINS: no proteins", "-d FILE")
        self.assert_fails(self.run_it(), 2, "GENOME")
        self.assert_fails(self.run_it(GENOME, self.path("lost.fa")), 66, "lost.fa")
        self.assert_fails(self.run_it(GENOME, cli.TINY / "targets.cds.fa"), 2, "translate the targets")

    def test_splice_sites_can_be_scored_by_a_table_or_not_at_all(self):
        self.assertNotEqual(self.output("-j0"), self.output())
        self.assertEqual(self.output("-j2"), self.output("-j1"))
        table = self.write("scores.tsv", "tiny1\t608\t+\tD\t10\n")
        self.assert_ok(self.run_it("--spsc", table, GENOME, PROTEINS))
        self.assert_fails(self.run_it("--spsc", self.path("lost.tsv"), GENOME, PROTEINS), 66, "lost.tsv")


if __name__ == "__main__":
    unittest.main()
