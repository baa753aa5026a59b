// What a run takes with one engine, in seconds.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runtime_model/times/expected_times.hpp"
#include "spliced/costs/cost_model.hpp"
#include "spliced/engine/engine_facts.hpp"

namespace exonweave {

/// What is aligned: results, and what is learnt from before them in all rounds.
struct run_work {
  std::vector<expected_work> results{};
  std::vector<expected_work> training{};
};

/// What of a run does not depend on its engine.
struct run_terms {
  double scale = 1;                 // results of the run for one of run_work
  unsigned n_threads = 1;           // of the run
  double search_seconds = 0;        // of one thread, before anything is aligned
  double completeness_seconds = 0;  // of one thread, for the proteins of --completeness
  double sweep_seconds = 0;         // of all threads or GPUs, likewise
  double gene_model_seconds = 0;    // of one thread, for the gene model, after all is aligned
  std::size_t n_pieces = 1;         // of the genome, which threads parse by it

  /// Of all threads or GPUs, for what is shared otherwise than alignments are: sweeps and the gene model.
  [[nodiscard]] double seconds_next_to() const;
};

/// An engine, and who does its work for what price (working_engine(), prices_for()). The engines must outlive it.
struct priced_engine {
  const spliced::engine_facts& requested;
  const spliced::engine_facts& working;
  spliced::cost_model model;
  bool is_measured = false;  // the model, by a calibration of this machine; else it comes with the program
};

struct engine_estimate {
  std::string name;
  double thread_seconds = 0;    // of one thread: search, learning, results, the gene model and completeness
  double learning_seconds = 0;  // of these, for what is learnt from before results
  // Nine of ten single results took as much longer or shorter when the machine was calibrated; wider where some targets
  // stand for all.
  double low = 0, high = 0;
  double seconds = 0;                // on the threads of the run
  bool is_measured = false;          // as of priced_engine
  std::vector<double> of_results{};  // [results] one thread
};

engine_estimate estimate_engine(const priced_engine& engine, const run_work& work, const run_terms& run);

/// Indices of the results.
std::vector<std::size_t> longest_first(const engine_estimate& engine);

/// Of how many results a run is done in some seconds, the shortest first, with all else that it does.
struct within_budget {
  double n_results = 0;
  double fraction = 0;  // of all results
};
within_budget done_in(const engine_estimate& engine, const run_terms& run, double seconds);

}  // namespace exonweave
