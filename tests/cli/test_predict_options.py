"""Every option of `predict`, and every way to hand it files: standard input, pipes, gzip, BGZF."""
import gzip
import hashlib
import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import threading
import unittest

import cli
import models

INPUTS = {"genome": "genome.fa", "candidates": "candidates.gff3", "targets": "targets.cds.fa", "pairs": "pairs.tsv"}
EXPECTED = (cli.GOLDEN / "tiny.gff3").read_bytes()


class Tiny(cli.Case):
    def assert_expected(self, result):
        self.assert_ok(result)
        self.assertEqual(result.stdout_bytes, EXPECTED)


class Options(Tiny):
    def predicted(self, *more, **inputs):
        result = cli.predict(*more, **inputs)
        self.assert_ok(result)
        return models.models_of(result.stdout)

    def test_every_option_of_the_help_is_driven_by_some_test(self):
        tests = "".join(path.read_text() for path in pathlib.Path(__file__).parent.glob("*.py"))
        options = set(re.findall(r"--[a-z][a-z-]+", "\n".join(
            line[:28] for line in cli.run("predict", "--help-all").stdout.splitlines())))
        self.assertGreater(len(options), 15)
        self.assertEqual([option for option in sorted(options) if f'"{option}' not in tests], [])

    def test_short_options(self):
        letters = {"-g": "genome.fa", "-c": "candidates.gff3", "--targets": "targets.cds.fa", "-p": "pairs.tsv"}
        args = [word for letter, name in letters.items() for word in (letter, cli.TINY / name)]
        scoring = self.write("scoring.yaml", "")
        self.assert_expected(cli.run("predict", *args, "-s", scoring, "-k", "1", "-e", "sequential", "-o", "-", "-q"))

    def test_missing_options_are_told(self):
        for left_out in ("genome", "targets"):
            name = left_out.upper()
            self.assert_fails(cli.predict(**{left_out: None}), 2, f"{name} is required (need {name}, or --{left_out} FILE)")
        self.assert_fails(cli.run("predict"), 2, "GENOME, TARGETS are required (need GENOME TARGETS, or --genome FILE --targets FILE). "
                          "Hint: See 'exonweave predict --help'")
        self.assert_fails(cli.run("merge", "--genome", "g"), 2, "--plan, PART are required")

    def test_out_is_a_file_or_standard_output(self):
        out = self.path("models.gff3")
        self.assertEqual(cli.predict("--out", out).stdout, "")
        self.assertEqual(out.read_bytes(), EXPECTED)
        self.assert_expected(cli.predict())
        self.assert_expected(cli.predict("--out", "-"))
        self.assert_expected(cli.predict("--out=/dev/stdout"))
        self.assertEqual(self.names(), ["models.gff3"])

    def test_out_replaces_what_was_there(self):
        out = self.write("models.gff3", "old\n" * 10_000)
        self.assert_ok(cli.predict("--out", out))
        self.assertEqual(out.read_bytes(), EXPECTED)

    def test_a_failed_run_leaves_the_old_output_alone(self):
        out = self.write("models.gff3", "old\n")
        self.assert_fails(cli.predict("--out", out, targets=self.write("t.fa", "no fasta\n")), 65)
        self.assertEqual((out.read_text(), self.names()), ("old\n", ["models.gff3", "t.fa"]))

    def test_style(self):
        self.assert_expected(cli.predict("--style", "gene"))
        self.assertEqual(cli.predict("--style", "match").stdout_bytes, (cli.GOLDEN / "tiny.match.gff3").read_bytes())
        for bad in ("Gene", "0"):
            self.assert_fails(cli.predict(f"--style={bad}"), 2, "--style: unknown word", "need one of gene|match")

    def test_target_type(self):
        self.assert_expected(cli.predict("--target-type", "dna"))
        self.assert_fails(cli.predict("--target-type", "protein"), 65, "targets.cds.fa: DNA where protein targets are wanted")
        for bad in ("rna", "1"):
            self.assert_fails(cli.predict(f"--target-type={bad}"), 2, "--target-type: unknown word", "need one of recognise|dna|protein")

    def test_types(self):
        rows = (cli.TINY / "candidates.gff3").read_text()
        exons = self.write("exons.gff3", rows.replace("\tCDS\t", "\texon\t"))
        self.assert_expected(cli.predict("--types", "exon", candidates=exons))
        self.assert_expected(cli.predict("--types", "exon,CDS", candidates=[exons, cli.TINY / "candidates.gff3"]))
        self.assert_expected(cli.predict("--types", "exon", "--types", "CDS", candidates=exons))
        self.assert_fails(cli.predict(candidates=exons), 65, "exons.gff3: no rows of the wanted types (got 'exon', need "
                          "CDS). Hint: Name the types that hold the exons: --types exon")
        self.assert_fails(cli.predict("--types", ""), 2, "--types: an empty name")

    def test_top(self):
        found = self.predicted("--top", "50")
        best = {}
        for target in {model.target for model in found}:
            chains = sorted((model for model in found if model.target == target), key=lambda model: model.rank)
            scores = [chain.score for chain in chains]
            self.assertGreater(len(chains), 2)
            self.assertEqual(scores, sorted(scores, reverse=True))
            self.assertEqual(len({tuple((e[1], e[2]) for e in chain.exons()) for chain in chains}), len(chains))
            best[target] = chains[0].exons()
        self.assertEqual(best, {model.target: model.exons() for model in self.predicted()})

    def test_top_lists_every_chain_when_it_may_and_they_score_enough(self):
        pairs = [line for line in (cli.TINY / "pairs.tsv").read_text().splitlines() if re.search("^region|g3.species1", line)]
        pairs = self.write("pairs.tsv", "\n".join(pairs) + "\n")
        a, b, c, d = (11986, 12387), (12653, 12949), (12882, 12949), (12892, 12949)  # the candidates there; b, c, d overlap
        every = {(a,), (b,), (c,), (d,), (a, b), (a, c), (a, d)}
        for least, expected in (("-1000", every), ("1", {(a,), (a, c), (a, d)})):
            found = self.predicted("--top", "10000", "--min-score", least, pairs=pairs)
            self.assertEqual(sorted(tuple((e[1], e[2]) for e in model.exons()) for model in found), sorted(expected))
        self.assertEqual(len(self.predicted("--top", "10000", pairs=pairs)), 3)  # 1 is the least unless one says otherwise

    def test_top_refuses_what_is_no_number_of_chains(self):
        for bad in ("0", "-1", "10001", "1.5", "x"):
            self.assert_fails(cli.predict(f"--top={bad}"), 2, "--top: not a number in its range", "need 1 to 10000")

    def test_min_score(self):
        result = cli.predict("--min-score", "812")
        self.assert_ok(result, "targets.cds.fa:", "pair without a model: score below the least for a model (got "
                       "'tiny1.g1.species2') [and 4 more]")
        self.assertEqual(sorted(model.score for model in models.models_of(result.stdout)), [812, 946, 962, 1266, 1282])
        self.assert_expected(cli.predict("--min-score", "-5"))
        for bad in ("010", "1e3", "0x10", "2147483648", "1,5", "1.25", "1.0", ".5"):
            self.assert_fails(cli.predict(f"--min-score={bad}"), 2, "--min-score: not a score", "need a number from")

    def test_a_half_as_min_score_is_for_proteins(self):
        self.assert_fails(cli.predict("--min-score", "812.5"), 2, "--min-score: not a whole number (got '812.5', need a whole "
                          "number). Hint: halves are for protein targets; with DNA targets and with preset paper scores are whole")

    def test_min_intron(self):
        self.assertEqual({len(model.parts) for model in self.predicted("--set", "min_intron=1000000000")}, {1})
        gene = next(m for m in self.predicted() if m.target == "tiny2.g2.species2")
        gap = gene.parts[2].start - gene.parts[1].end - 1
        for least, same in ((gap, True), (gap + 1, False)):  # its shortest intron, exactly
            scoring = self.write("scoring.yaml", "min_intron: 100000\n")
            found = self.predicted("--set", f"min_intron={least}", "--scoring", scoring)
            again = next(m for m in found if m.target == gene.target)
            self.assertEqual(again.exons() == gene.exons(), same)
        for bad in ("-1", "1000000001", "1.0"):
            self.assert_fails(cli.predict("--set", f"min_intron={bad}"), 2, "--set min_intron: the value is", "number from 0 to 1000000000")

    def test_max_intron(self):
        gene = next(m for m in self.predicted() if m.target == "tiny2.g2.species2")
        gaps = [b.start - a.end - 1 for a, b in zip(gene.parts, gene.parts[1:])]
        for most, same in ((max(gaps), True), (max(gaps) - 1, False)):  # its longest intron, exactly
            scoring = self.write("scoring.yaml", "max_intron: 25\n")
            found = self.predicted("--max-intron", most, "--scoring", scoring)
            again = next(m for m in found if m.target == gene.target)
            self.assertEqual(again.exons() == gene.exons(), same)
            for model in found:
                self.assertLessEqual(max([0] + [b.start - a.end - 1 for a, b in zip(model.parts, model.parts[1:])]), most)
        self.assert_expected(cli.predict("--max-intron", "off"))
        for bad in ("-1", "1000000001", "1.0"):
            self.assert_fails(cli.predict(f"--max-intron={bad}"), 2, "--max-intron: not a number in its range", "nt, or off)")
        self.assert_fails(cli.predict("--max-intron", "5k"), 2, "Hint: digits alone, without a unit: 5000")
        self.assert_fails(cli.predict("--max-intron", "19"), 65, "the longest intron is shorter than the shortest (got "
                          "'max_intron 19', need min_intron, 20, or more, or 0: no introns)")

    def test_scoring(self):
        self.assert_expected(cli.predict("--scoring", self.write("empty.yaml", "")))
        scores = {}
        for intron in (0, 30, 500):
            found = self.predicted("--scoring", self.write("scoring.yaml", f"intron: {intron}\n"))
            scores[intron] = next(m.score for m in found if m.target == "tiny2.g2.species2")
        self.assertEqual(scores[0] - scores[30], 2 * 30)
        self.assertLess(scores[500], scores[30])
        self.assert_fails(cli.predict("--scoring", self.write("bad.yaml", "matsch: 1\n")), 65,
                          "bad.yaml:1: unknown key (got 'matsch'). Hint: did you mean 'match'")

    def test_preset(self):
        self.assert_expected(cli.predict("--scoring", "default"))
        for preset in ("global", "paper"):
            scoring = self.write("scoring.yaml", f"preset: {preset}\n")
            self.assertEqual(cli.predict("--scoring", preset).stdout, cli.predict("--scoring", scoring).stdout)
        self.assert_fails(cli.predict("--scoring", "papr"), 66, "papr")

    def test_splice_model_overrides_the_scoring(self):
        scoring = self.write("scoring.yaml", "splice_model: fly\n")
        for more, model in (((), "fly"), (("--splice-model", "plant"), "plant")):
            summary = self.path("summary.json")
            self.assert_expected(cli.predict("--scoring", scoring, "--summary", summary, *more))
            self.assertEqual(json.loads(summary.read_text())["parameters"]["scoring"]["splice_model"], model)

    def test_genetic_code(self):
        self.assert_expected(cli.predict("--genetic-code", "1"))
        ciliate = cli.predict("--genetic-code", "6")  # TAA and TAG are no stops: fewer targets are whole coding sequences
        self.assert_ok(ciliate)
        self.assertGreater(EXPECTED.decode().count("\tCDS\t"), ciliate.stdout.count("\tCDS\t"))
        rows = [row.split("\t") for row in ciliate.stdout.splitlines() if not row.startswith("#")]
        self.assertEqual({row[2] for row in rows if ";transl_table=6;" in row[8]}, {"CDS"})
        self.assertTrue(all(";transl_table=6;" in row[8] for row in rows if row[2] == "CDS"))
        self.assertNotIn("transl_table", EXPECTED.decode())
        for bad in ("7", "0", "34", "standard", "01", "-1"):
            self.assert_fails(cli.predict(f"--genetic-code={bad}"), 2, "--genetic-code: not the number of a genetic code",
                              "need one of 1, 2, 3, 4, 5, 6, 9, 10, ")

    def test_evidence(self):
        def score(evidence):
            found = self.predicted("--scoring", self.write("scoring.yaml", evidence))
            return sum(m.score for m in found)
        source = (cli.TINY / "candidates.gff3").read_text().splitlines()[-1].split("\t")[1]
        plain = score("")
        self.assertGreater(score(f"evidence: [{{source: {source}, weight: 1}}]\n"), plain)
        self.assertEqual(score(f"evidence: [{{source: {source}, weight: 0}}]\n"), plain)
        other = cli.predict("--scoring", self.write("other.yaml", "evidence: [{source: nobody}]\n"))
        self.assertEqual((other.code, other.stdout_bytes), (0, EXPECTED))
        self.assertIn(f"evidence of a source that no candidate has: nobody. Hint: the candidates are of {source}", other.stderr)
        posterior = self.write("posterior.yaml", f"evidence: [{{source: {source}, score: posterior}}]\n")
        self.assert_fails(cli.predict("--scoring", posterior), 65, f"the score of {source} is not a posterior probability")

    def test_engine(self):
        self.assert_expected(cli.predict("--engine", "sequential"))
        for gpu in ("cuda", "cuda-intra", "cuda-inter"):  # row 90
            self.assert_fails(cli.predict(f"--engine={gpu}", env={"CUDA_VISIBLE_DEVICES": ""}), 69, f"--engine {gpu}: ",
                              "Hint: --engine auto runs on the CPU")
        for unknown in ("sse", "Simd"):
            self.assert_fails(cli.predict(f"--engine={unknown}"), 2,
                              f"--engine: unknown engine (got '{unknown}', need one of auto, simd, sequential, cuda, cuda-inter, cuda-intra)")

    def test_devices(self):
        for bad in ("", "x", "0,", "0,0", "-1", "0 1", "1024"):
            self.assert_fails(cli.predict(f"--engine=cuda:{bad}"), 2, "--engine: not numbers of GPUs",
                              "need distinct numbers such as 0,2")
        for engine in ("simd", "auto", "cuda-intra"):
            self.assert_fails(cli.predict("--engine", f"{engine}:0"), 2, "--engine: numbers of GPUs without an engine that takes them", engine,
                              "need cuda, as in cuda:0,2")
        result = cli.predict("--devices", "0")
        self.assert_fails(result, 2, "--engine: numbers of GPUs without an engine that takes them",
                          "exonweave: note: --devices is now written as a part of --engine, as in --engine cuda:0,2; it is accepted until version 0.4.0")
        result = cli.predict("--engine", "cuda:1000")
        self.assert_fails(result, 69, "--engine: there is no such GPU" if "no such GPU" in result.stderr else "--engine cuda: ")

    def test_threads_and_memory(self):
        self.assert_expected(cli.predict("--threads", "3", "--memory", "1GiB"))
        self.assert_fails(cli.predict("--threads", "65537"), 2, "--threads: not a number in its range")
        for bad in ("0", "1X", "-1", "1.5G"):
            self.assert_fails(cli.predict(f"--memory={bad}"), 2, "--memory: not a size")

    def test_unknown_options_are_told_with_the_nearest(self):
        self.assert_fails(cli.predict("--min-scores", "3"), 2, "unknown option '--min-scores'. Hint: Did you mean '--min-score'?")


class Progress(cli.Case):
    def stderr_on_a_terminal(self, *more):
        """What a run of about a second shows when stderr is a terminal."""
        records = "".join(f">{name}.{copy}\n{dna}\n" for copy in range(12)
                          for name, dna in models.read_fasta((cli.TINY / "targets.cds.fa").read_text()).items())
        ours, theirs = pty.openpty()
        shown = []
        reader = threading.Thread(target=lambda: shown.extend(iter(lambda: read_some(ours), b"")))
        reader.start()
        result = cli.predict("--threads", "1", "--engine", "sequential", *more, targets=self.write("t.fa", records),
                             pairs=None, stderr=theirs, env={"TERM": "xterm", "NO_COLOR": "1"})
        os.close(theirs)
        reader.join()
        os.close(ours)
        self.assertEqual(result.code, 0)
        return b"".join(shown).decode()

    def test_progress_is_for_terminals_and_quiet_turns_it_off(self):
        shown = self.stderr_on_a_terminal()
        self.assertRegex(shown, r"\r\x1b\[Kstep 2 of 3: aligning  \[#*-*\]  \d+%")
        drift = r"(?:exonweave: results[^\r]* took [^\r]*\r\n)?"  # on a machine that is busy
        self.assertRegex(shown, r"\r\x1b\[K" + drift + r"exonweave: \d+ alignments, from \d+ of \d+ DNA targets; \d+\.\d s, \d+ MB peak\r\n\Z")
        self.assertEqual(self.stderr_on_a_terminal("--quiet"), "")
        self.assertEqual(cli.predict().messages, "")
        self.assertEqual(cli.predict("--quiet").stderr, "")

    def test_the_last_line_says_what_came_out(self):
        for more in ((), ("--top", "3"), ("--style", "match", "--top", "3")):
            result = cli.predict(*more)
            types = [row.type for row in models.read_gff3(result.stdout)]
            n_models = types.count("mRNA") + types.count("match")
            n_loci = types.count("gene") + types.count("match")
            told = re.fullmatch(r"exonweave: (\d+) alignments(?: at (\d+) places)?, from (\d+) of (\d+) DNA targets; \d+\.\d s, (\d+) MB peak\n",
                                result.stderr)
            self.assertTrue(told, result.stderr)
            self.assertEqual((int(told[1]), int(told[2] or told[1])), (n_models, n_loci))
            self.assertEqual(int(told[3]), int(told[4]))
            self.assertGreater(int(told[5]), 1)
        failed = cli.predict("--out", "/dev/full")
        self.assertNotIn("peak", failed.stderr)


def read_some(descriptor):
    try:
        return os.read(descriptor, 4096)
    except OSError:  # a terminal whose other end is closed
        return b""


class WaysIn(Tiny):
    """Each input by each way."""

    def test_standard_input_takes_one_of_them(self):
        for option, name in INPUTS.items():
            self.assert_expected(cli.predict(stdin=(cli.TINY / name).read_bytes(), **{option: "-"}))
            with open(cli.TINY / name, "rb") as file:
                self.assert_expected(cli.predict(stdin=file, **{option: "/dev/stdin"}))
        self.assert_expected(cli.predict("--scoring", "-", stdin="preset: default\n"))

    def test_row_79_standard_input_for_two_is_refused(self):
        out = self.path("models.gff3")
        for first, second in (("genome", "targets"), ("targets", "pairs"), ("genome", "candidates")):
            result = cli.predict("--out", out, stdin="x", **{first: "-", second: "-"})
            self.assert_fails(result, 2, "standard input can be read only once (got '-', need a file, because --",
                              f"--{first}", f"--{second}")
        both = [cli.TINY / "candidates.gff3", "-", "/dev/stdin"]
        self.assert_fails(cli.predict("--out", out, candidates=both), 2, "standard input can be read only once")
        self.assertEqual(self.names(), [])

    def test_pipes_for_all_at_once(self):
        pipes = {}
        for option, name in INPUTS.items():
            pipes[option] = self.path(name)
            os.mkfifo(pipes[option])
            threading.Thread(target=pipes[option].write_bytes, args=((cli.TINY / name).read_bytes(),), daemon=True).start()
        self.assert_expected(cli.predict(**pipes))

    def test_gzip(self):
        packed = {option: self.write(name + ".gz", gzip.compress((cli.TINY / name).read_bytes()))
                  for option, name in INPUTS.items()}
        self.assert_expected(cli.predict(**packed))
        genscan = self.write("x", gzip.compress((cli.TINY / "candidates.genscan").read_bytes()))
        self.assertEqual(cli.predict(candidates=genscan).stdout_bytes, (cli.GOLDEN / "tiny.genscan.gff3").read_bytes())

    @unittest.skipUnless(shutil.which("bgzip") and shutil.which("samtools"), "no bgzip or samtools")
    def test_bgzf_with_and_without_an_index(self):
        packed = {}
        for option, name in INPUTS.items():
            packed[option] = self.path(name + ".gz")
            with open(packed[option], "wb") as out:
                subprocess.run(["bgzip", "-c", cli.TINY / name], stdout=out, check=True)
        self.assert_expected(cli.predict(**packed))
        self.assertEqual(len(self.names()), len(INPUTS))
        subprocess.run(["samtools", "faidx", packed["genome"]], check=True)
        self.assertIn("genome.fa.gz.gzi", self.names())
        self.assert_expected(cli.predict(**packed))


class Summary(cli.Case):
    def summary(self, *more, **inputs):
        path = self.path("run.json")
        self.assert_ok(cli.predict("--summary", path, "--out", self.path("models.gff3"), *more, **inputs))
        return json.loads(path.read_text())

    def test_inputs_with_checksums(self):
        scoring = self.write("scoring.yaml", "intron: 31\n")
        found = self.summary("--scoring", scoring)
        files = {role: cli.TINY / name for role, name in INPUTS.items()} | {"scoring": scoring}
        self.assertEqual([entry["role"] for entry in found["inputs"]], list(files))
        for entry in found["inputs"]:
            content = files[entry["role"]].read_bytes()
            self.assertEqual(entry["path"], str(files[entry["role"]]))
            self.assertEqual(entry["md5"], hashlib.md5(content).hexdigest())
            self.assertEqual(entry["bytes"], len(content))

    def test_an_input_that_can_be_read_once_only_has_no_checksum(self):
        found = self.summary(genome="-", stdin=(cli.TINY / "genome.fa").read_bytes())
        self.assertEqual(found["inputs"][0], {"role": "genome", "path": "-", "md5": None, "bytes": None})

    def test_program_and_parameters(self):
        found = self.summary("--threads", "3", "--memory", "8M", "--top", "2", "--min-score", "7", "--set", "min_intron=25",
                             "--style", "match")
        version = cli.run("--version").stdout.strip()
        self.assertEqual([found[key] for key in ("program", "version", "subcommand")], ["exonweave", version, "predict"])
        for name in ("htslib", "cuda"):
            self.assertIn(found["versions"][name], cli.run("--build-info").stdout)
        parameters = found["parameters"]
        wanted = {"engine": "simd", "threads": min(3, len(os.sched_getaffinity(0))), "memory_bytes": 2**23, "top": 2, "min_score": 7, "types": ["CDS"],
                  "style": "match", "devices": None}
        self.assertEqual({key: parameters[key] for key in wanted}, wanted)
        scoring = {"preset": "default", "match": 2, "mismatch": -2, "gap_open": 0, "gap_extend": 4, "intron": 30, "min_intron": 25}
        self.assertEqual({key: parameters["scoring"][key] for key in scoring}, scoring)

    def test_work_scores_and_seconds_of_every_locus(self):
        found = self.summary("--top", "2")
        made = models.models_of(self.path("models.gff3").read_text())
        self.assertEqual(len(found["loci"]), 10)
        n_symbols = {name: len(dna) for name, dna in models.read_fasta((cli.TINY / "targets.cds.fa").read_text()).items()}
        for locus in found["loci"]:
            chains = sorted((m for m in made if m.target == locus["target"]), key=lambda m: m.rank)
            self.assertEqual(locus["outcome"], "model")
            self.assertEqual((locus["sequence"], locus["strand"], locus["score"]),
                             (chains[0].row.seqid, chains[0].row.strand, chains[0].score))
            self.assertEqual([(c["score"], [(e["start"], e["end"]) for e in c["exons"]]) for c in locus["chains"]],
                             [(chain.score, sorted((p.start, p.end) for p in chain.parts)) for chain in chains])
            self.assertTrue(all(e["sets"] == [str(cli.TINY / "candidates.gff3")]
                                for c in locus["chains"] for e in c["exons"]))
            self.assertEqual(locus["cells_eq3"], n_symbols[locus["target"]] * self.candidate_bases(locus))
            self.assertAlmostEqual(locus["collapse_ratio"], locus["cells_eq3"] / locus["cells_graph"])
            self.assertGreaterEqual(locus["seconds"], 0)
        for key in ("cells_eq3", "cells_graph", "cells_computed", "graph_nodes", "graph_edges", "splice_sites", "weak_sites"):
            self.assertEqual(found["totals"][key], sum(locus[key] for locus in found["loci"]))
        for unit, count in found["totals"]["costs"].items():
            # each is rounded
            self.assertAlmostEqual(count, sum(locus["costs"][unit] for locus in found["loci"]), delta=len(found["loci"]))
        for locus in found["loci"]:
            self.assertGreaterEqual(locus["costs"]["device_cell"], locus["cells_graph"])
        self.assertEqual((found["totals"]["loci"], found["totals"]["with_model"]), (10, 10))
        seconds = found["seconds"]
        self.assertLessEqual(seconds["read"] + seconds["align"], seconds["total"])

    def candidate_bases(self, locus):
        """The paper's sum of |b_k|, from the candidates' file."""
        rows = models.read_gff3((cli.TINY / "candidates.gff3").read_text())
        places = {(row.start - 1, row.end) for row in rows if (row.seqid, row.strand) == (locus["sequence"], locus["strand"])
                  and locus["region_start0"] < row.start and row.end <= locus["region_end0"]}
        self.assertEqual(locus["candidates"], len(places))
        return sum(end - start for start, end in places)

    def test_rows_are_shared_but_by_the_oracle(self):
        self.assertGreater(self.summary()["totals"]["collapse_ratio"], 1)
        plain = self.summary("--engine", "sequential")["totals"]
        self.assertEqual(plain["cells_graph"], plain["cells_eq3"])

    def test_a_locus_without_a_model_says_why(self):
        found = self.summary("--min-score", "1000")
        outcomes = [locus["outcome"] for locus in found["loci"]]
        self.assertEqual(outcomes.count("score below the least for a model"), 8)
        self.assertEqual(found["totals"]["with_model"], 2)

    def test_the_summary_may_go_to_standard_output_when_the_models_do_not(self):
        result = cli.predict("--summary", "-", "--out", self.path("models.gff3"))
        self.assertEqual(json.loads(result.stdout)["subcommand"], "predict")
        self.assertEqual(self.path("models.gff3").read_bytes(), EXPECTED)
        self.assert_fails(cli.predict("--summary", "-"), 2, "standard output is already taken by --out")


if __name__ == "__main__":
    unittest.main()
