"""Gene models of `predict` as Python sees them, and an independent audit of what they claim.

audit() works out from the genome, the target and the candidates alone whether Target, Gap, phase, score, identity
and coverage of a model are right, by the definitions of the manual and not by the program's code.
"""
import collections
import re
import urllib.parse

Row = collections.namedtuple("Row", "seqid type start end score strand phase attributes")  # start, end as in GFF3

MATCH, MISMATCH, GAP, INTRON, TYPE_MISMATCH, MIN_INTRON = 2, -2, 4, 30, 20, 20  # preset default
STOPS = {"TAA", "TAG", "TGA"}
BEGINS, ENDS = {"First", "Single"}, {"Terminal", "Single"}


def read_gff3(text):
    """The feature rows."""
    rows = []
    for line in text.splitlines():
        if line.startswith("#") or not line:
            continue
        seqid, _, kind, start, end, score, strand, phase, attributes = line.split("\t")
        pairs = dict(pair.split("=", 1) for pair in attributes.split(";") if pair != ".")
        rows.append(Row(seqid, kind, int(start), int(end), score, strand, phase, pairs))
    return rows


def read_fasta(text):
    records = {}
    for block in text.split(">")[1:]:
        header, *lines = block.splitlines()
        records[header.split()[0]] = "".join(lines)
    return records


def number(text):
    """A score as it is written: a whole number, with .5 at its end where it needs one."""
    if not re.fullmatch(r"-?(0|[1-9][0-9]*)(\.5)?", text):
        raise ValueError(f"no score: {text}")
    return float(text) if "." in text else int(text)


def without_margins(text):
    """GFF3 bytes without what other chains of the region decide: the same models may have more rivals elsewhere."""
    return re.sub(rb";(margin|min_margin|runner_up|rival|support)=[^;\n]*", b"", text)


class Model:
    """An mRNA or match with its parts (CDS, or exons or match_parts that have a Target) in reading direction."""

    def __init__(self, row, parts):
        self.row = row
        self.parts = sorted(parts, key=lambda part: part.start, reverse=row.strand == "-")
        self.target = urllib.parse.unquote(row.attributes["Target"].split()[0])
        self.score = number(row.score)
        self.rank = int(row.attributes.get("rank", 1))

    def exons(self):
        """[(seqid, start, end, strand, phase)] in reading direction."""
        return [(part.seqid, part.start, part.end, part.strand, part.phase) for part in self.parts]


def models_of(text):
    """The models in the order of the file."""
    rows = read_gff3(text)
    parts = collections.defaultdict(list)
    for row in rows:
        if "Parent" in row.attributes and ("Gap" in row.attributes or row.type == "CDS"):
            parts[row.attributes["Parent"]].append(row)
    return [Model(row, parts[row.attributes["ID"]]) for row in rows if row.type in ("mRNA", "match", "protein_match")]


def true_exons(text):
    """Transcript -> exons() of an annotation."""
    exons = collections.defaultdict(list)
    for row in read_gff3(text):
        if row.type == "CDS":
            exons[row.attributes["Parent"]].append((row.seqid, row.start, row.end, row.strand, row.phase))
    return {name: sorted(each, key=lambda e: e[1], reverse=each[0][3] == "-") for name, each in exons.items()}


def is_coding(dna):
    codons = [dna[i:i + 3] for i in range(0, len(dna), 3)]
    return len(dna) % 3 == 0 and codons[0] == "ATG" and codons[-1] in STOPS and not STOPS & set(codons[:-1])


def reading(sequence, part):
    bases = sequence[part.start - 1:part.end]
    return bases if part.strand == "+" else bases[::-1].translate(str.maketrans("ACGT", "TGCA"))


class Audit:
    """Checks models against their inputs; `test` is the TestCase that is told."""

    def __init__(self, test, genome, targets, candidates):
        self.test = test
        self.genome = read_fasta(genome)
        self.targets = read_fasta(targets)
        self.types = collections.defaultdict(set)
        for row in read_gff3(candidates):
            self.types[row.seqid, row.start, row.end, row.strand].add(row.attributes["exon_type"])

    def check(self, model):
        dna = self.targets[model.target]
        counts = collections.Counter()
        at = int(model.row.attributes["Target"].split()[1]) - 1  # target symbols used so far
        frames = []
        for part in model.parts:
            name, first, last = part.attributes["Target"].split()
            self.test.assertEqual((urllib.parse.unquote(name), int(first)), (model.target, at + 1))
            frames.append(self.walk(part, dna, at, counts))
            at = int(last)
        self.test.assertEqual(at, int(model.row.attributes["Target"].split()[2]))
        self.check_span(model)
        self.check_phases(model, frames, is_coding(dna))
        self.check_figures(model, counts, dna)

    def walk(self, part, dna, at, counts):
        """Walks along Gap; returns the target symbol that the part's first base stands for, by its first pair."""
        bases, i, j, frame = reading(self.genome[part.seqid], part), 0, at, None
        for op, length in re.findall(r"([MID])(\d+)", part.attributes["Gap"]):
            length = int(length)
            if op == "M":
                frame = j - i if frame is None else frame
                same = sum(a == b for a, b in zip(bases[i:i + length], dna[j:j + length]))
                counts.update({"same": same, "different": length - same})
            else:
                counts[op] += length
            i += length * (op != "I")
            j += length * (op != "D")
        self.test.assertEqual((i, j), (len(bases), int(part.attributes["Target"].split()[2])))
        return j - i if frame is None else frame

    def check_span(self, model):
        places = sorted((part.start, part.end) for part in model.parts)
        self.test.assertEqual((model.row.start, model.row.end), (places[0][0], places[-1][1]))
        for (_, end), (start, _) in zip(places, places[1:]):
            self.test.assertGreaterEqual(start - end - 1, MIN_INTRON)

    def check_phases(self, model, frames, coding):
        if not coding:
            self.test.assertTrue(all(part.phase == "." for part in model.parts))
            return
        if model.parts[0].type != "CDS":
            return
        phase, shifts = -frames[0] % 3, []
        for part, frame in zip(model.parts, frames):
            self.test.assertEqual(int(part.phase), phase, str(part))
            shifts.append((phase + frame) % 3)
            phase = -(part.end - part.start + 1 - phase) % 3
        n_frameshifts = sum(a != b for a, b in zip(shifts, shifts[1:]))
        self.test.assertEqual(int(model.row.attributes.get("frameshifts", 0)), n_frameshifts)

    def check_figures(self, model, counts, dna):
        pairs = counts["same"] + counts["different"]
        unpaired = counts["I"] + counts["D"]
        score = MATCH * counts["same"] + MISMATCH * counts["different"] - GAP * unpaired
        score -= INTRON * (len(model.parts) - 1) + (self.type_costs(model) if is_coding(dna) else 0)
        self.test.assertEqual(model.score, score, str(model.row))
        self.test.assertEqual(model.row.attributes["identity"], f"{counts['same'] / (pairs + unpaired):.4f}")
        self.test.assertEqual(model.row.attributes["coverage"], f"{pairs / len(dna):.4f}")

    def type_costs(self, model):
        cost = 0
        for k, part in enumerate(model.parts):
            types = self.types[part.seqid, part.start, part.end, part.strand]
            self.test.assertTrue(types, f"no candidate is {part}")
            begins, ends = k == 0, k == len(model.parts) - 1
            cost += TYPE_MISMATCH * (not any((each in BEGINS) == begins for each in types))
            cost += TYPE_MISMATCH * (not any((each in ENDS) == ends for each in types))
        return cost
