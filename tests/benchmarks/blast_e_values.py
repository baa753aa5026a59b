#!/usr/bin/env python3
"""E-values of `exonweave scan` beside those of BLAST+ (blastp, tblastn), query by query: tables for docs/benchmarks/log/scan.md.

All programs are given as paths. With a database of proteins each pair of a query and a sequence counts once, by its best match. With a genome every match
counts. The other program has it where one of its own, of the same query and strand, covers half of the shorter one.

  blast_e_values.py --exonweave exonweave --blastp blastp --makeblastdb makeblastdb --queries q.fa --database db.fa
  blast_e_values.py --exonweave exonweave --tblastn tblastn --makeblastdb makeblastdb --queries q.fa --genome genome.fa
"""
import argparse
import math
import pathlib
import subprocess
import tempfile

COMPARISONS = (
    # name, options of scan, options of blastp
    ("nothing masked", ("--mask-queries", "none", "--mask-database", "none"), ("-seg", "no", "-comp_based_stats", "0")),
    ("queries masked by SEG", ("--mask-queries", "seg", "--mask-database", "none"), ("-seg", "yes", "-comp_based_stats", "0")),
    ("both adjusted for composition", ("--mask-queries", "none", "--mask-database", "none", "--comp-based-stats", "1"), ("-seg", "no", "-comp_based_stats", "1")),
    ("a matrix for each pair", ("--mask-queries", "none", "--mask-database", "none", "--comp-based-stats", "2"), ("-seg", "no", "-comp_based_stats", "2")),
    ("as both are by default", (), ()),
)
MOST = 10  # E-value that both programs are asked for


def best_of(table):
    """(query, sequence) -> (bits, E-value) of its best match."""
    best = {}
    for line in table.read_text().splitlines():
        fields = line.split("\t")
        pair, found = (fields[0], fields[1]), (float(fields[11]), float(fields[10]))
        if pair not in best or found[0] > best[pair][0]:
            best[pair] = found
    return best


def ranks(values):
    """The rank of each, ties with their mean."""
    order = sorted(range(len(values)), key=values.__getitem__)
    made, at = [0.0] * len(values), 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for k in order[at:end]:
            made[k] = (at + end - 1) / 2
        at = end
    return made


def rank_correlation(one, other):
    """Spearman's."""
    one, other = ranks(one), ranks(other)
    mean_one, mean_other = sum(one) / len(one), sum(other) / len(other)
    products = sum((a - mean_one) * (b - mean_other) for a, b in zip(one, other))
    return products / math.sqrt(sum((a - mean_one) ** 2 for a in one) * sum((b - mean_other) ** 2 for b in other))


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def compare(ours, theirs):
    both = [pair for pair in ours if pair in theirs]
    same_score = [pair for pair in both if abs(ours[pair][0] - theirs[pair][0]) < 1]  # blastp rounds bits
    ratios = [ours[pair][1] / theirs[pair][1] for pair in both if theirs[pair][1] > 0]
    rows = [("pairs: scan, blastp, both", f"{len(ours)}, {len(theirs)}, {len(both)}"),
            ("scan's E-value / blastp's: median, 5%, 95%",
             ", ".join(f"{quantile(ratios, share):.3g}" for share in (0.5, 0.05, 0.95))),
            ("rank correlation", f"{rank_correlation([ours[p][1] for p in both], [theirs[p][1] for p in both]):.4f}"),
            ("pairs to which both give the same score", str(len(same_score))),
            ("rank correlation of these", f"{rank_correlation([ours[p][1] for p in same_score], [theirs[p][1] for p in same_score]):.4f}")]
    for most in (1e-3, 1e-10):
        mine, others = ({pair for pair, found in of.items() if found[1] <= most} for of in (ours, theirs))
        only = mine - others
        rows.append((f"E <= {most:g}: scan, blastp, both", f"{len(mine)}, {len(others)}, {len(mine & others)}"))
        rows.append(("scan alone; of those blastp has a lower score, and nothing at all",
                     f"{len(only)}, {len([p for p in only if p in theirs])}, {len([p for p in only if p not in theirs])}"))
        alone = others - mine  # blastp writes one digit of an E-value near 0.001
        rows.append(("blastp alone; of those scan's E-value is at most 1.5 times the limit",
                     f"{len(alone)}, {len([pair for pair in alone if ours.get(pair, (0, 1e9))[1] <= 1.5 * most])}"))
    return rows


def matches_of(table):
    """(query, sequence, strand) -> [(begin, end, bits, E-value)]"""
    places = {}
    for line in table.read_text().splitlines():
        fields = line.split("\t")
        begin, end = int(fields[8]), int(fields[9])
        key = (fields[0], fields[1], begin <= end)
        places.setdefault(key, []).append((min(begin, end), max(begin, end), float(fields[11]), float(fields[10])))
    return places


def counterpart(match, others):
    """The best scored one that covers half of the shorter one."""
    def is_same(other):
        shared = min(match[1], other[1]) - max(match[0], other[0]) + 1
        return 2 * shared >= min(match[1] - match[0], other[1] - other[0]) + 1
    return max((other for other in others if is_same(other)), key=lambda other: other[2], default=None)


def compare_places(ours, theirs, most=1e-3):
    rows = []
    for name, of, other_name, other in (("scan", ours, "tblastn", theirs), ("tblastn", theirs, "scan", ours)):
        found = [(match, counterpart(match, other.get(key, ()))) for key, some in of.items() for match in some if match[3] <= most]
        missed = [match for match, twin in found if twin is None]
        above = [(match, twin) for match, twin in found if twin is not None and twin[3] > most]
        lower = sum(twin[2] < match[2] - 1 for match, twin in above)
        rows.append((f"E <= {most:g} in {name}", str(len(found))))
        rows.append((f"of these {other_name} has {most:g} or less, more (with a lower score), nothing",
                     f"{len(found) - len(missed) - len(above)}, {len(above)} ({lower}), {len(missed)}"))
        if missed:
            rows.append((f"largest score of what {other_name} lacks, bits", f"{max(match[2] for match in missed):.1f}"))
        if name == "scan":
            same = [(match, twin) for match, twin in found if twin is not None and abs(match[2] - twin[2]) < 1]
            rows.append(("pairs with the same score; scan's E-value / tblastn's, median",
                         f"{len(same)}; {quantile([m[3] / t[3] for m, t in same if t[3] > 1e-150] or [0], 0.5):.3g}"))
    return rows


def compare_genome(given, path):
    subprocess.run([given.makeblastdb, "-in", given.genome, "-dbtype", "nucl", "-out", path("db")], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([given.exonweave, "scan", "-q", "--queries", given.queries, "--genome", given.genome, "--max-evalue", str(MOST),
                    "--mask-queries", "seg", "--threads", given.threads, "--out", path("scan.tsv")], check=True)
    # Each match by itself: no sums over several.
    subprocess.run([given.tblastn, "-query", given.queries, "-db", path("db"), "-evalue", str(MOST), "-max_target_seqs", "20000", "-seg", "yes",
                    "-comp_based_stats", "0", "-sum_stats", "false", "-num_threads", given.threads, "-outfmt", "6", "-out", path("blast.tsv")], check=True)
    print_table("queries masked by SEG", compare_places(matches_of(path("scan.tsv")), matches_of(path("blast.tsv"))))


def print_table(title, rows):
    print(f"| {title} | |\n|---|---|")
    for what, figure in rows:
        print(f"| {what} | {figure} |")
    print()


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("exonweave", "makeblastdb", "queries"):
        options.add_argument(f"--{name}", required=True)
    for name in ("blastp", "database", "tblastn", "genome"):
        options.add_argument(f"--{name}")
    options.add_argument("--threads", default="1")
    given = options.parse_args()
    if (given.database and given.blastp) is None and (given.genome and given.tblastn) is None:
        options.error("--blastp with --database, or --tblastn with --genome")
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: pathlib.Path(folder, name)
        if given.genome:
            compare_genome(given, path)
        if not given.database:
            return
        subprocess.run([given.makeblastdb, "-in", given.database, "-dbtype", "prot", "-out", path("db")], check=True, stdout=subprocess.DEVNULL)
        for title, of_scan, of_blast in COMPARISONS:
            subprocess.run([given.exonweave, "scan", "-q", "--queries", given.queries, "--database", given.database, "--max-evalue", str(MOST),
                            "--threads", given.threads, "--out", path("scan.tsv"), *of_scan], check=True)
            subprocess.run([given.blastp, "-query", given.queries, "-db", path("db"), "-evalue", str(MOST), "-max_target_seqs", "20000",
                            "-num_threads", given.threads, "-outfmt", "6", "-out", path("blast.tsv"), *of_blast], check=True)
            print_table(title, compare(best_of(path("scan.tsv")), best_of(path("blast.tsv"))))


if __name__ == "__main__":
    main()
