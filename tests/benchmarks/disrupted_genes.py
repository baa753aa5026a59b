#!/usr/bin/env python3
"""Real genes that are broken by hand, and how many of them come out as broken genes.

    disrupted_genes.py make TRAINING OUT [--genes 15]      TRAINING has fly, nematode, plant and vertebrate
    disrupted_genes.py judge OUT MODELS.gff3 [more.gff3]

`make` takes genes of each clade, and each of them twice: as it is, and broken. A third loses a base, a third gains one, and in a third a
codon becomes a stop codon, always at least 24 nt from the borders of an exon. The targets are made relatives of the proteins before
(made_relatives.py). OUT gets genome.fa, targets.pep.fa, pairs.tsv and genes.tsv.
`judge` prints how many genes have all exons right as they are. Of these it prints how many have all exons right when broken, and how many
are marked as broken.
"""
import argparse
import csv
import random
from collections import Counter, defaultdict
from pathlib import Path

from made_relatives import HEADER, LEAST_EXONS, protein_of, read_genome, read_transcripts, relative_of

CLADES = ("fly", "nematode", "plant", "vertebrate")
KINDS = ("lost", "gained", "stop")
FLANK = 1_000  # nt on both sides of a gene
FAR = 24  # nt from an exon's borders
STOPS = {"+": ("TAA", "TAG", "TGA"), "-": ("TTA", "CTA", "TCA")}
SEED = 11


def places(exons):
    """Codons [start, start + 3) far from the borders of their exons, forward coordinates."""
    found, before = [], 0
    ordered = exons if exons[0][3] == "+" else exons[::-1]
    for sequence, start, end, strand in ordered:
        for offset in range(-before % 3, end - start - 2, 3):
            low = start + offset if strand == "+" else end - offset - 3
            if low - start >= FAR and end - low - 3 >= FAR:
                found.append(low)
        before += end - start
    return found


def broken(bases, kind, at, strand, source):
    """A sequence with a codon broken, and by how many bases all behind it move."""
    if kind == "lost":
        return bases[:at + 1] + bases[at + 2:], -1
    if kind == "gained":
        return bases[:at + 1] + source.choice("ACGT") + bases[at + 1:], 1
    if kind == "stop":
        return bases[:at] + source.choice(STOPS[strand]) + bases[at + 3:], 0
    return bases, 0


def make(training, out, n_genes):
    out.mkdir(parents=True, exist_ok=True)
    source = random.Random(SEED)
    genome_rows, targets, pairs, genes = [], [], ["\t".join(HEADER)], []
    for clade in CLADES:
        genome = read_genome(training / clade / "genome.fa.gz")
        transcripts = read_transcripts(training / clade / "annotation.gff3")
        names = sorted(name for name, exons in transcripts.items() if len(exons) >= LEAST_EXONS and places(exons))
        for n, name in enumerate(source.sample(names, n_genes)):
            exons = transcripts[name]
            sequence, strand = exons[0][0], exons[0][3]
            first, last = max(0, exons[0][1] - FLANK), min(len(genome[sequence]), exons[-1][2] + FLANK)
            target = relative_of(protein_of(genome, exons), source)
            at = source.choice(places(exons))
            for kind in (KINDS[n % len(KINDS)], "whole"):
                bases, moved = broken(genome[sequence][first:last], kind, at - first, strand, source)
                ends = [(start - first + (moved if start > at else 0), end - first + (moved if end > at else 0))
                        for _, start, end, _ in exons]
                name = f"{clade}.{n}.{kind}"
                genome_rows.append(f">{name}\n{bases}\n")
                targets.append(f">{name}\n{target}\n")
                pairs.append(f"{name}\t0\t{len(bases)}\t{strand}\t{name}\tmade\t{name}\t50\tprotein")
                genes.append(f"{name}\t" + ",".join(f"{start}-{end}" for start, end in ends))
    for file, rows in (("genome.fa", genome_rows), ("targets.pep.fa", targets)):
        (out / file).write_text("".join(rows), encoding="ascii")
    for file, rows in (("pairs.tsv", pairs), ("genes.tsv", genes)):
        (out / file).write_text("\n".join(rows) + "\n", encoding="ascii")


def read_models(path):
    """{sequence: [exons, is broken]} of the first model of each."""
    exons, marked = defaultdict(list), {}
    with open(path, encoding="utf-8") as lines:
        for fields in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if len(fields) != 9:
                continue
            attributes = dict(pair.split("=", 1) for pair in fields[8].split(";"))
            if fields[2] == "mRNA":
                marked[attributes["ID"]] = (fields[0], "pseudo" in attributes or "frameshifts" in attributes or
                                            "internal_stops" in attributes)
            elif fields[2] == "exon":
                exons[attributes["Parent"]].append(f"{int(fields[3]) - 1}-{fields[4]}")
    models = {}
    for name, (sequence, is_broken) in marked.items():
        models.setdefault(sequence, (",".join(sorted(exons[name], key=lambda each: int(each.split("-")[0]))), is_broken))
    return models


def judge(out, paths):
    models = {name: model for path in paths for name, model in read_models(path).items()}
    wanted = dict(line.split("\t") for line in (out / "genes.tsv").read_text(encoding="ascii").splitlines())
    counts = Counter()
    for name, exons in wanted.items():
        gene, kind = name.rsplit(".", 1)
        whole, is_whole_marked = models.get(f"{gene}.whole", ("", False))
        found, is_marked = models.get(name, ("", False))
        if kind == "whole":
            counts["whole, marked"] += is_marked
            continue
        counts[kind] += 1
        if whole != wanted[f"{gene}.whole"] or is_whole_marked:
            continue
        counts[kind, "whole"] += 1
        counts[kind, "right"] += found == exons
        counts[kind, "marked"] += found == exons and is_marked
    for kind in KINDS:
        print(f"{kind}: {counts[kind]} genes, {counts[kind, 'whole']} right as they are, of these {counts[kind, 'right']} right when broken, "
              f"{counts[kind, 'marked']} of them marked")
    print(f"marked though nothing is broken: {counts['whole, marked']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    making = commands.add_parser("make")
    making.add_argument("training", type=Path)
    making.add_argument("out", type=Path)
    making.add_argument("--genes", type=int, default=15, help="of each clade [15]")
    making.set_defaults(run=lambda given: make(given.training, given.out, given.genes))
    judging = commands.add_parser("judge")
    judging.add_argument("out", type=Path)
    judging.add_argument("models", nargs="+")
    judging.set_defaults(run=lambda given: judge(given.out, given.models))
    given = parser.parse_args()
    given.run(given)


if __name__ == "__main__":
    main()
