"""predict that learns its splice model: --splice-model auto and self, its rounds of training, --model-out."""
import json
import random

import cli
import models
from protein_genes import Genes, ProteinCase, cds_places


def scoring_of(path):
    return json.loads(path.read_text())["parameters"]["scoring"]


class SelfTraining(ProteinCase):
    def run_with(self, genes, *more, **how):
        """What predict says, and its summary."""
        summary = self.path("run.json")
        result = self.predict(genes, "--summary", summary, *more, **how)
        self.assert_ok(result)
        return result, json.loads(summary.read_text())

    def test_a_model_of_its_own_is_learnt_from_enough_genes_and_a_later_run_takes_it(self):
        genes, model = Genes(n_genes=30), self.path("model.yaml")
        learnt, run = self.run_with(genes, "--splice-model", "self", "--model-out", model)
        self.assert_truth(genes, learnt)
        training_round, = run["training"]
        self.assertEqual((training_round["chosen"], run["parameters"]["scoring"]["splice_model"]), ("self", "self"))
        self.assertTrue(training_round["genes"] >= 20 and training_round["introns"] >= 40, training_round)
        self.assertEqual(list(training_round["bits"]), ["vertebrate", "plant", "fly", "nematode", "fungus", "self"])
        self.assertGreater(training_round["bits"]["self"], 0)
        self.assertIn("learn", run["seconds"])
        text = model.read_text()
        self.assertIn('name: "self"', text)
        self.assertIn(f"# {100 * training_round['own_share']:.0f}% of the genome's own bits", text)
        self.assertIn(f"% of those of {training_round['own_base']}.\n", text)
        self.assertIn("\nintrons: [{", text)
        again, second = self.run_with(genes, "--splice-model", model)
        self.assertEqual(again.stdout, learnt.stdout)
        self.assertIsNone(second["training"])
        for key in ("intron", "intron_per_kb"):
            self.assertEqual(second["parameters"]["scoring"][key], run["parameters"]["scoring"][key])

    def test_the_same_bytes_for_any_order_of_pairs_and_threads(self):
        genes = Genes(n_genes=30)
        first, _ = self.run_with(genes, "--splice-model", "self", "--threads", "2")
        head, *rows = genes.pairs().splitlines(keepends=True)
        random.Random(3).shuffle(rows)
        genes.pairs = lambda: head + "".join(rows)
        second, _ = self.run_with(genes, "--splice-model", "self", "--engine", "sequential")
        self.assertEqual(second.stdout, first.stdout)

    def test_codons_are_learnt_where_that_is_asked_for_and_a_later_run_takes_them(self):
        genes, model = Genes(n_genes=30), self.path("model.yaml")
        learnt, run = self.run_with(genes, "--splice-model", "self", "--coding-model", "auto", "--model-out", model, "--threads", "2")
        training_round, = run["training"]
        self.assertEqual(list(training_round["codon_bits"]), ["vertebrate", "plant", "fly", "nematode", "fungus", "self"])
        best = max(training_round["codon_bits"].items(), key=lambda item: item[1])[0]
        self.assertEqual(training_round["codons_of"], best)
        self.assertGreater(training_round["codons"], 500)
        self.assertIn("\ncoding:\n  {AAA: ", model.read_text())
        again, second = self.run_with(genes, "--splice-model", model, "--coding-model", "auto", "--engine", "sequential")
        self.assertEqual(again.stdout, learnt.stdout)
        self.assertIsNone(second["training"])
        given, _ = self.run_with(genes, "--splice-model", model, "--coding-model", model)
        self.assertEqual(given.stdout, learnt.stdout)
        plain, _ = self.run_with(genes, "--splice-model", model)
        self.assertEqual(plain.stdout, learnt.stdout)
        _, off = self.run_with(genes, "--splice-model", "self", "--coding-model", "off")
        self.assertEqual([training_round["codons_of"] for training_round in off["training"]], [None])

    def test_where_codons_weigh_nothing_that_is_told(self):
        genes = Genes(n_genes=1)
        silent = self.write("silent.yaml", self.named_model(""))
        self.assert_fails(self.predict(genes, "--coding-model", silent), 65, "silent.yaml: the model has no scores of codons",
                          "a key `coding`", "exonweave train")
        self.assert_fails(self.predict(genes, "--coding-model", self.path("none.yaml")), 66, "none.yaml")
        self.assert_fails(self.predict(genes, "--coding-model", "fly", candidates=genes.candidates()), 2,
                          "--coding-model where codons have no scores", "'fly'", "no candidates")
        warning = "warning: --coding-model auto: codons have no scores in this run"
        self.assert_ok(self.predict(genes, "--coding-model", "auto", candidates=genes.candidates()), warning)
        self.assert_ok(self.predict(genes, "--coding-model", "auto", "--splice-model", silent), warning)
        unasked = self.predict(genes, candidates=genes.candidates())
        self.assert_ok(unasked)
        self.assertNotIn("codons", unasked.stderr)
        _, run = self.run_with(genes, "--splice-model", "fly")
        self.assertEqual(run["parameters"]["coding_model"], "auto")

    def test_auto_is_the_default_and_says_what_it_takes(self):
        genes = Genes(n_genes=30)
        by_default, run = self.run_with(genes)
        chosen = run["training"][-1]["chosen"]
        best = max(run["training"][-1]["bits"].items(), key=lambda item: item[1])[0]
        self.assertEqual(chosen, best)
        told = cli.run("predict", "--genome", self.path("genome.fa"), "--targets", self.path("targets.fa"), "--pairs",
                       self.path("pairs.tsv"), "--splice-model", "auto")
        self.assertEqual(told.stdout, by_default.stdout)
        self.assertIn("exonweave: splice sites: " + ("trained on " if chosen == "self" else f"{chosen} model, the best fit to "), told.stderr)

    def test_without_self_training_a_built_in_model_is_chosen(self):
        _, run = self.run_with(Genes(n_genes=30), "--splice-model", "auto:0")
        training_round, = run["training"]
        self.assertNotIn("self", training_round["bits"])
        self.assertIsNone(training_round["own_base"])
        self.assertIn(training_round["chosen"], training_round["bits"])

    def test_too_little_to_learn_from_falls_back_with_a_word(self):
        genes = Genes(n_genes=2)
        self.run_with(genes, "--splice-model", "self", "--model-out", self.path("model.yaml"))
        result = cli.run("predict", "--genome", self.path("genome.fa"), "--targets", self.path("targets.fa"),
                         "--splice-model", "self")
        told = r"splice sites: vertebrate model; only \d confident genes? to train on"
        self.assertRegex(result.stderr, rf"exonweave: {told}\n")
        self.assertRegex(self.path("model.yaml").read_text(), rf"# {told}\.\nname: \"vertebrate\"\n")

    def test_too_few_genes_choose_neither_splice_model_nor_codons(self):
        _, run = self.run_with(Genes(n_genes=19))
        training_round, = run["training"]
        self.assertLess(training_round["starts"], 20)
        self.assertEqual((training_round["codon_bits"], training_round["codons_of"]), ({}, None))
        _, run = self.run_with(Genes(n_genes=2))
        training_round, = run["training"]
        self.assertEqual((training_round["chosen"], training_round["chosen_by"], training_round["lead_bits"]), ("vertebrate", None, 0))
        _, run = self.run_with(Genes(n_genes=30))
        self.assertEqual(run["training"][0]["chosen_by"], "genes")

    def test_rounds_of_a_model_that_is_named(self):
        genes = Genes(n_genes=30)
        _, run = self.run_with(genes, "--splice-model", "plant:2")
        self.assertEqual(list(run["training"][0]["bits"])[0], "plant")
        self.assertEqual(len(run["training"]), 2)
        _, plain = self.run_with(genes, "--splice-model", "plant")
        self.assertIsNone(plain["training"])

    def test_what_is_too_large_to_learn_from_is_told_and_again_when_a_run_goes_on(self):
        genes, journal = Genes(n_genes=30), self.path("journal")
        dice = random.Random(5)
        genes.residues[0] += "".join(dice.choice("ACGT") for _ in range(200_000))
        args = ["--splice-model", "self", "--engine", "sequential", "--journal", journal, "--strict"]
        warning = "warning: 1 region is too large for training"
        self.assert_fails(self.predict(genes, *args, "--memory", "10M"), 65, "not enough memory")
        self.assertTrue(journal.exists())
        went_on = self.predict(genes, *args, "--resume")
        self.assert_ok(went_on, warning, "--memory", "a new run")
        at_once = self.predict(genes, "--splice-model", "self", "--engine", "sequential")
        self.assertNotIn(warning, at_once.stderr)
        self.assertEqual(self.predict(genes, "--splice-model", "self", "--engine", "sequential", "--memory", "10M").stderr.count(warning), 1)

    def test_what_a_scoring_says_of_introns_stays(self):
        scoring = self.write("scoring.yaml", "splice_model: self\nintron: 28\n")
        _, run = self.run_with(Genes(n_genes=30), "--scoring", scoring)
        self.assertEqual((run["parameters"]["scoring"]["intron"], run["parameters"]["scoring"]["intron_per_kb"]), (28, 0.25))
        self.assertEqual(run["training"][0]["chosen"], "self")

    def test_a_round_more_follows_only_where_the_one_before_changed_something(self):
        genes = Genes(n_genes=30)
        _, run = self.run_with(genes, "--splice-model", "self:10")
        rounds = run["training"]
        self.assertTrue(2 < len(rounds) < 10, rounds)
        self.assertEqual(rounds[-1], rounds[-2])
        self.assertNotEqual(rounds[-2], rounds[-3])
        _, run = self.run_with(genes, "--splice-model", "self:2")
        self.assertEqual(run["training"], rounds[:2])
        _, run = self.run_with(Genes(n_genes=1), "--splice-model", "auto:3")
        self.assertEqual(len(run["training"]), 1 + (run["training"][0]["chosen"] != "vertebrate"))
        model = self.write("law.yaml", self.named_model("introns: [{cost: 28.5, per_kb: 1}]"))
        _, run = self.run_with(Genes(n_genes=1), "--splice-model", f"{model}:3", "--model-out", self.path("m.yaml"))
        first, _ = self.run_with(Genes(n_genes=1), "--splice-model", f"{model}:3")
        again, second = self.run_with(Genes(n_genes=1), "--splice-model", self.path("m.yaml"))
        self.assertEqual(again.stdout, first.stdout)
        for key in ("intron", "intron_per_kb"):
            self.assertEqual(second["parameters"]["scoring"][key], run["parameters"]["scoring"][key])

    def named_model(self, more):
        """A file in which every site weighs nothing."""
        rows = {"donor": 9, "acceptor": 23, "start": 15}
        return "name: flat\n" + more + "\n" + "".join(f"{key}:\n" + "  - [0, 0, 0, 0]\n" * n for key, n in rows.items())

    def test_what_a_model_says_of_introns_is_for_scores_in_half_bits(self):
        genes = Genes(n_genes=1)
        coding = "".join(genes.residues[0][first - 1:last] for first, last in genes.exons[0])
        model = self.write("half.yaml", self.named_model("introns: [{cost: 28.5, per_kb: 1}]"))
        for options, how, costs in (
                ((), {}, (28.5, 1)),
                ((), {"candidates": genes.candidates()}, (28.5, 1)),
                (("--scoring", "paper"), {}, (0, 0)),
                (("--blocks", "add"), {"targets": f">p1\n{coding}\n", "candidates": genes.candidates()}, (30, 0))):
            _, run = self.run_with(genes, "--splice-model", model, *options, **how)
            self.assertEqual(tuple(run["parameters"]["scoring"][key] for key in ("intron", "intron_per_kb")), costs, options)

    def test_sequences_without_genes_and_their_order_change_nothing_of_what_is_learnt(self):
        genes, source = Genes(n_genes=30), random.Random(4)
        _, alone = self.run_with(genes, "--splice-model", "self")
        records = [f">s{g + 1}\n{text}\n" for g, text in enumerate(genes.residues)]
        records += [f">empty{k}\n{''.join(source.choice('ACGT') for _ in range(300))}\n" for k in range(20)]
        source.shuffle(records)
        genes.fasta = lambda: "".join(records)
        _, among = self.run_with(genes, "--splice-model", "self")
        for key in ("genes", "introns", "starts", "chosen", "own_share"):
            self.assertEqual(among["training"][0][key], alone["training"][0][key])

    def test_where_nothing_can_be_learnt_that_is_told(self):
        genes = Genes(n_genes=1)
        coding = "".join(genes.residues[0][first - 1:last] for first, last in genes.exons[0])
        nowhere = [
            (("--splice-model", "self:0"), {}, "splice model self without a round of training"),
            (("--splice-model", "self"), {"candidates": genes.candidates()}, "splice model self where no model can be learnt"),
            (("--splice-model", "auto:1"), {"candidates": genes.candidates()}, "rounds of training where nothing can be learnt"),
            (("--splice-model", "vertebrate", "--model-out", "m.yaml"), {}, "--model-out where no splice model is learnt or chosen"),
            (("--splice-model", "auto:1", "--target-type", "dna"), {"targets": f">p1\n{coding}\n"}, "rounds of training where nothing can be learnt"),
        ]
        for options, how, what in nowhere:
            self.assert_fails(self.predict(genes, *options, **how), 2, what)
        self.assert_fails(self.predict(genes, "--splice-model", "self:11"), 2, "--splice-model: not a number of rounds", "11", "a whole number from 0 to 10")
        for file in ("self:x", "self:-1", "self:"):
            self.assert_fails(self.predict(genes, "--splice-model", file), 66, file)
        for rounds in ("11", "x", "-1"):  # as earlier versions had them
            self.assert_fails(self.predict(genes, "--self-training", rounds), 2, "--self-training: not a number of rounds", rounds,
                              "exonweave: note: --self-training is now written as a part of --splice-model")
        _, run = self.run_with(genes, "--scoring", "global")
        self.assertEqual((run["training"], run["parameters"]["scoring"]["splice_model"]), (None, "vertebrate"))

    def test_beside_candidates_the_model_is_that_of_vertebrates(self):
        genes = Genes(n_genes=1)
        _, run = self.run_with(genes, candidates=genes.candidates())
        self.assertEqual((run["training"], run["parameters"]["scoring"]["splice_model"]), (None, "vertebrate"))

    def test_a_dead_sequence_teaches_nothing(self):
        genes = Genes(n_genes=1)
        genes.residues = ["ACGTTGCA" * 200]
        result, run = self.run_with(genes)
        self.assertEqual((cds_places(result.stdout), models.models_of(result.stdout)), ([], []))
        self.assertEqual((run["training"][0]["introns"], run["training"][0]["chosen"]), (0, "vertebrate"))
