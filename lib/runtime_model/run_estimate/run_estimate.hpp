// What a run takes with one engine, in seconds, next to alignments as well, and how much it writes.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "exons/run/planner.hpp"
#include "exons/sequences/targets.hpp"
#include "runtime_model/times/expected_times.hpp"
#include "spliced/costs/cost_model.hpp"
#include "spliced/engine/engine.hpp"

namespace exonweave {

// What a run does next to alignments, in units of work: a search for loci (locus_search.hpp), which reads the genome
// once for all targets and then looks for each of them once more around what was found; the parses of a gene model
// (gene_finder.hpp); and exhaustive sweeps (bound_search.hpp).

/// Lengths in nt and residues; nt of all windows in which a target is looked for once more.
spliced::by_cost_unit work_of_search(double genome_length, double n_residues, double n_window_bases);

/// Of a gene model in so many rounds, each of which learns and parses the genome; nt of all pieces of one parse.
spliced::by_cost_unit work_of_parses(double n_piece_bases, std::size_t n_parses);

/// Of exhaustive sweeps, as is known before a run. What is swept anew comes on top.
struct bound_work {
  double n_places = 0;    // nt of both strands
  double n_residues = 0;  // of all targets
  double longest = 0;     // nt that are swept in a row

  [[nodiscard]] double cells() const { return n_places * n_residues; }
};

/// Wall time.
double seconds_on_cpu(const spliced::cost_model& prices, const bound_work& work, unsigned n_threads);
double seconds_on_gpus(const spliced::cost_model& prices, const bound_work& work, unsigned n_threads,
                       std::size_t n_gpus);

// Some targets that stand for all, where the loci of all would take long to find: which, and how far off that may be.

/// So many targets that the search for their loci in so many nt takes a minute or two on a thread, but no fewer than
/// some: a few have most of the work where genes have families, so a sample may miss much of it.
std::size_t max_searched(const target_set& targets, double nt, const spliced::cost_model& prices);

/// Keeps so many of the targets at most, spread over all; returns how many stand for one.
double keep_some(target_set& targets, std::size_t most);

/// By how much a sum over all results may be off of which so many are known, each for `scale` of them: 1.64 standard
/// errors, as a part of it, at most 0.9; 0 where all or fewer than two are known.
double sampling_error(std::span<const double> known, double scale);

// All of a run.

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

/// Bytes of --out, not packed: of the models that these results will have, each for `scale` of them.
double expected_output(std::span<const locus_target> results, const target_set& targets, double scale);

}  // namespace exonweave
