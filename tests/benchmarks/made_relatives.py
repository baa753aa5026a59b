#!/usr/bin/env python3
"""Pairs of a real gene and a made relative of its own protein, from the sets of ../shared/data/training.

Half of a relative's residues are drawn anew, a half of these among residues that are often exchanged for the old one. What is
drawn depends on the seed alone.
"""
import csv
import gzip
import random
from collections import defaultdict

HEADER = ["region_seqid", "region_start0", "region_end0", "strand", "reference_transcript", "target_species", "target_id",
          "percent_identity", "target_kind"]
FLANK = 1_000  # nt on both sides of a gene
LEAST_EXONS = 3
SEED = 7
CODE = {a + b + c: "KNKNTTTTRSRSIIMIQHQHPPPPRRRRLLLLEDEDAAAAGGGGVVVV*Y*YSSSS*CWCLFLF"[16 * i + 4 * j + k]
        for i, a in enumerate("ACGT") for j, b in enumerate("ACGT") for k, c in enumerate("ACGT")}
SIMILAR = {"A": "SGTV", "R": "KQH", "N": "DSHT", "D": "ENS", "C": "SAV", "Q": "EKRH", "E": "DQK", "G": "ASN", "H": "NYQ",
           "I": "VLM", "L": "IMVF", "K": "REQ", "M": "LIV", "F": "YLW", "P": "ASE", "S": "TANG", "T": "SAV", "W": "FY",
           "Y": "FHW", "V": "IAL"}


def read_genome(path):
    residues = defaultdict(list)
    with gzip.open(path, "rt", encoding="ascii") as lines:
        for line in lines:
            if line.startswith(">"):
                name = line[1:].split()[0]
            else:
                residues[name].append(line.strip().upper())
    return {name: "".join(parts) for name, parts in residues.items()}


def read_transcripts(path):
    """{name: [(sequence, start, end, strand) of each coding exon, ascending, 0-based and half-open]}"""
    transcripts = defaultdict(list)
    with open(path, encoding="utf-8") as lines:
        for fields in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if len(fields) == 9 and fields[2] == "CDS":
                parent = dict(pair.split("=", 1) for pair in fields[8].split(";") if "=" in pair)["Parent"]
                transcripts[parent].append((fields[0], int(fields[3]) - 1, int(fields[4]), fields[6]))
    return {name: sorted(exons) for name, exons in transcripts.items()}


def protein_of(genome, exons):
    coding = "".join(genome[sequence][start:end] for sequence, start, end, _ in exons)
    if exons[0][3] == "-":
        coding = coding.translate(str.maketrans("ACGT", "TGCA"))[::-1]
    return "".join(CODE.get(coding[i:i + 3], "X") for i in range(0, len(coding) - 2, 3)).removesuffix("*")


def relative_of(protein, source):
    def drawn(residue):
        if source.random() > 0.5:
            return residue
        return source.choice(SIMILAR[residue] if source.random() < 0.5 else sorted(SIMILAR))
    return "".join(drawn(residue) for residue in protein)


def write_relatives(folder, n_genes, out):
    """(pairs.tsv, targets.pep.fa) of a training set in the folder `out`, which gets the annotation too."""
    out.mkdir(parents=True)
    genome, transcripts = read_genome(folder / "genome.fa.gz"), read_transcripts(folder / "annotation.gff3")
    (out / "annotation.gff3").symlink_to(folder / "annotation.gff3")
    source = random.Random(SEED)
    names = sorted(name for name, exons in transcripts.items() if len(exons) >= LEAST_EXONS)
    with open(out / "pairs.tsv", "w", encoding="utf-8") as table, open(out / "targets.pep.fa", "w", encoding="ascii") as fasta:
        table.write("\t".join(HEADER) + "\n")
        for name in source.sample(names, n_genes):
            exons = transcripts[name]
            sequence, start, _, strand = exons[0]
            end = min(len(genome[sequence]), exons[-1][2] + FLANK)
            table.write(f"{sequence}\t{max(0, start - FLANK)}\t{end}\t{strand}\t{name}\tmade\t{name}\t50\tprotein\n")
            fasta.write(f">{name}\n{relative_of(protein_of(genome, exons), source)}\n")
    return out / "pairs.tsv", out / "targets.pep.fa"
