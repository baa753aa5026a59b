// What is known of an engine of `scan` or `align` without making it: one of a GPU on a machine without GPUs as well.
// Each engine declares its own next to itself, once; who shows, prices or chooses engines reads them in the registries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "spliced/costs/cost_model.hpp"

namespace exonweave {

// Units of work of comparing sequences two by two, of which each engine says how many of its cells one is worth.

enum class pairwise_unit : std::uint8_t {
  pair,          // of sequences, or a query with a database
  residue,       // of a database, once for each query; of a pair those of both sequences
  cell,          // residues of a query times those of what it is compared with
  path_residue,  // residues of a pair whose alignment is requested; this and all below: not of a scan
  path_cell,     // cells of such a pair
  wide_cell      // cells of a pair whose scores may need 32 bits; more of them where its alignment is requested
};

constexpr auto unit_names(pairwise_unit) {
  return std::to_array<std::string_view>({"pair", "residue", "cell", "path_residue", "path_cell", "wide_cell"});
}

using by_pairwise_unit = spliced::by_unit<pairwise_unit>;

/// Pairs that an engine of `align` aligns together.
struct batch_limits {
  std::size_t max_pairs = 0;    // 0: it aligns one at a time
  std::uint64_t max_cells = 0;  // of all of them, unless one alone has more
};

struct pairwise_engine {
  std::string_view command = {};  // "scan" or "align"
  std::string_view name = {};
  bool is_of_gpu = false;
  bool is_automatic = false;  // `auto` may take it
  bool needs_linear_gaps = false;
  std::uint64_t max_cells = 0;  // of a pair, beyond which it is for others; 0: any
  batch_limits batch{};
  double path_cell_bytes = 0;  // of a GPU's memory, for a cell of a pair whose path is requested: see device_bytes()
  double column_bytes = 0;     // likewise for a residue of a target, with a path or without one
  // What one of each unit takes, in cells of a cost model: of its device_cell where the engine is of a GPU, else of its
  // cell (docs/benchmarks/log/scan.md, align.md). Zeros: not known.
  by_pairwise_unit rates{};

  [[nodiscard]] constexpr bool has_rates() const { return rates[pairwise_unit::cell] > 0; }
};

// How long `scan` and `align` take before they are run: units of their work, and what these take an engine.

/// A measurement.
struct timed_pairwise {
  by_pairwise_unit work{};
  double seconds = 0;
};

/// A query against a whole database. Lengths in residues.
by_pairwise_unit work_of_query(double query_length, double database_length);

/// A pair of sequences that is aligned from end to end.
struct pair_traits {
  double query_length = 0, target_length = 0;  // residues
  bool wants_path = false;                     // its alignment, not the score alone
  double highest_score = 0;                    // of two residues
};

by_pairwise_unit work_of_pair(const pair_traits& pair);

/// What a command is about to do.
struct pairwise_run {
  std::string_view command;
  by_pairwise_unit work{};
  by_pairwise_unit longest{};  // of a pair, which one thread does; zeros where all is divided
  bool has_linear_gaps = false;
  unsigned n_threads = 1;    // that have something to do
  std::size_t max_gpus = 1;  // that could share it

  [[nodiscard]] bool suits(const pairwise_engine& engine) const {
    return engine.command == command && (has_linear_gaps || !engine.needs_linear_gaps) &&
           (engine.max_cells == 0 || longest[pairwise_unit::cell] <= static_cast<double>(engine.max_cells));
  }
};

/// All is divided among the threads of a CPU, or so many GPUs (at least 1), which have to be started as well. Of an
/// engine that has_rates().
double expected_seconds(const pairwise_engine& engine, const spliced::cost_model& prices, const pairwise_run& run,
                        std::size_t n_gpus = 1);

/// Bytes of a GPU that a run of align keeps there of its pairs: of the longest one, or of a batch for each thread.
/// `longest_target`: residues.
double device_bytes(const pairwise_engine& engine, const pairwise_run& run, double longest_target);

}  // namespace exonweave
