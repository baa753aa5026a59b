"""genes: a gene model learnt from annotated genes finds genes, and what is refused."""
import gzip
import pathlib
import random
import re
import shutil
import subprocess

import cli
import made_genes
import models

GENOME, TRUTH = cli.TINY / "genome.fa", cli.TINY / "truth.gff3"


def chains(text):
    """{(sequence, strand, ((start, end), ...)): ...} of the CDS rows, by Parent, of each the attributes of its mRNA."""
    exons, place, mrna = {}, {}, {}
    for row in (line.split("\t") for line in text.splitlines() if line and not line.startswith("#")):
        values = dict(pair.split("=", 1) for pair in row[8].split(";"))
        if row[2] == "mRNA":
            mrna[values["ID"]] = values
        elif row[2] == "CDS":
            exons.setdefault(values["Parent"], []).append((int(row[3]), int(row[4])))
            place[values["Parent"]] = row[0], row[6]
    return {(*place[name], tuple(sorted(rows))): mrna.get(name, {}) for name, rows in exons.items()}


class MadeGenes(cli.Case):
    def made(self):
        """A sequence with 60 genes of three exons on both strands, and the genes."""
        source = random.Random(1)
        text, rows = "", ["##gff-version 3"]
        for g in range(60):
            letters, exons = made_genes.gene(source, 2, n_codons=40)
            strand = "+-"[g % 2]
            if strand == "-":
                exons = [(len(letters) + 1 - last, len(letters) + 1 - first) for first, last in reversed(exons)]
                letters = made_genes.reverse_complement(letters)
            text += made_genes.bases(source, 300)
            exons = [(first + len(text), last + len(text)) for first, last in exons]
            rows.append(f"s\tx\tmRNA\t{exons[0][0]}\t{exons[-1][1]}\t.\t{strand}\t.\tID=t{g}")
            rows += [f"s\tx\tCDS\t{first}\t{last}\t.\t{strand}\t0\tParent=t{g}" for first, last in exons]
            text += letters
        return self.write("made.fa", f">s\n{text}\n"), self.write("made.gff3", "\n".join(rows) + "\n")


class Genes(MadeGenes):
    def test_genes_of_the_test_data_are_found_with_their_hints(self):
        out = self.path("genes.gff3")
        result = cli.run("genes", GENOME, "--train", TRUTH, "--hints", TRUTH, "-o", out)
        self.assert_ok(result, "few transcripts are whole genes to learn from", "(got '5 of 5', need at least 20)")
        self.assertRegex(result.stderr, r"exonweave: \d+ genes by a model of 5 training genes with \d+ introns\n")
        found = chains(out.read_text())
        self.assertGreaterEqual(len(found.keys() & chains(TRUTH.read_text()).keys()), 4)

    def test_most_genes_of_a_made_genome_are_found_by_a_model_of_them(self):
        genome, truth = self.made()
        result = cli.run("genes", genome, "--train", truth, "--self-test")
        self.assert_ok(result)
        found, true = chains(result.stdout), chains(truth.read_text())
        self.assertGreater(len(found.keys() & true.keys()), 50)
        for attributes in found.values():
            self.assertLessEqual(float(attributes["probability"]), 1)
            self.assertNotIn("identity", attributes)
        n_found, n_genes = map(int, re.search(r"self-test: (\d+) of (\d+) training genes", result.stderr).groups())
        self.assertEqual(n_genes, 60)
        self.assertGreater(n_found, 40)

    def test_transcripts_without_an_open_frame_give_no_hints_and_are_counted(self):
        genome, truth = self.made()
        between = "s\tx\tCDS\t1\t300\t.\t+\t0\tParent=between\n"
        hints = self.write("hints.gff3", truth.read_text() + between)
        result = cli.run("genes", genome, "--train", truth, "--hints", hints)
        self.assert_ok(result, "hints.gff3", "transcripts without an open reading frame give no hints (got '1 of 61')")
        self.assertEqual(result.stdout, cli.run("genes", genome, "--train", truth, "--hints", truth).stdout)

    def test_threads_change_no_byte_and_limits_leave_genes_out(self):
        genome, truth = self.made()
        outputs = [cli.run("genes", genome, "--train", truth, "--threads", n, "-q") for n in (1, 3)]
        self.assert_ok(outputs[0])
        self.assertEqual(outputs[0].stdout_bytes, outputs[1].stdout_bytes)
        self.assertEqual(outputs[0].stderr, "")
        high = cli.run("genes", genome, "--train", truth, "--min-score", "100.5").stdout
        rows = [line.split("\t") for line in outputs[0].stdout.splitlines() if "\tmRNA\t" in line]
        self.assertEqual(len(chains(high)), sum(float(row[5]) >= 100.5 for row in rows))
        sure = cli.run("genes", genome, "--train", truth, "--min-probability", "0.9").stdout
        probabilities = [float(attributes["probability"]) for attributes in chains(outputs[0].stdout).values()]
        self.assertEqual(len(chains(sure)), sum(p >= 0.9 for p in probabilities))

    def test_only_genes_with_enough_support_are_learnt_from(self):
        genome, truth = self.made()
        rows = truth.read_text().splitlines(True)
        number = 0
        for k, row in enumerate(rows):
            if "\tmRNA\t" in row:
                rows[k] = row.rstrip("\n") + (";support=0.95\n" if number % 2 == 0 else ";support=0.4\n")
                number += 1
        supported = self.write("supported.gff3", "".join(rows))
        self.assert_ok(cli.run("genes", genome, "--train", supported), "by a model of 30 training genes")

    def test_gt_accepts_the_models(self):
        if not shutil.which("gt"):
            self.skipTest("no GenomeTools")
        genome, truth = self.made()
        out = self.path("genes.gff3")
        self.assert_ok(cli.run("genes", genome, "--train", truth, "-o", out))
        done = subprocess.run(["gt", "gff3validator", out], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_models_are_whole_or_say_that_they_are_cut(self):
        genome, truth = self.made()
        sequences = models.read_fasta(pathlib.Path(genome).read_text())
        for (sequence, strand, exons), attributes in chains(cli.run("genes", genome, "--train", truth).stdout).items():
            coding = "".join(sequences[sequence][start - 1:end] for start, end in exons).upper()
            if strand == "-":
                coding = coding.translate(str.maketrans("ACGT", "TGCA"))[::-1]
            if "partial" not in attributes:
                self.assertEqual((coding[:3], len(coding) % 3), ("ATG", 0))
                self.assertIn(coding[-3:], ("TAA", "TAG", "TGA"))


class GeneModel(MadeGenes):
    """--model-out writes the model that --gene-model takes in place of --train."""

    def test_a_model_that_was_written_finds_the_same_genes_as_its_training_genes(self):
        genome, truth = self.made()
        model, packed = self.path("model.yaml"), self.path("model.yaml.gz")
        learnt = cli.run("genes", genome, "--train", truth, "--model-out", model, "--threads", "1")
        self.assert_ok(learnt, "genes by a model of 60 training genes with 120 introns")
        self.assertGreater(len(chains(learnt.stdout)), 50)
        self.assert_ok(cli.run("genes", genome, "--train", truth, "--model-out", packed, "--threads", "3", "-o", self.path("out.gff3")))
        for path in (model, packed):
            read = cli.run("genes", genome, "--gene-model", path)
            self.assertEqual((read.code, read.stdout_bytes, read.stderr), (0, learnt.stdout_bytes, learnt.stderr))
        self.assertEqual(gzip.decompress(packed.read_bytes()), model.read_bytes())
        with open(model, "rb") as text:
            self.assertEqual(cli.run("genes", genome, "--gene-model", "-", stdin=text).stdout_bytes, learnt.stdout_bytes)

    def test_a_model_serves_with_hints_and_for_other_genomes(self):
        genome, truth = self.made()
        model = self.path("model.yaml")
        learnt = cli.run("genes", genome, "--train", truth, "--hints", truth, "--model-out", model)
        self.assertEqual(cli.run("genes", genome, "--gene-model", model, "--hints", truth).stdout_bytes, learnt.stdout_bytes)
        self.assertEqual(cli.run("genes", GENOME, "--gene-model", model, "--genetic-code", "4").code, 0)

    def test_a_model_tells_how_many_genes_it_reproduces_where_that_was_tested(self):
        genome, truth = self.made()
        plain, tested = self.path("plain.yaml"), self.path("tested.yaml")
        self.assert_ok(cli.run("genes", genome, "--train", truth, "--model-out", plain))
        result = cli.run("genes", genome, "--train", truth, "--model-out", tested, "--self-test", "-o", self.path("out.gff3"))
        n_found = re.search(r"self-test: (\d+) of 60 training genes", result.stderr)[1]
        line = f"self_test: {{genes: 60, found: {n_found}}}\n"
        self.assertEqual(tested.read_text().replace(line, ""), plain.read_text())
        self.assertIn(line, tested.read_text())
        self.assert_ok(cli.run("genes", genome, "--gene-model", tested))

    def test_a_model_of_few_genes_is_told(self):
        model = self.path("model.yaml")
        self.assert_ok(cli.run("genes", GENOME, "--train", TRUTH, "--model-out", model))
        self.assert_ok(cli.run("genes", GENOME, "--gene-model", model), "model.yaml: a gene model of few training genes (got '5', need at least 20)")

    def test_what_is_no_gene_model_is_refused_and_nothing_is_written(self):
        genome, truth = self.made()
        model, out = self.path("model.yaml"), self.path("out.gff3")
        self.assert_ok(cli.run("genes", genome, "--train", truth, "--model-out", model))
        text = model.read_text()
        whole = text.index("intergenic:")
        cases = {"name: mine\ndonor: []\n": ("bad.yaml:1: not a gene model (need gene_model: 1). Hint: 'exonweave genes --train",),
                 ">s\nACGT\n": ("bad.yaml:1: not a gene model: not valid YAML",), "": ("bad.yaml: not a gene model (got 'nothing'",),
                 text.replace("gene_model: 1\n", "gene_model: 2\n"): ("a gene model of another format (got '2', need gene_model: 1)",),
                 text[:whole]: ("missing key (need intergenic)",), text[:whole + 100]: ("bad.yaml:", "not a gene model: "),
                 text.replace("composition: [", "composition: [-1, "): ("composition has another length (got '5 numbers', need 4 numbers)",),
                 text.replace("training_genes: 60", "training_genes: -60").replace("introns: 120", "introns: many"):
                     ("training_genes is out of range (got '-60', need a whole number from 1 to 1000000000000000)",
                      "introns is not a whole number (got 'many', need a whole number from 0 to 10000000)")}
        before = self.names() + ["bad.yaml"]
        for bad, parts in cases.items():
            with self.subTest(parts[-1]):
                self.assert_fails(cli.run("genes", genome, "--gene-model", self.write("bad.yaml", bad), "-o", out), 65, *parts)
                self.assertEqual(self.names(), sorted(before))
        self.assert_fails(cli.run("genes", genome, "--gene-model", self.path("none.yaml")), 66, "none.yaml")

    def test_a_model_is_learnt_or_given(self):
        model = self.path("model.yaml")
        self.assert_ok(cli.run("genes", GENOME, "--train", TRUTH, "--model-out", model))
        before = model.read_bytes()
        cases = ((("--train", TRUTH, "--gene-model", model), "--train and --gene-model exclude each other"),
                 ((), "no gene model (need either --train, genes to learn one from, or --gene-model)"),
                 (("--gene-model", model, "--self-test"), "--self-test without training genes (need --train)"),
                 (("--gene-model", model, "--model-out", self.path("m.yaml")), "--model-out where no gene model is learnt", "need --train"),
                 (("--gene-model", model, "-o", model), "the output is also the input of --gene-model"),
                 (("--train", TRUTH, "--model-out", GENOME), "the output is also the input of GENOME"),
                 (("--train", TRUTH, "--model-out", model, "-o", model), "the output is also that of --out"),
                 (("--train", TRUTH, "--model-out", "-"), "--model-out"))
        for words, *parts in cases:
            with self.subTest(words):
                self.assert_fails(cli.run("genes", GENOME, *words), 2, *parts)
        self.assertEqual((self.names(), model.read_bytes()), (["model.yaml"], before))


class BadInput(cli.Case):
    def test_transcripts_that_are_no_whole_genes_teach_nothing(self):
        cut = self.write("cut.gff3", "##gff-version 3\ntiny1\tx\tCDS\t10\t20\t.\t+\t0\tID=c;Parent=t\n")
        self.assert_fails(cli.run("genes", GENOME, "--train", cut, "-o", self.path("out.gff3")), 65,
                          "no transcript is a whole gene to learn from", "(got '0 of 1'")
        self.assertEqual(self.names(), ["cut.gff3"])

    def test_files_that_are_not_there_are_told(self):
        missing = self.path("nothing.gff3")
        for words in ((missing, "--train", TRUTH), (GENOME, "--train", missing), (GENOME, "--train", TRUTH, "--hints", missing)):
            self.assert_fails(cli.run("genes", *words), 66, "nothing.gff3")

    def test_what_is_needed_is_told(self):
        self.assert_fails(cli.run("genes", GENOME), 2, "--train")
        self.assert_fails(cli.run("genes", "--train", TRUTH), 2, "GENOME")
        self.assert_fails(cli.run("genes", GENOME, "--train", TRUTH, "-o", TRUTH), 2, "--train")


if __name__ == "__main__":
    cli.unittest.main()
