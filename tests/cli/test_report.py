"""`exonweave report`: what the page holds, what it refuses, and that names never become markup."""
import base64
import gzip
import html.parser
import json
import pathlib
import re
import resource
import unittest

import cli
from report_inputs import Run
from test_predict_outputs import predict_proteins

HOSTILE = "</script><script>alert('x')</script><img src=x onerror=\"alert(1)\">&amp;{{word}}"


class Parts(html.parser.HTMLParser):
    """The elements of a page, and the texts of those with an ID."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.texts, self.id = [], {}, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self.id = dict(attributes).get("id")

    def handle_data(self, data):
        if self.id:
            self.texts[self.id] = self.texts.get(self.id, "") + data

    def handle_endtag(self, tag):
        self.id = None


def data_of(page, name):
    """A part of the page's data; nothing where the page has none."""
    text = Parts(page).texts.get(f"data-{name}", "")
    return json.loads(gzip.decompress(base64.b64decode(text))) if text else None


class Report(cli.Case):
    def files(self, run=None, **account):
        run = run or Run()
        return self.write("run.json", run.account(**account)), self.write("genes.gff3", run.gff3())

    def report(self, *args, name="report.html"):
        self.assert_ok(cli.run("report", *args, "-o", self.path(name)))
        self.assert_no_temporaries()
        return self.path(name).read_text()

    def assert_refused(self, code, *parts, run=None, models=None, more=()):
        account, genes = self.files()
        self.assert_fails(cli.run("report", run or account, models or genes, "-o", self.path("report.html"), *more), code, *parts)
        self.assertNotIn("report.html", self.names())
        self.assert_no_temporaries()


class Content(Report):
    def test_the_page_has_the_genes_of_the_file(self):
        run = Run(7)
        page = self.report(*self.files(run))
        genes = data_of(page, "genes")
        self.assertEqual(genes["genes"]["id"], [gene["id"] for gene in run.genes])
        self.assertEqual(genes["genes"]["start"], [gene["exons"][0][0] - 1 for gene in run.genes])
        self.assertEqual(genes["models"]["support"], [gene["support"] for gene in run.genes])
        parts = data_of(page, "parts")
        self.assertEqual(parts["n"], [len(gene["exons"]) for gene in run.genes])
        self.assertEqual(parts["length"], [last - first + 1 for gene in run.genes for first, last in gene["exons"]])

    def test_genes_of_a_gene_model_have_their_evidence_and_no_target(self):
        models = data_of(self.report(*self.files(Run(4, evidence={0: "protein", 1: "protein,model", 2: "model"}))), "genes")["models"]
        scores = [gene["score"] for gene in Run(4).genes]
        self.assertEqual(models["evidence"], ["protein", "protein,model", "model", ""])
        self.assertEqual(models["model_score"], [None, scores[1] / 2, scores[2] / 2, None])
        self.assertEqual([target is None for target in models["target"]], [False, False, True, False])
        self.assertEqual([support is None for support in models["support"]], [False, False, True, False])

    def test_without_a_gene_model_there_are_no_columns_of_it(self):
        models = data_of(self.report(*self.files()), "genes")["models"]
        self.assertTrue({"evidence", "model_score"}.isdisjoint(models))

    def test_what_predict_writes_is_read(self):
        names = {"--locus-out": "genes.gff3.gz", "--out": "alignments.gff3.gz", "--summary": "run.json", "--unplaced-out": "unplaced.tsv",
                 "--locus-protein-out": "genes.pep.fa.gz"}
        self.assert_ok(predict_proteins(*[word for option, name in names.items() for word in (option, self.path(name))], "--quiet"))
        model = pathlib.Path(cli.SOURCE_DIR, "lib/exons/sites/models/plant.yaml")
        self.write("splice-model.yaml", model.read_bytes())
        page = self.report(self.path("run.json"), self.path("genes.gff3.gz"))
        with gzip.open(self.path("genes.gff3.gz"), "rt") as file:
            n_genes = len(re.findall(r"\tgene\t", file.read()))
        self.assertEqual(len(data_of(page, "genes")["genes"]["id"]), n_genes)
        account = data_of(page, "account")
        self.assertEqual(account["run"]["subcommand"], "predict")
        self.assertTrue(account["has_genome"])  # the run says which it is
        self.assertEqual(account["splice_model"]["name"], "plant")
        self.assertIsNotNone(data_of(page, "unplaced"))
        self.assertEqual(data_of(page, "proteins"), {})  # the page translates all
        self.assertEqual(len(data_of(page, "alignments")["models"]["id"]), account["n_alignments"])

    def test_a_page_with_the_genome_holds_only_proteins_that_it_does_not_translate(self):
        run = self.write("run.json", Run().account())
        row = "chr1\tx\t{}\t1\t9\t.\t+\t{}\t{}\n"
        genes = self.write("genes.gff3", "".join(row.format("mRNA", ".", f"ID={name}") + row.format("CDS", 0, f"ID={name}.c;Parent={name}") for name in "ab"))
        proteins, genome = self.write("p.fa", ">a\nMK\n>b\nMU\n"), self.write("genome.fa", ">chr1\nATGAAATGAC\n")
        self.assertEqual(data_of(self.report(run, genes, "--proteins", proteins, "--genome", genome), "proteins"), {"b": "MU"})
        self.assertEqual(data_of(self.report(run, genes, "--proteins", proteins), "proteins"), {"a": "MK", "b": "MU"})

    def test_the_page_made_again_is_that_of_annotate(self):
        self.assert_ok(cli.run("annotate", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa", "-o", self.path("out"), "--splice-model", "vertebrate"))
        folder = self.path("out")
        page = self.report(folder / "run.json", folder / "genes.gff3.gz")
        self.assertEqual(page, (folder / "report.html").read_text())
        genes = data_of(page, "genes")
        self.assertEqual(set(data_of(page, "targets")), {genes["names"][target] for target in genes["models"]["target"]})

    def test_targets_are_read_from_the_files_that_are_named(self):
        files = self.files(Run(3))
        targets = [part for name in ("protein_1", "protein_3", "other") for part in ("--targets", self.write(name, f">{name} x\nmkv*\n"))]
        self.assertEqual(data_of(self.report(*files, *targets), "targets"), {"protein_1": "MKV", "protein_3": "MKV"})
        self.assertIsNone(data_of(self.report(*files), "targets"))

    def test_proteins_of_other_genes_are_a_warning(self):
        result = cli.run("report", *self.files(Run(2)), "--proteins", self.write("p.fa", ">x\nACGT\n"), "-o", self.path("report.html"))
        self.assert_ok(result, "p.fa: no protein has the ID of an mRNA (got 'x', need gene1.t1)")

    def test_every_style_of_predict_is_read(self):
        for style in ("gene", "match", "miniprot"):
            with self.subTest(style):
                self.assert_ok(predict_proteins("--out", self.path("models.gff3"), "--style", style, "--summary", self.path("run.json"), "--quiet"))
                genes = data_of(self.report(self.path("run.json"), self.path("models.gff3")), "genes")
                self.assertGreater(len(genes["genes"]["id"]), 0)
                self.assertTrue(all(genes["models"]["n_exons"]))

    def test_a_match_of_several_rows_is_one_alignment(self):
        run, genes = self.files()
        rows = [f"chr1\tx\tprotein_match\t{first}\t{first + 29}\t50\t+\t.\tID=m1;Target=p%20q {symbol} {symbol + 9}"
                for first, symbol in ((101, 1), (201, 11), (301, 21))]
        page = self.report(run, genes, "--alignments", self.write("alignments.gff3", "##gff-version 3\n" + "\n".join(rows) + "\n"))
        alignments = data_of(page, "alignments")
        self.assertEqual(alignments["models"]["n_exons"], [3])
        self.assertEqual(alignments["models"]["length"], [230])
        self.assertEqual((alignments["names"], alignments["models"]["target_last"]), (["p q"], [30]))

    def test_the_sequence_is_in_the_page(self):
        run, genes = self.files(Run(1))
        genome = self.write("genome.fa", ">chr1\n" + "ACGT" * 10_000 + "NNN\n>other name\nacgtn\n")
        bases = base64.b64decode(Parts(self.report(run, genes, "--genome", genome)).texts["data-bases"])
        self.assertEqual(bases[:16], bytes.fromhex("4327411a 00000000 02000000 00000000"))
        self.assertIn(b"\x04chr1", bases)
        T, C, A, G = range(4)  # UCSC's codes, the first base in the highest bits
        packed = bytes([A << 6 | C << 4 | G << 2 | T])
        self.assertIn(packed * 10_000 + b"\x00", bases)  # N has the bits of T
        self.assertTrue(bases.endswith(b"\x00" * 4 + packed + b"\x00"))

    def test_a_frameshift_is_no_intron(self):
        run, _ = self.files()
        rows = ["gene\t101\t400\t.\t+\t.\tID=g", "mRNA\t101\t400\t.\t+\t.\tID=t;Parent=g;frameshifts=2",
                "exon\t101\t400\t.\t+\t.\tID=e;Parent=t", *(f"CDS\t{first}\t{last}\t.\t+\t0\tID=c;Parent=t"
                                                         for first, last in ((101, 160), (162, 251), (254, 400)))]
        page = self.report(run, self.write("shifted.gff3", "".join(f"chr1\tx\t{row}\n" for row in rows)))
        self.assertEqual(data_of(page, "genes")["models"]["n_exons"], [1])
        self.assertEqual(data_of(page, "parts")["n"], [3])

    def test_a_page_grows_with_its_files_whatever_shares_a_row(self):
        n = 8000
        names = [f"t{k}" for k in range(n)]
        rows = [f"chr1\tx\tmRNA\t1\t90\t.\t+\t.\tID={name}" for name in names]
        rows.append(f"chr1\tx\tCDS\t1\t90\t.\t+\t0\tParent={','.join(names)};supported_by={','.join(names)};Gap={' '.join(['M1', 'D1'] * 15)}")
        run, _ = self.files()
        genes = self.write("shared.gff3", "\n".join(rows) + "\n")
        if "asan" not in cli.BINARY and "tsan" not in cli.BINARY:
            limit = 300_000_000  # bytes of address space
            self.assert_ok(cli.run("report", run, genes, "-o", self.path("report.html"), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))))
        page = self.report(run, genes)
        self.assertLess(len(page) - len(self.report(*self.files(), name="small.html")), 2 * genes.stat().st_size)
        parts = data_of(page, "parts")
        self.assertEqual((len(parts["step"]), parts["row"], len(parts["supported_by"][0])), (1, [0] * n, n))

    def test_equal_files_give_equal_bytes(self):
        run, genes = self.files()
        self.assertEqual(self.report(run, genes), self.report(run, genes, name="again.html"))

    def test_no_gene_is_a_page_too(self):
        run, _ = self.files()
        page = self.report(run, self.write("none.gff3", "##gff-version 3\n"))
        self.assertEqual(data_of(page, "genes")["genes"], {})

    def test_it_says_what_it_was_built_with(self):
        said = re.search(r"^report: (.*)$", cli.run("--build-info").stdout, re.MULTILINE)[1]
        has_libraries = Parts(self.report(*self.files())).texts.get("data-charts", "") != ""
        self.assertEqual(said.startswith("off"), not has_libraries)


class Memory(Report):
    def test_annotate_leaves_out_bases_where_memory_is_little_and_says_so(self):
        masks = "".join(f">masked{k}\n" + "aC" * 7500 + "\n" for k in range(1000))  # a run of lower case at each second base
        genome = self.write("genome.fa", (cli.TINY / "genome.fa").read_text() + masks)
        warning = "exonweave: warning: the page does not contain the sequence: --memory is too little. Hint: 'exonweave report' makes the page with all that the files have"
        for memory, is_left_out in ((["--memory", "36M"], True), ([], False)):
            result = cli.run("annotate", genome, cli.TINY / "targets.pep.fa", "-o", self.path("out"), "--splice-model", "vertebrate", *memory)
            self.assert_ok(result)
            self.assertEqual(warning in result.stderr, is_left_out, str(result))
            page = (self.path("out") / "report.html").read_text()
            self.assertEqual("data-bases\"></script>" in page, is_left_out)
            self.assertEqual(data_of(page, "account").get("no_bases"), "memory" if is_left_out else None)
            self.assertIsNotNone(data_of(page, "alignments"))
        page = self.report(self.path("out") / "run.json", self.path("out") / "genes.gff3.gz")
        self.assertNotIn("data-bases\"></script>", page)

    @unittest.skipIf("asan" in cli.BINARY or "tsan" in cli.BINARY, "sanitizers need the address space")
    def test_a_page_of_many_genes_takes_little_more_than_its_file(self):
        run = Run(20_000)
        account, genes = self.files(run)
        limit = 130_000_000  # bytes of address space: it was some 190 MB
        self.assert_ok(cli.run("report", account, genes, "--alignments", genes, "-o", self.path("report.html"),
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))))


class Hostile(Report):
    def test_names_never_become_markup(self):
        run = Run(3, names={0: HOSTILE, 1: "näme – 名"}, targets={1: HOSTILE}, products={2: HOSTILE})
        usual = self.report(*self.files(), name="usual.html")
        page = self.report(*self.files(run, inputs=[{"role": "genome", "path": HOSTILE, "bytes": 1, "md5": HOSTILE}]))
        self.assertEqual([tag for tag, _ in Parts(page).elements], [tag for tag, _ in Parts(usual).elements])
        self.assertEqual(data_of(page, "genes")["genes"]["name"], [HOSTILE, "näme – 名", ""])
        self.assertEqual(data_of(page, "genes")["models"]["product"][2], HOSTILE)

    def test_no_folder_of_the_run_is_in_the_page(self):
        command = ["/opt/secret/bin/exonweave", "annotate", "/home/secret/genome.fa", "--out=/home/secret/out", "-o", "../secret/out/"]
        inputs = [{"role": "genome", "path": "/home/secret/genome.fa", "bytes": 5, "md5": None}]
        run = data_of(self.report(*self.files(command=command, inputs=inputs)), "account")["run"]
        self.assertNotIn("secret", json.dumps(run))
        self.assertEqual(run["command"], ["exonweave", "annotate", "genome.fa", "--out=out", "-o", "out"])
        self.assertEqual(run["inputs"][0]["path"], "genome.fa")

    def test_bytes_that_are_no_unicode_pass(self):
        run, _ = self.files()
        genes = self.write("genes.gff3", Run(1).gff3().encode().replace(b"ID=gene1\n", b"ID=gene1;Name=\xff\xfe\n"))
        self.assertEqual(data_of(self.report(run, genes), "genes")["genes"]["name"], ["\ufffd\ufffd"])

    def test_the_policy_of_the_page_forbids_a_network(self):
        page = Parts(self.report(*self.files()))
        policy = next(attributes["content"] for tag, attributes in page.elements if attributes.get("http-equiv") == "Content-Security-Policy")
        self.assertIn("default-src 'none'", policy)
        self.assertNotRegex(policy, r"https?:|\*|unsafe-eval")
        self.assertEqual([attributes for tag, attributes in page.elements if str(attributes.get("src", "data:")).split(":")[0] != "data"], [])


class BadInput(Report):
    def test_a_run_that_is_no_json(self):
        self.assert_refused(65, "not a JSON file", run=self.write("broken.json", '{"program": "exonweave",'))
        self.assert_refused(65, "not a JSON file", run=self.write("empty.json", ""))

    def test_a_run_of_another_kind(self):
        for text in ("[]", "{}", '{"program": "other", "subcommand": "predict"}', '{"program": "exonweave", "subcommand": "scan"}'):
            self.assert_refused(65, "does not describe a run", run=self.write("other.json", text))

    def test_a_run_whose_keys_have_other_values(self):
        for key, value, need in (("inputs", 7, "a list"), ("inputs", [7], "an object"), ("training", {}, "a list"), ("parameters", "x", "an object"),
                                 ("seconds", {"total": "long"}, "a number"), ("command", [["exonweave"]], "a text"), ("search_limits", 5, "an object")):
            with self.subTest(key):
                self.assert_refused(65, "shape.json: the value of '" + key, f"need {need})", run=self.write("shape.json", Run().account(**{key: value})))

    def test_time_grows_with_the_regions_of_a_run(self):
        entry = {"target": "p", "sequence": "chr1", "outcome": "model", "chains": [{"exons": []}], "costs": {"x": 1}, "cpu_seconds": 1, "predicted_seconds": 2}
        account, genes = self.files(loci=[entry] * 60_000)
        started = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        page = self.report(account, genes)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - started, 10)  # it was quadratic: some 30 s
        self.assertEqual(data_of(page, "account")["run"]["results"]["with_model"], 1)

    def test_files_that_are_not_there(self):
        self.assert_refused(66, "nothere.json", run=self.path("nothere.json"))
        for option in ("--genome", "--alignments", "--unplaced", "--splice-model", "--targets", "--track"):
            self.assert_refused(66, "nothere", more=(option, self.path("nothere")))

    def test_targets_without_headers(self):
        self.assert_refused(65, "bad.fa:1", more=("--targets", self.write("bad.fa", "no header\n")))

    def test_broken_models_are_told_line_by_line(self):
        text = Run(1).gff3()
        row = "chr1\tx\tmRNA\t5\t9\t.\t+\t.\tID=new"
        cases = {
            "wrong number of columns": "chr1\tx\tgene\t1\t2",
            "start is 0": row.replace("\t5\t", "\t0\t"),
            "end lies before start": row.replace("\t9\t", "\t3\t"),
            "a feature without a name": row.replace("ID=new", "Name=new"),
            "the same ID twice": row.replace("ID=new", "ID=gene1.t1"),
            "no row defines this Parent": row.replace("mRNA", "CDS").replace("ID=new", "Parent=nobody"),
            "a part of no transcript": row.replace("mRNA", "CDS"),
            "support is not a number": row + ";support=high",
            "Target is not a name and two places": row.replace("ID=new", "ID=last") + ";Target=p 1",
        }
        for what, bad in cases.items():
            with self.subTest(what):
                number = len(text.splitlines()) + 1
                self.assert_refused(65, f"bad.gff3:{number}: {what}", models=self.write("bad.gff3", text + bad + "\n"))
        both = self.write("bad.gff3", text + "".join(bad + "\n" for bad in cases.values()))
        account, _ = self.files()
        failed = cli.run("report", account, both, "-o", self.path("report.html"))
        self.assertEqual(failed.stderr.count("exonweave: error: "), len(cases), str(failed))

    def test_a_genome_of_another_run(self):
        genome = self.write("genome.fa", ">chr2\n" + "ACGT" * 100_000 + "\n")
        self.assert_refused(65, "unknown sequence", more=("--genome", genome))
        genome = self.write("genome.fa", ">chr1\nACGT\n")
        self.assert_refused(65, "end lies beyond the sequence", more=("--genome", genome))

    def test_another_table_than_that_of_targets_without_a_model(self):
        self.assert_refused(65, "not a table of targets without a model", more=("--unplaced", self.write("t.tsv", "a\tb\n")))

    def test_a_truncated_file(self):
        packed = gzip.compress(Run(50).gff3().encode())
        self.assert_refused(74, "cut.gff3.gz", models=self.write("cut.gff3.gz", packed[:len(packed) // 2]))

    def test_an_output_that_is_an_input(self):
        run, genes = self.files()
        before = genes.read_bytes()
        self.assert_fails(cli.run("report", run, genes, "-o", genes), 2)
        self.assertEqual(genes.read_bytes(), before)

    def test_usage(self):
        run, genes = self.files()
        self.assert_fails(cli.run("report", run, genes), 2, "--out")
        self.assert_fails(cli.run("report", run, "-o", self.path("report.html")), 2)
        self.assert_fails(cli.run("report", run, genes, "-o", self.path("no/folder/report.html")), 73)
