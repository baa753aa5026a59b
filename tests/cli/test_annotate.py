"""`annotate`: the folder of a run on some 5 Mb, each file by its own reader; the same run again, resumed and otherwise; what it refuses."""
import collections
import csv
import gzip
import io
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import cli
import models
from test_predict_outputs import translate

FILES = {"genes.gff3.gz", "genes.gff3.gz.tbi", "genes.gtf.gz", "genes.gtf.gz.tbi", "genes.pep.fa.gz", "genes.cds.fa.gz", "genes.bed.gz",
         "genes.bed.gz.tbi", "alignments.gff3.gz", "alignments.gff3.gz.tbi", "unplaced.tsv", "completeness.tsv", "splice-model.yaml", "run.json", "exonweave_mqc.json"}
ALSO = {"hints": {"hints.gff.gz", "hints.gff.gz.tbi"}, "training": {"training.gtf.gz", "training.gtf.gz.tbi"}, "evm": {"evm.gff3.gz", "evm.gff3.gz.tbi"}, "paf": {"alignments.paf.gz"},
        "miniprot": {"miniprot.gff.gz"}}
PAGE = "report.html"  # made from all others, with a test of its own
CLOSING = re.compile(r"^exonweave: ([\d,]+) genes? \(([\d,]+) complete(?:; [\d,]+ by the gene model alone)?\) from ([\d,]+) of ([\d,]+) proteins?; ([\d,]+) s, ([\d,]+) MB; "
                     r"see (.*/report\.html)\n\Z", re.MULTILINE)
RESUMED = "the same command resumes from there"


def read(path):
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode()


def first_records(text, n):
    return "".join(f">{record}" for record in text.split(">")[1:n + 1])


def simulated(folder, profile):
    done = cli.run("simulate", "--profile", profile, "--out", folder / profile)
    assert done.code == 0, done
    return (folder / profile / "genome.fa").read_text(), (folder / profile / "targets.pep.fa").read_text()


def attributes(row):
    return dict(re.findall(r'(\w+) "([^"]*)";', row))


class Annotated(cli.Case):
    """Runs on the tiny genome, where nothing else is said."""

    def annotate(self, *more, genome=cli.TINY / "genome.fa", proteins=cli.TINY / "targets.pep.fa", out="out", **options):
        return cli.run("annotate", genome, *(proteins if isinstance(proteins, list) else [proteins]), "-o", self.path(out), *more, **options)

    def content(self, out="out"):
        """The bytes of a folder's files, but for those that tell of time, and for the page that shows it."""
        return {name: self.path(out).joinpath(name).read_bytes() for name in os.listdir(self.path(out)) if name not in ("run.json", PAGE)}

    def assert_folder(self, wanted, out="out"):
        self.assertEqual(set(os.listdir(self.path(out))) - {PAGE}, wanted)


class Folder(unittest.TestCase):
    """One run with all outputs, looked at by other programs."""

    @classmethod
    def setUpClass(cls):
        cls.dir = pathlib.Path(tempfile.mkdtemp(prefix="exonweave-annotate-"))
        cls.addClassCleanup(shutil.rmtree, cls.dir, ignore_errors=True)
        genomes, proteins = zip(simulated(cls.dir, "microexons"), simulated(cls.dir, "nolasco2014"))
        cls.genome = cls.dir / "genome.fa"
        cls.genome.write_text(genomes[0] + first_records(genomes[1], 100))
        cls.proteins = [cls.dir / "near.fa", cls.dir / "far.fa"]
        cls.proteins[0].write_text(proteins[0].replace(".species1\n", ".species1 a protein, of exons [Simulated organism]\n"))
        cls.proteins[1].write_text(first_records(proteins[1], 40) + ">sp|P12345|LOST_EXAMPLE Lost OS=Nothing GN=lost\n" + "MWCHYWFMCH" * 9 + "\n")
        cls.out = cls.dir / "out"
        cls.run_of_it = cli.run("annotate", cls.genome, *cls.proteins, "-o", cls.out, "--also", "hints,training,evm,paf,miniprot", "--id-prefix", "SIM")
        assert cls.run_of_it.code == 0, cls.run_of_it
        cls.text = {path.name: read(path) for path in cls.out.iterdir() if path.suffix not in (".tbi", ".csi")}
        cls.genes = models.read_gff3(cls.text["genes.gff3.gz"])
        cls.by_type = collections.defaultdict(list)
        for row in cls.genes:
            cls.by_type[row.type].append(row)

    def tool(self, *args):
        """What a program of others says of a file; it must have no complaint."""
        if not shutil.which(args[0]):
            self.skipTest(f"no {args[0]}")
        done = subprocess.run([str(arg) for arg in args], capture_output=True, text=True, cwd=self.dir, timeout=cli.TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def unpacked(self, name):
        path = self.dir / name.removesuffix(".gz")
        path.write_text(self.text[name])
        return path

    def test_the_folder_has_these_files(self):
        self.assertEqual(set(os.listdir(self.out)) - {PAGE}, FILES.union(*ALSO.values()))
        self.assertGreater(self.genome.stat().st_size, 4_500_000)

    def test_the_page_has_the_proteins(self):
        self.assertNotIn('id="data-proteins"></script>', self.text[PAGE])

    def test_the_last_line_counts_what_the_files_have(self):
        said = CLOSING.search(self.run_of_it.stderr)
        self.assertTrue(said, self.run_of_it.stderr)
        n_genes, n_complete, n_placed, n_proteins = (int(said[n].replace(",", "")) for n in range(1, 5))
        self.assertEqual(n_genes, len(self.by_type["gene"]))
        self.assertGreaterEqual(n_genes, 130)
        self.assertEqual(n_complete, len([row for row in self.by_type["gene"] if not {"partial", "pseudo"} & row.attributes.keys()]))
        self.assertEqual(n_proteins, 120 + 40 + 1)
        self.assertEqual(n_placed, len({row.attributes["Target"].split()[0] for row in models.read_gff3(self.text["alignments.gff3.gz"])}))
        self.assertEqual(said[7], str(self.out / "report.html"))

    def test_gff3_is_valid(self):
        for name in ("genes.gff3.gz", "alignments.gff3.gz", "evm.gff3.gz"):
            self.assertEqual(self.tool("gt", "gff3validator", self.out / name).stderr, "")

    def test_ids_are_unique_and_parents_are_there_before_their_parts(self):
        """As AGAT looks at it: an ID stands for one feature, but that the parts of a CDS share one; each part lies within its parent."""
        seen, kind = {}, {"gene": None, "mRNA": "gene", "exon": "mRNA", "CDS": "mRNA"}
        self.assertEqual(set(self.by_type), set(kind))
        for row in self.genes:
            name = row.attributes["ID"]
            if row.type == "CDS" and name in seen:
                self.assertEqual((seen[name].type, seen[name].attributes["Parent"]), ("CDS", row.attributes["Parent"]))
            else:
                self.assertNotIn(name, seen)
            seen[name] = row
            if kind[row.type] is None:
                self.assertNotIn("Parent", row.attributes)
                continue
            parent = seen[row.attributes["Parent"]]
            self.assertEqual((parent.type, parent.seqid, parent.strand), (kind[row.type], row.seqid, row.strand))
            self.assertTrue(parent.start <= row.start <= row.end <= parent.end)
        for parent, parts in (("gene", "mRNA"), ("mRNA", "exon"), ("mRNA", "CDS")):
            self.assertEqual({row.attributes["Parent"] for row in self.by_type[parts]}, {row.attributes["ID"] for row in self.by_type[parent]})

    def test_genes_have_names_products_and_locus_tags(self):
        for n, row in enumerate(self.by_type["gene"]):
            self.assertEqual(row.attributes["locus_tag"], row.attributes["ID"])
        self.assertEqual({row.attributes["ID"] for row in self.by_type["gene"]}, {f"SIM_{10 * (n + 1):06}" for n in range(len(self.by_type["gene"]))})
        names = {row.attributes["ID"]: row.attributes["Name"] for row in self.by_type["gene"]}
        for row in self.by_type["mRNA"]:
            self.assertEqual(row.attributes["locus_tag"], row.attributes["Parent"])
            self.assertEqual(row.attributes["Name"], names[row.attributes["Parent"]])
            self.assertRegex(row.attributes["Name"], re.escape(row.attributes["Target"].split()[0]) + r"(_\d+)?$")
            self.assertIn("e_value", row.attributes)
            self.assertEqual("support" in row.attributes, "pseudo" not in row.attributes)
        self.assertEqual(len(set(names.values())), len(names))
        products = {row.attributes.get("product") for row in self.by_type["mRNA"]}
        self.assertEqual(products, {"a protein%2C of exons", "hypothetical protein", None})
        self.assertEqual({row.attributes.get("product") for row in self.by_type["CDS"]}, products)

    def test_gffread_reads_the_same_proteins_from_gff3_and_gtf(self):
        wanted = models.read_fasta(self.text["genes.pep.fa.gz"])
        self.assertEqual(set(wanted), {row.attributes["ID"] for row in self.by_type["mRNA"]})
        for name in ("genes.gff3.gz", "genes.gtf.gz"):
            found = self.dir / f"{name}.pep.fa"
            self.tool("gffread", "-g", self.genome, "-y", found, self.unpacked(name))
            self.assertEqual({key: protein.replace(".", "*").rstrip("*") for key, protein in models.read_fasta(found.read_text()).items()}, wanted, name)

    def test_coding_sequences_encode_the_proteins(self):
        proteins, coding = (models.read_fasta(self.text[name]) for name in ("genes.pep.fa.gz", "genes.cds.fa.gz"))
        self.assertEqual(list(coding), list(proteins))
        whole = [row.attributes["ID"] for row in self.by_type["mRNA"] if not {"partial", "pseudo"} & row.attributes.keys()]
        self.assertGreater(len(whole), 100)
        self.assertEqual([translate(coding[name]).removesuffix("*") for name in whole], [proteins[name] for name in whole])

    def test_gtf_has_the_exons_of_the_gff3_and_codons_at_the_ends(self):
        rows = [line.split("\t") for line in self.text["genes.gtf.gz"].splitlines()]
        of_type = lambda kind: [row for row in rows if row[2] == kind]
        exons = collections.Counter((row[0], int(row[3]), int(row[4]), row[6], attributes(row[8])["transcript_id"]) for row in of_type("exon"))
        self.assertEqual(exons, collections.Counter((row.seqid, row.start, row.end, row.strand, row.attributes["Parent"]) for row in self.by_type["exon"]))
        self.assertEqual({attributes(row[8])["gene_id"] for row in of_type("gene")}, {row.attributes["ID"] for row in self.by_type["gene"]})
        self.assertTrue(all({"gene_id", "transcript_id"} <= attributes(row[8]).keys() for row in rows if row[2] != "gene"))
        length = collections.Counter()
        for row in rows:
            length[attributes(row[8]).get("transcript_id"), row[2]] += int(row[4]) - int(row[3]) + 1
        coding = {name: len(dna) for name, dna in models.read_fasta(self.text["genes.cds.fa.gz"]).items()}
        for row in self.by_type["mRNA"]:
            name, of_model = row.attributes["ID"], row.attributes
            self.assertEqual(of_model.get("partial", "true"), "true")
            self.assertEqual("partial" in of_model, bool({"start_range", "end_range"} & of_model.keys()))
            start, end = ("start_range", "end_range")[::1 if row.strand == "+" else -1]
            self.assertEqual(length[name, "start_codon"], 0 if start in of_model else 3)
            self.assertEqual(length[name, "stop_codon"], 0 if end in of_model else 3)
            self.assertEqual(length[name, "CDS"] + length[name, "stop_codon"], coding[name])

    def test_reads_are_counted(self):
        reads, header = [], [f"@SQ\tSN:{name}\tLN:{len(bases)}" for name, bases in models.read_fasta(self.genome.read_text()).items()]
        for n, row in enumerate(self.by_type["exon"][:20]):
            length = min(50, row.end - row.start + 1)
            reads.append(f"r{n}\t0\t{row.seqid}\t{row.start}\t60\t{length}M\t*\t0\t0\t{'A' * length}\t{'I' * length}")
        sam, table = self.dir / "reads.sam", self.dir / "counts.tsv"
        sam.write_text("\n".join([*header, *reads]) + "\n")
        self.tool("featureCounts", "-O", "-a", self.unpacked("genes.gtf.gz"), "-o", table, sam)
        counts = {row["Geneid"]: int(row[str(sam)]) for row in csv.DictReader(table.read_text().splitlines()[1:], delimiter="\t")}
        self.assertEqual(set(counts), {row.attributes["ID"] for row in self.by_type["gene"]})
        self.assertGreaterEqual(sum(counts.values()), 20)
        self.tool("featureCounts", "-O", "-g", "gene_biotype", "-a", self.unpacked("genes.gtf.gz"), "-o", table, sam)
        biotypes = {row["Geneid"]: int(row[str(sam)]) for row in csv.DictReader(table.read_text().splitlines()[1:], delimiter="\t")}
        self.assertEqual(set(biotypes), {"pseudogene" if "pseudo" in row.attributes else "protein_coding" for row in self.by_type["gene"]})
        self.assertGreaterEqual(sum(biotypes.values()), 20)

    def test_each_index_finds_the_genes_of_a_sequence(self):
        for name in [name for name in os.listdir(self.out) if name.endswith(".tbi")]:
            packed = name.removesuffix(".tbi")
            rows = [line for line in self.text[packed].splitlines() if not line.startswith("#")]
            seqid = rows[-1].split("\t")[0]
            lines = [line for line in rows if line.split("\t")[0] == seqid]
            self.assertEqual(self.tool("tabix", self.out / packed, seqid).stdout.splitlines(), lines, name)
            self.assertGreater(len(lines), 0, name)

    def test_bedtools_reads_exons_of_the_bed(self):
        found = self.tool("bedtools", "bed12tobed6", "-i", self.out / "genes.bed.gz").stdout.splitlines()
        self.assertEqual(collections.Counter(tuple(line.split("\t")[:4]) for line in found),
                         collections.Counter((row.seqid, str(row.start - 1), str(row.end), row.attributes["Parent"]) for row in self.by_type["exon"]))

    def test_multiqc_shows_the_run(self):
        self.tool("multiqc", "--cl-config", "{no_version_check: true, custom_logo: null}", "--outdir", self.dir / "multiqc", self.out)
        table = (self.dir / "multiqc/multiqc_data/multiqc_general_stats.txt").read_text()
        self.assertIn("\nSIM\t", table)

    def test_alignments_are_protein_matches(self):
        rows = models.read_gff3(self.text["alignments.gff3.gz"])
        self.assertEqual({row.type for row in rows}, {"protein_match", "match_part"})
        self.assertGreater(len([row for row in rows if row.type == "protein_match"]), 150)

    def test_other_evidence_is_of_the_alignments(self):
        names = {row.attributes["ID"] for row in models.read_gff3(self.text["alignments.gff3.gz"]) if row.type == "protein_match"}
        self.assertEqual({row.attributes["ID"] for row in models.read_gff3(self.text["evm.gff3.gz"])}, names)
        self.assertEqual(len(self.text["alignments.paf.gz"].splitlines()), len(names))
        rows = models.read_gff3(re.sub(r"(?m)^##PAF.*\n", "", self.text["miniprot.gff.gz"]))
        self.assertEqual(len([row for row in rows if row.type == "mRNA"]), len(names))

    def sure_genes(self):
        """IDs of the genes that other programs may rely on, with their mRNAs' rows."""
        return {row.attributes["Parent"]: row for row in self.by_type["mRNA"]
                if "pseudo" not in row.attributes and float(row.attributes["support"]) >= 0.9}

    def test_hints_are_of_the_gene_set_and_those_of_a_sure_gene_are_a_group(self):
        hints = [line.split("\t") for line in self.text["hints.gff.gz"].splitlines()]
        self.assertEqual({row[2] for row in hints}, {"CDSpart", "intron", "start", "stop"})
        told = [re.fullmatch(r"mult=(\d+);(?:src=C;grp=([^;]+)|src=M|src=P);pri=4(?:;al_score=(\S+))?", row[8]) for row in hints]
        self.assertEqual({each[2] for each in told} - {None}, set(self.sure_genes()))
        self.assertEqual([each[3] or "." for each in told], [row[5] for row in hints])
        places = [(*row[:5], row[6], "src=M" in row[8]) for row in hints]
        self.assertEqual(len(places), len(set(places)))
        exons = collections.defaultdict(list)
        for row in self.by_type["exon"]:
            exons[row.attributes["Parent"], row.seqid, row.strand].append((row.start, row.end))
        introns = {(seqid, end + 1, start - 1, strand) for (_, seqid, strand), parts in exons.items()
                   for (_, end), (start, _) in zip(sorted(parts), sorted(parts)[1:])}
        self.assertEqual({(row[0], int(row[3]), int(row[4]), row[6]) for row in hints if row[2] == "intron"}, introns)
        self.assertTrue(all(0 <= float(row[5]) <= 1 for row in hints if row[5] != "."))

    def test_genes_for_training_are_complete_and_sure(self):
        rows = [line.split("\t") for line in self.text["training.gtf.gz"].splitlines()]
        wanted = {name: row for name, row in self.sure_genes().items() if "partial" not in row.attributes}
        self.assertEqual({attributes(row[8])["gene_id"] for row in rows}, set(wanted))
        self.assertEqual({row[2] for row in rows}, {"transcript", "CDS", "start_codon", "stop_codon"})
        coding = {name: len(dna) for name, dna in models.read_fasta(self.text["genes.cds.fa.gz"]).items()}
        length = collections.Counter()
        for row in rows:
            length[attributes(row[8])["transcript_id"], row[2]] += int(row[4]) - int(row[3]) + 1
        for row in wanted.values():
            self.assertEqual(length[row.attributes["ID"], "CDS"], coding[row.attributes["ID"]] - 3)
            self.assertEqual(length[row.attributes["ID"], "stop_codon"], 3)

    def test_what_has_no_place_is_told(self):
        rows = list(csv.DictReader(io.StringIO(self.text["unplaced.tsv"]), delimiter="\t"))
        self.assertIn("sp|P12345|LOST_EXAMPLE", {row["target_id"] for row in rows})

    def test_the_run_is_described(self):
        told = json.loads(self.text["run.json"])
        self.assertEqual((told["program"], told["subcommand"], told["command"][1:3]), ("exonweave", "annotate", ["annotate", str(self.genome)]))
        counted = told["locus_models"]
        self.assertEqual((counted["written"], counted["models"]), (len(self.by_type["gene"]), len(self.by_type["mRNA"])))
        self.assertEqual(counted["complete"] + counted["partial"] + counted["pseudo"], counted["written"])
        self.assertEqual(counted["pseudo"], len([row for row in self.by_type["gene"] if "pseudo" in row.attributes]))
        self.assertEqual([(each["role"], each["path"]) for each in told["inputs"]],
                         [("genome", str(self.genome)), *(("targets", str(path)) for path in self.proteins)])
        self.assertTrue({"search", "learn", "align", "choose"} <= told["seconds"].keys())
        self.assertEqual(set(told["predicted_seconds"]), {"search", "learn", "align"})
        self.assertGreater(told["peak_memory_bytes"], 1_000_000)

    def test_the_splice_model_can_be_given_to_another_run(self):
        again = self.dir / "again"
        done = cli.run("annotate", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa", "-o", again, "--splice-model", self.out / "splice-model.yaml")
        self.assertEqual(done.code, 0, done)
        bare = lambda text: re.sub(r"(?m)^#.*\n", "", text)
        self.assertEqual(bare((again / "splice-model.yaml").read_text()).split("\n", 1)[1], bare(self.text["splice-model.yaml"]).split("\n", 1)[1])

    def test_predict_finds_these_genes_but_for_doubtful_ones(self):
        """It searches for the best place of each protein, and so at lower E-values."""
        genes = self.dir / "predicted.gff3"
        done = cli.run("predict", "--genome", self.genome, "--targets", self.proteins[0], "--targets", self.proteins[1], "--locus-out", genes, "--out", "/dev/null")
        self.assertEqual(done.code, 0, done)
        place = lambda rows: {(row.seqid, row.type, row.start, row.end, row.score, row.strand, row.phase) for row in rows}
        found, wanted = place(models.read_gff3(genes.read_text())), place(self.genes)
        self.assertEqual(found - wanted, set())
        self.assertGreater(len(found), 0.95 * len(wanted))


class Runs(Annotated):
    def test_threads_and_the_order_of_proteins_change_nothing(self):
        names = (cli.TINY / "targets.pep.fa").read_text().split(">")[1:]
        halves = [self.write(f"{n}.fa", "".join(f">{record}" for record in part)) for n, part in enumerate((names[:5], names[5:]))]
        self.assert_ok(self.annotate("--threads", "1", "--isoforms", "3", proteins=halves))
        self.assert_ok(self.annotate("--threads", "7", "--isoforms", "3", proteins=halves[::-1], out="other/deep"))
        first, second = self.content(), self.content("other/deep")
        self.assertIn(b'"other_deep"', second.pop("exonweave_mqc.json"))
        self.assertIn(b'_out"', first.pop("exonweave_mqc.json"))
        self.assertEqual(first, second)

    def test_the_same_command_again_replaces_the_files(self):
        self.assert_ok(self.annotate("--also", "paf,evm"))
        self.assert_folder(FILES | ALSO["paf"] | ALSO["evm"])
        before = self.content()
        kept = self.path("out") / "notes.txt"
        kept.write_text("mine")
        self.assert_ok(self.annotate("--also", "paf"))
        self.assertEqual(kept.read_text(), "mine")
        kept.unlink()
        self.assert_folder(FILES | ALSO["paf"])
        self.assertEqual(self.content(), {name: data for name, data in before.items() if name not in ALSO["evm"]})

    def test_inputs_may_be_pipes(self):
        self.assert_ok(self.annotate())
        genes = (self.path("out") / "genes.gff3.gz").read_bytes()
        command = f"'{cli.BINARY}' annotate <(cat '{cli.TINY}/genome.fa') <(cat '{cli.TINY}/targets.pep.fa') -o '{self.path('piped')}'"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=cli.TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.path("piped") / "genes.gff3.gz").read_bytes(), genes)
        self.assertTrue((self.path("piped") / "report.html").exists())  # without the sequence, which is gone

    def test_without_a_prefix_there_are_no_locus_tags(self):
        self.assert_ok(self.annotate())
        rows = models.read_gff3(read(self.path("out") / "genes.gff3.gz"))
        self.assertEqual([row.attributes["ID"] for row in rows if row.type == "gene"],
                         [f"gene{n + 1}" for n in range(len([row for row in rows if row.type == "gene"]))])
        self.assertNotIn("locus_tag", {key for row in rows for key in row.attributes})

    def test_headers_of_databases(self):
        text = (cli.TINY / "targets.pep.fa").read_text()
        first, second = "tiny1.g1.species1", "tiny2.g1.species1"  # each fits the gene best
        text = text.replace(f">{first}", ">sp|P12345|ONE_EXAMPLE First; \"odd\" protein OS=Some organism OX=1 GN=one PE=1 SV=1", 1)
        text = text.replace(f">{second}", ">NP_001234.1 second protein [Some organism]", 1)
        self.assert_ok(self.annotate(proteins=self.write("t.fa", text)))
        rows = [row.attributes for row in models.read_gff3(read(self.path("out") / "genes.gff3.gz")) if row.type == "mRNA"]
        found = {row["Dbxref"]: (row["Name"], row.get("product")) for row in rows if "Dbxref" in row}
        self.assertEqual(found, {"UniProtKB:P12345": ("one", 'First%3B "odd" protein'), "RefSeq:NP_001234.1": ("NP_001234.1", "second protein")})

    def test_a_built_in_splice_model_is_written_too(self):
        self.assert_ok(self.annotate("--splice-model", "vertebrate"))
        self.assertIn("vertebrate", (self.path("out") / "splice-model.yaml").read_text())
        self.assert_ok(self.annotate("--splice-model", self.path("out") / "splice-model.yaml", out="other"))

    def test_quiet_says_nothing(self):
        result = self.annotate("-q")
        self.assert_ok(result)
        self.assertNotIn("report.html", result.stderr)

    def test_an_estimate_writes_nothing(self):
        result = self.annotate("--estimate")
        self.assert_ok(result)
        self.assertRegex(result.stdout, r"(?m)^all  +\S+ .* on \d+ threads?$")
        self.assertRegex(result.stdout, r"(?m)^memory  +\S+")
        self.assertEqual(self.names(), [])

    def test_an_estimate_has_the_options_of_that_of_predict(self):
        result = self.annotate("--estimate", "--budget", "2h", "--json", self.path("e.json"), "--by-locus", self.path("e.tsv"))
        self.assert_ok(result)
        found = json.loads(self.path("e.json").read_text())
        self.assertEqual(found["budget"]["share"], 1)
        self.assertEqual(len(self.path("e.tsv").read_text().splitlines()), 1 + found["results_looked_at"])
        self.assertEqual(self.names(), ["e.json", "e.tsv"])
        for option in (["--json", self.path("none.json")], ["--budget", "2h"]):
            self.assert_fails(self.annotate(*option), 2, f"{option[0]} without --estimate")
        self.assertEqual(self.names(), ["e.json", "e.tsv"])


class Isoforms(Annotated):
    """A gene of three exons, of which a second protein lacks the one in the middle."""

    def setUp(self):
        super().setUp()
        truth = models.true_exons((cli.TINY / "truth.gff3").read_text())
        sequences = models.read_fasta((cli.TINY / "genome.fa").read_text())
        rows = {}
        for name, exons in truth.items():
            pieces = [models.reading(sequences[e[0]], models.Row(e[0], "CDS", e[1], e[2], ".", e[3], e[4], {})) for e in exons]
            whole = "".join(pieces)
            middle = [n for n in range(1, len(pieces) - 1) if len(pieces[n]) % 3 == 0 and len(pieces[n]) > 60]
            if len(pieces) >= 3 and middle:
                without = "".join(piece for n, piece in enumerate(pieces) if n != middle[0])
                rows[name] = (translate(whole)[:-1], translate(without)[:-1])
        self.assertGreater(len(rows), 0, "no gene has an exon that can be left out")
        self.n_genes = len(rows)
        self.proteins = self.write("t.fa", "".join(f">{name}.whole{copy}\n{whole}\n" for name, (whole, _) in rows.items() for copy in "ab") +
                                   "".join(f">{name}.brief\n{brief}\n" for name, (_, brief) in rows.items()))

    def mrnas(self, *more, out="out"):
        self.assert_ok(self.annotate(*more, "--splice-model", "vertebrate", proteins=self.proteins, out=out))
        return models.models_of(read(self.path(out) / "genes.gff3.gz"))

    def test_they_are_further_mrnas_of_a_gene_with_other_introns(self):
        alone, several = self.mrnas(), self.mrnas("--isoforms", "2", out="two")
        self.assertEqual(len(alone), self.n_genes)
        self.assertEqual(len(several), 2 * self.n_genes)
        genes = collections.defaultdict(list)
        for model in several:
            genes[model.row.attributes["Parent"]].append(model)
        for name, (first, second) in genes.items():
            self.assertEqual([first.row.attributes["ID"], second.row.attributes["ID"]], [f"{name}.t1", f"{name}.t2"])
            self.assertTrue(first.target.startswith(second.target.removesuffix(".brief")))
            self.assertEqual(len(first.parts), len(second.parts) + 1)
        self.assertEqual([model.exons() for model in alone], [model.exons() for model in several if model.row.attributes["ID"].endswith(".t1")])
        for name in ("genes.pep.fa.gz", "genes.cds.fa.gz"):
            self.assertEqual(list(models.read_fasta(read(self.path("two") / name))), [model.row.attributes["ID"] for model in several])
        if shutil.which("gt"):
            done = subprocess.run(["gt", "gff3validator", self.path("two") / "genes.gff3.gz"], capture_output=True, timeout=cli.TIMEOUT)
            self.assertEqual((done.returncode, done.stderr), (0, b""), done.stdout + done.stderr)

    def test_there_are_no_more_than_proteins_say(self):
        self.assertEqual(len(self.mrnas("--isoforms", "100")), 2 * self.n_genes)


class Told(Annotated):
    def test_files_of_an_earlier_also_are_removed_and_told(self):
        self.assert_ok(self.annotate("--also", "paf,hints"))
        again = self.annotate("--also", "paf")
        self.assert_ok(again, "out/hints.gff.gz is removed: this run has no --also hints")
        self.assertNotIn("alignments.paf.gz is removed", again.stderr)
        self.assertNotIn("is removed", self.annotate("--also", "paf").stderr)

    def test_indexes_of_replaced_sequences_go(self):
        self.assert_ok(self.annotate())
        indexes = [self.write(f"out/genes.{kind}.fa.gz.{ending}", "old") for kind in ("pep", "cds") for ending in ("fai", "gzi")]
        self.assert_ok(self.annotate("--min-support", "0.5"))
        self.assertEqual([path for path in indexes if path.exists()], [])

    def test_one_description_of_all_proteins_is_a_warning(self):
        text = (cli.TINY / "targets.pep.fa").read_text()
        same = self.write("same.fa", re.sub(r"^>(\S+).*", r">\1 Some species", text, flags=re.MULTILINE))
        what = "all proteins have the same description, which becomes the product of all genes (got 'Some species')"
        self.assert_ok(self.annotate(proteins=same), "same.fa: " + what)  # of ten
        nine = self.write("nine.fa", first_records(same.read_text(), 9))
        self.assertNotIn("same description", self.annotate(proteins=nine).stderr)
        self.assertNotIn("same description", self.annotate().stderr)


    def test_masked_genes_are_told_and_found_if_nothing_else_is(self):
        genes = (cli.TINY / "genome.fa").read_text()
        others = "".join(random.Random(1).choices("ACGT", k=6_500_000))  # enough for a search
        self.assert_ok(self.annotate(genome=self.write("genome.fa", f"{genes}>others\n{others}\n")))
        expected = {name: read(self.path("out") / name) for name in ("genes.gtf.gz", "genes.pep.fa.gz")}
        lower = "".join(line if line[0] == ">" else line[0] + line[1:].lower() for line in genes.splitlines(keepends=True))
        masked = self.write("masked.fa", f"{lower}>others\n{others}\n")
        again = "no locus found outside soft-masked bases: searching them as well"
        told = " are soft-masked (lower case): not used for seeds (--seed-soft-masked)"
        self.assert_ok(self.annotate(genome=masked, out="masked"), told, again)
        seeded = self.annotate("--seed-soft-masked", genome=masked, out="seeded")
        self.assert_ok(seeded)
        self.assertNotIn("soft-masked", seeded.stderr)
        for out in ("masked", "seeded"):
            self.assertEqual({name: read(self.path(out) / name) for name in expected}, expected, out)


class Interrupted(Annotated):
    """Runs of self.inputs with the options self.how that are ended early."""

    def setUp(self):
        super().setUp()
        self.journal = self.path("out") / "run.journal"

    def end(self, how, size=4000):
        """Ends a run when its journal has so many bytes."""
        running = subprocess.Popen(cli.command("annotate", self.inputs["genome"], self.inputs["proteins"], "-o", self.path("out"), *self.how),
                                   stderr=subprocess.PIPE)
        self.addCleanup(running.stderr.close)
        while running.poll() is None and not (self.journal.exists() and self.journal.stat().st_size >= size):
            time.sleep(0.001)
        running.send_signal(how)
        said = running.stderr.read().decode()
        self.assertNotEqual(running.wait(timeout=60), 0, said)
        return said


class Ended(Interrupted):
    def setUp(self):
        super().setUp()
        genome, proteins = simulated(self.dir, "microexons")
        self.inputs = {"genome": self.write("g.fa", first_records(genome, 6)), "proteins": self.write("t.fa", first_records(proteins, 6))}
        self.how = ("--engine", "sequential", "--splice-model", "vertebrate", "--threads", "1")

    def test_the_same_command_goes_on_after_kill_9_and_writes_the_same(self):
        self.assert_ok(self.annotate(*self.how, out="whole", **self.inputs))
        self.end(signal.SIGKILL)
        self.assertTrue(self.journal.exists())
        self.assertNotIn("genes.gff3.gz", os.listdir(self.path("out")))
        again = self.annotate(*self.how, **self.inputs)
        self.assert_ok(again)
        self.assertRegex(again.stderr, r"run\.journal: [1-9]\d* results? of an earlier run")
        self.assert_folder(FILES)
        first, second = self.content("whole"), self.content()
        for each in (first, second):
            each.pop("exonweave_mqc.json")  # has the name of the folder
        self.assertEqual(first, second)
        self.assert_no_temporaries()

    @unittest.skipIf("tsan" in cli.BINARY, "the thread sanitizer holds signals back while the C++ library reads")
    def test_a_signal_says_how_to_go_on(self):
        self.assertIn(RESUMED, self.end(signal.SIGTERM))

    def test_a_journal_of_another_run_is_begun_anew(self):
        self.end(signal.SIGKILL)
        other = self.write("other.fa", first_records(self.inputs["proteins"].read_text(), 5))
        again = self.annotate(*self.how, genome=self.inputs["genome"], proteins=other)
        self.assert_ok(again, "run.journal: restarted; the journal is of another run: MD5 of targets (before: ")
        self.assertNotIn("of an earlier run\n", again.stderr)
        self.assert_folder(FILES)

    def test_options_of_another_run_are_named(self):
        for options, told in ((("--max-loci", "3"), "--max-loci (before: not given, now: 3)\n"),
                              (("--max-loci", "3", "--sensitive"), "--sensitive (before: not given, now: given) and 1 other difference\n")):
            self.end(signal.SIGKILL)
            self.assertIn("restarted; the journal is of another run: " + told, self.annotate(*self.how, *options, **self.inputs).stderr)

    def test_resume_may_be_said_and_changes_nothing(self):
        self.end(signal.SIGKILL)
        again = self.annotate(*self.how, "--resume", **self.inputs)
        self.assertRegex(again.stderr, r"run\.journal: [1-9]\d* results? of an earlier run")

    def test_other_outputs_go_on_too(self):
        self.end(signal.SIGKILL)
        again = self.annotate(*self.how, "--also", "paf", "--isoforms", "2", "--id-prefix", "X", **self.inputs)
        self.assert_ok(again, "of an earlier run")


class Refused(Annotated):
    def assert_refused(self, result, code, *parts):
        self.assert_fails(result, code, *parts)
        self.assertEqual([name for name in self.names() if name == "out"], [])

    def test_usage(self):
        for more, what in ((("--also", "gff"), "--also: unknown word (got 'gff', need one of hints,training,evm,paf,miniprot)"),
                           (("--also", "paf,"), "--also: unknown word (need one of"),
                           (("--isoforms", "0"), "--isoforms"), (("--isoforms", "101"), "--isoforms"), (("--isoforms", "x"), "--isoforms"),
                           (("--id-prefix", "a b"), "--id-prefix: not the beginning of an ID"), (("--min-support", "2"), "--min-support: not a share"),
                           (("--pairs", "x"), "unknown option '--pairs'")):
            self.assert_refused(self.annotate(*more), 2, what)
        self.assert_fails(cli.run("annotate", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa"), 2, "--out")
        self.assert_fails(cli.run("annotate", cli.TINY / "genome.fa", "-o", self.path("out")), 2, "PROTEINS")
        self.assert_fails(cli.run("annotate", "-o", self.path("out")), 2, "GENOME")
        self.assert_fails(cli.run("annotate", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa", "-o", "-", cwd=self.dir), 2,
                          "--out: standard output is no folder")
        self.assertEqual(self.names(), [])

    def test_the_limit_of_introns_has_the_words_of_predict_and_of_the_run_that_is_described(self):
        self.assert_ok(self.annotate("--max-intron", "off"))
        self.assertEqual(json.loads(self.path("out/run.json").read_text())["parameters"]["scoring"]["max_intron"], "off")
        before = self.content()
        self.assert_ok(self.annotate())
        self.assertEqual(self.content(), before)
        self.assert_fails(self.annotate("--max-intron", "no"), 2, "--max-intron: not a number in its range (got 'no', need 0 to 1000000000 nt, or off)")
        self.assertRegex(re.sub(r"\s+", " ", cli.run("annotate", "--help").stdout), r"--max-intron N\|off Longest intron, .*\(default: off\)")

    def test_a_folder_with_files_of_others_is_left_as_it_is(self):
        self.path("out").mkdir()
        genes = self.write("out/genes.gff3.gz", "of another program")
        result = self.annotate()
        self.assert_fails(result, 73, "out/genes.gff3.gz: the file would be replaced, and no earlier run of annotate has written it",
                          "Name another folder, move the file away, or give --overwrite")
        for summary in ("{}", "no JSON", json.dumps({"program": "exonweave", "subcommand": "predict"})):
            self.write("out/run.json", summary)
            self.assert_fails(self.annotate(), 73, "out/genes.gff3.gz")
        self.assertEqual((genes.read_text(), set(os.listdir(self.path("out")))), ("of another program", {"genes.gff3.gz", "run.json"}))
        genes.rename(self.path("out/others.gff3.gz"))
        self.assert_fails(self.annotate(), 73, "out/run.json")
        self.path("out/run.json").rename(self.path("out/genes.bed.gz.tbi"))
        self.assert_fails(self.annotate(), 73, "out/genes.bed.gz.tbi")
        self.path("out/genes.bed.gz.tbi").unlink()
        self.assert_ok(self.annotate())
        self.assertTrue(self.path("out/others.gff3.gz").exists())

    def test_overwrite_replaces_files_of_others(self):
        self.assert_ok(self.annotate())
        before = self.content()
        self.path("out/run.json").unlink()  # as a workflow does before it runs a job again
        self.write("out/hints.gff.gz", "of another program")
        self.assert_fails(self.annotate(), 73, "no earlier run of annotate has written it")
        self.assert_ok(self.annotate("--overwrite"))
        self.assertEqual(self.content(), before)

    def test_words_of_also_without_a_comma(self):
        told = "--also: words without a comma between them (got 'paf', need commas, as in --also hints,evm)"
        self.assert_refused(self.annotate("--also", "evm", "paf"), 2, told)
        for more in ((), ("--estimate",)):
            first = cli.run("annotate", "--also", "evm", "paf", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa", "-o", self.path("out"), *more)
            self.assert_refused(first, 2, told)

    def test_inputs_that_are_not_there_are_told_at_once(self):
        result = self.annotate(genome=self.path("a.fa"), proteins=[self.path("b.fa"), self.path("c.fa")])
        self.assert_refused(result, 66, *(f"{name}.fa" for name in "abc"))

    def test_an_input_may_be_no_output(self):
        self.path("out").mkdir()
        mine = self.path("out") / "genes.pep.fa.gz"
        mine.write_text((cli.TINY / "targets.pep.fa").read_text())
        before = mine.read_bytes()
        self.assert_fails(self.annotate(proteins=mine), 2, "--out", "PROTEINS")
        self.assertEqual(mine.read_bytes(), before)

    def test_a_folder_that_cannot_be_made(self):
        self.write("out", "a file")
        self.assert_fails(self.annotate(), 73, "out: cannot create the folder")
        self.assert_fails(self.annotate(out="out/deeper"), 73, "cannot create the folder")
        self.assertEqual(self.path("out").read_text(), "a file")

    @unittest.skipIf(os.geteuid() == 0, "root may write anywhere")
    def test_a_folder_that_is_read_only(self):
        self.path("out").mkdir(mode=0o555)
        self.assert_fails(self.annotate(), 73, "out")

    def test_bad_proteins_leave_no_folder(self):
        self.assert_refused(self.annotate(proteins=self.write("t.fa", ">a\nMK\n>a\nMK\n")), 65, "t.fa")
        self.assert_refused(self.annotate(proteins=cli.TINY / "targets.cds.fa"), 65, "DNA where proteins are needed", "exonweave predict")
        self.assert_refused(self.annotate(genome=self.write("g.fa", "")), 65, "g.fa")

    def test_no_protein_with_a_place_is_an_empty_annotation(self):
        result = self.annotate(proteins=self.write("t.fa", ">lost\n" + "MWCHYWFMCH" * 9 + "\n"))
        self.assert_ok(result, "0 genes (0 complete) from 0 of 1 protein; ")
        self.assert_folder(FILES)
        self.assertEqual(models.read_gff3(read(self.path("out") / "genes.gff3.gz")), [])
        self.assertEqual(read(self.path("out") / "genes.gtf.gz"), "")


if __name__ == "__main__":
    unittest.main()
