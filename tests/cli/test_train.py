"""train: what a model of made genes says, and what is refused."""
import re

import cli
import made_genes


def matrices(yaml):
    """{key: rows of four numbers}"""
    found = {}
    for line in yaml.splitlines():
        if re.fullmatch(r"\w+:", line):
            rows = found[line[:-1]] = []
        elif line.startswith("  - ["):
            rows.append([float(number) for number in line[5:-1].split(",")])
    return found


class TrainCase(cli.Case):
    def train(self, *more, out="model.yaml", **genes):
        fasta, gff = made_genes.genome(**genes)
        self.genome, self.annotation = self.write("genome.fa", fasta), self.write("genes.gff3", gff)
        return cli.run("train", "--genome", self.genome, "--annotation", self.annotation, "--out", self.path(out), *more)


class Models(TrainCase):
    def test_the_consensus_has_the_largest_weight_of_each_row_and_what_all_sites_share_has_0(self):
        self.assert_ok(self.train(), "trained on 50 GT-AG introns and 25 starts", "donor 0 (+0.000)")
        trained = matrices(self.path("model.yaml").read_text())
        shared = {"donor": (3, 5), "acceptor": (18, 20), "start": (9, 12)}
        for key, consensus in (("donor", made_genes.DONOR), ("acceptor", made_genes.ACCEPTOR), ("start", made_genes.START)):
            self.assertEqual(len(trained[key]), len(consensus))
            for row, (weights, base) in enumerate(zip(trained[key], consensus)):
                if row in range(*shared[key]):
                    self.assertEqual(weights, [0, 0, 0, 0])
                else:
                    self.assertEqual("ACGT"[weights.index(max(weights))], base, f"{key} row {row}")
                    self.assertGreater(max(weights), 0.5)

    def test_the_other_strand_gives_the_same_model(self):
        self.assert_ok(self.train())
        self.assert_ok(self.train(out="other.yaml", strand="-"))
        self.assertEqual(self.path("model.yaml").read_bytes(), self.path("other.yaml").read_bytes())

    def test_the_header_tells_counts_and_command_but_no_folder(self):
        self.assert_ok(self.train("--name", "made"))
        text = self.path("model.yaml").read_text()
        self.assertIn("# Made by: exonweave train genome.fa genes.gff3 --name made --order auto\n", text)
        self.assertIn("25 transcripts with 50 introns: 50 GT-AG (the true sites), 0 GC-AG", text)
        self.assertIn('\nname: "made"\n', text)
        self.assertNotIn(str(self.dir), text)

    def test_an_order_that_is_asked_for_gives_rows_of_its_numbers(self):
        for order, most in (("0", 4), ("1", 16), ("2", 64)):
            self.assert_ok(self.train("--order", order), f"donor {order} (")
            text = self.path("model.yaml").read_text()
            sizes = {len(row) for rows in matrices(text.replace(",\n     ", ", ")).values() for row in rows}
            self.assertEqual(max(sizes), most)
            self.assertIn(f" --order {order}\n", text)
            self.assertIn(f"donor {order} (", text)

    def test_auto_is_order_0_for_few_sites(self):
        self.assert_ok(self.train("--order", "0"))
        self.assert_ok(self.train("--order", "auto", out="auto.yaml"))
        self.assertEqual(matrices(self.path("model.yaml").read_text()), matrices(self.path("auto.yaml").read_text()))

    def test_a_locale_with_decimal_commas_changes_no_byte(self):
        self.assert_ok(self.train())
        again = cli.run("train", "-g", self.genome, "-a", self.annotation, env={"LC_ALL": "de_DE.UTF-8"})
        self.assertEqual(again.stdout_bytes, self.path("model.yaml").read_bytes())

    def test_transcripts_that_share_introns_count_them_once(self):
        self.assert_ok(self.train())
        gff = self.annotation.read_text()
        twice = self.write("twice.gff3", gff + "".join(re.sub(r"=t(\d+)", r"=u\1", line) for line in gff.splitlines(True)[1:]))
        again = cli.run("train", "-g", self.genome, "-a", twice)
        self.assert_ok(again)
        self.assertEqual(matrices(again.stdout), matrices(self.path("model.yaml").read_text()))

    def test_trans_spliced_transcripts_are_left_out_and_the_others_used(self):
        self.assert_ok(self.train())
        gff = self.annotation.read_text()
        more = "".join(f"{row}\n".replace(" ", "\t") for row in (
            "s1 RefSeq gene 50 60 . - . ID=g;exception=trans-splicing;part=1", "s2 RefSeq gene 50 60 . + . ID=g;exception=trans-splicing;part=2",
            "s1 RefSeq CDS 50 60 . - 0 ID=c;Parent=g;exception=trans-splicing", "s2 RefSeq CDS 50 60 . + 0 ID=c;Parent=g",
            "s1 RefSeq mRNA 50 60 . ? . ID=m", "s1 RefSeq CDS 50 60 . ? 0 Parent=m",
            "s3 RefSeq CDS 50 60 . - 0 Parent=u", "s3 RefSeq CDS 70 80 . + 0 Parent=u"))
        with_more = self.write("more.gff3", gff + more)
        result = cli.run("train", "-g", self.genome, "-a", with_more)
        line = gff.count("\n") + 3
        self.assert_ok(result, f"more.gff3:{line}: 3 trans-spliced transcripts are skipped (got 'g'")
        self.assertEqual(result.stderr.count("warning"), 1, str(result))
        self.assertEqual(matrices(result.stdout), matrices(self.path("model.yaml").read_text()))
        # The same of rows that do not say so, and of a gene whose second part lies on a sequence that is not there.
        unsaid = re.sub(";exception=trans-splicing|;part=.", "", more) + "s1\tx\tgene\t1\t9\t.\t+\t.\tID=o\nno\tx\tgene\t1\t9\t.\t+\t.\tID=o\n"
        again = cli.run("train", "-g", self.genome, "-a", self.write("more.gff3", gff + unsaid))
        self.assert_ok(again, f"more.gff3:{line}: 3 trans-spliced transcripts are skipped (got 'g'")
        self.assertEqual(matrices(again.stdout), matrices(result.stdout))

    def test_gc_donors_are_counted_told_and_not_used(self):
        fasta, gff = made_genes.genome()
        other_fasta, other_gff = made_genes.genome(n_genes=3, donor="CAGGCAAGT", seed=2)
        rename = lambda text: re.sub(r"\b([st])(\d+)\b", r"\1c\2", text)
        genome = self.write("genome.fa", fasta + rename(other_fasta))
        annotation = self.write("genes.gff3", gff + rename(other_gff.split("\n", 1)[1]))
        result = cli.run("train", "-g", genome, "-a", annotation)
        self.assert_ok(result, "excluded: 6 GC-AG")
        self.assertIn("56 introns: 50 GT-AG (the true sites), 6 GC-AG", result.stdout)

    def test_too_few_starts_give_a_start_matrix_of_0_and_a_warning(self):
        self.assert_ok(self.train(n_genes=10, n_introns=3), "too few start codons to train on", "(got '10', need at least 20)")
        trained = matrices(self.path("model.yaml").read_text())
        self.assertEqual(trained["start"], [[0, 0, 0, 0]] * 15)

    def test_the_model_is_one_that_blocks_takes(self):
        self.assert_ok(self.train())
        result = cli.run("blocks", "-g", self.genome, "--sites-only", "--splice-model", self.path("model.yaml"))
        self.assert_ok(result)
        self.assertIn("\tfive_prime_cis_splice_site\t", result.stdout)


class Refusals(TrainCase):
    def refuse(self, result, code, *says):
        self.assert_fails(result, code, *says)
        self.assertFalse(self.path("model.yaml").exists())
        self.assert_no_temporaries()

    def test_too_few_introns(self):
        self.refuse(self.train(n_genes=9), 65, "genes.gff3: too few introns to train on (got '18 from GT to AG",
                    "need at least 20)")
        self.refuse(self.train(n_genes=25, n_introns=0), 65, "got '0 from GT to AG")

    def test_an_annotation_of_another_genome(self):
        fasta, _ = made_genes.genome(seed=5)
        _, gff = made_genes.genome(seed=1)
        shifted = re.sub(r"\t(\d+)\t(\d+)\t", lambda m: f"\t{int(m[1]) + 1}\t{int(m[2]) + 1}\t", gff)
        result = cli.run("train", "-g", self.write("genome.fa", fasta), "-a", self.write("genes.gff3", shifted), "-o",
                         self.path("model.yaml"))
        self.refuse(result, 65, "the annotation does not fit the genome (got '0 of 50 introns", "of the same assembly?")

    def test_an_annotation_beyond_the_genome_and_on_unknown_sequences(self):
        fasta, gff = made_genes.genome(n_genes=24)
        _, more = made_genes.genome(n_genes=25)
        result = cli.run("train", "-g", self.write("genome.fa", fasta), "-a", self.write("genes.gff3", more), "-o",
                         self.path("model.yaml"))
        self.refuse(result, 65, "s25")
        far = self.write("far.gff3", gff + "s1\tx\tCDS\t1\t99999\t.\t+\t0\tParent=far\n")
        self.refuse(cli.run("train", "-g", self.path("genome.fa"), "-a", far), 65, "far.gff3:")

    def test_139_gtf_of_augustus_and_braker(self):
        fasta, gff = made_genes.genome()
        self.assert_ok(self.train())
        wanted = self.path("model.yaml").read_bytes()
        rows, named = [], set()
        for seqid, _, type_, first, last, score, strand, phase, attributes in (line.split("\t") for line in gff.splitlines() if line[0] != "#"):
            if type_ != "CDS":
                continue
            transcript = re.search(r"Parent=([^;]+)", attributes)[1]
            attributes = f'transcript_id "{transcript}"; gene_id "g_{transcript}";'
            if transcript not in named:
                rows += [(seqid, "AUGUSTUS", "gene", first, last, ".", strand, ".", f"g_{transcript}"),
                         (seqid, "AUGUSTUS", "transcript", first, last, ".", strand, ".", transcript),
                         (seqid, "GeneMark.hmm3", "mRNA", first, last, ".", strand, ".", attributes)]
                named.add(transcript)
            rows.append((seqid, "AUGUSTUS", "CDS", first, last, score, strand, phase, attributes))
        gtf = self.write("braker.gtf", "".join("\t".join(row) + "\n" for row in rows))
        self.assert_ok(cli.run("train", "-g", self.path("genome.fa"), "-a", gtf, "-o", self.path("model.yaml")))
        same = lambda text: [line for line in text.decode().splitlines() if not line.startswith("#")]
        self.assertEqual(same(self.path("model.yaml").read_bytes()), same(wanted))
        candidates = cli.run("validate", "--genome", self.path("genome.fa"), "--candidates", gtf)
        self.assert_ok(candidates)
        self.assertIn("braker.gtf: GTF, 75 candidate exons", candidates.stdout)
        self.assertNotIn("duplicate", candidates.stderr)

    def test_rows_that_are_no_candidates_either(self):
        fasta, gff = made_genes.genome()
        genome = self.write("genome.fa", fasta)
        for row, told in (("s1\tx\tCDS\t50\t60\t.\t+\t7\tParent=t", "bad phase (got '7', need 0, 1, 2 or '.')"),
                          ("s1\tx\tCDS\t50\t60\tnan\t+\t0\tParent=t", "score is not a finite number (got 'nan'"),
                          ("s1\tx\tCDS\t50\t60\t.\t.\t0\tParent=t", "bad strand (got '.', need + or -)"),
                          ("s1\tx\tCDS\t50\t60\t.\t+\t0\tParent=t\0", "NUL byte in the line"),
                          ("s2\tx\tmRNA\t50\t60\t.\t+\t.\tID=t1", "duplicate ID (got 't1'")):
            bad = self.write("bad.gff3", gff + row + "\n")
            line = gff.count("\n") + 1
            for result in (cli.run("train", "-g", genome, "-a", bad, "-o", self.path("model.yaml")),
                           cli.run("simulate", "--genome", genome, "--annotation", bad, "--out", self.path("made"))):
                self.refuse(result, 65, f"bad.gff3:{line}: {told}")

    def test_143_text_of_another_gene_finder_is_one_error_that_names_it(self):
        self.train()
        text = self.write("genes.lst", "GeneMark.hmm\nSequence name: chr1\n" + "  1    1   +  Initial  101  199  99  1 3\n" * 30)
        result = cli.run("train", "--genome", self.genome, "--annotation", text, "--out", self.path("m.yaml"))
        self.assert_fails(result, 65, "genes.lst:1: text of GeneMark.hmm", "need GFF3 or GTF")
        self.assertEqual(result.stderr.count("exonweave: error: "), 1, result.stderr)

    def test_options_that_make_no_sense(self):
        self.refuse(self.train("--name", "a b"), 2, "--name: not a model's name (got 'a b'")
        self.refuse(self.train("--order", "3"), 2, "--order")
        self.refuse(self.train("--order", ""), 2, "--order")
        self.refuse(cli.run("train", "-g", self.genome), 2, "--annotation")
        self.refuse(cli.run("train", "-g", self.genome, "-a", self.annotation, "-o", self.annotation), 2, "--annotation")
        self.refuse(cli.run("train", "-g", "-", "-a", "-"), 2, "standard input")

    def test_missing_files_and_folders(self):
        self.refuse(self.train(n_genes=1, out="none/model.yaml"), 73, "none")
        self.refuse(cli.run("train", "-g", self.genome, "-a", self.path("no.gff3")), 66, "no.gff3")
        self.refuse(cli.run("train", "-g", self.path("no.fa"), "-a", self.annotation), 66, "no.fa")
        empty = self.write("empty.gff3", "##gff-version 3\n")
        self.refuse(cli.run("train", "-g", self.genome, "-a", empty), 65, "annotation without a CDS row")


if __name__ == "__main__":
    cli.unittest.main()
