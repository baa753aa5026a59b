"""`--paf-out` and `--style miniprot`: what they write is checked against the genome and the proteins by miniprot's manual, by
the lengths that its CIGAR consumes and by what its difference string spells."""
import collections
import gzip
import re
import shutil
import subprocess
import unittest

import cli
import made_genes
import models
from protein_genes import CODE, Genes, translate
from test_predict_cut_genes import CutGenes, whole_begin, whole_end
from test_predict_outputs import predict_proteins

Paf = collections.namedtuple("Paf", "name length start end strand seqid seq_length seq_start seq_end n_identical n_nt quality tags")
CODON_IN_PIECES = re.compile(r"\d+[FG](?:\d+N\d+F)+")  # split by introns, and no frameshift


def paf_of(line):
    fields = line.split("\t")
    tags = {tag.split(":", 2)[0]: tag.split(":", 2)[2] for tag in fields[12:]}
    return Paf(*(int(field) if k in (1, 2, 3, 6, 7, 8, 9, 10, 11) else field for k, field in enumerate(fields[:12])), tags)


def models_of(text):
    """[(PAF, its rows)]"""
    found = []
    for line in text.splitlines():
        if line.startswith("##PAF\t"):
            found.append((paf_of(line[6:]), []))
        elif not line.startswith("#"):
            found[-1][1].append(models.read_gff3(line)[0])
    return found


class Walk:
    """A PAF line read along the genome and the protein: what its CIGAR consumes and counts, the parts between its introns in
    reading direction (0-based, half-open), and the spelling of both by its cs."""

    def __init__(self, paf, genome, proteins):
        text, self.size = genome[paf.seqid], len(genome[paf.seqid])
        first = paf.seq_start if paf.strand == "+" else self.size - paf.seq_end
        self.read = text if paf.strand == "+" else made_genes.reverse_complement(text)
        self.protein = proteins[paf.name]
        self.at, self.symbol = first, paf.start
        self.n_nt = self.n_identical = self.n_in_pieces = 0  # the last: bases of a codon so far
        self.n_shifts = CODON_IN_PIECES.sub("", paf.tags["cg"]).count("F")
        self.parts, self.phases, self.symbols = [[first, None]], [0], [[self.symbol, None]]
        for length, op in re.findall(r"(\d+)([MIDFGNUV])", paf.tags["cg"]):
            self.step(int(length), op)
        self.parts[-1][1], self.symbols[-1][1] = self.at, self.symbol

    def codon(self, bases):
        self.n_identical += CODE[bases] == self.protein[self.symbol]
        self.symbol, self.n_nt = self.symbol + 1, self.n_nt + 3

    def step(self, length, op):
        self.n_in_pieces = self.n_in_pieces + length if op in "FG" else self.n_in_pieces if op == "N" else 0
        if op == "M":
            for k in range(length):
                self.codon(self.read[self.at + 3 * k:self.at + 3 * k + 3])
        elif op in "ID":
            self.symbol, self.n_nt = self.symbol + length * (op == "I"), self.n_nt + 3 * length
        elif op in "FG":
            self.symbol, self.n_nt = self.symbol + (op == "G"), self.n_nt + length
        else:
            before = "NUV".index(op)
            behind = -before % 3
            start, end = self.at + before, self.at + length - behind
            self.symbols[-1][1] = self.symbol
            self.symbols.append([self.symbol, None])
            if before:
                self.codon(self.read[self.at:start] + self.read[end:end + behind])
            self.parts[-1][1] = start
            self.parts.append([end, None])
            self.phases.append(-(before + self.n_in_pieces) % 3)
        self.at += length * (3 if op in "MD" else 0 if op == "I" else 1)

    def spelled(self, cs):
        """The genome without introns, and the protein, as the cs spells them with the rest from themselves."""
        at, symbol, bases, symbols = self.parts[0][0], None, "", ""
        for op, text in re.findall(r"(:|\*|\+|-|~)([0-9]+|[a-z]{2}[0-9]+[a-z]{2}|[a-z]*[A-Z]*)", cs):
            if op == ":":
                run = self.read[at:at + 3 * int(text)]
                bases, symbols, at = bases + run, symbols + translate(run), at + len(run)
            elif op == "~":
                length = int(text[2:-2])
                assert (self.read[at:at + 2], self.read[at + length - 2:at + length]) == (text[:2].upper(), text[-2:].upper())
                at += length
            else:
                nt = re.match("[a-z]*", text)[0]
                bases, symbols, at = bases + nt.upper(), symbols + text[len(nt):], at + len(nt)
        return bases, symbols


class MiniprotCase(cli.Case):
    def check(self, gff3, genome, proteins):
        """The number of models, of frameshifts, and of stop codons at an end."""
        found = models_of(gff3)
        n_shifts = n_stops = 0
        for paf, (mrna, *rows) in found:
            self.check_alignment(paf, Walk(paf, genome, proteins), genome, proteins)
            stops = [row for row in rows if row.type == "stop_codon"]
            self.check_rows(paf, mrna, [row for row in rows if row.type == "CDS"], stops, Walk(paf, genome, proteins))
            n_shifts, n_stops = n_shifts + int(paf.tags["fs"]), n_stops + bool(stops)
        ranks = collections.defaultdict(list)
        for paf, (mrna, *_) in found:
            ranks[paf.name].append((-int(paf.tags["AS"]), int(mrna.attributes["Rank"])))
        for each in ranks.values():
            self.assertEqual(sorted(rank for _, rank in each), list(range(1, len(each) + 1)))
            self.assertEqual([score for score, _ in sorted(each, key=lambda one: one[1])], sorted(score for score, _ in each))
        return len(found), n_shifts, n_stops

    def check_alignment(self, paf, walk, genome, proteins):
        self.assertEqual((paf.length, paf.seq_length), (len(proteins[paf.name]), len(genome[paf.seqid])))
        end = paf.seq_end if paf.strand == "+" else walk.size - paf.seq_start
        self.assertEqual((walk.at, walk.symbol), (end, paf.end), "the CIGAR consumes other ranges")
        self.assertEqual((walk.n_nt, 3 * walk.n_identical), (paf.n_nt, paf.n_identical))
        self.assertEqual(walk.n_shifts, int(paf.tags["fs"]))
        self.assertLessEqual(walk.n_identical, int(paf.tags["np"]))
        bases, symbols = walk.spelled(paf.tags["cs"])
        self.assertEqual(bases, "".join(walk.read[first:last] for first, last in walk.parts))
        self.assertEqual(symbols, proteins[paf.name][paf.start:paf.end])
        self.assertEqual(paf.tags["da"] == "0", bases.startswith("ATG"))

    def check_rows(self, paf, mrna, cds, stops, walk):
        if stops:
            walk.parts[-1][1] += 3
            stop, = stops
            places = (walk.parts[-1][1] - 3, walk.parts[-1][1])
            self.assertEqual(self.places([places], walk, paf.strand), [(stop.start, stop.end)])
            self.assertIn(walk.read[slice(*places)], models.STOPS)
            self.assertEqual((stop.score, stop.phase, stop.attributes), ("0", "0", {"Parent": mrna.attributes["ID"], "Rank": mrna.attributes["Rank"]}))
        self.assertEqual(paf.tags["do"] == "0", bool(stops))
        self.assertEqual([(row.start, row.end) for row in cds], self.places(walk.parts, walk, paf.strand))
        self.assertEqual([int(row.phase) for row in cds], walk.phases)
        self.assertEqual((mrna.start, mrna.end), (min(row.start for row in cds), max(row.end for row in cds)))
        self.assertEqual(mrna.attributes["Target"], f"{paf.name} {paf.start + 1} {paf.end}")
        self.assertEqual(mrna.attributes["Identity"], f"{paf.n_identical / paf.n_nt:.4f}")
        self.assertEqual(mrna.attributes["Positive"], f"{3 * int(paf.tags['np']) / paf.n_nt:.4f}")
        self.assertEqual(mrna.score, paf.tags["ms"])
        self.assertEqual(int(mrna.attributes.get("Frameshift", 0)), int(paf.tags["fs"]))
        self.assertEqual(sum(int(row.attributes.get("Frameshift", 0)) for row in cds), int(paf.tags["fs"]))
        for row, (first, last) in zip(cds, walk.symbols):
            own = (first + 1, last) if first < last else (max(first, 1), max(first, 1))  # or the one before
            self.assertEqual(row.attributes["Target"], f"{paf.name} {own[0]} {own[1]}")
            self.assertEqual((row.attributes["Parent"], row.attributes["Rank"]), (mrna.attributes["ID"], mrna.attributes["Rank"]))

    @staticmethod
    def places(parts, walk, strand):
        """1-based, inclusive, forward."""
        return [(first + 1, last) if strand == "+" else (walk.size - last + 1, walk.size - first) for first, last in parts]


class Tiny(MiniprotCase):
    GENOME = models.read_fasta((cli.TINY / "genome.fa").read_text())
    PROTEINS = models.read_fasta((cli.TINY / "targets.pep.fa").read_text())

    def predict(self, *more, **inputs):
        """The GFF3 and the PAF."""
        out, paf = self.path("m.gff3"), self.path("m.paf")
        self.assert_ok(predict_proteins("--style", "miniprot", "--out", out, "--paf-out", paf, "--quiet", *more, **inputs))
        return out.read_text(), paf.read_text()

    def test_golden_files(self):
        gff3, paf = self.predict()
        self.assert_golden("tiny.protein.miniprot.gff3", gff3.encode())
        self.assert_golden("tiny.protein.paf", paf.encode())

    def test_what_it_says_is_so(self):
        for more, inputs in (((), {}), ((), {"pairs": None}), (("--top", "4", "--max-loci", "3"), {"pairs": None})):
            n_models, _, n_stops = self.check(self.predict(*more, **inputs)[0], self.GENOME, self.PROTEINS)
            self.assertGreaterEqual(n_models, 10)
            self.assertEqual(n_stops, n_models)

    def test_the_paf_is_that_of_the_gff3_whatever_the_style(self):
        gff3, paf = self.predict()
        self.assertEqual("".join(line[6:] + "\n" for line in gff3.splitlines() if line.startswith("##PAF\t")), paf)
        self.assert_ok(predict_proteins("--out", self.path("g.gff3"), "--paf-out", self.path("g.paf")))
        self.assertEqual(self.path("g.paf").read_text(), paf)

    def test_the_models_are_those_of_the_other_style(self):
        gene = models.models_of(predict_proteins("--quiet").stdout)
        cds = collections.defaultdict(list)
        for row in models.read_gff3(self.predict()[0]):
            if row.type == "CDS":
                cds[row.attributes["Parent"]].append((row.seqid, row.start, row.end, row.strand, row.phase))
        self.assertEqual(list(cds.values()), [model.exons() for model in gene])

    def test_ids_are_one_in_all_outputs(self):
        gff3, _ = self.predict("--protein-out", self.path("p.fa"), "--bed-out", self.path("m.bed"), "--summary", self.path("s.json"))
        ids = [row.attributes["ID"] for row in models.read_gff3(gff3) if row.type == "mRNA"]
        self.assertEqual(ids[:2], ["MP000001", "MP000002"])
        self.assertEqual(list(models.read_fasta(self.path("p.fa").read_text())), ids)
        self.assertEqual({line.split("\t")[3] for line in self.path("m.bed").read_text().splitlines()}, set(ids))
        self.assertIn('"style": "miniprot"', self.path("s.json").read_text())

    def test_locus_models_in_the_same_style(self):
        loci = self.path("loci.gff3")
        self.predict("--locus-out", loci)
        self.assertGreater(self.check(loci.read_text(), self.GENOME, self.PROTEINS)[0], 3)
        self.assertIn("\tID=locus1;Rank=1;", loci.read_text())

    def test_threads_and_engines_change_no_byte(self):
        expected = self.predict()
        for more in (("--threads", "1"), ("--threads", "4"), ("--engine", "sequential")):
            self.assertEqual(self.predict(*more), expected)

    def test_packed_it_is_sorted_with_each_paf_line_before_its_mrna(self):
        packed = self.path("m.gff3.gz")
        self.assert_ok(predict_proteins("--style", "miniprot", "--out", packed, "--paf-out", self.path("m.paf.gz"), "--top", "3"))
        lines = [line for line in gzip.decompress(packed.read_bytes()).decode().splitlines() if not line.startswith("##seq")]
        for before, line in zip(lines, lines[1:]):
            if "\tmRNA\t" in line:
                self.assertIn(f"\t{re.search('Target=([^ ]+)', line)[1]}\t", before)
        starts = [(row.seqid, row.start) for row in models.read_gff3("\n".join(lines))]
        self.assertEqual(starts, sorted(starts))
        self.assertTrue(gzip.decompress(self.path("m.paf.gz").read_bytes()).startswith(b"tiny"))

    def test_the_head_is_the_version_alone_as_readers_of_miniprot_expect(self):
        loci, evm = self.path("loci.gff3"), self.path("evm.gff3")
        gff3, _ = self.predict("--locus-out", loci, "--evm-out", evm)
        for text in (gff3, loci.read_text()):
            self.assertEqual([line for line in text.splitlines() if line.startswith("##") and not line.startswith("##PAF\t")], ["##gff-version 3"])
        self.assertIn("##sequence-region", evm.read_text())

    def test_lines_behind_paf_lines_need_an_output_that_has_some(self):
        for option in ("--trans", "--aln"):
            self.assert_fails(predict_proteins(option), 2, f"{option} without an output as miniprot writes it (need --style miniprot, or --paf-out FILE)")
        self.assertEqual(self.names(), [])

    def test_it_is_for_proteins(self):
        for more in (("--style", "miniprot"), ("--paf-out", self.path("m.paf"))):
            self.assert_fails(cli.predict(*more), 2, f"{more[0]}", "with DNA targets (need proteins). Hint: translate the targets")
        self.assertEqual(self.names(), [])


class Odd(MiniprotCase):
    """Models that are no whole genes, on both strands."""

    def predict(self, genes, *more):
        out = self.path("m.gff3")
        self.assert_ok(cli.predict("--style", "miniprot", "--out", out, "--splice-model", "vertebrate", "--quiet", *more,
                                   genome=self.write("g.fa", genes.fasta()), targets=self.write("t.fa", genes.targets()),
                                   pairs=self.write("p.tsv", genes.pairs()), candidates=None))
        return self.check(out.read_text(), models.read_fasta(genes.fasta()), models.read_fasta(genes.targets()))

    def test_cut_genes(self):
        for strand in "+-":
            for n in range(10, 13):  # in any phase
                begins = CutGenes(lambda text, exons: exons[1][0] + n, whole_end, strand=strand, seed=3)
                ends = CutGenes(whole_begin, lambda text, exons: exons[1][1] - n, strand=strand, seed=3)
                n_models, _, n_stops = self.predict(begins)
                self.assertEqual((n_models, n_stops), (4, 4 if strand == "+" else 0))
                n_models, _, n_stops = self.predict(ends)
                self.assertEqual((n_models, n_stops), (4, 0 if strand == "+" else 4))

    def test_frameshifts(self):
        for strand in "+-":
            for more in ("C", "CC"):
                genes = Genes(seed=3)
                for g, (text, exons) in enumerate(zip(genes.residues, genes.exons)):
                    at = exons[1][0] - 1 + -(exons[0][1] - exons[0][0] + 1) % 3 + 15  # between two codons
                    text = text[:at] + more + text[at:]
                    genes.residues[g] = text if strand == "+" else made_genes.reverse_complement(text)
                genes.strand = strand
                self.assertEqual(self.predict(genes, "--set", "frameshift=5"), (4, 4, 4))

    def test_split_codons_in_every_phase(self):
        for strand in "+-":
            genes = Genes(n_genes=8, n_introns=4, strand=strand, seed=5)
            self.assertEqual(self.predict(genes), (8, 0, 8))


def translated_records(gff3):
    """As programs read what `miniprot --trans --gff` has written, which know no other lines: [(PAF, protein, rows)]."""
    lines = iter(gff3.splitlines())
    assert next(lines) == "##gff-version 3"
    found = []
    for line in lines:
        fields = line.split("\t")
        if line.startswith("##PAF"):
            name, protein = next(lines).split("\t")
            assert name == "##STA", name
            found.append((paf_of(line[6:]), protein, []))
        else:
            assert len(fields) == 9, line
            found[-1][2].append(models.read_gff3(line)[0])
    return found


class Alignment:
    """A record of `miniprot --aln`: a PAF line and the four lines behind it, read letter by letter."""

    def __init__(self, paf, lines):
        self.paf = paf_of(paf)
        assert [line[:6] for line in lines] == ["##ATN\t", "##ATA\t", "##AAS\t", "##AQA\t"], lines
        self.bases, self.residues, self.marks, self.symbols = (line[6:] for line in lines)
        assert {len(line) for line in lines} == {len(lines[0])}, lines
        self.exons, self.introns = [], []  # offsets from the first base, half-open
        at, inside = 0, False  # the number of bases before, and whether in an intron
        for part in re.findall(r"[A-Z]+|-+|[a-z]+|~[0-9]+~", self.bases):
            n = int(part[1:-1]) - 2 * LONGEST_END if part[0] == "~" else 0 if part[0] == "-" else len(part)
            if part[0] == "~" or part[0].islower():
                if not inside:
                    self.introns.append([at, at])
                self.introns[-1][1] = at + n
                inside = True
            elif part[0] != "-":
                if inside or not self.exons:
                    self.exons.append([at, at])
                self.exons[-1][1] = at + n
                inside = False
            at += n
        self.n_bases = at

    def read(self, genome):
        """What ##ATN should spell: the sequence in reading direction from the first base on."""
        text = genome[self.paf.seqid]
        if self.paf.strand == "-":
            text = made_genes.reverse_complement(text)
            return text[len(text) - self.paf.seq_end:]
        return text[self.paf.seq_start:]

    def columns(self):
        """(base, residue, mark, symbol) of what is no intron."""
        return [column for column in zip(self.bases, self.residues, self.marks, self.symbols) if column[0] in "ACGTN-"]


LONGEST_END = 200  # nt of an intron that are shown on either side of its length


def alignment_records(paf_text):
    """As programs read what `miniprot --aln` has written: a line without # in front, and the four behind it."""
    lines = paf_text.splitlines()
    starts = [n for n, line in enumerate(lines) if not line.startswith("#")]
    return [Alignment(lines[n], lines[n + 1:n + 5]) for n in starts]


class ResidueLines(MiniprotCase):
    def predict(self, genome, *more, **inputs):
        """GFF3 with --trans, PAF with --aln, proteins by ID; then both with both, whose lines are the same."""
        out, paf, proteins, genes = (self.path(name) for name in ("m.gff3", "m.paf", "p.fa", "g.gff3"))
        common = ("--style", "miniprot", "--quiet", *more)
        self.assert_ok(predict_proteins(*common, "--trans", "--out", out, "--protein-out", proteins, genome=genome, **inputs))
        self.assert_ok(predict_proteins(*common, "--aln", "--out", genes, "--paf-out", paf, genome=genome, **inputs))
        gff3, alignments = out.read_text(), paf.read_text()
        without_head = "".join(line.removeprefix("##PAF\t") + "\n" for line in genes.read_text().splitlines()
                               if re.match("##(PAF|ATN|ATA|AAS|AQA)\t", line))
        self.assertEqual(without_head, alignments)
        self.assert_ok(predict_proteins(*common, "--aln", "--trans", "--out", "/dev/null", "--paf-out", paf, genome=genome, **inputs))
        self.assertEqual([line for line in paf.read_text().splitlines() if not line.startswith("##STA\t")], alignments.splitlines())
        self.assertEqual(["".join(line[:5] for line in record) for record in self.records_of(paf.read_text())],
                         ["##ATN##ATA##AAS##AQA##STA"] * alignments.count("##ATN\t"))
        return gff3, alignments, models.read_fasta(proteins.read_text())

    @staticmethod
    def records_of(paf):
        """The lines behind each PAF line."""
        found = []
        for line in paf.splitlines():
            found.append([]) if not line.startswith("#") else found[-1].append(line)
        return found

    def check(self, gff3, alignments, proteins, genome, targets):
        translated, records = translated_records(gff3), alignment_records(alignments)
        self.assertEqual(len(translated), len(records))
        for (paf, translation, rows), record in zip(translated, records):
            self.assertEqual(paf, record.paf)
            self.check_translation(translation, rows, record, proteins)
            self.check_letters(record, genome[paf.seqid], record.read(genome), targets[paf.name])
            self.check_places(record, rows, len(genome[paf.seqid]))
        return len(records)

    def check_translation(self, translation, rows, record, proteins):
        protein = proteins[rows[0].attributes["ID"]]
        has_stop = any(row.type == "stop_codon" for row in rows)
        following = "".join(record.columns()[k][0] for k in (-3, -2, -1))
        if has_stop:
            self.assertEqual(translation, protein + "*")
        elif len(translation) > len(protein):
            self.assertEqual(translation, protein + CODE[following])
        else:
            self.assertEqual(translation, protein)
        self.assertEqual("".join(residue for base, residue, _, _ in record.columns() if residue.isalpha() or residue == "*"), translation)

    def check_letters(self, record, sequence, read, target):
        spelled = re.sub("~[0-9]+~", lambda length: "." * (int(length[0][1:-1]) - 2 * LONGEST_END), record.bases.replace("-", ""))
        self.assertRegex(read[:len(spelled)].upper(), re.compile(spelled.upper()))
        symbols = "".join(symbol for _, _, _, symbol in record.columns() if symbol.isalpha())
        self.assertEqual(symbols, target[record.paf.start:record.paf.end])
        marks = [(mark, residue == symbol) for base, residue, mark, symbol in record.columns() if residue.isalpha() and symbol.isalpha()]
        self.assertEqual({is_equal for mark, is_equal in marks if mark == "|"} | {True}, {True})
        self.assertEqual(3 * sum(mark == "|" for mark, _ in marks), record.paf.n_identical)
        self.assertEqual(sum(mark in "|+" for mark, _ in marks), int(record.paf.tags["np"]))
        for (start, end), found in zip(record.introns, re.findall("([a-z][a-z])[a-z]*(?:~[0-9]+~)?[a-z]*?([a-z][a-z])(?![a-z~])", record.bases)):
            self.assertEqual((read[start:start + 2].lower(), read[end - 2:end].lower()), found)

    def check_places(self, record, rows, size):
        """Exons, by the case of letters, are the CDS rows; behind the last one stand three more bases, or it ends with them."""
        first = record.paf.seq_start if record.paf.strand == "+" else size - record.paf.seq_end
        exons = [(first + start, first + end) for start, end in record.exons]
        cds = [(row.start - 1, row.end) if record.paf.strand == "+" else (size - row.end, size - row.start + 1) for row in rows if row.type == "CDS"]
        has_stop = any(row.type == "stop_codon" for row in rows)
        if not has_stop and exons[-1] != cds[-1]:
            exons[-1] = (exons[-1][0], exons[-1][1] - 3)
        self.assertEqual(exons, cds)

    def test_genes_of_the_example_data(self):
        genome, targets = Tiny.GENOME, Tiny.PROTEINS
        n = self.check(*self.predict(cli.TINY / "genome.fa"), genome, targets)
        self.assertGreaterEqual(n, 10)
        n_more = self.check(*self.predict(cli.TINY / "genome.fa", "--top", "3", pairs=None), genome, targets)
        self.assertGreater(n_more, n)

    def check_genes(self, genes, *more):
        common = {"targets": self.write("t.fa", genes.targets()), "pairs": self.write("p.tsv", genes.pairs())}
        gff3, alignments, proteins = self.predict(self.write("g.fa", genes.fasta()), "--splice-model", "vertebrate", *more, **common)
        n = self.check(gff3, alignments, proteins, models.read_fasta(genes.fasta()), models.read_fasta(genes.targets()))
        return n, alignments

    def test_genes_that_are_no_whole_ones(self):
        for strand in "+-":
            self.assertEqual(self.check_genes(CutGenes(lambda text, exons: exons[1][0] + 11, whole_end, strand=strand, seed=3))[0], 4)
            self.assertEqual(self.check_genes(CutGenes(whole_begin, lambda text, exons: exons[1][1] - 11, strand=strand, seed=3))[0], 4)

    def test_codons_that_introns_split_and_introns_too_long_to_be_shown(self):
        for strand in "+-":
            n, alignments = self.check_genes(Genes(n_genes=6, n_introns=4, strand=strand, seed=5))
            self.assertEqual(n, 6)
        self.assertEqual(self.check_genes(Genes(seed=3))[1].count("~") % 2, 0)

    def test_skipped_bases_are_marked(self):
        for strand in "+-":
            genes = Genes(seed=3)
            for g, (text, exons) in enumerate(zip(genes.residues, genes.exons)):
                at = exons[1][0] - 1 + -(exons[0][1] - exons[0][0] + 1) % 3 + 15  # between two codons
                text = text[:at] + "CC" + text[at:]
                genes.residues[g] = text if strand == "+" else made_genes.reverse_complement(text)
            genes.strand = strand
            n, alignments = self.check_genes(genes, "--set", "frameshift=5")
            self.assertEqual((n, sum(record.residues.count("!") for record in alignment_records(alignments))), (4, 8))

    def test_what_was_written_is_read_as_hits(self):
        self.assert_ok(predict_proteins("--style", "miniprot", "--aln", "--trans", "--out", self.path("m.gff3"), "--paf-out", self.path("m.paf"), "--quiet"))
        wanted = predict_proteins("--quiet").stdout
        for name in ("m.paf", "m.gff3"):
            again = predict_proteins("--hits", self.path(name), "--quiet", pairs=None)
            self.assert_ok(again)
            self.assertEqual(len(models.models_of(again.stdout)), len(models.models_of(wanted)))

    def test_a_packed_output_has_them_before_their_rows(self):
        packed = self.path("m.gff3.gz")
        self.assert_ok(predict_proteins("--style", "miniprot", "--aln", "--trans", "--out", packed, "--top", "3", "--quiet"))
        lines = gzip.decompress(packed.read_bytes()).decode().splitlines()
        for n, line in enumerate(lines):
            if "\tmRNA\t" in line:
                self.assertEqual([before[:5] for before in lines[n - 6:n]], ["##PAF", "##ATN", "##ATA", "##AAS", "##AQA", "##STA"])
        starts = [(row.seqid, row.start) for row in models.read_gff3("\n".join(lines))]
        self.assertEqual(starts, sorted(starts))

    @unittest.skipUnless(shutil.which("gt"), "gt is not here")
    def test_a_reader_of_gff3_passes_over_the_lines_with_a_warning_each(self):
        out = self.path("m.gff3")
        self.assert_ok(predict_proteins("--style", "miniprot", "--aln", "--trans", "--out", out, "--quiet"))
        shown = subprocess.run(["gt", "gff3", "-tidy", "-o", self.path("tidy.gff3"), out], capture_output=True, text=True, check=False)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        told = re.findall(r"unknown meta-directive encountered in line (\d+)", shown.stderr)
        self.assertEqual([int(line) for line in told], [n for n, line in enumerate(out.read_text().splitlines(), 1) if n > 1 and line.startswith("##")])


if __name__ == "__main__":
    unittest.main()
