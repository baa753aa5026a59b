// What the options of a run amount to with its inputs: worked out once, when these are read. Stages take their part of
// it, and none looks at options again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/run_costs.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/run/prediction.hpp"
#include "exons/run/self_training.hpp"
#include "predict/predict_options.hpp"
#include "runtime_model/memory/run_memory.hpp"

namespace exonweave::apps {

struct predict_inputs;

/// What chains are models of a pass, whatever it scores with.
struct pass_rules {
  prediction_options base{};                    // all of it but what a model, an engine and the memory left decide
  std::optional<written_score> lowest_score{};  // of a model without an E-value; nothing: any does
  std::optional<double> max_e_value{};          // --max-evalue; nothing: the usual one
  bool goes_by_score = false;                   // --min-score was given: E-values limit nothing
};

/// What a splice model is learnt by.
struct training_rules {
  std::size_t n_rounds = 0;  // passes that learn before the last one
  round_plan plan{};
};

/// Where targets are tried, and so where those that were not aligned at all could have been.
enum class tried_places { found, pairs, hits, any };

/// What the summary reports of the options as they were given.
struct reported_options {
  std::vector<given_option> given{};
  std::vector<std::string> types{};  // of rows of candidates
  genetic_code_requests codes{};
  std::string coding_model{own_coding_model};
};

struct run_rules {
  run_costs costs{};  // what work costs on this machine
  thread_numbers threads{};
  memory_terms memory{};
  engine_request engine{};
  search_rules search{};
  search_where where = search_where::by_size;
  bool may_search = true;       // the options let loci of proteins be searched for
  double min_loci_score = 0.7;  // of the best locus' score, (0, 1]
  tried_places tried = tried_places::any;
  intron_kinds introns = intron_kinds::canonical;
  pass_rules models{};    // that are written
  pass_rules learning{};  // depends on no floor for those
  training_rules training{};
  gene_set_requests genes{};
  bool is_quiet = false;
  bool is_strict = false;       // a region that is too large ends the run
  bool is_merge = false;        // parts have all results
  bool is_continued = false;    // a run before, or parts, have left results
  bool may_be_divided = false;  // into parts, which hold less
  reported_options reported{};

  [[nodiscard]] bool has_pairs() const { return tried == tried_places::pairs || tried == tried_places::hits; }
  /// Bytes of graphs and rows, of all threads together, or of the whole run with --memory.
  [[nodiscard]] std::uint64_t max_memory() const { return memory.requested.value_or(memory.usual_for_graphs); }
};

/// What else decides how much memory the run holds, and what it may: --memory, else a share for each thread that does
/// for most loci without computing rows twice, at most half of the machine's, unless the run is of another one.
memory_terms memory_terms_of(const predict_options& options);

/// All of it, of inputs that are read but for their cases, which may depend on it. Throws bad_usage for a --min-score
/// of a half where scores are whole numbers.
run_rules make_run_rules(const predict_options& options, const predict_inputs& read, run_costs costs);

}  // namespace exonweave::apps
