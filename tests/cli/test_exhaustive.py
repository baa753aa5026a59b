"""predict --where exhaustive: places by sweeps over every position, without seeds."""
import json
import random
import unittest

import cli
import made_genes
import models
from test_search import coding, gene, protein


def never_alike_twice(dice, target):
    """A relative of which no two residues side by side are those of the target: no word of it is found."""
    letters = "ARNDCQEGHILKMFPSTWYV"
    return "".join(residue if k % 2 == 0 else dice.choice(letters.replace(residue, "")) for k, residue in enumerate(target))


class Exhaustive(cli.Case):
    def setUp(self):
        super().setUp()
        dice = random.Random(11)
        self.proteins = {f"p{n}": protein(dice, 120) for n in range(3)}
        far = protein(dice, 250)
        bases = lambda n: "".join(dice.choice("ACGT") for _ in range(n))
        copies = bases(6000) + gene(dice, self.proteins["p0"]) + bases(40000) + gene(dice, self.proteins["p0"]) + bases(5000)
        relative = made_genes.reverse_complement(bases(1000) + coding("M" + never_alike_twice(dice, far)[1:]) + bases(1000))
        self.sequences = {"one": copies, "two": bases(2000) + gene(dice, self.proteins["p1"]) + bases(9000), "three": relative, "short": "ACGTN"}
        self.proteins["far"] = far

    def predict(self, *options):
        text = lambda records: "".join(f">{name}\n{residues}\n" for name, residues in records.items())
        genome, targets = self.write("genome.fa", text(self.sequences)), self.write("targets.fa", text(self.proteins))
        return cli.run("predict", "--genome", genome, "--targets", targets, "--splice-model", "vertebrate", "--quiet", *options)

    def found(self, *options):
        result = self.predict(*options)
        self.assertEqual(result.code, 0, result)
        return sorted((model.target, model.exons()) for model in models.models_of(result.stdout))

    def test_what_no_seed_finds_is_found(self):
        by_search, by_sweeps = self.found("--where", "loci"), self.found("--where", "exhaustive")
        self.assertEqual([target for target, _ in by_search], ["p0", "p0", "p1"])
        self.assertEqual([each for each in by_sweeps if each[0] != "far"], by_search)
        self.assertEqual([exons[0][0] for target, exons in by_sweeps if target == "far"], ["three"])

    def test_copies_are_found_in_any_order_of_their_scores(self):
        dice = random.Random(5)
        letters = "ARNDCQEGHILKMFPSTWYV"
        protein_of = self.proteins["p1"]
        def worse(share):
            return "M" + "".join(dice.choice(letters) if dice.random() < share else residue for residue in protein_of[1:])
        between = lambda: "".join(dice.choice("ACGT") for _ in range(12000))
        for strand in (lambda bases: bases, made_genes.reverse_complement):
            genes = [coding(worse(share)) for share in (0.3, 0.1, 0.4, 0, 0.2, 0.3)]
            row = between()
            expected = []
            for one in genes:
                expected.append((len(row) + 1, len(row) + len(one)))
                row += one + between()
            length, self.sequences = len(row), {"row": strand(row)}
            if strand is made_genes.reverse_complement:
                expected = sorted((length - end + 1, length - start + 1) for start, end in expected)
            found = [exons for target, exons in self.found("--where", "exhaustive", "--coding-model", "off") if target == "p1"]
            self.assertEqual(len(found), len(genes))
            for (start, end), place in zip(expected, sorted((min(e[1] for e in exons), max(e[2] for e in exons)) for exons in found)):
                self.assertTrue(start <= place[1] and place[0] <= end, (expected, found))

    def test_parts_of_low_complexity_count_for_nothing_unless_they_are_kept(self):
        dice = random.Random(8)
        bases = lambda n: "".join(dice.choice("ACGT") for _ in range(n))
        few_kinds = lambda n: "M" + "".join(dice.choice("STTP") for _ in range(n))
        self.proteins = {"low": few_kinds(150)}
        self.sequences = {"one": bases(5000) + coding(few_kinds(200)) + bases(5000)}
        targets_of = lambda *how: [target for target, _ in self.found("--where", "exhaustive", *how)]
        self.assertEqual(targets_of("--low-complexity", "keep"), ["low"])
        self.assertEqual(targets_of(), [])
        summary = self.path("run.json")
        for how, told in (((), "mask"), (("--low-complexity", "keep"), "keep")):
            self.assertEqual(self.predict("--where", "exhaustive", "--summary", summary, *how).code, 0)
            self.assertEqual(json.loads(summary.read_text())["parameters"]["low_complexity"], told)
        self.assert_fails(self.predict("--low-complexity", "some"), 2, "--low-complexity")

    def test_threads_and_engines_change_nothing(self):
        expected = self.predict("--where", "exhaustive", "--threads", 1)
        self.assertEqual(expected.code, 0, expected)
        self.assertIn("\tmRNA\t", expected.stdout)
        for how in (("--threads", 3), ("--engine", "sequential")):
            self.assertEqual(self.predict("--where", "exhaustive", *how).stdout, expected.stdout)

    def test_the_summary_tells(self):
        summary, unplaced = self.path("run.json"), self.path("unplaced.tsv")
        result = self.predict("--where", "exhaustive", "--summary", summary, "--unplaced-out", unplaced)
        self.assertEqual(result.code, 0, result)
        told = json.loads(summary.read_text())
        self.assertEqual(told["parameters"]["where"], "exhaustive")
        self.assertIn("sweep", told["seconds"])
        self.assertEqual([row.split("\t")[0] for row in unplaced.read_text().splitlines()[1:]], ["p2"])

    def test_what_bounds_are_not_known_for_is_refused(self):
        scoring = "--where exhaustive does not support this scoring"
        for options in (("--set", "frameshift=30"), ("--set", "internal_stop=30"), ("--set", "incomplete=30"), ("--max-intron", 5000), ("--introns", "u12")):
            self.assert_fails(self.predict("--where", "exhaustive", *options), 2, scoring)
        pairs = self.write("pairs.tsv", "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\none\t0\t1000\t+\tp0\n")
        self.assert_fails(self.predict("--where", "exhaustive", "--pairs", pairs), 2, "--where exhaustive where no search is possible")

    def test_runs_in_parts_are_refused(self):
        inputs = ("--genome", self.write("g.fa", ">one\n" + self.sequences["one"] + "\n"), "--targets", self.write("t.fa", ">p0\n" + self.proteins["p0"] + "\n"),
                  "--where", "exhaustive")
        self.assert_fails(cli.run("shard", *inputs, "--parts", 2, "--plan", self.path("run.plan")), 2, "shard with --where exhaustive")


    def test_an_estimate_tells_how_long_sweeps_take(self):
        inputs = ("--genome", self.write("g.fa", ">one\n" + self.sequences["one"] + "\n"), "--splice-model", "vertebrate",
                  "--targets", self.write("t.fa", ">p0\n" + self.proteins["p0"] + "\n"))
        told = {}
        for where in ("loci", "exhaustive"):
            result = cli.run("estimate", *inputs, "--where", where, "--threads", 2, "--json", self.path("e.json"))
            self.assert_ok(result)
            told[where] = json.loads(self.path("e.json").read_text())
        self.assertNotIn("sweep_cells", told["loci"])
        swept = told["exhaustive"]
        self.assertEqual(swept["sweep_cells"], 2 * len(self.sequences["one"]) * len(self.proteins["p0"]))
        self.assertEqual(swept["sweep_gpus"], 0)  # a GPU takes longer to begin with
        self.assertGreater(swept["sweep_seconds"], 0)
        self.assertAlmostEqual(swept["seconds"] - swept["sweep_seconds"], told["loci"]["seconds"])
        self.assert_fails(cli.run("estimate", *inputs, "--where", "exhaustive", "--set", "frameshift=30"), 2, "--where exhaustive does not support this scoring")
        text = cli.run("estimate", *inputs, "--where", "exhaustive", "--threads", 2).stdout
        self.assertRegex(text, r"(?m)^sweeps +\S+ m?s on 2 threads; they find more results than the search$")


if __name__ == "__main__":
    unittest.main()
