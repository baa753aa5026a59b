// The words for what came of a run.
#include "catch.hpp"
#include "cli/messages.hpp"
#include "predict/predict_whole.hpp"

using namespace exonweave::apps;
using exonweave::molecule;

TEST_CASE("digits stand in groups of three") {
  CHECK(grouped(0) == "0");
  CHECK(grouped(999) == "999");
  CHECK(grouped(1000) == "1,000");
  CHECK(grouped(12'345'678) == "12,345,678");
}

TEST_CASE("a run is told by genes, alignments, and the targets with and without a model") {
  predict_outcome outcome;
  outcome.genes = {3268, 2744, "--locus-out"};
  outcome.n_alignments = outcome.n_places = 9519;
  outcome.n_targets = 6571;
  outcome.n_with_model = 3587;
  outcome.n_untried = 2971;
  outcome.where = tried_places::found;
  CHECK(outcome_text(outcome) ==
        "3,268 genes (--locus-out), 9,519 alignments, from 3,587 of 6,571 proteins; "
        "2,971 without a locus, 13 without a model (--unplaced-out)");
  outcome.genes.reset();
  outcome.n_with_model = 3600;
  CHECK(outcome_text(outcome) ==
        "9,519 alignments, from 3,600 of 6,571 proteins; 2,971 without a locus (--unplaced-out)");
}

TEST_CASE("one thing is told as one, and nothing that is not there") {
  predict_outcome outcome;
  outcome.genes = {1, 0, "--locus-bed-out"};
  outcome.n_alignments = outcome.n_places = 1;
  outcome.n_targets = outcome.n_with_model = 1;
  CHECK(outcome_text(outcome) == "1 gene (--locus-bed-out), 1 alignment, from 1 of 1 protein");
  outcome.n_targets = 4;
  outcome.n_empty = 2;
  CHECK(outcome_text(outcome) ==
        "1 gene (--locus-bed-out), 1 alignment, from 1 of 4 proteins; 1 without a model, 2 without residues "
        "(--unplaced-out)");
  outcome = {};
  CHECK(outcome_text(outcome) == "0 alignments, from 0 of 0 proteins");
}

TEST_CASE("several alignments at a place, and targets in no pair, which no table has") {
  predict_outcome outcome;
  outcome.n_alignments = 15;
  outcome.n_places = 12;
  outcome.n_targets = 14;
  outcome.n_with_model = 10;
  outcome.n_untried = 3;
  outcome.kind = molecule::dna;
  outcome.where = tried_places::pairs;
  CHECK(outcome_text(outcome) ==
        "15 alignments at 12 places, from 10 of 14 DNA targets; 3 in no pair, 1 without a model "
        "(--unplaced-out)");
  outcome.n_with_model = 11;
  outcome.where = tried_places::hits;
  CHECK(outcome_text(outcome) == "15 alignments at 12 places, from 11 of 14 DNA targets; 3 without a hit");
  outcome.where = tried_places::any;
  CHECK(outcome_text(outcome) ==
        "15 alignments at 12 places, from 11 of 14 DNA targets; 3 tried nowhere (--unplaced-out)");
}

TEST_CASE("an annotation counts its genes, those that are complete, and the proteins that they come from") {
  predict_outcome outcome;
  outcome.genes = {3268, 2744, "--locus-out"};
  outcome.n_targets = 6571;
  outcome.n_with_model = 3587;
  CHECK(annotation_text(outcome) == "3,268 genes (2,744 complete) from 3,587 of 6,571 proteins");
  outcome.genes = {1, 0, "--locus-out"};
  outcome.n_targets = outcome.n_with_model = 1;
  CHECK(annotation_text(outcome) == "1 gene (0 complete) from 1 of 1 protein");
  outcome.genes = {4967, 4960, "--locus-out", 1801};
  outcome.n_targets = 6571;
  outcome.n_with_model = 3537;
  CHECK(annotation_text(outcome) ==
        "4,967 genes (4,960 complete; 1,801 by the gene model alone) from 3,537 of 6,571 proteins");
}
