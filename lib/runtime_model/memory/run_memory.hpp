// Where the memory of a run goes. There is one account of it: runs are bound by it, and estimates tell of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "exons/run/prediction.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sequences/targets.hpp"

namespace exonweave {

/// What a run has read, and knows so far. Of a sample of its targets each stands for `scale` of them.
struct run_contents {
  const sequence_catalog& sequences;
  const target_set& targets;
  std::size_t n_candidates = 0;
  bool is_searched = false;  // its cases come from loci
  known_places places{};
  double scale = 1;
  const target_set* expected = nullptr;  // proteins that are held next to the targets, all of them
};

/// What else decides how much a run holds, and what it may.
struct memory_terms {
  std::size_t n_chains = 1;                  // of a case, at most
  bool has_pairs = false;                    // each case most likely has a model
  bool is_part = false;                      // of a run: models go to its journal
  bool needs_all_models = false;             // before the first one is written
  bool has_elections = false;                // what they need of each model is held as well
  bool may_find_genes = false;               // by a gene model, if it passes its test
  unsigned n_threads = 1;                    // of the run
  std::optional<std::uint64_t> requested{};  // bytes, for all that the run holds; nothing: the next two hold
  std::uint64_t usual_for_graphs = 0;        // bytes, of all threads together
  std::uint64_t usual_alone = 0;             // bytes of that, for one target; no more than 16 GiB are taken
};

/// What a result takes while it is worked out. Bytes.
struct result_memory {
  double rows = 0;
  double problems = 0;            // of its strands
  std::size_t first_problem = 0;  // results with the same one share their problems
  double recheck = 0;             // next to these, where the frame of its gene seems to be broken

  [[nodiscard]] double all() const { return rows + problems; }
};

/// Bytes. What is held does not depend on threads, and so nor does what is too large.
struct memory_plan {
  std::uint64_t held = 0;        // targets, candidates, loci, and models that wait to be written; see plan_memory
  std::uint64_t searching = 0;   // inputs, index and smallest block of a search; 0: nothing is searched for
  std::uint64_t pieces = 0;      // of the genome, next to that, on all threads
  std::uint64_t finding = 0;     // genes by a gene model, on all threads, next to what is held
  std::uint64_t for_graphs = 0;  // of all threads together
  std::uint64_t alone = 0;       // of that, for one target
  std::uint64_t n_threads = 1;
  bool is_bound = false;  // by memory_terms::requested

  /// What a run holds at its peak, the program included, whose results take as much where they have it: each thread may
  /// have one of the largest at hand, in its fraction, and one that needs more has all that a target may have. Problems
  /// that several of them share count once. One result in ten is rechecked.
  [[nodiscard]] double peak(std::vector<result_memory> results) const;
};

/// The plan of a run. A part holds no models, but within memory_terms::requested it leaves free what the whole run
/// would hold of them, where there is room: what is too large for it is what is too large there.
memory_plan plan_memory(const run_contents& run, const memory_terms& terms);

/// Bytes that a run holds next to models: names count where they are long.
std::uint64_t memory_of_data(const run_contents& run);

/// Bytes that a search for loci holds at its peak that is all of a run, the program included: the inputs, the index of
/// all targets, a piece of the genome for each thread, and its places, the loci, as they are found and written.
double memory_of_search(const run_contents& run, unsigned n_threads);

}  // namespace exonweave
