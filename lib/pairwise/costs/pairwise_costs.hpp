// How long `scan` and `align` take before they are run: units of work of comparing sequences two by two, and the
// seconds that one of each takes an engine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spliced/costs/by_unit.hpp"

namespace exonweave {

enum class pairwise_unit : std::uint8_t {
  residue,           // of a database that is opened, on one thread
  query,             // compared with a database, or with a target
  row,               // residues of a database, once for each query; of a pair those of its query
  cell,              // residues of a query times those of what it is compared with
  path_residue,      // of both sequences of a pair whose alignment is wanted; this and all below: not of a scan
  path_cell,         // cells of such a pair, where gaps are linear
  affine_path_cell,  // the same where opening a gap costs something
  wide_cell,         // cells again, of a pair whose scores may need 32 bits
  wide_path_cell     // the same where its alignment is wanted
};

constexpr std::size_t n_pairwise_units = 9;

/// As it is called above.
std::string_view to_string(pairwise_unit unit);

using by_pairwise_unit = spliced::by_unit<pairwise_unit, n_pairwise_units>;

/// A query against a whole database. Lengths in residues.
by_pairwise_unit work_of_query(double query_length, double database_length);

enum class path_wish : std::uint8_t { none, linear, affine };  // the score alone; the alignment, with such gaps

/// A pair of sequences that is aligned from end to end.
struct pair_traits {
  double query_length = 0, target_length = 0;  // residues
  path_wish path = path_wish::none;
  double highest_score = 0;  // of two residues
};

by_pairwise_unit work_of_pair(const pair_traits& pair);

/// What is known of an engine by its name alone, where it cannot be made.
struct pairwise_engine {
  std::string_view command;  // "scan" or "align"
  std::string_view name;
  bool is_of_gpu = false;
  bool is_automatic = false;  // `auto` may take it
  bool needs_linear_gaps = false;
  double most_cells = 0;  // of a pair, beyond which it is for others; 0: any
};

/// Those of scan, then those of align; of each the CPU's first, then the fastest of a GPU.
std::span<const pairwise_engine> pairwise_engines();

/// Of an engine, as it was measured.
struct pairwise_costs {
  std::string command, engine;  // as in pairwise_engines()
  std::size_t n_runs = 0;       // that were timed
  by_pairwise_unit seconds{};   // of one of each unit
};

/// A measurement.
struct timed_pairwise {
  by_pairwise_unit work{};
  double seconds = 0;
};

/// Prices that are not negative, for which sums are off by small parts of themselves. Units that occur in no sample
/// cost 0.
by_pairwise_unit fit_pairwise(std::span<const timed_pairwise> samples);

/// What a command is about to do.
struct pairwise_run {
  std::string_view command;
  by_pairwise_unit work{};
  by_pairwise_unit longest{};  // of a pair, which one thread does; zeros where all is divided
  bool has_linear_gaps = false;
  unsigned n_threads = 1;     // that have something to do
  std::size_t most_gpus = 1;  // that could share it

  [[nodiscard]] bool suits(const pairwise_engine& engine) const {
    return engine.command == command && (has_linear_gaps || !engine.needs_linear_gaps) &&
           (engine.most_cells == 0 || longest[pairwise_unit::cell] <= engine.most_cells);
  }
};

/// Opening a database is one thread's work, all else is divided among the threads of a CPU, or so many GPUs (at least
/// 1); one of a GPU has to be started as well.
double expected_seconds(const pairwise_engine& engine, const by_pairwise_unit& seconds, const pairwise_run& run,
                        std::size_t n_gpus = 1);

}  // namespace exonweave
