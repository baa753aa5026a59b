"""predict with proteins and ORF exons, on genes whose truth is known."""
import json
import re
import shutil
import subprocess
import unittest

import cli
import made_genes
import models
from protein_genes import Genes, ProteinCase, cds_places


class RecodedGenes(Genes):
    """The fifth codon and the last one before the stop codon are a stop codon that the protein has a letter for; on +."""

    def __init__(self, codon, letter, **how):
        super().__init__(**how)
        for g, exons in enumerate(self.exons):
            for at, residue in ((exons[0][0] + 11, 4), (exons[-1][1] - 6, len(self.proteins[g]) - 1)):
                self.residues[g] = self.residues[g][:at] + codon + self.residues[g][at + 3:]
                self.proteins[g] = self.proteins[g][:residue] + letter + self.proteins[g][residue + 1:]

    def turned(self):
        """The same on the other strand."""
        for g, exons in enumerate(self.exons):
            length = len(self.residues[g])
            self.residues[g] = made_genes.reverse_complement(self.residues[g])
            self.exons[g] = [(length + 1 - last, length + 1 - first) for first, last in reversed(exons)]
        self.strand = "-"
        return self


class RecodedStops(ProteinCase):
    """Selenocysteine over TGA, pyrrolysine over TAG."""

    def test_stop_codons_that_the_protein_has_a_letter_for_are_matches_and_noted(self):
        protein_file, alignment_file, locus_file = (self.path(name) for name in ("p.fa", "a.txt", "l.gff3"))
        for codon, letter, word in (("TGA", "U", "Sec"), ("TAG", "O", "Pyl")):
            for genes in (RecodedGenes(codon, letter, n_genes=2, seed=3), RecodedGenes(codon, letter, n_genes=2, seed=3).turned()):
                found = self.predict(genes, "--protein-out", protein_file, "--alignment-out", alignment_file, "--locus-out", locus_file)
                self.assert_truth(genes, found)
                self.assertEqual(cds_places(locus_file.read_text()), genes.places())
                self.assertEqual([*models.read_fasta(protein_file.read_text()).values()], genes.proteins)
                self.assertIn(f" {letter} ", alignment_file.read_text())
                for g, row in enumerate(row for row in models.read_gff3(found.stdout) if row.type == "mRNA"):
                    self.assertNotIn("internal_stops", row.attributes)
                    self.assertNotIn("partial", row.attributes)
                    self.assertEqual(row.attributes["identity"], "1.0000")
                    first, last = genes.exons[g][0][0], genes.exons[g][-1][1]
                    places = [(first + 12, first + 14), (last - 5, last - 3)]
                    if genes.strand == "-":
                        places = [(last - 14, last - 12), (first + 3, first + 5)]
                    text = ["{}..{}".format(*place) for place in places]
                    if genes.strand == "-":
                        text = [f"complement({each})" for each in text]
                    self.assertEqual(row.attributes["transl_except"], ",".join(f"(pos:{each}%2Caa:{word})" for each in text))

    def test_engines_threads_and_costs_of_stops_change_nothing(self):
        genes = RecodedGenes("TGA", "U", n_genes=2, seed=3)
        plain = f">plain\n{genes.proteins[0].replace('U', 'C')}\n"  # read without recoded stops, on the same region
        pairs = genes.pairs() + f"s1\t0\t{len(genes.residues[0])}\t+\tplain\n"
        genes.pairs = lambda: pairs
        expected = self.predict(genes, targets=genes.targets() + plain)
        self.assert_ok(expected)
        for more in (("--engine", "sequential"), ("--threads", "3")):
            self.assertEqual(self.predict(genes, *more, targets=genes.targets() + plain).stdout, expected.stdout, more)
        alone = RecodedGenes("TGA", "U", n_genes=2, seed=3)
        self.assert_truth(alone, self.predict(alone, "--set", "internal_stop=20", "--set", "frameshift=20"))

    def test_against_another_residue_the_codon_is_a_stop(self):
        genes = RecodedGenes("TGA", "U", n_genes=1, seed=3)
        for protein in (genes.proteins[0].replace("U", "C"), "O" + genes.proteins[0].replace("U", "C")):
            found = self.predict(genes, targets=f">p1\n{protein}\n")
            self.assert_ok(found)
            self.assertNotIn("transl_except", found.stdout)
            self.assertNotEqual(cds_places(found.stdout), genes.places())
            flagged = self.predict(genes, "--set", "internal_stop=1", targets=f">p1\n{protein}\n")
            self.assertIn(";internal_stops=1", flagged.stdout)  # the other one ends the gene
            self.assertNotIn("transl_except", flagged.stdout)

    def test_where_a_code_has_an_amino_acid_for_it_nothing_is_recoded(self):
        genes = RecodedGenes("TGA", "U", n_genes=1, seed=3)
        found = self.predict(genes, "--genetic-code", "10")  # TGA is C, which U scores as
        self.assertEqual(cds_places(found.stdout), genes.places())
        self.assertNotIn("transl_except", found.stdout)


class Proteins(ProteinCase):
    def test_own_blocks_find_every_exon_on_both_strands(self):
        for strand in "+-":
            genes = Genes(strand=strand, seed=3)
            self.assert_truth(genes, self.predict(genes))
            alone = Genes(n_genes=1, strand=strand, seed=3)
            self.assert_truth(alone, self.predict(alone, pairs=False))

    def test_engines_and_threads_give_the_same_bytes(self):
        genes = Genes()
        expected = self.predict(genes)
        self.assert_ok(expected)
        for more in (("--engine", "sequential"), ("--threads", "3"), ("--memory", "1M")):
            self.assertEqual(self.predict(genes, *more).stdout, expected.stdout, more)

    def test_blocks_beside_candidates(self):
        genes = Genes()
        for how in ("off", "restrict", "add"):
            self.assert_truth(genes, self.predict(genes, "--blocks", how, candidates=genes.candidates()))
        rows = genes.candidates().splitlines(keepends=True)
        fewer = "".join(rows[:2] + rows[3:])  # without one inner exon
        for how, n_exons in (("off", -1), ("restrict", -1), ("add", 0)):
            found = self.predict(genes, "--blocks", how, "--min-score", "0", candidates=fewer)
            self.assert_ok(found)
            missing = set(genes.places()) - set(cds_places(found.stdout))
            self.assertEqual(not missing, n_exons == 0, how)

    def test_blocks_are_put_together_anew_from_the_borders_of_candidates(self):
        genes = Genes(n_genes=1)
        (a, b), (c, d), (e, f) = genes.exons[0]
        crossed = "##gff-version 3\n" + "".join(
            f"s1\tx\tCDS\t{first}\t{last}\t.\t+\t.\tID=c{k}\n" for k, (first, last) in enumerate(((a, d), (c, b + 400), (c, f), (e, f), (a, b)))
            if first <= last <= len(genes.residues[0]))
        self.assert_truth(genes, self.predict(genes, "--blocks", "restrict", candidates=crossed))

    def test_blocks_want_candidates_unless_they_are_all_there_is(self):
        genes = Genes(n_genes=1)
        self.assert_truth(genes, self.predict(genes, "--blocks", "add"))
        for how in ("off", "restrict"):
            self.assert_fails(self.predict(genes, "--blocks", how), 2, "--blocks without candidates")
        self.assert_fails(self.predict(genes, "--blocks", "some"), 2, "--blocks: unknown word (got 'some'", "off|restrict|add")

    def test_margins_can_be_left_out(self):
        genes = Genes(n_genes=1)
        self.assertRegex(self.predict(genes).stdout, r";margin=\d+")
        without = self.predict(genes, "--no-margins").stdout
        self.assertNotIn("margin=", without)
        self.assertEqual(cds_places(without), genes.places())

    def scored(self, genes, *more, scoring=""):
        """The score of the one model, or nothing, and the text."""
        found = self.predict(genes, "--scoring", self.write("scoring.yaml", scoring), *more)
        self.assertEqual(found.code, 0, found)
        return next((model.score for model in models.models_of(found.stdout)), None), found.stdout

    def test_costs_are_charged_in_halves_and_fractions_per_kb(self):
        genes = Genes(n_genes=1, n_introns=2)
        plain, _ = self.scored(genes)
        for scoring, more in (("intron: 30.5\n", 0.5 * 2), ("intron: 29.5\n", -0.5 * 2), ("intron_per_kb: 0.0\n", 0)):
            score, text = self.scored(genes, scoring=scoring)
            self.assertEqual(score, plain - more, scoring)
            self.assertEqual(cds_places(text), genes.places())
        score, text = self.scored(genes, scoring="intron_per_kb: 6.25\n")
        self.assertEqual(cds_places(text), genes.places())
        n_intron = sum(b[0] - a[1] - 1 for a, b in zip(genes.exons[0], genes.exons[0][1:]))
        self.assertLessEqual(abs((plain - score) - 6.25 * n_intron / 1000), 0.5 * 2)

    def test_an_intron_costs_the_least_of_its_lines(self):
        genes = Genes(n_genes=1, n_introns=2)
        plain, text = self.scored(genes, scoring="intron_per_kb: 0\n")
        lengths = [b[0] - a[1] - 1 for a, b in zip(genes.exons[0], genes.exons[0][1:])]
        for lines in ("[{cost: 30}]", "[{cost: 30}, {cost: 20, per_kb: 1000}]", "[{cost: 90}, {cost: 31, per_kb: 1}, {cost: 30}]"):
            score, same = self.scored(genes, scoring=f"introns: {lines}\n")
            self.assertEqual(score, plain, lines)
            self.assertEqual(same, text, lines)
        scoring = "introns: [{cost: 29, per_kb: 6.25}, {cost: 40}, {cost: 27.5, per_kb: 25}]\n"
        score, text = self.scored(genes, scoring=scoring)
        self.assertEqual(cds_places(text), genes.places())
        self.assertEqual(text, self.scored(genes, "--engine", "sequential", scoring=scoring)[1])
        least = sum(min(29 + 6.25 * n / 1000, 40, 27.5 + 25 * n / 1000) - 30 for n in lengths)
        self.assertLessEqual(abs((plain - score) - least), 0.5 * 2)

    def test_scores_with_a_half_are_in_every_output_as_they_are(self):
        genes = Genes(n_genes=1, n_introns=1)
        outputs = {option: self.path(option[2:]) for option in ("--protein-out", "--alignment-out", "--summary", "--locus-out")}
        plain, _ = self.scored(genes)
        scoring = "" if plain % 1 else "intron: 30.5\n"  # so that there is a half
        score, text = self.scored(genes, *(word for pair in outputs.items() for word in pair), scoring=scoring)
        self.assertEqual(score % 1, 0.5)
        shown = {option: path.read_text() for option, path in outputs.items()}
        self.assertIn(f" score={score}\n", shown["--protein-out"])
        self.assertIn(f"# score    {score}, ", shown["--alignment-out"])
        self.assertIn(f";joint_score={score};", shown["--locus-out"])
        locus, = json.loads(shown["--summary"])["loci"]
        self.assertEqual((locus["score"], locus["chains"][0]["score"]), (score, score))
        self.assertNotRegex("".join(shown.values()) + text, r"(score|margin|runner_up|runner-up)[= ]*-?[0-9]+\.0\b")

    def test_min_score_in_halves(self):
        genes = Genes(n_genes=1, n_introns=1)
        score, _ = self.scored(genes)
        self.assertEqual(self.scored(genes, "--min-score", f"{score:g}")[0], score)
        unplaced, summary = self.path("unplaced.tsv"), self.path("run.json")
        none, _ = self.scored(genes, "--min-score", f"{score + 0.5:g}", "--unplaced-out", unplaced, "--summary", summary)
        self.assertIsNone(none)
        self.assertIn(f"\tscore below the least for a model\t{score}\t", unplaced.read_text())
        self.assertEqual(json.loads(summary.read_text())["parameters"]["min_score"], score + 0.5)

    def test_the_paper_presets_scores_are_whole_numbers(self):
        genes = Genes(n_genes=1)
        _, text = self.scored(genes, scoring="preset: paper\nsplice_model: vertebrate\n")
        self.assertIn("\tmRNA\t", text)
        self.assertNotRegex(text, r"(margin|runner_up)=-?[0-9]+\.5|\t[0-9]+\.5\t")
        half = self.write("scoring.yaml", "preset: paper\ngap: 8.5\n")
        self.assert_fails(self.predict(genes, "--scoring", half), 65, "scoring.yaml:2: gap is not a whole number (got '8.5'")

    def test_coverage_below_the_least_is_told(self):
        genes = Genes(n_genes=1)
        longer = f">p1\n{genes.proteins[0]}{'WWHH' * 20}\n"
        self.assert_truth(genes, self.predict(genes, targets=longer))
        found = self.predict(genes, "--min-coverage", "0.9", targets=longer)
        self.assert_ok(found, "too little of the target is covered")
        self.assertEqual(cds_places(found.stdout), [])
        for bad in ("2", "-1", "half", "nan"):
            self.assert_fails(self.predict(genes, f"--min-coverage={bad}"), 2, "--min-coverage: not a share", "from 0 to 1")

    def test_copies_in_tandem_are_loci_of_their_own(self):
        genes = Genes(n_genes=1)
        length = len(genes.residues[0])
        genes.residues[0] *= 3
        copies = [("s1", first + length * k, last + length * k) for k in range(3) for first, last in genes.exons[0]]
        found = self.predict(genes)
        self.assert_ok(found)
        self.assertEqual(cds_places(found.stdout), sorted(copies))
        self.assertEqual(re.findall(r";place=([0-9]+)", found.stdout), ["1", "2", "3"])
        two = self.predict(genes, "--max-loci", "2")
        self.assertEqual(cds_places(two.stdout), sorted(copies[:2 * len(genes.exons[0])]))
        one = self.predict(genes, "--max-loci", "1")
        self.assertEqual(cds_places(one.stdout), sorted(copies[-len(genes.exons[0]):]))  # a tie
        self.assertNotIn("place=", one.stdout)

    def test_worse_copies_are_loci_when_they_may_score_so_little(self):
        genes = Genes(n_genes=1)
        first, last = genes.exons[0][1]
        text, half = genes.residues[0], (first + last) // 2
        worse = text[:half - 6] + made_genes.reverse_complement(text[half - 6:half + 6]) + text[half + 6:]
        genes.residues[0] = text + worse
        for share, n_genes in (("1", 1), ("0.5", 2)):
            found = self.predict(genes, "--min-loci-score", share)
            self.assert_ok(found)
            self.assertEqual(len(re.findall("\tgene\t", found.stdout)), n_genes)
        for bad in ("2", "-1", "half", "nan"):
            self.assert_fails(self.predict(genes, f"--min-loci-score={bad}"), 2, "--min-loci-score: not a share", "from 0 to 1")
        self.assert_fails(self.predict(genes, "--min-loci-score", "0"), 2, "--min-loci-score: nothing is left out", "above 0")
        for bad in ("0", "-1", "many"):
            self.assert_fails(self.predict(genes, f"--max-loci={bad}"), 2, "--max-loci: ")

    def test_a_region_without_a_start_or_stop_codon_says_so(self):
        genes = Genes(n_genes=1)
        for text, why in (("C" * 300, "begins with a start codon"), ("ATG" + "C" * 300, "ends with a stop codon")):
            genes.residues[0] = text
            self.assert_ok(self.predict(genes, "--set", "open_end=off"), "pair without a model: no exon " + why)

    def test_a_locus_model_is_supported_by_its_targets(self):
        genes = Genes(n_genes=2)
        other = genes.proteins[0][:5] + "W" + genes.proteins[0][6:]
        targets = genes.targets() + f">q1\n{other}\n"
        pairs = genes.pairs() + f"s1\t0\t{len(genes.residues[0])}\t+\tq1\n"
        loci = self.path("loci.gff3")
        result = cli.run("predict", "--genome", self.write("genome.fa", genes.fasta()), "--targets",
                         self.write("targets.fa", targets), "--pairs", self.write("pairs.tsv", pairs), "--locus-out", loci)
        self.assert_ok(result)
        text = loci.read_text()
        self.assertEqual(cds_places(text), genes.places())
        rows = [row for row in models.read_gff3(text) if row.type == "CDS"]
        for row in rows:
            self.assertEqual(row.attributes["supported_by"], "p1,q1" if row.seqid == "s1" else "p2")
        self.assertEqual(text.count("\tmRNA\t"), 2)

    def test_frameshifts_and_stops_within_when_they_are_allowed(self):
        genes = Genes(n_genes=1, n_introns=0, seed=5)
        protein, text = f">p1\n{genes.proteins[0]}\n", genes.residues[0]
        (first, last), = genes.exons[0]
        middle = first - 1 + 3 * ((last - first) // 6)
        scoring = self.write("scoring.yaml", "frameshift: 5\ninternal_stop: 5\n")
        genes.residues[0] = text[:middle] + "C" + text[middle:]
        shifted = self.predict(genes, "--scoring", scoring, "--min-score", "0", targets=protein)
        self.assert_ok(shifted)
        self.assertIn("frameshifts=1", shifted.stdout)
        self.assertEqual(len(cds_places(shifted.stdout)), 2)
        genes.residues[0] = text[:middle] + "TAA" + text[middle + 3:]
        stopped = self.predict(genes, "--scoring", scoring, "--min-score", "0", targets=protein)
        self.assertIn("internal_stops=1", stopped.stdout)
        for found in (shifted, stopped):
            if shutil.which("gt"):
                checked = subprocess.run(["gt", "gff3validator", self.write("out.gff3", found.stdout)],
                                         capture_output=True, text=True)
                self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)

    def test_frameshifts_want_introns_that_are_longer(self):
        genes, scoring = Genes(n_genes=1), self.write("scoring.yaml", "frameshift: 23\n")
        self.assert_fails(self.predict(genes, "--scoring", scoring, "--set", "min_intron=2"), 65,
                          "scoring.yaml: frameshift together with such short introns", "(got 'min_intron 2', need min_intron of 3 or more)")
        self.assert_truth(genes, self.predict(genes, "--scoring", scoring, "--set", "min_intron=3"))

    def test_coding_sequences_find_their_exons_among_own_blocks(self):
        genes = Genes(n_genes=3)
        coding = "".join(f">p{g + 1}\n{''.join(text[a - 1:b] for a, b in exons)}\n"
                         for g, (text, exons) in enumerate(zip(genes.residues, genes.exons)))
        for more in ((), ("--splice-model", "vertebrate"), ("--engine", "sequential")):
            self.assert_truth(genes, self.predict(genes, *more, targets=coding))

    def test_any_cdna_is_aligned_to_own_blocks_from_anywhere_to_anywhere(self):
        genes = Genes(n_genes=1)
        text, (first, inner, last) = genes.residues[0], genes.exons[0]
        part = text[first[0] + 9:first[1]] + text[inner[0] - 1:inner[1]] + text[last[0] - 1:last[1] - 10]
        found = self.predict(genes, targets=f">p1\n{part}\n")
        self.assert_ok(found)
        places = [(row.start, row.end) for row in models.read_gff3(found.stdout) if row.type == "exon"]
        self.assertEqual(places, [(first[0] + 10, first[1]), inner, (last[0], last[1] - 10)])

    def test_sites_below_min_site_are_none_and_the_summary_counts_them(self):
        genes = Genes(n_genes=1)
        text = genes.residues[0]
        n_sites = sum(text[i:i + 2] in ("GT", "GC", "AG") for i in range(len(text) - 1))
        summary, last_score, last_weak = self.path("run.json"), float("inf"), 0
        for least in ("off", "-10000", "-40", "-20", "-2.5", "5", "10000"):
            self.assert_ok(self.predict(genes, "--summary", summary, "--min-score=-10000", "--set", f"min_site={least}"))
            run = json.loads(summary.read_text())
            work, score = run["totals"], run["loci"][0]["score"]
            self.assertEqual(run["parameters"]["scoring"]["min_site"], "off" if least == "off" else float(least))
            self.assertEqual(work["splice_sites"] + work["weak_sites"], n_sites)
            self.assertGreaterEqual(work["weak_sites"], last_weak)
            self.assertLessEqual(score, last_score)  # fewer sites, fewer chains
            last_score, last_weak = score, work["weak_sites"]
        self.assertEqual(last_weak, n_sites)
        self.assertEqual(len(run["loci"][0]["chains"][0]["exons"]), 1)

    def test_min_site_is_the_same_for_all_engines(self):
        genes = Genes()
        expected = self.predict(genes, "--set", "min_site=-10").stdout
        self.assertIn("\tCDS\t", expected)
        self.assertEqual(self.predict(genes, "--set", "min_site=-10", "--engine", "sequential").stdout, expected)

    def test_min_site_is_a_score_or_off(self):
        for good in ("-10000", "-0.5", "10000", "off"):
            self.assert_ok(self.predict(Genes(n_genes=1), "--set", f"min_site={good}", "--min-score=-10000"))
        for bad in ("-10001", "10001", "10000.5", "1e3", "010", "0.25", "none", "OFF"):
            self.assert_fails(cli.predict("--set", f"min_site={bad}"), 2, "--set min_site: the value is", f"(got '{bad}', need ", "number from -10000 to 10000", "or off)")
        self.assert_fails(cli.predict("--set", "min_site=-2.5"), 2, "--set min_site: the value is not a whole number (got '-2.5'",
                          "Hint: halves are for protein targets")
        self.assert_fails(cli.predict("--scoring", self.write("bad.yaml", "min_site: 10001\n")), 65, "bad.yaml:1: min_site is "
                          "out of range (got '10001', need digits for a number from -10000 to 10000, or off)")

    def test_min_site_overrides_the_scoring(self):
        genes = Genes(n_genes=1)
        scoring = self.write("scoring.yaml", "min_site: 10000\n")
        self.assert_truth(genes, self.predict(genes, "--scoring", scoring, "--set", "min_site=off"))
        found = self.predict(genes, "--scoring", scoring, "--min-score=-10000")
        self.assert_ok(found)
        self.assertEqual(len(cds_places(found.stdout)), 1)

    def test_sites_of_candidates_stay_whatever_min_site_says(self):
        genes = Genes()
        for how in ("off", "restrict", "add"):
            self.assert_truth(genes, self.predict(genes, "--blocks", how, "--set", "min_site=10000", candidates=genes.candidates()))

    def test_the_summary_knows_the_cells_of_blocks(self):
        genes = Genes(n_genes=1)
        summary = self.path("run.json")
        self.assert_ok(self.predict(genes, "--summary", summary))
        work = json.loads(summary.read_text())["totals"]
        self.assertEqual(work["cells_eq3"], len(genes.residues[0]) * len(genes.proteins[0]))
        self.assertTrue(re.search("simd", summary.read_text()))


if __name__ == "__main__":
    unittest.main()
