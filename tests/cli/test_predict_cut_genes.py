"""predict with genes that are not whole: cut by the end of their sequence or by a gap in it, or broken."""
import json
import random
import unittest

import cli
import made_genes
import models
from protein_genes import Genes, ProteinCase, cds_places, translate


class CutGenes(Genes):
    """The part from one base to another of each sequence, and what that leaves of the genes; 0-based, half-open."""

    def __init__(self, begin_of, end_of, **how):
        super().__init__(**how)
        for g, (text, exons) in enumerate(zip(self.residues, self.exons)):
            begin, end = begin_of(text, exons), end_of(text, exons)
            self.residues[g] = text[begin:end]
            self.exons[g] = [(max(first - 1, begin) - begin + 1, min(last, end) - begin) for first, last in exons
                             if first <= end and last > begin]


def whole_begin(text, exons):
    return 0


def whole_end(text, exons):
    return len(text)


class OpenEnds(ProteinCase):
    """Genes that the end of their sequence cuts."""

    def assert_cut(self, genes, low, high, *more, candidates=None):
        """What is left is found, and said to go on below, above, or both."""
        files = [self.path(name) for name in ("p.fa", "c.fa")]
        result = self.predict(genes, "--protein-out", files[0], "--cds-out", files[1], *more, candidates=candidates)
        self.assert_truth(genes, result)
        is_forward = genes.strand == "+"
        words = [word for word, cut in (("start", low if is_forward else high), ("end", high if is_forward else low)) if cut]
        for row in models.read_gff3(result.stdout):
            if row.type not in ("gene", "mRNA"):
                continue
            self.assertEqual(row.attributes.get("partial"), ",".join(words) or None)
            self.assertEqual(row.attributes.get("start_range"), f".,{row.start}" if low else None)
            self.assertEqual(row.attributes.get("end_range"), f"{row.end},." if high else None)
        proteins, codings = ([*models.read_fasta(file.read_text()).values()] for file in files)
        for whole, found, coding in zip(genes.proteins, proteins, codings):
            self.assertIn(found, whole)
            self.assertIn(found, {translate(coding[skipped:]).rstrip("*") for skipped in range(3)})
            self.assertEqual(whole.startswith(found), "start" not in words)
            self.assertEqual(whole.endswith(found), "end" not in words)
        return result

    def test_a_gene_cut_within_an_exon_leaves_a_partial_model(self):
        for strand in "+-":
            for n in range(10, 13):  # in any phase
                begins = CutGenes(lambda text, exons: exons[1][0] + n, whole_end, strand=strand, seed=3)
                self.assert_cut(begins, True, False)
                ends = CutGenes(whole_begin, lambda text, exons: exons[1][1] - n, strand=strand, seed=3)
                self.assert_cut(ends, False, True)

    def test_a_gene_cut_within_an_intron_leaves_a_partial_model(self):
        for strand in "+-":
            begins = CutGenes(lambda text, exons: (exons[0][1] + exons[1][0]) // 2, whole_end, strand=strand, seed=3)
            self.assert_cut(begins, True, False)
            ends = CutGenes(whole_begin, lambda text, exons: (exons[1][1] + exons[2][0]) // 2, strand=strand, seed=3)
            self.assert_cut(ends, False, True)

    def test_a_gene_cut_on_both_sides(self):
        for strand in "+-":
            genes = CutGenes(lambda text, exons: exons[0][0] + 7, lambda text, exons: exons[2][1] - 8, strand=strand, seed=3)
            expected = self.assert_cut(genes, True, True).stdout
            self.assertEqual(self.predict(genes, "--engine", "sequential").stdout, expected)

    def test_a_gap_cuts_a_gene_as_an_end_does(self):
        genes = CutGenes(lambda text, exons: exons[1][0] + 10, whole_end, seed=3)
        for n, is_gap in ((10, True), (9, False)):
            with_gap = CutGenes(lambda text, exons: exons[1][0] + 10, whole_end, seed=3)
            before = "TAATTAATTAAT" + "N" * n  # stop codons in all frames: no exon goes on there
            with_gap.residues = [before + text for text in genes.residues]
            with_gap.exons = [[(first + len(before), last + len(before)) for first, last in exons] for exons in genes.exons]
            if is_gap:
                self.assert_cut(with_gap, True, False)
            else:
                self.assertNotEqual(cds_places(self.predict(with_gap).stdout), with_gap.places())

    def test_a_gene_right_behind_an_open_end_begins_with_its_start_codon(self):
        """Up to two bases before it could be those of a codon that began beyond; as many behind the stop codon likewise."""
        for n in range(4):
            for strand in "+-":
                begin_of, end_of = lambda text, exons: exons[0][0] - 1 - n, lambda text, exons: exons[-1][1] + n
                self.assert_cut(CutGenes(begin_of, end_of, strand=strand, seed=3), False, False)
            in_gap = CutGenes(begin_of, end_of, n_genes=2, seed=3)
            before, behind = "TAATTAATTAAT" + "N" * 12, "N" * 12 + "TAATTAATTAAT"
            in_gap.residues = [before + text + behind for text in in_gap.residues]
            in_gap.exons = [[(first + len(before), last + len(before)) for first, last in exons] for exons in in_gap.exons]
            self.assert_cut(in_gap, False, False)

    def test_given_exons_are_cut_where_they_touch_the_end(self):
        genes = CutGenes(lambda text, exons: exons[1][0] + 10, whole_end, seed=3)
        for how in ("off", "restrict", "add"):
            self.assert_cut(genes, True, False, "--blocks", how, candidates=genes.candidates())

    def test_the_end_of_a_region_is_no_end_of_its_sequence(self):
        genes = CutGenes(lambda text, exons: exons[1][0] + 10, whole_end, n_genes=1, seed=3)
        pairs = genes.pairs().replace("\t0\t", "\t1\t")
        genes.pairs = lambda: pairs
        result = self.predict(genes)
        self.assertNotIn(genes.places()[0], cds_places(result.stdout))

    def test_off_and_the_preset_paper_want_whole_genes(self):
        genes = CutGenes(lambda text, exons: exons[1][0] + 10, whole_end, n_genes=1, seed=3)
        for more in (("--set", "open_end=off"), ("--scoring", "paper")):
            result = self.predict(genes, *more)
            self.assertNotIn("partial=", result.stdout)
            self.assertNotEqual(cds_places(result.stdout), genes.places())
        within = CutGenes(lambda text, exons: (exons[0][1] + exons[1][0]) // 2, whole_end, n_genes=1, seed=3)
        for more in (("--set", "open_end=off"), ("--set", "cut_intron=off"), ("--set", "cut_intron=1000")):
            self.assertNotEqual(cds_places(self.predict(within, *more).stdout), within.places(), more)

    def test_open_ends_cost(self):
        genes = CutGenes(lambda text, exons: exons[0][0] + 7, lambda text, exons: exons[2][1] - 8, n_genes=1, seed=3)
        scores = [models.models_of(self.predict(genes, "--set", f"open_end={cost}").stdout)[0].score for cost in ("0", "2.5")]
        self.assertEqual(scores[0] - scores[1], 2 * 2.5)


COSTS = ("open_end", "cut_intron", "incomplete", "frameshift", "internal_stop")


class BrokenGenes(ProteinCase):
    """What the costs of models that are no whole genes allow."""

    def broken(self, change):
        genes = Genes(n_genes=1, seed=3)
        (first, last), text = genes.exons[0][0], genes.residues[0]
        genes.residues[0] = change(text, first - 1 + 18)  # between two codons of the first exon
        return genes

    def attributes(self, genes, *more):
        result = self.predict(genes, "--set", "open_end=off", *more)
        self.assert_ok(result)
        return next((row.attributes for row in models.read_gff3(result.stdout) if row.type == "mRNA"), {})

    def test_frameshift(self):
        genes = self.broken(lambda text, at: text[:at] + "C" + text[at:])
        self.assertNotIn("frameshifts", self.attributes(genes))
        self.assertEqual(self.attributes(genes, "--set", "frameshift=5")["frameshifts"], "1")
        scoring = self.write("scoring.yaml", "frameshift: 5\n")
        self.assertNotIn("frameshifts", self.attributes(genes, "--scoring", scoring, "--set", "frameshift=off"))

    def test_internal_stop(self):
        genes = self.broken(lambda text, at: text[:at] + "TAA" + text[at + 3:])
        self.assertNotIn("internal_stops", self.attributes(genes))
        self.assertEqual(self.attributes(genes, "--set", "internal_stop=0.5")["internal_stops"], "1")
        scoring = self.write("scoring.yaml", "internal_stop: 0\n")
        self.assertNotIn("internal_stops", self.attributes(genes, "--scoring", scoring, "--set", "internal_stop=off"))

    def test_incomplete(self):
        genes = self.broken(lambda text, at: text[:at - 18].replace("ATG", "ACG") + "ACG" + text[at - 15:])
        self.assertEqual(self.attributes(genes, "--set", "incomplete=0")["partial"], "start")
        scoring = self.write("scoring.yaml", "incomplete: 0\n")
        self.assertNotIn("partial", self.attributes(genes, "--scoring", scoring, "--set", "incomplete=off"))

    def test_costs_override_the_scoring_and_the_summary_records_them(self):
        genes, summary = Genes(n_genes=1, n_introns=1), self.path("run.json")
        for key in COSTS:
            for given, in_file in (("7.5", "off"), ("off", "7"), ("1000", "0")):
                scoring = self.write("scoring.yaml", f"{key}: {in_file}\n")
                found = self.predict(genes, "--scoring", scoring, "--summary", summary, "--set", f"{key}={given}")
                self.assert_ok(found)
                recorded = json.loads(summary.read_text())["parameters"]["scoring"][key]
                self.assertEqual(recorded, "off" if given == "off" else float(given))
                same = self.predict(genes, "--scoring", self.write("scoring.yaml", f"{key}: {given}\n"))
                self.assertEqual(found.stdout, same.stdout)

    def test_costs_are_numbers_or_off(self):
        for key in COSTS:
            for bad in ("-1", "1000001", "1000000.5", "1e3", "010", "0.25", "none", "OFF", ""):
                self.assert_fails(cli.predict("--set", f"{key}={bad}"), 2, f"--set {key}: the value is", f"got '{bad}'" if bad else "",
                                  "number from 0 to 1000000", "or off)")
            self.assert_ok(cli.predict("--set", f"{key}=2.5"))  # DNA targets have no use for it
            self.assert_fails(cli.predict("--scoring", "paper", "--set", f"{key}=2.5"), 2, f"--set {key}: the value is not a whole number (got '2.5'",
                              "Hint: halves are for protein targets")

    def test_settings_that_are_none_or_have_another_place_are_refused(self):
        for bad in ("frameshift", "frame=5", "=5", "splice_model=fly", "max_intron=5", "intron=5", "matrix=5"):
            self.assert_fails(cli.predict("--set", bad), 2, f"--set: no setting of the scoring (got '{bad}', need KEY=VALUE with one of match, ")


class DisruptedGenes(ProteinCase):
    """Genes whose frame is broken, by default."""

    CHANGES = {"lost": lambda text, at: text[:at] + text[at + 1:], "gained": lambda text, at: text[:at] + "C" + text[at:],
               "stop": lambda text, at: text[:at] + "TAA" + text[at + 3:]}

    def broken(self, kind, strand="+"):
        """A gene broken between two codons of its second exon."""
        genes = Genes(n_genes=1, seed=3, n_codons=40)
        first, text = genes.exons[0][1][0], genes.residues[0]
        changed = self.CHANGES[kind](text, first - 1 + 60)
        moved = len(changed) - len(text)
        genes.residues[0] = changed
        genes.exons[0] = [(begin + (moved if begin > first else 0), end + (moved if end > first else 0)) for begin, end in genes.exons[0]]
        if strand == "-":
            genes.strand = strand
            genes.residues[0] = made_genes.reverse_complement(changed)
            genes.exons[0] = [(len(changed) + 1 - end, len(changed) + 1 - begin) for begin, end in reversed(genes.exons[0])]
        return genes

    def exons(self, text):
        return sorted((row.start, row.end) for row in models.read_gff3(text) if row.type == "exon")

    def test_broken_frames_are_found_and_marked(self):
        for kind in self.CHANGES:
            for strand in "+-":
                genes, summary = self.broken(kind, strand), self.path("run.json")
                result = self.predict(genes, "--summary", summary)
                self.assert_ok(result)
                self.assertEqual(self.exons(result.stdout), genes.exons[0], kind + strand)
                for row in models.read_gff3(result.stdout):
                    self.assertEqual(row.attributes.get("pseudo"), "true" if row.type in ("gene", "mRNA", "CDS") else None)
                    if row.type == "mRNA":
                        self.assertEqual(row.attributes.get("frameshifts"), None if kind == "stop" else "1")
                        self.assertEqual(row.attributes.get("internal_stops"), "1" if kind == "stop" else None)
                self.assertEqual(json.loads(summary.read_text())["totals"]["disrupted_models"], 1)

    def test_whole_genes_are_not_marked(self):
        genes = Genes(n_codons=40)
        result = self.predict(genes)
        self.assert_truth(genes, result)
        self.assertNotIn("pseudo", result.stdout)
        self.assertEqual(result.stdout, self.predict(genes, "--set", "disruption=off").stdout)

    def test_without_a_recheck(self):
        for kind in self.CHANGES:
            genes = self.broken(kind)
            for option in (["--set", "disruption=off"], ["--scoring", self.write("scoring.yaml", "disruption: off\n")],
                           ["--scoring", self.write("scoring.yaml", "disruption: 1000\n")]):
                result = self.predict(genes, *option)
                self.assert_ok(result)
                self.assertGreater(len(self.exons(result.stdout)), 1)
                self.assertNotEqual(self.exons(result.stdout), genes.exons[0])
                self.assertNotIn("pseudo", result.stdout)

    def test_a_frame_that_breaks_near_an_end_is_none(self):
        for at in (18, 21):  # 6 and 7 codons behind the start
            genes = Genes(n_genes=1, seed=3, n_codons=40)
            first, text = genes.exons[0][0][0], genes.residues[0]
            genes.residues[0] = self.CHANGES["gained"](text, first - 1 + at)
            result = self.predict(genes)
            self.assert_ok(result)
            self.assertIn("mRNA", result.stdout)
            self.assertNotIn("pseudo", result.stdout)
            self.assertIn("pseudo", self.predict(genes, "--set", "frameshift=28").stdout)  # it would score more

    def test_the_same_by_any_engine_and_threads(self):
        for kind in self.CHANGES:
            genes = self.broken(kind)
            found = self.predict(genes).stdout
            self.assertIn("pseudo=true", found)
            for option in (["--engine", "sequential"], ["--threads", "4"]):
                self.assertEqual(self.predict(genes, *option).stdout, found, option)

    def test_locus_models_of_several_targets(self):
        genes = self.broken("gained")
        protein = genes.proteins[0]
        targets = "".join(f">p{n}\n{protein[:5 * n]}{'W' * n}{protein[6 * n:]}\n" for n in range(1, 4))
        pairs = self.write("pairs.tsv", "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\n" + "".join(
            f"s1\t0\t{len(genes.residues[0])}\t+\tp{n}\n" for n in range(1, 4)))
        result = self.predict(genes, "--pairs", pairs, "--locus-out", self.path("genes.gff3"), targets=targets, pairs=False)
        self.assert_ok(result)
        chosen = [row for row in models.read_gff3(self.path("genes.gff3").read_text()) if row.type == "mRNA"]
        self.assertEqual([row.attributes.get("pseudo") for row in chosen], ["true"])
        self.assertEqual(self.exons(self.path("genes.gff3").read_text()), genes.exons[0])


class Starts(ProteinCase):
    """Targets that are not aligned from their first residue on."""

    def genes(self, strand="+"):
        """A gene with a second ATG in its first exon, 12 codons behind the first."""
        genes = Genes(n_genes=1, seed=3, n_codons=40)
        first, text = genes.exons[0][0][0], genes.residues[0]
        at = first - 1 + 36
        genes.residues[0] = text[:at - 9] + "GCCGCCACCATGGCA" + text[at + 6:]
        genes.proteins = [translate("".join(genes.residues[0][begin - 1:end] for begin, end in genes.exons[0]))[:-1]]
        if strand == "-":
            genes.strand = strand
            genes.exons[0] = [(len(text) + 1 - end, len(text) + 1 - begin) for begin, end in reversed(genes.exons[0])]
            genes.residues[0] = made_genes.reverse_complement(genes.residues[0])
        return genes

    def test_they_begin_at_the_farthest_start_codon(self):
        for strand in "+-":
            genes = self.genes(strand)
            targets = f">p1\n{genes.proteins[0][12:]}\n"
            late = f">p1\nWWWW{genes.proteins[0][12:]}\n"  # its first residues are aligned with nothing
            whole = cds_places(self.predict(genes, targets=targets).stdout)
            self.assertNotEqual(whole, genes.places())  # the first residue is aligned with the second ATG
            result = self.predict(genes, targets=late)
            self.assert_truth(genes, result)
            mrna = next(row for row in models.read_gff3(result.stdout) if row.type == "mRNA")
            self.assertEqual(mrna.attributes["start_extension"], "12")
            self.assertEqual(mrna.attributes["Target"].split()[1], "5")
            aligned = self.predict(genes, "--scoring", self.write("scoring.yaml", "extend_starts: false\n"), targets=late)
            self.assertEqual(cds_places(aligned.stdout), whole)
            self.assertNotIn("start_extension", aligned.stdout)

    def long_gene(self, strand):
        """A gene that begins 24 kb before the second ATG of genes()."""
        genes = self.genes()
        (first, _), text = genes.exons[0][0], genes.residues[0]
        before = made_genes.bases(random.Random(5), 100) + "TAAATG" + made_genes.codons(random.Random(6), 8000)
        genes.residues[0] = before + text[first - 1:]
        moved = len(before) - (first - 1)
        genes.exons[0] = [(begin + moved, end + moved) for begin, end in genes.exons[0]]
        genes.exons[0][0] = (104, genes.exons[0][0][1])
        if strand == "-":
            length = len(genes.residues[0])
            genes.strand = strand
            genes.exons[0] = [(length + 1 - end, length + 1 - begin) for begin, end in reversed(genes.exons[0])]
            genes.residues[0] = made_genes.reverse_complement(genes.residues[0])
        return genes

    def test_where_loci_are_searched_for_they_may_lie_before_the_region(self):
        for strand in "+-":
            genes = self.long_gene(strand)
            late, proteins = f">p1\nWWWW{genes.proteins[0][12:]}\n", self.path("p.fa")
            options = ["--where", "loci", "--splice-model", "vertebrate", "--coding-model", "off"]  # its codons are any
            result = self.predict(genes, *options, "--protein-out", proteins, targets=late, pairs=False)
            self.assert_truth(genes, result)
            mrna = next(row for row in models.read_gff3(result.stdout) if row.type == "mRNA")
            self.assertEqual(mrna.attributes["start_extension"], "8013")
            self.assertEqual(len(next(iter(models.read_fasta(proteins.read_text()).values()))), 8001 + len(genes.proteins[0]))
            inputs = ["--genome", self.path("genome.fa"), "--targets", self.path("targets.fa"), "--quiet", *options]
            plan, part, merged = self.path(f"plan{strand}"), self.path(f"1.part{strand}"), self.path(f"merged{strand}.gff3")
            self.assert_ok(cli.run("shard", *inputs, "--parts", "1", "--plan", plan))
            self.assert_ok(cli.run("predict", *inputs, "--plan", plan, "--part", "1", "--journal", part))
            self.assert_ok(cli.run("merge", *inputs, "--plan", plan, part, "--out", merged))
            self.assertEqual(merged.read_text(), result.stdout)
            given = self.predict(genes, targets=late)  # the region of the pair is the whole sequence
            self.assertEqual(cds_places(given.stdout), genes.places())
            pairs = self.write("within.tsv", "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\n"
                               + (f"s1\t20000\t{len(genes.residues[0])}\t+\tp1\n" if strand == "+" else f"s1\t0\t{len(genes.residues[0]) - 20000}\t-\tp1\n"))
            within = cds_places(self.predict(genes, "--pairs", pairs, targets=late, pairs=False).stdout)
            first = within[0][1] if strand == "+" else len(genes.residues[0]) + 1 - within[-1][2]
            self.assertGreater(first, 20_000)
            self.assertLess(first, 21_000)

    def test_chains_that_become_equal_are_told_once(self):
        genes = self.genes()
        late = f">p1\nWWWW{genes.proteins[0][12:]}\n"
        found = models.models_of(self.predict(genes, "--top", "40", targets=late).stdout)
        places = [tuple((part.start, part.end) for part in model.parts) for model in found]
        self.assertGreater(len(places), 5)
        self.assertEqual(len(places), len(set(places)))


class EndsByCodons(ProteinCase):
    """Targets that say nothing of a gene's first or last exon."""
    PREFERRED = ("GCC", "GAC", "ATC", "TTC", "AAC", "TAC", "CAC", "TGC")  # no site within or between them
    OPTIONS = ("--splice-model", "vertebrate", "--coding-model", "vertebrate")

    def genes(self, strand="+", seed=1):
        """Three exons. The middle one has a start codon of its own, and its intron soon a stop codon."""
        source = random.Random(seed)

        def codons(n):
            return "".join(source.choice(self.PREFERRED) for _ in range(n))
        # The sites of the second one alone are not worth it.
        introns = [made_genes.DONOR[3:] + made_genes.bases(source, 71) + made_genes.ACCEPTOR[:20],
                   made_genes.DONOR[3:] + "TAATTGATTAG" + made_genes.bases(source, 60) + "TCATCATATCACATCATCAG", ""]
        parts = [made_genes.START[9:] + codons(25) + made_genes.DONOR[:3],
                 "GGT" + codons(5) + made_genes.START + codons(60) + made_genes.DONOR[:3], "GGT" + codons(25) + made_genes.STOP]
        genes = Genes(n_genes=1)
        text = made_genes.bases(source, 1200) + made_genes.START[:9]
        genes.exons[0] = []
        for part, intron in zip(parts, introns):
            genes.exons[0].append((len(text) + 1, len(text) + len(part)))
            text += part + intron
        genes.residues[0] = text + made_genes.bases(source, 1200)
        genes.proteins[0] = translate("".join(parts))[:-1]
        genes.n_first, genes.n_last = len(parts[0]) // 3, len(parts[2]) // 3 - 1
        if strand == "-":
            length = len(genes.residues[0])
            genes.strand = strand
            genes.exons[0] = [(length + 1 - end, length + 1 - begin) for begin, end in reversed(genes.exons[0])]
            genes.residues[0] = made_genes.reverse_complement(genes.residues[0])
        return genes

    def targets_without(self, genes, end):
        """The protein with other residues in place of those of an end, some more, and some less of them."""
        protein = genes.proteins[0]
        if end == "start":
            return f">p1\n{'W' * (genes.n_first + 5)}{protein[genes.n_first + 12:]}\n"
        return f">p1\n{protein[:len(protein) - genes.n_last - 3]}{'W' * genes.n_last}\n"

    def test_other_exons_stand_where_the_target_says_nothing(self):
        for strand in "+-":
            for end in ("start", "stop"):
                genes = self.genes(strand)
                targets = self.targets_without(genes, end)
                result = self.predict(genes, *self.OPTIONS, targets=targets)
                self.assert_truth(genes, result)
                mrna = next(row for row in models.read_gff3(result.stdout) if row.type == "mRNA")
                self.assertEqual(mrna.attributes["ends_by_codons"], end)
                self.assertNotIn("start_extension", mrna.attributes)
                added = [row for row in models.read_gff3(result.stdout) if row.type == "CDS"][0 if (end == "start") == (strand == "+") else -1]
                self.assertNotIn("margin", added.attributes)
                self.assertNotIn("rival", added.attributes)
                aligned = self.predict(genes, *self.OPTIONS[:2], "--coding-model", "off", targets=targets)
                self.assertNotIn("ends_by_codons", aligned.stdout)
                self.assertNotEqual(cds_places(aligned.stdout), genes.places())
                score = next(row for row in models.read_gff3(aligned.stdout) if row.type == "mRNA").score
                self.assertEqual(mrna.score, score)

    def test_a_target_that_is_aligned_to_its_ends_decides_them(self):
        genes = self.genes()
        self.assertEqual(self.predict(genes, *self.OPTIONS).stdout, self.predict(genes, *self.OPTIONS[:2], "--coding-model", "off").stdout)

    def test_summary_and_locus_models_tell_them_and_any_engine_finds_them(self):
        genes, summary, locus = self.genes(), self.path("run.json"), self.path("locus.gff3")
        targets = self.targets_without(genes, "start")
        result = self.predict(genes, *self.OPTIONS, "--summary", summary, "--locus-out", locus, targets=targets)
        self.assert_truth(genes, result)
        chains = [chain for entry in json.loads(summary.read_text())["loci"] for chain in entry["chains"]]
        self.assertEqual([chain["ends_by_codons"] for chain in chains], [["start"]])
        self.assertIn(";ends_by_codons=start;", locus.read_text())
        self.assertEqual(self.predict(genes, *self.OPTIONS, "--engine", "sequential", targets=targets).stdout, result.stdout)

    def test_the_table_of_vertebrates_is_taken_only_by_its_name(self):
        genes, model = self.genes(), ("--splice-model", "vertebrate")
        targets = self.targets_without(genes, "start")
        by_default = self.predict(genes, *model, targets=targets)
        self.assert_ok(by_default)
        self.assertEqual(by_default.stdout, self.predict(genes, *model, "--coding-model", "off", targets=targets).stdout)
        self.assert_ok(self.predict(genes, *model, "--coding-model", "auto", targets=targets),
                       "warning: --coding-model auto: codons have no scores in this run")
        self.assertIn("ends_by_codons=start", self.predict(genes, *self.OPTIONS, targets=targets).stdout)

    def test_notes_of_parts_keep_them(self):
        genes = self.genes()
        whole = self.predict(genes, *self.OPTIONS, targets=self.targets_without(genes, "stop"))
        self.assertIn("ends_by_codons=stop", whole.stdout)
        inputs = ["--genome", self.path("genome.fa"), "--targets", self.path("targets.fa"), "--pairs", self.path("pairs.tsv"), "--quiet",
                  *self.OPTIONS]
        plan, part, merged = self.path("plan"), self.path("1.part"), self.path("merged.gff3")
        self.assert_ok(cli.run("shard", *inputs, "--parts", "1", "--plan", plan))
        self.assert_ok(cli.run("predict", *inputs, "--plan", plan, "--part", "1", "--journal", part))
        self.assert_ok(cli.run("merge", *inputs, "--plan", plan, part, "--out", merged))
        self.assertEqual(merged.read_text(), whole.stdout)


if __name__ == "__main__":
    unittest.main()
