#!/usr/bin/env python3
"""The sets of real loci as protein aligners take them: pairs with wider regions, the proteins that they name.

A set is a folder with genome.fa, annotation.gff3, pairs.tsv and targets.<species>.pep.fa. For each set MODELS names the
splice model that fits it (exonweave's --splice-model) and CLADES the tables of spaln (its -T).

    locus_sets.py SETDIR --flank 10000 --out FOLDER       writes FOLDER/pairs.tsv and FOLDER/targets.pep.fa
"""
import argparse
import csv
import gzip
import pathlib
from collections import namedtuple

SETS = ["hg38globin", "mm10globin", "hs33chr20", "hs37chr6", "humhbb", "fly_adh", "arabidopsis_f14f8"]
MODELS = {"fly_adh": "fly", "arabidopsis_f14f8": "plant", "pombe": "fungus"}  # the others: vertebrate
CLADES = {"fly_adh": "InsectDm", "arabidopsis_f14f8": "Angiosp", "pombe": "Schizosa"}  # the others: Tetrapod

# Sets of ../shared/data/genomes, which are packed, and the sequences of them that have pairs (none named: all).
GENOMES = {"enm002": ["human.ENm002"], "pombe": []}

# A row of pairs.tsv of kind protein; the region is 0-based, half-open.
Pair = namedtuple("Pair", "sequence start end strand transcript target")


def splice_model(name):
    return MODELS.get(name, "vertebrate")


def clade(name):
    return CLADES.get(name, "Tetrapod")


def read_fasta(path):
    """{name: residues}"""
    residues, name = {}, None
    with open(path, encoding="ascii") as lines:
        for line in lines:
            if line.startswith(">"):
                name = line[1:].split()[0]
                residues[name] = []
            else:
                residues[name].append(line.strip())
    return {name: "".join(parts) for name, parts in residues.items()}


def read_packed(path):
    """The text of a file, gzip or plain."""
    data = pathlib.Path(path).read_bytes()
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8")


def unpack(genomes, name, out):
    """A set of GENOMES as the other sets are, in the folder `out`."""
    folder, out = pathlib.Path(genomes) / name, pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    records = read_packed(folder / "genome.fa.gz").split(">")[1:]
    wanted = GENOMES[name]
    (out / "genome.fa").write_text("".join(">" + record for record in records if not wanted or record.split()[0] in wanted))
    for path in (*folder.glob("targets.*.pep.fa"), *folder.glob("targets.*.pep.fa.gz")):
        (out / path.name.removesuffix(".gz")).write_text(read_packed(path))
    for plain in ("pairs.tsv", "annotation.gff3"):
        (out / plain).write_text(read_packed(folder / plain))
    return out


def read_proteins(folder):
    """{id: residues} of all species."""
    proteins = {}
    for path in sorted(pathlib.Path(folder).glob("targets.*.pep.fa")):
        proteins.update(read_fasta(path))
    return proteins


def read_pairs(folder, genome, flank=0):
    """The pairs of a set, each region wider by `flank` on both sides, cut at the ends of its sequence."""
    with open(pathlib.Path(folder) / "pairs.tsv", encoding="utf-8") as lines:
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["target_kind"] == "protein"]
    return [Pair(row["region_seqid"], max(0, int(row["region_start0"]) - flank),
                 min(len(genome[row["region_seqid"]]), int(row["region_end0"]) + flank), row["strand"],
                 row["reference_transcript"], row["target_id"]) for row in rows]


def write_inputs(folder, flank, out):
    """(pairs.tsv, targets.pep.fa) of a set, as exonweave takes them, in the folder `out`."""
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    pairs = read_pairs(folder, read_fasta(pathlib.Path(folder) / "genome.fa"), flank)
    proteins = read_proteins(folder)
    with open(out / "pairs.tsv", "w", encoding="utf-8") as table:
        table.write("region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\n")
        for pair in pairs:
            table.write(f"{pair.sequence}\t{pair.start}\t{pair.end}\t{pair.strand}\t{pair.target}\n")
    with open(out / "targets.pep.fa", "w", encoding="ascii") as fasta:
        for name in dict.fromkeys(pair.target for pair in pairs):
            fasta.write(f">{name}\n{proteins[name]}\n")
    return out / "pairs.tsv", out / "targets.pep.fa"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", metavar="SETDIR")
    parser.add_argument("--flank", type=int, default=0, help="nt added on both sides of each region [0]")
    parser.add_argument("--out", required=True, metavar="FOLDER")
    options = parser.parse_args()
    write_inputs(options.set, options.flank, options.out)


if __name__ == "__main__":
    main()
