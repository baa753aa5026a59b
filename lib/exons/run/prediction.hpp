// The main job: every locus (a region with its targets) solved, on many threads, with one result for each target in an
// order that does not depend on them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exons/loci/alignment_task.hpp"
#include "exons/loci/cases.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/models/gene_model.hpp"
#include "exons/run/planner.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/significance/score_statistics.hpp"
#include "exons/solving/chain_solver.hpp"
#include "exons/solving/cut_genes.hpp"
#include "exons/solving/expected_costs.hpp"
#include "exons/solving/region_sites.hpp"

namespace exonweave {

// Whether a target has a model on a region, or why not.

enum class locus_outcome {
  model,
  no_locus,            // nowhere in the genome a search found anything alike
  no_candidate,        // no exon lies in the region
  nothing_known,       // the target, or all of the exons' span, is N (or X) only: nothing to align
  no_start_codon,      // protein: no exon can begin a chain
  no_stop_codon,       // protein: none can end one
  no_chain,            // no exons join a beginning to an end in one open frame
  below_min_score,     // the best chain scores less than min_score
  below_min_coverage,  // it covers less of the target than min_coverage
  too_large,           // all of the memory does not do
  beyond_32_bits,      // scores on the region could be
};

/// Whether nothing could be aligned.
constexpr bool is_too_large(locus_outcome outcome) { return outcome >= locus_outcome::too_large; }

/// "model", or why there is none: "no candidate exon in the region", "score below the least for a model", ...
std::string_view to_string(locus_outcome outcome);

/// Which results of a run are worked out and handed on: all, or some.
struct place_selection {
  std::vector<bool> requested{};  // [places]; empty: all

  [[nodiscard]] bool has(std::size_t place) const { return requested.empty() || requested[place]; }
};

/// All that is referred to must outlive it.
struct prediction_input {
  genome& sequences;
  const candidate_set& candidates;
  const target_set& targets;
  std::span<const alignment_task> cases;     // as sorted_cases() has them
  double n_places = 0;                       // nt of both strands that were searched for the cases; 0: they were given
  std::span<const expected_chain> chains{};  // [cases] what the search has found there; empty: nothing did
  place_selection selection{};
  // [places] what each result counts for in run_control, in place of its cells: microseconds that it is expected to
  // take. Empty: cells.
  std::span<const std::uint64_t> expected_us{};

  [[nodiscard]] bool is_searched() const { return n_places > 0; }
};

/// What a frameshift and a stop codon within cost.
struct disruption_costs {
  spliced::score frameshift = 0;
  spliced::score internal_stop = 0;
};

/// What ends of genes are chosen by, next to sites and introns.
struct end_weights {
  codon_weights coding;
  spliced::score gene_price = 0;  // of each gene next to them
  spliced::score ten_codons = 0;  // so many more or less than residues of the target that are missing there
};

/// Longer regions are aligned in windows (locus_division.hpp). nt.
struct window_lengths {
  std::int64_t longest = 8'000'000;
  std::int64_t shared = 2'000'000;  // by two neighbours
};

struct prediction_options {
  chain_scoring scoring;
  candidate_scoring
      candidates;  // its type_mismatch is charged for targets that are whole coding sequences, or proteins
  // What splice sites weigh. Nothing for given exons: they may stand anywhere. ORF exons need the second.
  std::optional<site_scorer> candidate_sites{};
  std::optional<site_scorer> block_sites{};
  const splice_scores* listed_scores = nullptr;  // next to what sites weigh by these; null: none
  std::optional<cut_costs> cuts{};               // of genes that an open end cuts; nothing: there are none
  // What codons tell of the ends of models (gene_ends.hpp), next to extend_starts; nothing: they tell nothing.
  std::optional<end_weights> ends{};
  spliced::score min_site = spliced::unreachable;  // splice sites of ORF exons that weigh less are none
  block_mode blocks = block_mode::off;
  bool has_introns = true;                          // else a gene is one exon
  genetic_codes codes{};                            // of coding sequences and models
  spliced::score min_score = spliced::unreachable;  // chains below are not models
  // How scores are distributed by chance, in the unit that is computed with; nothing: models have no E-values.
  std::optional<score_statistics> by_chance{};
  std::optional<double> max_e_value{};  // above 0, next to by_chance: chains above are not models
  // In the recheck of disrupted genes (disrupted_genes.hpp); nothing: there is none.
  std::optional<disruption_costs> disruption{};
  bool extend_starts = false;        // of models: see extend_start()
  bool has_ends_in_regions = false;  // these ends lie in the region of a case, also where loci were searched for
  double min_coverage = 0;           // of the target's symbols that are paired, [0, 1]
  std::size_t n_isoforms = 1;        // of a locus of a gene set, at most
  std::size_t max_loci = 1;  // of a target on a region, those with the best scores; several: solver.locus_fraction
  window_lengths windows{};
  solver_settings solver;
  memory_limits memory;            // of all threads together
  run_control* control = nullptr;  // null: nobody watches the run
  unsigned n_threads = 1;
  std::function<void(std::size_t n_threads)> on_fewer_threads{};  // see worker_options
};

/// What came of a target on a region.
struct locus_result {
  alignment_task locus;       // the strand of the best chain; of the first case where there is none
  std::vector<strand> tried;  // forward first
  locus_outcome outcome = locus_outcome::no_candidate;
  // Place by place, the best one first, and so the chains of each; empty unless outcome is model.
  std::vector<gene_model> models;
  std::optional<problem_report> too_large{};  // what would be needed, where is_too_large(outcome)
  spliced::score best_score = spliced::unreachable;
  spliced::score lowest_score = spliced::unreachable;  // what a chain had to score
  double search_space = 0;                             // of its target, see search_spaces
  std::size_t n_candidates = 0;                        // distinct places over the strands tried
  std::size_t n_left_out = 0;                          // loci beyond max_loci, where that is more than one
  case_work work;
  double seconds = 0;      // wall time of the threads that worked on it, one after the other
  double cpu_seconds = 0;  // of that those on a processor, but for the fraction of what a batch took together
};

struct placed_result {
  std::size_t place = 0;  // among all targets_of()
  locus_result result;
};

/// Results that a run before has left, and what is reported of those of this one.
struct result_log {
  std::vector<placed_result> known{};  // these are not worked out again, where each is of what its place is of
  // Told each result as soon as it is there, by any thread, before it is handed on; may be empty.
  std::function<void(std::size_t place, const locus_result&)> note{};
  bool has_models = false;  // whoever is reported keeps them: results are handed on without
};

/// All results that there are, in the order of the cases: one per (sequence, region, target), and strand where loci
/// were searched for.
std::vector<locus_target> targets_of(const prediction_input& input);

/// Those that are selected. Each keeps its place among all.
std::vector<locus_target> requested_targets(const prediction_input& input);

/// What options.control has counted when all is done, but for what was too large: the cells of all cases that
/// are not known, for each pass and once more for the margins and the division into loci.
std::uint64_t count_planned_cells(const prediction_input& input, const prediction_options& options,
                                  const std::vector<placed_result>& known = {});

/// One result per target of targets_of() that is requested, handed to `sink` in the order of the cases: each as soon as
/// it and all before it are there, from one thread at a time. Of the strands the better score wins, then the forward
/// strand. A target for which all of the memory does not do has a result that says so. Throws bad_data, naming the
/// target, when a target cannot be solved: of several the first by that order, whatever the threads; what `sink` and
/// the log throw; run_stopped when options.control was told to stop.
void predict_loci(const prediction_input& input, const prediction_options& options,
                  const std::function<void(locus_result&&)>& sink, result_log log = {});

// Where targets may have genes, as far as a run knows.

/// Cases come from the inputs, or are made of loci that a search has found.
struct known_places {
  std::span<const alignment_task> cases{};
  std::span<const found_locus> loci{};
  std::span<const expected_chain> chains{};  // [cases] what was found there; empty where nothing was searched for
};

}  // namespace exonweave
