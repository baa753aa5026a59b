// How long results of a run will take, before any of them is worked out: to divide a run into parts of about one
// duration, and to tell how long it lasts.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "exons/run/planner.hpp"
#include "exons/run/prediction.hpp"
#include "exons/scoring/chain_scoring.hpp"
#include "exons/solving/expected_costs.hpp"
#include "runtime_model/memory/run_memory.hpp"
#include "spliced/costs/cost_model.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave {

// What an engine has to do with how long work takes: who does it, who counts it beforehand, for what price, and how
// many threads help.

/// Whose prices the work of an engine has: its substitute's with a scoring that is out of its scope. Throws
/// std::invalid_argument for a name that is not known.
const spliced::engine_facts& working_engine(std::string_view name, const chain_scoring& scoring);

/// The fastest engine of the CPU with the graphs (is_literal) and the sweeps (may_sweep) of another: expect_work()
/// counts with it, and needs no GPU. Throws std::invalid_argument where there is none.
std::unique_ptr<spliced::engine> make_counting_engine(const spliced::engine_facts& other);

/// Prices of an engine that does its own work: cells that a GPU computes for one of a GPU, as it takes them.
spliced::cost_model prices_for(const spliced::engine_facts& engine, spliced::cost_model prices);

/// What work of so many seconds on one thread takes on `n_threads`, with the start of a GPU. Of threads that work
/// with a GPU at most engine_facts::max_threads count.
double seconds_on_threads(const spliced::engine_facts& engine, const spliced::cost_model& prices, double thread_seconds,
                          unsigned n_threads);

/// What a genome in so many pieces takes on `n_threads` whose pieces take so many seconds on one thread together. Where
/// there are more threads than pieces, that they help one another is not counted.
double seconds_of_pieces(double thread_seconds, std::size_t n_pieces, unsigned n_threads);

// How large problems will be: some of them made and counted, the others estimated by these.

/// A strand of a region, for targets that are read alike.
struct strand_problem {
  alignment_task on;  // whatever its target
  target_reading reading = target_reading::codons;
};

/// What of problems is made to learn from.
struct size_sample {
  std::size_t n_problems = 200;            // at most
  std::int64_t nucleotides = 3'000'000;    // of all together, about
  std::int64_t longest_piece = 1'000'000;  // of a region that is longer only the middle is looked at
};

/// Less for graphs in which every exon is fed by all before it: they grow with the square of the exons.
inline constexpr size_sample sample_of_literal{60, 500'000, 200'000};
/// Less where a run waits for it: for the choice of its engine, and to tell how far it is.
inline constexpr size_sample sample_for_choice{60, 600'000, 200'000}, sample_for_progress{30, 300'000, 100'000};

struct expected_problems {
  std::vector<problem_size> sizes;                  // [problems]
  std::shared_ptr<const region_problem> example{};  // the first that was made; null: none was
};

/// Sizes of problems. All are exact where all are made; else those of regions that are looked at as a whole are, and
/// the counts of candidates, always. Those that are made are spread over the problems sorted by what is known of them,
/// in an order that depends on how many there are alone. Where the solver's memory does not do for a region its middle
/// is looked at, half of it or less. Throws as expected_costs does.
expected_problems expected_sizes(const prediction_input& input, const prediction_options& options,
                                 std::span<const strand_problem> problems, const size_sample& sample = {});

/// How cost models call work on targets of a kind. Blocks next to candidates count as blocks.
constexpr spliced::work_kind work_kind_of(molecule targets, block_mode blocks) {
  using enum spliced::work_kind;
  if (targets == molecule::protein) return blocks == block_mode::off ? protein_on_candidates : protein_on_blocks;
  return blocks == block_mode::off ? cdna_on_candidates : cdna_on_blocks;
}

/// What a result will take.
struct expected_work {
  spliced::by_cost_unit costs{};
  result_memory memory{};  // while it is worked out
  time_units paper{};      // Eq. 3 to 5, of all strands that are tried; ORF exons are not in it
};

/// [requested] what each takes, with the engine of `options`. `requested` are targets as split_by_target has them, in
/// their order, or some of them; the making of a problem that targets of one region share counts for the first of them.
///
/// Nothing is aligned. Problems of a few regions are made, and counted exactly; where there are more of them, or they
/// are large, their sizes are estimated by the others: from the length that is read, and how many candidates and nt of
/// candidates lie there. Which ones are made depends on `requested` alone. A problem that does not fit in the memory of
/// `options` is estimated too. A best chain is expected to be read on one of the strands that a target is tried on, or
/// on one of all the whole sequences where it is tried everywhere; where any chain is a model, on each. Throws what
/// region_problem throws of other things than memory, and what genome::fetch throws.
std::vector<expected_work> expect_work(const prediction_input& input, const prediction_options& options,
                                       std::span<const locus_target> requested, const size_sample& sample = {});

/// [work] seconds on one thread.
std::vector<double> expected_seconds(std::span<const expected_work> work, const spliced::cost_model& model);

}  // namespace exonweave
