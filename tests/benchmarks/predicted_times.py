#!/usr/bin/env python3
"""Predicted times beside those that were taken, for docs/benchmarks/log/estimate.md. Nothing else should run on the machine.

    predicted_times.py --exonweave PROGRAM --calibration FILE --work FOLDER [--data FOLDER] ACTION ...

errors RUNS THREADS ENGINE...   results of simulated genes (--profile nolasco2014, another seed than that of any calibration) and, where
        --data is the folder of real data, of the real loci: how far estimate was off, for results of more than 1 ms and all together. A
        result takes the median of RUNS runs, in CPU seconds where there are THREADS of the CPU, else in wall time.
genomes RUNS PARTS      the same of the proteins of another species on whole genomes, on one thread, where the search finds them; the search and
        all together beside what they took. Then the results in PARTS of equal expected time, as 'shard' divides them: the longest
        by what its results took, beside the mean.
prices RUNS     the prices of sweeps, of a search and of the gene model, fitted to these genomes, as a calibration has them. A result takes the least
        of RUNS runs. 'gene-model RUNS' prints that of the gene model alone: of its stage in the fastest of RUNS runs of annotate on S. pombe and on S. cerevisiae.
shapes ENGINE...                inputs unlike those of a calibration: a longer exon, more candidates, ORF exons on 1 Mb, a target of 3,000
        residues.
shards PARTS COPIES JOBS        the cDNAs of nolasco2014 COPIES times, divided into PARTS; JOBS parts run beside each other, a thread each. How
        long the longest took over the mean of all, in CPU seconds; the merged models must have the bytes of one run.
regret INPUTS ENGINE...         random inputs: the time of the engine that auto takes over that of the fastest one.
"""
import argparse
import filecmp
import heapq
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import threading

SEED = "2"
LEAST = 1e-3  # seconds of results that errors are told of


class Bench:
    def __init__(self, options):
        self.program, self.work, self.data = options.exonweave, options.work, options.data
        self.work.mkdir(parents=True, exist_ok=True)

    def run(self, *command):
        """CPU seconds that it took."""
        process = subprocess.Popen([self.program, *map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        said = process.stderr.read()
        _, status, used = os.wait4(process.pid, 0)
        if status != 0:
            sys.exit(f"{' '.join(map(str, command))}\n{said.decode()}")
        return used.ru_utime + used.ru_stime

    def simulated(self):
        folder = self.work / "nolasco2014"
        if not folder.exists():
            self.run("simulate", "--profile", "nolasco2014", "--seed", SEED, "--out", folder)
        return folder

    def pairs(self, table, kind, name, every=1):
        """Of a kind of targets, and of these some."""
        head, *rows = table.read_text().splitlines()
        at = head.split("\t").index("target_kind")
        chosen = [row for row in rows if row.split("\t")[at] == kind][::every]
        path = self.work / f"{name}.tsv"
        path.write_text("\n".join([head, *chosen]) + "\n")
        return path

    def summaries(self, inputs, engine, threads, n_runs=1):
        found = []
        for _ in range(n_runs):
            path = self.work / "summary.json"
            self.run("predict", *inputs, "--engine", engine, "--threads", threads, "--quiet", "--summary", path,
                     "--out", self.work / "models.gff3")
            found.append(json.loads(path.read_text()))
        return found

    def estimated(self, inputs, engine):
        """Seconds by target and region."""
        table = self.work / "by_locus.tsv"
        self.run("estimate", *inputs, "--engine", engine, "--by-locus", table)
        head, *rows = (line.split("\t") for line in table.read_text().splitlines())
        return {tuple(row[:4]): float(row[head.index("seconds")]) for row in rows}

    def predicted_and_taken(self, inputs, engine, threads, n_runs):
        runs = self.summaries(inputs, engine, threads, n_runs)
        clock = "seconds" if engine.startswith("cuda") else "cpu_seconds"
        expected = self.estimated(inputs, engine)
        pairs = []
        for results in zip(*(each["loci"] for each in runs)):
            first = results[0]
            key = (first["target"], first["sequence"], str(first["region_start0"]), str(first["region_end0"]))
            pairs.append((expected[key], statistics.median(each[clock] for each in results)))
        return pairs


def ranks(values):
    order = sorted(range(len(values)), key=values.__getitem__)
    of = [0.0] * len(values)
    for rank, at in enumerate(order):
        of[at] = rank
    return of


def correlation(xs, ys):
    mean_x, mean_y = statistics.fmean(xs), statistics.fmean(ys)
    covariance = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys))
    return covariance / (sum((x - mean_x) ** 2 for x in xs) * sum((y - mean_y) ** 2 for y in ys)) ** 0.5


def error_row(name, engine, threads, pairs):
    long = [pair for pair in pairs if pair[1] > LEAST]
    off = sorted(abs(expected / taken - 1) for expected, taken in long)
    together = sum(expected for expected, _ in pairs) / sum(taken for _, taken in pairs) - 1
    rank = correlation(*(ranks(list(values)) for values in zip(*long))) if len(long) > 2 else float("nan")
    print(f"| {name} | `{engine}` | {threads} | {len(pairs)} | {len(long)} | {sum(taken for _, taken in pairs):.2f} | {statistics.median(off):.1%} "
          f"| {off[int(0.9 * len(off))]:.1%} | {together:+.1%} | {rank:.4f} |", flush=True)


def sets(bench, engine):
    """Names and inputs; slower engines have some of the results."""
    made = bench.simulated()
    every = 1 if engine in ("simd", "cuda") else 30 if engine in ("cuda-intra", "cuda-inter") else 6
    cds, proteins = (bench.pairs(made / "pairs.tsv", kind, f"{kind}.{every}", every) for kind in ("cds", "protein"))
    genscan = ["--candidates", made / "candidates.genscan"]
    common = ["--genome", made / "genome.fa"]
    paper = ["--scoring", "paper"] if every == 30 else []
    yield "nolasco2014, cDNA, GENSCAN", [*common, "--pairs", cds, "--targets", made / "targets.cds.fa", *genscan, *paper]
    if paper:  # nothing else is theirs
        return
    yield "nolasco2014, proteins, GENSCAN", [*common, "--pairs", proteins, "--targets", made / "targets.pep.fa", *genscan]
    own = bench.pairs(made / "pairs.tsv", "protein", "protein.own", 6)
    if engine != "sequential":
        yield "nolasco2014, proteins, ORF exons", [*common, "--pairs", own, "--targets", made / "targets.pep.fa", "--splice-model", "vertebrate"]
    if bench.data is None:
        return
    for name in ("hg38globin", "mm10globin", "hs33chr20", "hs37chr6", "humhbb"):
        folder = bench.data / "loci" / name
        targets = [part for path in sorted(folder.glob("targets.*.pep.fa")) for part in ("--targets", path)]
        pairs = bench.pairs(folder / "pairs.tsv", "protein", name)
        yield f"{name}, proteins, ORF exons", ["--genome", folder / "genome.fa", "--pairs", pairs, *targets, "--splice-model", "vertebrate"]


def genomes(bench):
    """Names and inputs of proteins of another species, which are searched for."""
    for name, proteins in (("pombe", "genomes/pombe/targets.cerevisiae.pep.fa.gz"), ("enm002", "proteomes/dolphin.pep.fa.gz")):
        yield name, ["--genome", bench.data / "genomes" / name / "genome.fa.gz", "--targets", bench.data / proteins, "--threads", "1"]


class GenomeTimes:
    """What was expected of a genome, and what it took: of each result the least of some runs, since clocks of a busy machine are never fast."""

    def __init__(self, bench, inputs, n_runs):
        table, told, summary = (bench.work / name for name in ("by_locus.tsv", "estimate.json", "summary.json"))
        by = ["--quiet"]
        bench.run("estimate", *inputs, *by, "--by-locus", table, "--json", told)
        self.estimate = json.loads(told.read_text())
        head, *rows = (line.split("\t") for line in table.read_text().splitlines())
        at = head.index("seconds")
        expected = {(row[0], row[1], int(row[2]), row[4]): float(row[at]) for row in rows}
        runs, self.all_seconds, self.search_seconds = [], [], []
        for _ in range(n_runs):
            self.all_seconds.append(bench.run("predict", *inputs, *by, "--journal", "off", "--summary", summary, "--out", bench.work / "models.gff3"))
            self.search_seconds.append(bench.run("search", *inputs, "--quiet", "--out", bench.work / "loci.tsv"))
            runs.append(json.loads(summary.read_text())["loci"])
        self.results = runs[0]
        self.taken = [min(each["cpu_seconds"] for each in same) for same in zip(*runs)]
        self.expected = [expected[each["target"], each["sequence"], each["region_start0"], ",".join(each["strands_tried"])] for each in self.results]

    def longest_part(self, n_parts):
        """Over the mean. As divide_run: results of one region stay together as far as they are short; the longest first, to who has least."""
        most, groups, last = 0.1 * sum(self.expected) / n_parts, [], None
        for each, expected, taken in zip(self.results, self.expected, self.taken):
            region = each["sequence"], each["region_start0"], each["region_end0"]
            if region != last or groups[-1][0] + expected > most:
                groups.append([0, 0])
            groups[-1][0] += expected
            groups[-1][1] += taken
            last = region
        parts = [(0, n, 0) for n in range(n_parts)]
        for expected, taken in sorted(groups, key=lambda group: -group[0]):
            so_far, n, took = heapq.heappop(parts)
            heapq.heappush(parts, (so_far + expected, n, took + taken))
        return max(took for _, _, took in parts) / sum(self.taken) * n_parts


def times_of_genomes(bench, n_runs, n_parts):
    tables = {name: GenomeTimes(bench, inputs, n_runs) for name, inputs in genomes(bench)}
    print("| input | engine | threads | results | over 1 ms | seconds | median error | nine of ten | all together | rank correlation |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name, times in tables.items():
        error_row(f"{name}, proteins where they are found", "simd", 1, list(zip(times.expected, times.taken)))
    print("\n| genome | search | expected | off by | whole run | expected | off by | longest part over the mean |\n|---|---:|---:|---:|---:|---:|---:|---:|")
    for name, times in tables.items():
        cells = []
        for taken, expected in ((min(times.search_seconds), times.estimate["search_seconds"]), (min(times.all_seconds), times.estimate["engines"][0]["thread_seconds"])):
            cells += [f"{taken:.1f} s", f"{expected:.1f} s", f"{expected / taken - 1:+.1%}"]
        print(f"| {name} | {' | '.join(cells)} | {times.longest_part(n_parts):.3f} of {n_parts} |")


SWEEP_UNITS = ("result", "sweep_cell")


def fitted(rows, measured, floor):
    """Prices, not negative, for which sums are off by small parts of themselves: fit_relative() of nonnegative_fit.hpp."""
    largest = [max(column) or 1 for column in zip(*rows)]
    rows = [[value / most for value, most in zip(row, largest)] for row in rows]
    weights, n = [1] * len(rows), len(largest)
    for _ in range(20):
        matrix, right = [[0] * n for _ in range(n)], [0] * n
        for row, value, weight in zip(rows, measured, weights):
            for i in range(n):
                right[i] += weight * value * row[i]
                for j in range(n):
                    matrix[i][j] += weight * row[i] * row[j]
        prices = [0] * n
        for _ in range(5000):
            for i in range(n):
                slope = sum(a * price for a, price in zip(matrix[i], prices)) - right[i]
                prices[i] = max(0, prices[i] - slope / matrix[i][i]) if matrix[i][i] else 0
        sums = [max(floor, sum(price * value for price, value in zip(prices, row))) for row in rows]
        off = [abs(value - total) / total for value, total in zip(measured, sums)]
        weights = [min(1, 0.15 / max(each, 1e-9)) / total ** 2 for each, total in zip(off, sums)]
    ratios = sorted(value / total for value, total in zip(measured, sums) if value > LEAST)
    return [price / most for price, most in zip(prices, largest)], ratios


def prices(bench, n_runs):
    results, searches = [], []
    for _, inputs in genomes(bench):
        times = GenomeTimes(bench, inputs, n_runs)
        results += [([each["costs"][unit] for unit in SWEEP_UNITS], taken) for each, taken in zip(times.results, times.taken)]
        searches.append((times.estimate["search_work"], min(times.search_seconds)))
    found, ratios = fitted(*zip(*results), floor=1e-4)
    errors_found = sorted(abs(1 / ratio - 1) for ratio in ratios)
    part = lambda values, share: values[round(share * (len(values) - 1))]
    print(f"low: {part(ratios, 0.05):.3f}\nhigh: {part(ratios, 0.95):.3f}\nmedian_error: {part(errors_found, 0.5):.3f}\nseconds:")
    for unit, price in zip(SWEEP_UNITS, found):
        print(f"  {unit}: {price:.6g}")
    units = ("base", "residue")
    found, _ = fitted([[work[unit] for unit in units] for work, _ in searches], [taken for _, taken in searches], floor=1e-2)
    for unit, price in zip(units, found):
        print(f"  {unit}: {price:.6g}")
    gene_model_price(bench, n_runs)


def gene_model_price(bench, n_runs):
    """Seconds of the stage for each nt that is parsed, the mean of two genomes: what is learnt, tested and merged beside is with it."""
    folder, told, found = bench.work / "annotation", bench.work / "estimate.json", []
    for name, proteins in (("pombe", ["pombe/targets.cerevisiae.pep.fa.gz"]), ("cerevisiae4", ["pombe/own.pep.fa.gz", "cerevisiae4/targets.albicans.pep.fa.gz"])):
        inputs = [bench.data / "genomes" / path for path in (f"{name}/genome.fa.gz", *proteins)]
        command = ["annotate", *inputs, "--threads", "1", "--quiet", "--out", folder]
        bench.run(*command, "--estimate", "--json", told)
        taken = []
        for _ in range(n_runs):
            bench.run(*command)
            taken.append(json.loads((folder / "run.json").read_text())["seconds"]["gene model"])
        found.append(min(taken) / json.loads(told.read_text())["search_work"]["parsed_base"])
    print(f"  parsed_base: {statistics.fmean(found):.6g}")


def errors(bench, n_runs, threads, engines):
    print("| input | engine | threads | results | over 1 ms | seconds | median error | nine of ten | all together | rank correlation |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for engine in engines:
        for name, inputs in sets(bench, engine):
            error_row(name, engine, threads, bench.predicted_and_taken(inputs, engine, threads, n_runs))


CODONS = [a + b + c for a in "ACGT" for b in "ACGT" for c in "ACGT" if a + b + c not in ("TAA", "TAG", "TGA")]


def made_gene(bench, name, exon_lengths, length, n_decoys, dice):
    """A gene between random bases, its exact cDNA, and its exons among random candidates."""
    bases = lambda n: "".join(dice.choices("ACGT", k=n))
    coding = "ATG" + "".join(dice.choices(CODONS, k=sum(exon_lengths) // 3 - 2)) + "TAA"
    around = (length - sum(exon_lengths)) // (len(exon_lengths) + 1)
    sequence, places, at = "", [], 0
    for n in exon_lengths:
        sequence += bases(around - 2) + "AG"
        places.append((len(sequence), len(sequence) + n))
        sequence += coding[at:at + n] + "GT"
        at += n
    sequence += bases(around)
    for _ in range(n_decoys):
        start = dice.randrange(len(sequence) - 400)
        places.append((start, start + dice.randrange(30, 300)))
    files = {"genome.fa": f">{name}\n{sequence}\n", "targets.cds.fa": f">{name}.t\n{coding}\n",
             "pairs.tsv": f"region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\n{name}\t0\t{len(sequence)}\t+\t{name}.t\n",
             "candidates.gff3": "##gff-version 3\n" + "".join(f"{name}\tmade\texon\t{start + 1}\t{end}\t.\t+\t.\tID=e{k}\n"
                                                              for k, (start, end) in enumerate(sorted(set(places))))}
    folder = bench.work / name
    folder.mkdir(exist_ok=True)
    for file, text in files.items():
        (folder / file).write_text(text)
    return ["--genome", folder / "genome.fa", "--targets", folder / "targets.cds.fa", "--pairs", folder / "pairs.tsv",
            "--candidates", folder / "candidates.gff3", "--types", "exon"]


def proteins_of(bench, name, n, dice, letters="ACDEFGHIKLMNPQRSTVWY"):
    path = bench.work / f"{name}.pep.fa"
    path.write_text(f">{name}.t\nM{''.join(dice.choices(letters, k=n - 1))}\n")
    return path


def shapes(bench, engines):
    dice = random.Random(11)
    inputs = {"an exon of 12,000 nt, twice the longest": made_gene(bench, "long_exon", [12000, 300, 300, 300], 60_000, 60, dice),
              "6,220 candidates, ten times the most": made_gene(bench, "many", [150] * 12, 700_000, 6_220, dice)}
    blocks = made_gene(bench, "blocks", [150] * 12, 1_000_000, 1, dice)[:2]
    inputs["ORF exons on 1 Mb, 1,000 residues"] = [*blocks, "--targets", proteins_of(bench, "blocks", 1000, dice), "--splice-model", "vertebrate"]
    long = made_gene(bench, "long_target", [150] * 12, 100_000, 1, dice)[:2]
    inputs["ORF exons, a target of 3,000 residues"] = [*long, "--targets", proteins_of(bench, "long", 3000, dice), "--splice-model", "vertebrate"]
    if bench.data is not None:
        folder = bench.data / "loci" / "hs33chr20"
        length = int((folder / "genome.fa.fai").read_text().split()[1]) if (folder / "genome.fa.fai").exists() else 1_004_706
        rows = (bench.pairs(folder / "pairs.tsv", "protein", "geneid")).read_text().splitlines()
        whole = [row.split("\t") for row in rows]
        table = bench.work / "whole.tsv"
        table.write_text("\n".join("\t".join([row[0], "0", str(length), *row[3:]] if k else row) for k, row in enumerate(whole)) + "\n")
        inputs["14,772 candidates of geneid on 1 Mb, seven proteins"] = [
            "--genome", folder / "genome.fa", "--pairs", table, "--candidates", folder / "candidates.geneid.gff3",
            *(part for path in sorted(folder.glob("targets.*.pep.fa")) for part in ("--targets", path))]
    print("| shape | engine | seconds | predicted | off by |\n|---|---|---:|---:|---:|")
    for name, of in inputs.items():
        for engine in engines:
            if engine == "sequential" and ("candidates" in name or "blocks" in name):
                continue  # every exon fed by all before it, and all rows held: more than 16 GB
            pairs = bench.predicted_and_taken(of, engine, 1, 3)
            expected, taken = (sum(values) for values in zip(*pairs))
            print(f"| {name} | `{engine}` | {taken:.3f} | {expected:.3f} | {expected / taken - 1:+.1%} |", flush=True)


def copies_of(bench, data, n_copies):
    targets, pairs = bench.work / "targets.fa", bench.work / "pairs.tsv"
    records = (data / "targets.cds.fa").read_text()
    targets.write_text("".join(records.replace(">", f">c{n}.") for n in range(n_copies)))
    head, *rows = (line.split("\t") for line in (data / "pairs.tsv").read_text().splitlines())
    name, kind = head.index("target_id"), head.index("target_kind")
    with open(pairs, "w") as table:
        print(*head, sep="\t", file=table)
        for n in range(n_copies):
            for row in rows:
                if row[kind] == "cds":
                    print(*row[:name], f"c{n}.{row[name]}", *row[name + 1:], sep="\t", file=table)
    return targets, pairs


def shards(bench, n_parts, n_copies, n_jobs):
    data = bench.simulated()
    targets, pairs = copies_of(bench, data, n_copies)
    inputs = ["--genome", data / "genome.fa", "--targets", targets, "--pairs", pairs, "--candidates", data / "candidates.genscan", "--quiet"]
    plan = bench.work / "run.plan"
    seconds_of_shard = bench.run("shard", *inputs, "--parts", n_parts, "--plan", plan, "--parts-out", bench.work / "parts.tsv")
    left, taken = list(range(n_parts, 0, -1)), {}

    def work_off():
        while left:
            part = left.pop()
            taken[part] = bench.run("predict", *inputs, "--plan", plan, "--part", part, "--threads", "1", "--journal", bench.work / f"{part}.part")

    threads = [threading.Thread(target=work_off) for _ in range(n_jobs)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    bench.run("merge", *inputs, "--plan", plan, "--out", bench.work / "merged.gff3", *(bench.work / f"{part}.part" for part in taken))
    bench.run("predict", *inputs, "--threads", n_jobs, "--out", bench.work / "whole.gff3")
    mean = statistics.fmean(taken.values())
    same = filecmp.cmp(bench.work / "merged.gff3", bench.work / "whole.gff3", shallow=False)
    print(f"{n_parts} parts of {n_copies * 1010} results: {seconds_of_shard:.1f} s to divide, {sum(taken.values()):.0f} s in all, "
          f"mean {mean:.2f} s, longest {max(taken.values()) / mean:.3f} and shortest {min(taken.values()) / mean:.3f} of it; "
          f"merged {'the same bytes' if same else 'OTHER BYTES'}")


def regret(bench, n_inputs, engines):
    made, dice, losses = bench.simulated(), random.Random(7), []
    rows = (made / "pairs.tsv").read_text().splitlines()
    at = rows[0].split("\t").index("target_kind")
    for _ in range(n_inputs):
        kind = dice.choice(("cds", "protein"))
        chosen = dice.sample([row for row in rows[1:] if row.split("\t")[at] == kind], dice.choice((1, 3, 10, 30)))
        pairs = bench.work / "random.tsv"
        pairs.write_text("\n".join([rows[0], *chosen]) + "\n")
        inputs = ["--genome", made / "genome.fa", "--pairs", pairs, "--targets", made / f"targets.{'cds' if kind == 'cds' else 'pep'}.fa"]
        inputs += ["--splice-model", "vertebrate"] if kind == "protein" and dice.random() < 0.5 else ["--candidates", made / "candidates.genscan"]
        inputs += ["--no-margins"] if dice.random() < 0.3 else []
        taken = {}
        for engine in ("auto", *engines):
            summary = min(bench.summaries(inputs, engine, 1, 2), key=lambda each: each["totals"]["thread_seconds"])
            name, seconds = summary["parameters"]["engine"], summary["totals"]["thread_seconds"]
            taken[name] = min(seconds, taken.get(name, seconds))
            chosen_engine = name if engine == "auto" else chosen_engine
        losses.append(taken[chosen_engine] / min(taken.values()) - 1)
    print(f"{n_inputs} random inputs, {', '.join(engines)}: auto takes {statistics.fmean(losses):.1%} longer than the fastest in the mean, "
          f"{max(losses):.1%} at worst")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exonweave", required=True, type=pathlib.Path)
    parser.add_argument("--calibration", required=True, help="file of exonweave calibrate, or off")
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--data", type=pathlib.Path, help="folder with loci/, genomes/ and proteomes/ of real data")
    actions = parser.add_subparsers(dest="action", required=True)
    of_errors, of_genomes, of_prices, of_gene_model = (actions.add_parser(name) for name in ("errors", "genomes", "prices", "gene-model"))
    for action in (of_errors, of_genomes, of_prices, of_gene_model):
        action.add_argument("runs", type=int)
    of_errors.add_argument("threads", type=int)
    of_genomes.add_argument("parts", type=int)
    of_regret = actions.add_parser("regret")
    of_regret.add_argument("inputs", type=int)
    for action in (of_errors, actions.add_parser("shapes"), of_regret):
        action.add_argument("engines", nargs="+")
    of_shards = actions.add_parser("shards")
    for name in ("parts", "copies", "jobs"):
        of_shards.add_argument(name, type=int)
    options = parser.parse_args()
    os.environ["EXONWEAVE_CALIBRATION"] = options.calibration
    bench = Bench(options)
    if options.action == "errors":
        errors(bench, options.runs, options.threads, options.engines)
    elif options.action == "genomes":
        times_of_genomes(bench, options.runs, options.parts)
    elif options.action == "prices":
        prices(bench, options.runs)
    elif options.action == "gene-model":
        gene_model_price(bench, options.runs)
    elif options.action == "shapes":
        shapes(bench, options.engines)
    elif options.action == "shards":
        shards(bench, options.parts, options.copies, options.jobs)
    else:
        regret(bench, options.inputs, options.engines)


if __name__ == "__main__":
    main()
