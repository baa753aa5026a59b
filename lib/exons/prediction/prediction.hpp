// The main job: every locus (a target on a region, one or both strands) solved, on many threads, with one
// result each in an order that does not depend on them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "exons/loci/cases.hpp"
#include "exons/models/gene_model.hpp"
#include "exons/sequences/genome.hpp"
#include "exons/solving/chain_solver.hpp"
#include "exons/solving/region_sites.hpp"

namespace exonweave {

struct prediction_input {
  genome* sequences = nullptr;  // all pointers: never null, outlive the call
  const candidate_set* candidates = nullptr;
  const target_set* targets = nullptr;
  const std::vector<alignment_case>* cases = nullptr;  // as make_cases sorts them
};

struct prediction_options {
  chain_scoring scoring;
  candidate_scoring
      candidates;  // its type_mismatch is charged for targets that are whole coding sequences, or proteins
  // What splice sites weigh. Nothing for given exons: they may stand anywhere. Own blocks need the second.
  std::optional<site_scorer> candidate_sites{};
  std::optional<site_scorer> block_sites{};
  block_mode blocks = block_mode::off;
  genetic_code code;                                // of coding sequences and models
  spliced::score min_score = spliced::unreachable;  // chains below are not models
  double min_coverage = 0;                          // of the target's symbols that are paired, [0, 1]
  solver_options solver;                            // its memory is for all threads together
  unsigned n_threads = 1;
};

enum class locus_outcome {
  model,
  no_candidate,        // no exon lies in the region
  nothing_known,       // the target, or all of the exons' span, is N (or X) only: nothing to align
  no_start_codon,      // protein: no exon can begin a chain
  no_stop_codon,       // protein: none can end one
  no_chain,            // no exons join a beginning to an end in one open frame
  below_min_score,     // the best chain scores less than min_score
  below_min_coverage,  // it covers less of the target than min_coverage
};

struct locus_result {
  alignment_case of;          // the strand of the best chain; of the first case where there is none
  std::vector<strand> tried;  // forward first
  locus_outcome outcome = locus_outcome::no_candidate;
  std::vector<gene_model> models;  // best first; empty unless outcome is model
  spliced::score best_score = spliced::unreachable;
  std::size_t n_candidates = 0;  // distinct places over the strands tried
  case_work work;
  double seconds = 0;
};

/// "model", or why there is none: "no candidate exon in the region", "score below the least for a model", ...
std::string_view to_string(locus_outcome outcome);

/// Loci among sorted cases: runs of equal (sequence, region, target).
std::size_t count_loci(const std::vector<alignment_case>& cases);

/// One result per (sequence, region, target), in the order of the cases. Of the strands the better score
/// wins, then the forward strand. `on_locus_done` is called once per locus, from any thread. Throws bad_data
/// or not_enough_memory, naming the target, when a locus cannot be solved.
std::vector<locus_result> predict_loci(const prediction_input& input, const prediction_options& options,
                                       const std::function<void()>& on_locus_done);

}  // namespace exonweave
