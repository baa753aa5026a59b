// Where `exonweave predict` looks for genes when neither pairs nor hits say it: everywhere, or where a search finds
// something.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/files/report.hpp"
#include "predict/predict_inputs.hpp"
#include "predict/predict_journal.hpp"

namespace exonweave::apps {

/// More cells than this, of one pass over every target on every sequence, are not aligned without being asked for: a
/// core does so many in a few seconds.
constexpr double most_cells_everywhere = 2e10;

/// Whether loci are searched for. Throws bad_usage where it is asked for and cannot be done, and where --flank has
/// nothing to widen.
bool is_searched(const predict_options& options, const sequence_catalog& sequences, const target_set& targets);

/// By what rules loci are searched for.
search_rules search_rules_of(const predict_options& options, const scoring_options& scoring);

/// Fills read.loci, read.cases, read.n_places, read.training_loci and read.training_cases. Where the notes of a run
/// before have the loci nothing is searched for, else they are noted.
void search_for_cases(const predict_options& options, predict_inputs& read, progress_notes& notes);

/// Makes cases of read.loci by what introns cost now: of ten mean introns, 1,000 nt at least and at most what the
/// search left, on each side. Of a geometric law one intron in 22,000 is longer. What --flank says is taken as it is.
void take_cases(const predict_options& options, predict_inputs& read);

/// [cases] what a search has found there. Each is the case of one of `loci`, which are sorted by their cases. Chains
/// that score less than that share of the best one of a locus are no genes.
std::vector<expected_chain> chains_on(std::span<const found_locus> loci, std::span<const alignment_case> cases,
                                      const target_set& targets, double least_share);

/// How many cells there are, and how long they take, where that is asked for with --everywhere; nothing else.
std::string everywhere_text(const predict_options& options, const predict_inputs& read);

}  // namespace exonweave::apps
