"""Made gene sets for `exonweave compare`: a gene is (sequence, strand, exons), with its exons as (first, last)."""
import gzip


def gff3(genes):
    """Of genes by name; a list of genes is one gene with several transcripts."""
    rows = ["##gff-version 3"]
    for name, models in genes.items():
        for number, (sequence, strand, exons) in enumerate(models if isinstance(models, list) else [models], 1):
            def row(kind, first, last, attributes):
                return f"{sequence}\tmade\t{kind}\t{first}\t{last}\t.\t{strand}\t{'0' if kind == 'CDS' else '.'}\t{attributes}"
            transcript = f"{name}.t{number}"
            if number == 1:
                rows.append(row("gene", exons[0][0], exons[-1][1], f"ID={name}"))
            rows.append(row("mRNA", exons[0][0], exons[-1][1], f"ID={transcript};Parent={name}"))
            rows += [row("CDS", first, last, f"ID={transcript}.cds;Parent={transcript}") for first, last in exons]
    return "\n".join(rows) + "\n"


def gtf(genes):
    """Without rows of genes and transcripts."""
    return "".join(f'{sequence}\tmade\tCDS\t{first}\t{last}\t.\t{strand}\t0\tgene_id "{name}"; transcript_id "{name}.t1";\n'
                   for name, (sequence, strand, exons) in genes.items() for first, last in exons)


def packed(text):
    return gzip.compress(text.encode(), mtime=0)


THREE = [(101, 190), (301, 390), (501, 590)]

# A gene for each way in which two sets can differ, each on a sequence of its own.
OF_A = {
    "same": ("s01", "+", THREE),
    "start": ("s02", "-", [*THREE[:2], (501, 620)]),
    "end": ("s03", "+", [*THREE[:2], (501, 620)]),
    "moved": ("s04", "+", [(101, 196), *THREE[1:]]),
    "added": ("s05", "-", THREE),
    "lost": ("s06", "+", [(101, 390), THREE[2]]),
    "merged": ("s07", "+", THREE),
    "split1": ("s08", "-", THREE[:1]),
    "split2": ("s08", "-", THREE[1:]),
    "frame": ("s09", "+", [(102, 191)]),
    "turned": ("s10", "-", THREE),
    "extra": ("s11", "+", THREE),
    "isoforms": ("s12", "+", THREE),
    "antisense": ("s01", "-", [(101, 160)]),
}
OF_B = {
    "same": ("s01", "+", THREE),
    "start": ("s02", "-", THREE),
    "end": ("s03", "+", THREE),
    "moved": ("s04", "+", THREE),
    "added": ("s05", "-", [(101, 390), THREE[2]]),
    "lost": ("s06", "+", THREE),
    "merged1": ("s07", "+", THREE[:1]),
    "merged2": ("s07", "+", THREE[2:]),
    "split": ("s08", "-", THREE),
    "frame": ("s09", "+", [(101, 190)]),
    "turned": ("s10", "+", THREE),
    "missed": ("s11", "+", [(1001, 1090)]),
    "isoforms": [("s12", "+", THREE[:2]), ("s12", "+", THREE)],
}
