"""`annotate --gene-model`: a made genome whose genes a gene model learns, with proteins for two thirds of them."""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

import cli
import made_genes
import models
import test_summary_schema
from protein_genes import CODE, diverged, translate
from test_annotate import FILES, Interrupted, read

MODEL = "gene-model.yaml"
CODONS = [codon for codon, amino in CODE.items() if amino != "*"]
SKEWED = [codon for codon in CODONS if codon[2] in "CG"]  # what tells genes from the rest
USED = re.compile(r"^exonweave: gene model: used; it reproduced ([\d,]+) of ([\d,]+) held-out genes exactly \((\d+)%; 35% required\)$", re.MULTILINE)
BY_MODEL = re.compile(r"^exonweave: ([\d,]+) genes \(([\d,]+) complete; ([\d,]+) by the gene model alone\) from ", re.MULTILINE)


def made_gene(source, is_typical):
    """(bases, [(first, last)] of its exons). What is not typical has many introns of any length, and nothing in common but GT, AG and
    open frames."""
    exon = lambda n: "".join(source.choices(SKEWED if is_typical else CODONS, k=n))
    text, exons = "", []
    for last in (False,) * (1 if is_typical else 5) + (True,):
        begin = len(text) + 1
        text += ("" if exons else "ATG") + (exon(60) if is_typical else exon(source.randint(15, 60))) + ("TAA" if last else "")
        exons.append((begin, len(text)))
        if not last:
            text += ("GTAAGT" + made_genes.bases(source, 50) + "T" * 12 + made_genes.bases(source, 4) + "CAG" if is_typical
                     else "GT" + made_genes.bases(source, source.randint(50, 1500)) + "AG")
    return text, exons


class MadeGenome:
    """Genes on both strands of some sequences, with so many bases between them, and the diverged proteins of the first ones."""

    def __init__(self, n_genes, n_with_protein, between, n_sequences=2, seed=1, is_typical=True, divergence=0.25):
        source = random.Random(seed)
        texts, self.exons, proteins = [""] * n_sequences, [], []
        for g in range(n_genes):
            s, strand = g % n_sequences, "+-"[g // 2 % 2]
            letters, exons = made_gene(source, is_typical)
            proteins.append(translate("".join(letters[first - 1:last] for first, last in exons))[:-1])
            if strand == "-":
                exons = [(len(letters) + 1 - last, len(letters) + 1 - first) for first, last in reversed(exons)]
                letters = made_genes.reverse_complement(letters)
            texts[s] += made_genes.bases(source, between)
            self.exons.append((f"s{s}", strand, tuple((first + len(texts[s]), last + len(texts[s])) for first, last in exons)))
            texts[s] += letters
        self.fasta = "".join(f">s{s}\n{text}{made_genes.bases(source, between)}\n" for s, text in enumerate(texts))
        self.proteins = "".join(f">p{g} a protein of number {g}\n{diverged(source, protein, divergence)}\n" for g, protein in enumerate(proteins[:n_with_protein]))


class OnMadeGenome(Interrupted):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.kept = pathlib.Path(tempfile.mkdtemp(prefix="exonweave-gene-model-"))
        cls.addClassCleanup(shutil.rmtree, cls.kept, ignore_errors=True)
        made = MadeGenome(60, 40, 400)
        cls.true = made.exons
        cls.data = {"genome": cls.kept / "g.fa", "proteins": cls.kept / "p.fa"}
        cls.data["genome"].write_text(made.fasta)
        cls.data["proteins"].write_text(made.proteins)
        cls.first = cli.run("annotate", *cls.data.values(), "-o", cls.kept / "out")
        assert cls.first.code == 0, cls.first

    def setUp(self):
        super().setUp()
        self.inputs = self.data
        self.how = ("--threads", "1")
        self.model = self.kept / "out" / MODEL

    def annotated(self, *more, out="out", **inputs):
        result = self.annotate(*more, out=out, **{**self.inputs, **inputs})
        self.assert_ok(result)
        return result

    def few_proteins(self):
        return self.write("few.fa", "".join(f">{record}" for record in self.data["proteins"].read_text().split(">")[1:6]))

    def path(self, name):
        """In the folder of the test; "first" is the run that all tests share."""
        return self.kept / "out" if name == "first" else super().path(name)

    def genes(self, out="out"):
        """{(sequence, strand, exons): attributes of the mRNA}"""
        rows = models.read_gff3(read(self.path(out) / "genes.gff3.gz"))
        exons = {}
        for row in rows:
            if row.type == "CDS":
                exons.setdefault(row.attributes["Parent"], []).append((row.start, row.end))
        return {(row.seqid, row.strand, tuple(sorted(exons[row.attributes["ID"]]))): row.attributes for row in rows if row.type == "mRNA"}

    def told(self, out="out"):
        return json.loads(read(self.path(out) / "run.json"))

    def by_evidence(self, out="out"):
        counts = {}
        for attributes in self.genes(out).values():
            counts[attributes.get("evidence")] = counts.get(attributes.get("evidence"), 0) + 1
        return counts

    def bytes_of(self, out):
        return {name: data for name, data in self.content(out).items() if name != "exonweave_mqc.json"}  # has the name of the folder


class GeneModel(OnMadeGenome):
    def test_genes_without_a_protein_are_found_by_what_those_with_one_teach(self):
        genes, counts = self.genes("first"), self.by_evidence("first")
        self.assertGreaterEqual(len(set(self.true) & genes.keys()), 55)
        without = {key: attributes for key, attributes in genes.items() if attributes["evidence"] == "model"}
        self.assertGreaterEqual(len(set(self.true[40:]) & without.keys()), 17)
        for attributes in without.values():
            self.assertFalse({"Target", "identity", "coverage", "e_value", "Name", "locus_targets"} & attributes.keys())
            self.assertEqual(attributes["product"], "hypothetical protein")
            self.assertGreaterEqual(float(attributes["model_score"]), 12)
            self.assertTrue(0 <= float(attributes["support"]) <= 1)
            self.assertTrue(0 <= float(attributes["probability"]) <= 1)
        fasta = read(self.path("first") / "genes.pep.fa.gz")
        for attributes in without.values():
            self.assertRegex(fasta, rf">{re.escape(attributes['ID'])} locus=s\d:\d+-\d+\([+-]\) score=")
        self.assertEqual(sum(counts.values()), len(genes))

    def test_the_run_tells_what_the_gene_model_did(self):
        counts = self.by_evidence("first")
        found, tested, percent = map(int, USED.search(self.first.stderr).groups())
        n_genes, _, n_alone = map(int, BY_MODEL.search(self.first.stderr).groups())
        self.assertEqual((n_genes, n_alone), (sum(counts.values()), counts["model"]))
        told = self.told("first")["gene_model"]
        self.assertEqual((told["used"], told["verdict"]), (True, "passed"))
        self.assertEqual((told["self_test"]["found"], told["self_test"]["genes"], round(100 * told["self_test"]["share"])), (found, tested, percent))
        self.assertEqual(told["genes"], {"protein": counts.get("protein", 0), "protein_and_model": counts["protein,model"], "model": n_alone})
        self.assertGreaterEqual(told["added"], n_alone)
        (row,) = json.loads(read(self.path("first") / "exonweave_mqc.json"))["data"].values()
        self.assertAlmostEqual(row["by_model"], 100 * n_alone / n_genes, delta=0.01)

    def test_genes_of_the_model_are_no_hints_and_train_nobody(self):
        self.annotated("--also", "hints,training,evm")
        genes = {key: each for key, each in self.genes().items() if "Target" not in each}
        introns = {(seqid, end + 1, start - 1) for seqid, _, exons in genes for (_, end), (start, _) in zip(exons, exons[1:])}
        hints = [line.split("\t") for line in read(self.path("out/hints.gff.gz")).splitlines()]
        hinted = {(row[0], int(row[3]), int(row[4])) for row in hints if row[2] == "intron"}
        self.assertGreater(len(hinted), 30)
        self.assertFalse(introns & hinted)
        parents = {attributes["Parent"] for attributes in genes.values()}
        trained = set(re.findall(r'gene_id "([^"]*)"', read(self.path("out/training.gtf.gz"))))
        self.assertTrue(trained)
        self.assertFalse(trained & parents)

    def test_the_files_are_valid(self):
        self.assert_folder(FILES | {MODEL}, "first")
        if shutil.which("gt"):
            for name in ("genes.gff3.gz", "alignments.gff3.gz"):
                done = subprocess.run(["gt", "gff3validator", self.path("first") / name], capture_output=True, text=True, timeout=cli.TIMEOUT)
                self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertEqual(test_summary_schema.faults(self.told("first")), [])

    def test_off_has_genes_of_alignments_alone_and_removes_the_file_of_an_earlier_run(self):
        shutil.copytree(self.path("first"), self.path("out"))
        result = self.annotated("--gene-model", "off")
        self.assertIn(f"out/{MODEL} is removed: this run uses no gene model\n", result.stderr)
        self.assertNotIn("exonweave: gene model:", result.stderr)
        self.assertEqual(set(self.by_evidence()), {None})
        self.assertIsNone(self.told()["gene_model"])
        self.assert_folder(FILES)
        self.assertNotIn("is removed", self.annotated("--gene-model", "off").stderr)

    def estimate(self, *more, **inputs):
        """The JSON, whose gene model the text has too."""
        told = self.annotate("--estimate", "--json", self.path("e.json"), *more, **{**self.inputs, **inputs})
        self.assert_ok(told)
        found = json.loads(self.path("e.json").read_text())
        self.assertEqual(bool(re.search(r"(?m)^gene model  \S+ \w+$", told.stdout)), found["gene_model_seconds"] > 0, told.stdout)
        return found

    def test_an_estimate_has_the_gene_model_that_the_options_ask_for(self):
        n_nt = sum(len(line) for line in self.data["genome"].read_text().splitlines() if line[0] != ">")
        found = {how: self.estimate("--threads", "1", "--gene-model", how) for how in ("auto", "on", "off", self.model)}
        self.assertNotIn("search_work", found["off"])  # nor is anything searched for in so short a genome
        self.assertEqual({how: found[how]["search_work"]["parsed_base"] for how in ("auto", "on", self.model)},
                         {"auto": 2 * n_nt, "on": 2 * n_nt, self.model: n_nt})
        seconds = {how: each["gene_model_seconds"] for how, each in found.items()}
        self.assertGreater(seconds["auto"], 0)
        self.assertEqual((seconds["auto"], seconds["off"]), (seconds["on"], 0))
        self.assertAlmostEqual(seconds[self.model], seconds["on"] / 2)
        for key in ("thread_seconds", "seconds"):
            self.assertAlmostEqual(found["on"]["engines"][0][key] - found["off"]["engines"][0][key], seconds["on"], msg=key)
        self.assertEqual(found["on"]["search_seconds"], found["off"]["search_seconds"])
        default = self.estimate("--threads", "8")  # and the genome has two sequences
        self.assertEqual(default["gene_model_seconds"], seconds["auto"])
        without = default["engines"][0]["thread_seconds"] - seconds["auto"]
        self.assertGreaterEqual(default["seconds"], without / 8 + seconds["auto"] / 2 - 1e-9)

    def test_an_estimate_expects_no_gene_model_of_few_proteins(self):
        self.assertEqual(self.estimate(proteins=self.few_proteins())["gene_model_seconds"], 0)

    def test_a_run_tells_what_was_predicted_for_the_gene_model(self):
        predicted = self.told("first")["predicted_seconds"]
        self.assertAlmostEqual(predicted["gene model"], self.estimate()["gene_model_seconds"] / self.told("first")["parameters"]["threads"])
        self.annotated("--gene-model", "off")
        self.assertEqual(self.told()["predicted_seconds"].keys(), predicted.keys() - {"gene model"})

    def test_on_is_the_same_where_the_test_passes(self):
        result = self.annotated("--gene-model", "on")
        self.assertIn("exonweave: gene model: used as requested; it reproduced ", result.stderr)
        self.assertEqual(self.told()["gene_model"]["verdict"], "demanded")
        self.assertEqual(self.bytes_of("out"), self.bytes_of("first"))

    def test_a_gene_model_that_fails_is_used_on_demand_alone(self):
        made = MadeGenome(100, 100, 400, is_typical=False, divergence=0.02)
        inputs = {"genome": self.write("g.fa", made.fasta), "proteins": self.write("p.fa", made.proteins)}
        failed = self.annotated(**inputs)
        self.assertRegex(failed.stderr, r"exonweave: gene model: not used; it reproduced \d+ of \d+ held-out genes exactly \(\d+%; 35% required\)\n")
        self.assert_folder(FILES)
        self.assertEqual(set(self.by_evidence()), {None})
        told = self.told()
        self.assertEqual((told["gene_model"]["used"], told["gene_model"]["verdict"]), (False, "failed"))
        self.assertEqual(test_summary_schema.faults(told), [])
        self.assertEqual([name for name in os.listdir(self.path("out")) if name.startswith(".")], [])
        self.annotated("--gene-model", "on", **inputs)
        self.assert_folder(FILES | {MODEL})
        self.assertTrue(self.told()["gene_model"]["used"])

    def test_the_model_of_a_run_can_be_given_to_another_one(self):
        result = self.annotated("--gene-model", self.model)
        self.assertRegex(result.stderr, rf"exonweave: gene model: used as given by {re.escape(str(self.model))}; \d+ training genes\n")
        first, given = self.told("first")["gene_model"], self.told()["gene_model"]
        self.assertEqual((given["used"], given["verdict"], given["self_test"]), (True, "given", None))
        for key in ("training_genes", "training_introns"):
            self.assertEqual(given[key], first[key])
        self.assertIn(f"\ntraining_genes: {first['training_genes']}\n", self.model.read_text())
        self.assertEqual(self.bytes_of("out"), self.bytes_of("first"))
        self.assertEqual([(each["role"], each["path"]) for each in self.told()["inputs"]][-1], ("gene_model", str(self.model)))
        self.assertEqual(test_summary_schema.faults(self.told()), [])

    def test_a_given_model_finds_genes_where_there_are_too_few_to_learn_from(self):
        few = self.few_proteins()
        alone = self.annotated(proteins=few)
        self.assertRegex(alone.stderr, r"exonweave: gene model: not used; \d complete genes to train it on \(20 required\)\n")
        self.assert_folder(FILES)
        self.assertEqual(set(self.by_evidence()), {None})
        told = self.told()["gene_model"]
        self.assertEqual((told["used"], told["verdict"], told["training_introns"]), (False, "too_few_genes", 0))
        self.assertLessEqual(len(self.genes()), 6)
        self.annotated("--gene-model", self.model, proteins=few)
        self.assertGreaterEqual(len(set(self.true) & self.genes().keys()), 55)

    def test_evidence_of_proteins_leaves_genes_of_the_model_alone_out(self):
        result = self.annotated("--evidence", "protein")
        every = self.genes("first")
        self.assertEqual(self.genes().keys(), {key for key, attributes in every.items() if attributes["evidence"] != "model"})
        self.assertNotIn("by the gene model alone", result.stderr.splitlines()[-1])
        self.assertEqual(self.told()["gene_model"]["genes"]["model"], 0)
        self.assertEqual((self.path("out") / MODEL).read_bytes(), self.model.read_bytes())

    def test_quiet_runs_are_quiet(self):
        self.assertEqual(self.annotated("--quiet").stderr, "")

    def test_threads_change_no_byte(self):
        for n in (1, 2):
            self.annotated("--threads", n, out=f"threads{n}")
            self.assertEqual(self.bytes_of(f"threads{n}"), self.bytes_of("first"))

    def test_a_run_that_was_killed_goes_on_to_the_same_genes(self):
        self.end(signal.SIGKILL)
        self.assertNotIn(MODEL, os.listdir(self.path("out")))
        again = self.annotated(*self.how)
        self.assertRegex(again.stderr, r"run\.journal: [1-9]\d* results? of an earlier run")
        self.assertEqual(self.bytes_of("out"), self.bytes_of("first"))
        self.assert_no_temporaries()

    def test_a_journal_of_a_run_with_another_gene_model_is_begun_anew(self):
        self.end(signal.SIGKILL)
        again = self.annotated(*self.how, "--gene-model", self.model)
        self.assertIn("restarted; the journal is of another run: MD5 of gene_model (before: ", again.stderr)

    def test_random_sequence_has_hardly_a_gene_of_the_model_alone(self):
        made = MadeGenome(30, 30, 33_000, n_sequences=1)
        self.assertGreater(len(made.fasta), 1_000_000)
        self.annotated(genome=self.write("large.fa", made.fasta), proteins=self.write("all.fa", made.proteins))
        self.assertEqual(self.told()["gene_model"]["verdict"], "passed")
        self.assertGreaterEqual(len(set(made.exons) & self.genes().keys()), 27)
        self.assertLessEqual(self.by_evidence().get("model", 0), 2)

    def test_what_is_no_gene_model_is_refused(self):
        cases = ((self.path("none.yaml"), 66, "none.yaml"), ("atuo", 66, "atuo"), (self.write("bad.yaml", "gene_model: 2\n"), 65, "bad.yaml:1"))
        for model, code, place in cases:
            self.assert_fails(self.annotate("--gene-model", model, **self.inputs), code, place)
            self.assertFalse(self.path("out").exists())
        self.assertIn("--gene-model takes auto, on and off; anything else is the path of a gene model",
                      self.annotate("--gene-model", "atuo", **self.inputs).stderr)

    def test_the_model_in_the_folder_of_the_run_is_no_input_of_it(self):
        shutil.copytree(self.path("first"), self.path("out"))
        before = self.content()
        self.assert_fails(self.annotate("--gene-model", self.path("out") / MODEL, **self.inputs), 2, "--gene-model")
        self.assertEqual(self.content(), before)


class Candidates(OnMadeGenome):
    """Genes that other programs predict, as hints of the gene model: a third sequence has genes that are too short for the model alone."""

    N_CODONS = (9, 10)

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        source = random.Random(7)
        text, cls.short = "", []
        for n in cls.N_CODONS:
            text += made_genes.bases(source, 400)
            start = len(text) + 1
            text += "ATG" + "".join(source.choices(SKEWED, k=n)) + "TAA"
            cls.short.append(("s2", "+", ((start, len(text)),)))
        cls.data["genome"].write_text(cls.data["genome"].read_text() + f">s2\n{text}{made_genes.bases(source, 400)}\n")

    def augustus(self, genes, scores=(0.9, 0.8), name="augustus.gff", phase=0):
        rows = ["# This output was generated with AUGUSTUS\n"]
        for n, ((seqid, strand, exons), score) in enumerate(zip(genes, scores), 1):
            place = f"{exons[0][0]}\t{exons[-1][1]}\t{score}\t{strand}"
            rows += [f"{seqid}\tAUGUSTUS\tgene\t{place}\t.\tg{n}\n", f"{seqid}\tAUGUSTUS\ttranscript\t{place}\t.\tg{n}.t1\n"]
            rows += [f"{seqid}\tAUGUSTUS\tCDS\t{first}\t{last}\t{score}\t{strand}\t{phase}\ttranscript_id \"g{n}.t1\"; gene_id \"g{n}\";\n"
                     for first, last in exons]
        return self.write(name, "".join(rows))

    def genscan(self):
        rows = [f" {n}.01 Sngl +{first:7d}{last:7d}{last + 1 - first:5d}{(first - 1) % 3:3d}{0:3d}   70   70   100 0.900  10.00\n"
                for n, (_, _, ((first, last),)) in enumerate(self.short, 1)]
        size = len(self.data["genome"].read_text().split(">s2\n")[1].strip())
        return self.write("genscan.txt", f"GENSCAN 1.0\n\nSequence s2 : {size} bp : 50.00% C+G : Isochore 2 (43 - 51 C+G%)\n\nPredicted genes/exons:\n\n"
                          "Gn.Ex Type S .Begin ...End .Len Fr Ph I/Ac Do/T CodRg P.... Tscr..\n"
                          "----- ---- - ------ ------ ---- -- -- ---- ---- ----- ----- ------\n\n"
                          + "\n".join(rows) + "\nPredicted peptide sequence(s):\n\nNO PEPTIDES PREDICTED\n")

    def test_genes_too_short_for_the_model_alone_are_found_where_another_program_predicts_them(self):
        self.annotated()
        self.assertFalse(set(self.short) & self.genes().keys())
        file = self.augustus(self.short)
        result = self.annotated("--candidates", file)
        self.assertIn("exonweave: candidates: 2 predicted genes are hints\n", result.stderr)
        genes = self.genes()
        self.assertEqual([genes[each]["evidence"] for each in self.short], ["model", "model"])
        told = self.told()
        self.assertEqual(told["gene_model"]["hints"], {"complete": 2, "partial": 0, "left_out": 0})
        self.assertIn(("candidates", str(file)), [(each["role"], each["path"]) for each in told["inputs"]])
        self.assertEqual(test_summary_schema.faults(told), [])

    def test_hints_count_by_their_probability(self):
        self.annotated("--candidates", self.augustus(self.short, scores=(0.01, 0.9)))
        self.assertEqual(set(self.short) & self.genes().keys(), {self.short[1]})

    def test_genscan_text_and_several_files_are_read(self):
        result = self.annotated("-c", self.genscan())
        self.assertIn("exonweave: candidates: 2 predicted genes are hints\n", result.stderr)
        self.assertLessEqual(set(self.short), self.genes().keys())
        result = self.annotated("-c", self.genscan(), "-c", self.augustus(self.short))
        self.assertIn("exonweave: candidates: 4 predicted genes are hints\n", result.stderr)

    def test_partial_genes_are_hints_and_others_are_counted(self):
        (_, _, ((first, last),)), other = self.short
        result = self.annotated("-c", self.augustus([("s2", "+", ((first + 3, last),)), ("s2", "+", ((first, last + 3),))]))
        self.assertIn("exonweave: candidates: 1 predicted gene is a hint, 1 of them partial; 1 without an open reading frame ignored\n", result.stderr)
        self.assertNotIn("few predicted genes", result.stderr)
        self.assertEqual(self.told()["gene_model"]["hints"], {"complete": 0, "partial": 1, "left_out": 1})

    def test_candidates_of_another_assembly_are_warned_of_and_of_another_genome_refused(self):
        shifts = {"+": 1, "-": -1}
        shifted = [(seqid, strand, tuple((first + shifts[strand], last + shifts[strand]) for first, last in exons)) for seqid, strand, exons in self.true[:40]]
        result = self.annotate("-c", self.augustus(shifted, [0.5] * 40), **self.inputs)
        self.assertEqual(result.code, 0)
        self.assertRegex(result.stderr, r"augustus\.gff: few predicted genes have an open frame on this genome \(got '\d+ of 40'\)\. "
                                        r"Hint: are they of this assembly, and is --genetic-code right\?")
        self.assert_fails(self.annotate("-c", self.augustus([("chr9", *self.short[0][1:])]), **self.inputs, out="new"), 65, "augustus.gff:",
                          "unknown sequence (got 'chr9'")
        self.assertFalse(self.path("new").exists())

    def test_candidates_without_a_gene_model_are_refused_or_warned_of(self):
        file = self.augustus(self.short)
        self.assert_fails(self.annotate("--candidates", file, "--gene-model", "off", **self.inputs), 2,
                          "--candidates together with --gene-model off", "candidates are hints of the gene model")
        self.assert_fails(self.annotate("--candidates", self.path("none.gff"), **self.inputs), 66, "none.gff")
        result = self.annotate("--candidates", file, **{**self.inputs, "proteins": self.few_proteins()})
        self.assertEqual(result.code, 0)
        self.assertIn("--candidates has no effect: the gene model is not used", result.stderr)
        self.assertIsNone(self.told()["gene_model"]["hints"])

    def test_a_journal_of_a_run_with_other_candidates_is_begun_anew(self):
        self.how += ("--candidates", self.augustus(self.short))
        self.end(signal.SIGKILL)
        self.augustus(self.short[:1])
        self.assertIn("restarted; the journal is of another run: MD5 of candidates (before: ", self.annotated(*self.how).stderr)


class SpliceScores(OnMadeGenome):
    """--splice-scores: the gene model adds them to what it says of sites itself."""

    def table(self, scores, name="scores.tsv"):
        """Of the sites of the true genes, by the number of the gene; others are not listed."""
        rows = []
        for number, (seqid, strand, exons) in enumerate(self.true):
            for (_, left), (right, _) in zip(exons, exons[1:]):
                rows += [f"{seqid}\t{border}\t{strand}\t{end}\t{scores(number)}\n" for border, end in zip((left, right - 1), "DA" if strand == "+" else "AD")]
        return self.write(name, "".join(rows))

    def test_sites_that_score_low_in_the_table_are_none_of_genes_that_no_protein_reaches(self):
        self.annotated("--splice-scores", self.table(lambda number: 10), out="good")
        self.assertIn(self.true[50], self.genes("good"))
        table = self.table(lambda number: -200 if number == 50 else 10)
        self.annotated("--splice-scores", table)
        self.assertNotIn(self.true[50], self.genes())
        self.assertGreaterEqual(len(set(self.true) & self.genes().keys()), 50)
        self.assertIn(("splice_scores", str(table)), [(each["role"], each["path"]) for each in self.told()["inputs"]])

    def test_a_table_of_another_assembly_is_refused(self):
        self.assert_fails(self.annotate("--splice-scores", self.write("bad.tsv", "s0\t5\t+\tD\t3\ns9\t5\t+\tD\t3\n"), **self.inputs), 65, "bad.tsv:2",
                          "unknown sequence")


if __name__ == "__main__":
    unittest.main()
