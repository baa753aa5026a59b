// What `exonweave estimate` finds out, and how it says it.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "exons/prediction/planner.hpp"
#include "predict_session.hpp"

namespace exonweave::apps {

struct engine_estimate {
  std::string name;
  double seconds = 0;        // of one thread: results, and what is learnt before them
  double low = 0, high = 0;  // of 90% of runs, on a machine like that of the figures
};

struct run_estimate {
  std::vector<locus_target> targets{};  // of all results, or of those of some targets
  double scale = 1;                     // results of the run for one of `targets`
  std::vector<double> seconds{};        // [targets] of the engine that is taken, one thread
  double search_seconds = 0;            // 0: nothing is searched for
  double learning_seconds = 0;          // of the engine that is taken
  std::vector<engine_estimate> engines{};
  std::string taken{};  // the engine that --engine says, or that auto takes
  std::string reason{};

  /// Of the engine that is taken, with learning and search, on so many threads.
  [[nodiscard]] double total(unsigned n_threads) const;
  [[nodiscard]] double n_results() const { return scale * static_cast<double>(targets.size()); }
};

/// What of a run is done in some seconds, the shortest results first.
struct within_budget {
  double n_results = 0;
  double share = 0;  // of all results
};
within_budget done_in(const run_estimate& found, double seconds, unsigned n_threads);

/// Looks at the graphs of some regions; where loci are searched for, at those of some targets. Aligns nothing. Throws as a run does.
run_estimate estimate_run(predict_session& session);

/// For people.
std::string estimate_text(const run_estimate& found, const predict_session& session,
                          std::optional<double> budget);

nlohmann::ordered_json estimate_json(const run_estimate& found, const predict_session& session,
                                     std::optional<double> budget);

/// A row for each result in `targets`, the longest first.
std::string locus_table(const run_estimate& found, const predict_session& session);

}  // namespace exonweave::apps
