"""Genomes with genes whose sites follow one consensus, from a seed: what training must find again."""
import random

DONOR, ACCEPTOR, START = "CAG" + "GTAAGT", "T" * 18 + "AG" + "GGT", "GCCGCCACC" + "ATG" + "GCA"
STOP = "TAA"
COMPLEMENT = str.maketrans("ACGT", "TGCA")


def reverse_complement(text):
    return text[::-1].translate(COMPLEMENT)


def bases(source, n):
    return "".join(source.choice("ACGT") for _ in range(n))


def codons(source, n):
    return "".join(source.choice([a + b + c for a in "ACGT" for b in "ACGT" for c in "ACGT" if a + b + c not in ("TAA", "TAG", "TGA")])
                   for _ in range(n))


def gene(source, n_introns, donor=DONOR, n_codons=None, acceptor=ACCEPTOR):
    """(residues, [(first, last)] of its exons, 1-based), 40 other bases before and behind it. Exons have 30 bases of any kind, or so
    many codons, beside those of their borders."""
    def inner():
        return bases(source, 30) if n_codons is None else codons(source, n_codons)
    text, exons, begin = bases(source, 40) + START[:9], [], 50
    text += START[9:]
    for _ in range(n_introns):
        text += inner() + donor[:3]
        exons.append((begin, len(text)))
        text += donor[3:] + bases(source, 60) + acceptor[:20]
        begin = len(text) + 1
        text += acceptor[20:]
    text += inner() + STOP
    exons.append((begin, len(text)))
    return text + bases(source, 40), exons


def genome(n_genes=25, n_introns=2, donor=DONOR, seed=1, strand="+"):
    """FASTA and GFF3 of a sequence per gene; on strand - the reverse complements."""
    source = random.Random(seed)
    fasta, rows = "", ["##gff-version 3"]
    for g in range(1, n_genes + 1):
        text, exons = gene(source, n_introns, donor)
        if strand == "-":
            exons = [(len(text) + 1 - last, len(text) + 1 - first) for first, last in reversed(exons)]
            text = reverse_complement(text)
        fasta += f">s{g}\n{text}\n"
        rows += [f"s{g}\tx\tmRNA\t{exons[0][0]}\t{exons[-1][1]}\t.\t{strand}\t.\tID=t{g}"]
        rows += [f"s{g}\tx\tCDS\t{first}\t{last}\t.\t{strand}\t0\tParent=t{g}" for first, last in exons]
    return fasta, "\n".join(rows) + "\n"
