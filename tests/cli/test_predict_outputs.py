"""The outputs of `predict` beside its GFF3, from protein targets: each as a golden file, and each against the genome by
the definitions of docs/reference/formats.md; what is written when something fails; and what GFF3 makes of a frameshift."""
import csv
import io
import itertools
import json
import pathlib
import random
import re
import shutil
import subprocess
import unittest

import cli
import made_genes
import models

OUTPUTS = ("--protein-out", "--cds-out", "--alignment-out", "--evm-out", "--hints-out", "--bed-out", "--paf-out", "--locus-out", "--locus-gtf-out", "--locus-protein-out",
           "--locus-cds-out", "--locus-bed-out", "--unplaced-out", "--multiqc-out",
           "--summary")
NOW = {"--locus-gtf-out": "--locus-out", "--locus-bed-out": "--locus-out", "--multiqc-out": "--summary"}  # of earlier versions
OF_DNA = tuple(option for option in OUTPUTS if option != "--paf-out")
GENOME = models.read_fasta((cli.TINY / "genome.fa").read_text())
PROTEINS = models.read_fasta((cli.TINY / "targets.pep.fa").read_text())
AMINO_ACIDS = dict(zip(map("".join, itertools.product("TCAG", repeat=3)),
                       "FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG"))


def translate(dna):
    return "".join(AMINO_ACIDS[dna[i:i + 3]] for i in range(0, len(dna) - 2, 3))


def file_name(option):
    """A name that the output takes."""
    return option.strip("-") + ("_mqc.json" if option == "--multiqc-out" else "")


def predict_proteins(*more, **inputs):
    """The main job on test-data/tiny with its proteins and ORF exons, and a model that nothing is learnt for."""
    if not {"--splice-model", "--scoring"} & set(more):
        more = ("--splice-model", "vertebrate", *more)
    return cli.predict(*more, **{"candidates": None, "targets": cli.TINY / "targets.pep.fa", **inputs})


class Outputs(cli.Case):
    def assert_valid(self, path):
        if shutil.which("gt"):
            done = subprocess.run(["gt", "gff3validator", path], capture_output=True, timeout=cli.TIMEOUT)
            self.assertEqual((done.returncode, done.stderr), (0, b""), done.stdout + done.stderr)

    def predict_all(self, *more, outputs=OUTPUTS, **inputs):
        """All outputs as files in self.dir, by option; the GFF3s of them valid."""
        paths = {option: self.path(file_name(option)) for option in ("--out", *outputs)}
        self.assert_ok(predict_proteins(*itertools.chain(*paths.items()), "--quiet", *more, **inputs))
        for option in ("--out", "--evm-out", "--locus-out"):
            self.assert_valid(paths[option])
        return {option: path.read_text() for option, path in paths.items()}


class Proteins(Outputs):
    def setUp(self):
        super().setUp()
        self.text = self.predict_all()
        self.models = {model.row.attributes["ID"]: model for model in models.models_of(self.text["--out"])}

    def test_golden_files(self):
        for option, name in (("--out", "gff3"), ("--protein-out", "pep.fa"), ("--cds-out", "cds.fa"),
                             ("--evm-out", "evm.gff3"), ("--hints-out", "hints.gff"), ("--locus-out", "locus.gff3"), ("--locus-gtf-out", "locus.gtf"),
                             ("--alignment-out", "alignment.txt")):
            self.assert_golden(f"tiny.protein.{name}", self.text[option].encode())

    def coding(self, model):
        return "".join(models.reading(GENOME[part.seqid], part) for part in model.parts)

    def test_sequences_are_what_the_genome_says_under_the_ids_of_the_gff3(self):
        coding, proteins = (models.read_fasta(self.text[option]) for option in ("--cds-out", "--protein-out"))
        self.assertEqual(coding, {name: self.coding(model) for name, model in self.models.items()})
        self.assertEqual(proteins, {name: translate(dna)[:-1] for name, dna in coding.items()})
        self.assertGreater(len(coding), 5)
        for name, model in self.models.items():
            row = model.row
            header = f">{name} target={model.target} locus={row.seqid}:{row.start}-{row.end}({row.strand}) score={row.score}\n"
            self.assertIn(header, self.text["--cds-out"])
            self.assertIn(header, self.text["--protein-out"])

    def test_a_gene_that_is_not_the_true_one_is_among_the_three_whose_margins_say_that_it_is_close(self):
        truth = models.true_exons((cli.TINY / "truth.gff3").read_text())
        wrong = {model.target for model in self.models.values()
                 if model.exons() != truth[re.sub(r"\.species\d$", ".t1", model.target)]}
        close = {model.target for model in self.models.values() if models.number(model.row.attributes["min_margin"]) < 5}
        self.assertEqual((len(self.models), len(wrong), len(close)), (10, 1, 3))
        self.assertLess(wrong, close)

    def test_phases_go_on_from_the_start_codon(self):
        for model in self.models.values():
            phase = 0
            for part in model.parts:
                self.assertEqual(int(part.phase), phase)
                phase = -(part.end - part.start + 1 - phase) % 3

    def test_evidence_has_a_row_per_exon(self):
        rows = models.read_gff3(self.text["--evm-out"])
        self.assertEqual({row.type for row in rows}, {"nucleotide_to_protein_match"})
        places = {name: sorted((part.seqid, part.start, part.end, part.strand, part.attributes["Target"]) for part in model.parts)
                  for name, model in self.models.items()}
        self.assertEqual({name: sorted((row.seqid, row.start, row.end, row.strand, row.attributes["Target"]) for row in group)
                          for name, group in itertools.groupby(rows, lambda row: row.attributes["ID"])}, places)
        for row in rows:
            self.assertTrue(0 <= float(row.score) <= 100)

    def test_the_alignment_spells_the_target_the_protein_and_the_exons(self):
        blocks = re.split(r"^# (gene\d+\.t\d+)\n", self.text["--alignment-out"], flags=re.MULTILINE)[1:]
        self.assertEqual(blocks[::2], list(self.models))
        self.assertLessEqual(max(map(len, self.text["--alignment-out"].splitlines())), 100)
        coding, proteins = (models.read_fasta(self.text[option]) for option in ("--cds-out", "--protein-out"))
        for name, text in zip(blocks[::2], blocks[1::2]):
            spelled = {row: "".join(re.findall(rf"^{row} .{{11}}(.*?)(?: \d+)?$", text, re.MULTILINE)) for row in
                       ("target", "model", "genome")}
            self.assertEqual(re.sub(r"[ \d*-]", "", spelled["model"]).upper(), proteins[name])
            self.assertEqual(re.sub(r"[>-]", "", spelled["genome"]).upper(), coding[name])
            _, first, last = self.models[name].row.attributes["Target"].split()
            self.assertEqual(re.sub(r"[ -]", "", spelled["target"]),
                             PROTEINS[self.models[name].target][int(first) - 1:int(last)])
            self.assert_introns(self.models[name], text)

    def assert_introns(self, model, text):
        told = re.findall(r"^intron \d+: (\d+)-(\d+), (\d+) nt, (\w\w)-(\w\w), phase (\d)$", text, re.MULTILINE)
        parts = sorted(model.parts, key=lambda part: part.start)
        introns = [(before.end + 1, behind.start - 1) for before, behind in zip(parts, parts[1:])]
        self.assertEqual(sorted((int(first), int(last)) for first, last, *_ in told), introns)
        for first, last, length, donor, acceptor, _ in told:
            bases = models.reading(GENOME[model.row.seqid], models.Row(*[None] * 2, int(first), int(last), None,
                                                                      model.row.strand, None, None))
            self.assertEqual((len(bases), bases[:2], bases[-2:]), (int(length), donor, acceptor))

    def test_margins_are_those_of_the_summary(self):
        loci = {locus["target"]: locus for locus in json.loads(self.text["--summary"])["loci"]}
        for model in self.models.values():
            chain = loci[model.target]["chains"][0]
            for key in ("min_margin", "runner_up"):
                self.assertEqual(model.row.attributes.get(key), None if chain[key] is None else str(chain[key]))
            self.assertEqual(model.row.attributes.get("support"), f"{chain['support']:.3f}")
            for part, exon in zip(sorted(model.parts, key=lambda part: part.start), chain["exons"]):
                self.assertEqual(part.attributes.get("margin"), None if exon["margin"] is None else str(exon["margin"]))
                self.assertEqual(part.attributes.get("rival"), "none" if exon["without_rival"] else None)
                self.assertEqual(part.attributes.get("support"), f"{exon['support']:.3f}")

    def test_the_runner_up_is_the_second_of_the_best_two(self):
        found = models.models_of(self.predict_all("--top", "2")["--out"])
        second = {model.target: model.score for model in found if model.rank == 2}
        self.assertGreater(len(second), 5)
        best = [model for model in found if model.rank == 1]
        for model in best + list(self.models.values()):  # these without --top
            self.assertEqual(model.row.attributes.get("runner_up"), str(second[model.target]))

    def test_the_parameters_are_in_the_summary(self):
        parameters = json.loads(self.text["--summary"])["parameters"]
        wanted = {"targets": "protein", "blocks": "add", "margins": True, "min_coverage": 0, "genetic_code": 1}
        self.assertEqual({key: parameters[key] for key in wanted}, wanted)
        self.assertEqual(parameters["scoring"]["splice_model"], "vertebrate")

    def test_files_that_the_scoring_names_are_inputs_in_the_summary(self):
        model, matrix = self.path("made.yaml"), self.write("matrix.txt", blosum_like())
        annotated = self.write("g.fa", made_genes.genome()[0]), self.write("g.gff3", made_genes.genome()[1])
        self.assert_ok(cli.run("train", "--genome", annotated[0], "--annotation", annotated[1], "--name", "made", "--out", model))
        scoring = self.write("scoring.yaml", f"protein_matrix: {matrix}\nsplice_model: {model}\n")
        inputs = json.loads(self.predict_all("--scoring", scoring)["--summary"])["inputs"]
        self.assertEqual({entry["role"]: entry["path"] for entry in inputs[-3:]},
                         {"scoring": str(scoring), "splice_model": str(model), "protein_matrix": str(matrix)})

    def test_without_margins_none_are_written(self):
        text = self.predict_all("--no-margins")["--out"]
        self.assertEqual(text.encode(), models.without_margins(self.text["--out"].encode()))

    def test_matches_have_one_id_in_all_outputs(self):
        text = self.predict_all("--style", "match")
        ids = [model.row.attributes["ID"] for model in models.models_of(text["--out"])]
        self.assertTrue(all(name.startswith("match") for name in ids))
        self.assertEqual(list(models.read_fasta(text["--protein-out"])), ids)
        self.assertEqual(re.findall(r"^# (match\d+)$", text["--alignment-out"], re.MULTILINE), ids)

    def test_threads_and_engines_change_no_byte(self):
        for more in (("--threads", "1"), ("--threads", "4"), ("--engine", "sequential")):
            text = self.predict_all(*more)
            for option in set(text) - {"--summary"}:
                self.assertEqual(text[option], self.text[option], f"{more} {option}")


def blosum_like():
    """A matrix file: 4 for a pair of equals, -1 for any other."""
    letters = "ARNDCQEGHILKMFPSTWYV"
    return "\n".join([" ".join(letters), *(f"{a} " + " ".join("4" if a == b else "-1" for b in letters) for a in letters)]) + "\n"


class CodingTargets(Outputs):
    def test_every_output_of_dna_targets(self):
        text = self.predict_all(outputs=OF_DNA, candidates=cli.TINY / "candidates.gff3", targets=cli.TINY / "targets.cds.fa")
        found = models.models_of(text["--out"])
        coding = models.read_fasta(text["--cds-out"])
        self.assertEqual(coding, {model.row.attributes["ID"]: "".join(models.reading(GENOME[part.seqid], part)
                                                                      for part in model.parts) for model in found})
        self.assertEqual({row.type for row in models.read_gff3(text["--evm-out"])}, {"cDNA_match"})
        for name, block in zip(*[iter(re.split(r"^# (gene\S+)\n", text["--alignment-out"], flags=re.MULTILINE)[1:])] * 2):
            spelled = "".join(re.findall(r"^genome .{11}(\S+)", block, re.MULTILINE))
            self.assertEqual(spelled.replace("-", "").upper(), coding[name])

    def test_what_is_not_coding_is_in_no_fasta(self):
        targets = self.write("part.fa", "".join(f">{name}\n{dna[1:]}\n" for name, dna in
                                                models.read_fasta((cli.TINY / "targets.cds.fa").read_text()).items()))
        text = self.predict_all(outputs=OF_DNA, candidates=cli.TINY / "candidates.gff3", targets=targets)
        self.assertEqual((text["--cds-out"], text["--protein-out"]), ("", ""))
        self.assertGreater(len(models.models_of(text["--out"])), 5)


class Frameshift(Outputs):
    def gene(self, strand):
        """A gene of three exons, a base too many in the second behind a codon; its genome and protein."""
        source = random.Random(7)
        protein = "M" + "".join(source.choice("ARNDCQEGHILKFPSTWYV") for _ in range(119))
        codons = {amino: codon for codon, amino in AMINO_ACIDS.items()}
        dna = "".join(codons[amino] for amino in protein) + "TAA"
        exons = [dna[:121], dna[121:183] + "C" + dna[183:250], dna[250:]]
        intron = lambda: made_genes.DONOR[3:] + made_genes.bases(source, 90) + made_genes.ACCEPTOR[:20]
        text = (made_genes.bases(source, 60) + made_genes.START[:9] + exons[0] + intron() + exons[1] + intron() + exons[2] +
                made_genes.bases(source, 60))
        return text if strand == "+" else made_genes.reverse_complement(text), protein

    def test_the_cds_is_divided_the_exon_is_not_and_validators_agree(self):
        for strand in "+-":
            genome, protein = self.gene(strand)
            text = self.predict_all("--scoring", self.write("s.yaml", "frameshift: 23\n"), pairs=None,
                                    genome=self.write("g.fa", f">s\n{genome}\n"), targets=self.write("t.fa", f">p\n{protein}\n"))
            rows = models.read_gff3(text["--out"])
            mrna = next(row for row in rows if row.type == "mRNA")
            self.assertEqual((mrna.attributes["frameshifts"], mrna.attributes["identity"]), ("1", "1.0000"))
            exons, parts = ([(row.start, row.end) for row in rows if row.type == kind] for kind in ("exon", "CDS"))
            self.assertEqual((len(exons), len(parts)), (3, 4))
            self.assertEqual((parts[1][0], parts[2][1]), exons[1])
            self.assertEqual(parts[2][0] - parts[1][1], 2)  # a base between them
            self.assertEqual(sorted(exons), sorted((row.start, row.end) for row in models.read_gff3(text["--evm-out"])))
            self.assertEqual(models.read_fasta(text["--protein-out"])["gene1.t1"], protein)
            self.assertEqual(translate(models.read_fasta(text["--cds-out"])["gene1.t1"]), protein + "*")
            self.assertIn("!", text["--alignment-out"])


class Unplaced(Outputs):
    def rows(self, *more, **inputs):
        return list(csv.DictReader(io.StringIO(self.predict_all(*more, **inputs)["--unplaced-out"]), delimiter="\t"))

    def test_every_pair_without_a_model_is_there_with_the_reason(self):
        lines = [line.split("\t") for line in (cli.TINY / "pairs.tsv").read_text().splitlines()]
        header, first = lines[0], next(line for line in lines if "protein" in line)
        pair = dict(zip(header, first))
        pair.update(region_start0="100", region_end0="112")
        pairs = self.write("pairs.tsv", "\t".join(header) + "\n" + "\t".join(pair[key] for key in header) + "\n")
        row, = self.rows(pairs=pairs)
        self.assertEqual([row[key] for key in ("target_id", "region_seqid", "region_start0", "region_end0", "strands", "best_score")],
                         [pair["target_id"], pair["region_seqid"], "100", "112", pair["strand"], "."])
        self.assertRegex(row["reason"], "^no exon (begins with a start|ends with a stop) codon$")

    def test_the_best_score_of_what_was_too_poor(self):
        rows = self.rows("--min-score", "100000")
        self.assertEqual(len(rows), len(PROTEINS))
        self.assertEqual({row["reason"] for row in rows}, {"score below the least for a model"})
        best = {model.target: model.score for model in models.models_of(self.predict_all()["--out"])}
        self.assertEqual({row["target_id"]: models.number(row["best_score"]) for row in rows}, best)

    def test_without_pairs_only_targets_without_any_model(self):
        noise = "MWWCHWWCHMWCWHWCMWHCWMWHCWWHMCW"
        targets = self.write("t.fa", (cli.TINY / "targets.pep.fa").read_text() + f">noise\n{noise}\n")
        rows = self.rows("--min-score", "100", pairs=None, targets=targets)
        self.assertEqual({row["target_id"] for row in rows}, {"noise"})
        self.assertEqual([(row["region_seqid"], row["strands"]) for row in rows], [("tiny1", "+,-"), ("tiny2", "+,-")])

    def test_the_summary_says_the_same(self):
        text = self.predict_all("--min-score", "700")
        rows = list(csv.DictReader(io.StringIO(text["--unplaced-out"]), delimiter="\t"))
        loci = [locus for locus in json.loads(text["--summary"])["loci"] if locus["outcome"] != "model"]
        self.assertEqual(sorted((row["target_id"], row["reason"], row["best_score"], row["strands"]) for row in rows),
                         sorted((locus["target"], locus["outcome"], str(locus["score"]), ",".join(locus["strands_tried"]))
                                for locus in loci))


class ControlCharacters(Outputs):
    def test_names_bring_none_into_any_output(self):
        genome, targets = (cli.TINY / name for name in ("genome.fa", "targets.pep.fa"))
        text = self.predict_all("--where", "everywhere", "--top", "2", "--min-score", "300", pairs=None, genome=self.write("g.fa", genome.read_text().replace(">tiny", ">tiny\x01\x1b[31m")),
                                targets=self.write("t.fa", re.sub("(?m)^>tiny", ">tiny\x02\x7f", targets.read_text()) + ">none\x03\nWWCWWCHHWWMW\n"))
        for option in ("--out", "--locus-out", "--locus-gtf-out", "--locus-bed-out", "--bed-out", "--hints-out", "--evm-out", "--unplaced-out", "--alignment-out",
                       "--protein-out", "--cds-out", "--locus-protein-out", "--locus-cds-out"):
            self.assertEqual(sorted(set(re.findall(r"[^\t\n\x20-\x7e]", text[option]))), [], option)
            self.assertGreater(len(text[option]), 100, option)
        self.assertIn("\nnone%03\t", text["--unplaced-out"])
        for option in ("--locus-gtf-out", "--bed-out"):
            self.assertEqual({line.split("\t")[0] for line in text[option].splitlines()}, {"tiny%01%1B[31m1", "tiny%01%1B[31m2"}, option)


class WholeOrNotAtAll(Outputs):
    def assert_nothing_left(self):
        self.assertEqual(self.names(), [])

    def options(self, **replaced):
        """All outputs as files, some replaced by option without its dashes, - as _."""
        paths = {option: self.path(file_name(option)) for option in ("--out", *OUTPUTS)}
        paths.update({"--" + name.replace("_", "-"): path for name, path in replaced.items()})
        return list(itertools.chain(*paths.items()))

    def test_row_78_one_file_for_two_outputs_or_an_input(self):
        for one, other in itertools.combinations(("--out", *OUTPUTS), 2):
            result = predict_proteins(one, self.path("same"), other, self.path("same"))
            self.assert_fails(result, 2, "the output is also that of --")
        for option in OUTPUTS:
            targets = self.write("t.fa", (cli.TINY / "targets.pep.fa").read_bytes())
            self.assert_fails(predict_proteins(option, targets, targets=targets), 2,
                              f"{NOW.get(option, option)}: the output is also the input of --targets")
            self.assertEqual(targets.read_bytes(), (cli.TINY / "targets.pep.fa").read_bytes())

    def test_standard_output_is_taken_once(self):
        for option in OUTPUTS:
            self.assert_fails(predict_proteins(option, "-"), 2, "standard output is already taken by --")
            self.assert_ok(predict_proteins(option, "-", "--out", "/dev/null"))

    def test_row_86_what_cannot_be_made_is_told_before_computing(self):
        for option in OUTPUTS:
            place = pathlib.Path("/proc/none", file_name(option))
            result = predict_proteins(*self.options(**{option.strip("-").replace("-", "_"): place}),
                                      genome=self.path("never-opened.fa"))
            self.assert_fails(result, 73, str(place))
            self.assert_nothing_left()

    def test_row_82_when_one_of_them_cannot_be_completed_none_appears(self):
        for option in OUTPUTS:
            result = predict_proteins(*self.options(**{option.strip("-").replace("-", "_"): "/dev/full"}))
            self.assert_fails(result, 74, "/dev/full", "No space left on device")
            self.assert_nothing_left()

    def test_bad_data_leaves_the_old_outputs_alone(self):
        for option in ("--out", *OUTPUTS):
            self.write(file_name(option), "old\n")
        self.assert_fails(predict_proteins(*self.options(), genome=self.write("g.fa", ">s\nAC!\n")), 65)
        for option in ("--out", *OUTPUTS):
            self.assertEqual(self.path(file_name(option)).read_text(), "old\n")


if __name__ == "__main__":
    unittest.main()
