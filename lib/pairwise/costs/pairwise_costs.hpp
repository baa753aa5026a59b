// How long `scan` and `align` take before they are run: units of work of comparing sequences two by two, and the
// seconds that one of each takes an engine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pairwise/engine/pairwise_engine.hpp"
#include "spliced/costs/priced_work.hpp"

namespace exonweave {

enum class pairwise_unit : std::uint8_t {
  residue,           // of a database that is opened, on one thread
  query,             // compared with a database, or with a target
  row,               // residues of a database, once for each query; of a pair those of its query
  cell,              // residues of a query times those of what it is compared with
  path_residue,      // of both sequences of a pair whose alignment is requested; this and all below: not of a scan
  path_cell,         // cells of such a pair, where gaps are linear
  affine_path_cell,  // the same where opening a gap costs something
  wide_cell,         // cells again, of a pair whose scores may need 32 bits
  wide_path_cell     // the same where its alignment is requested
};

constexpr auto unit_names(pairwise_unit) {
  return std::to_array<std::string_view>({"residue", "query", "row", "cell", "path_residue", "path_cell",
                                          "affine_path_cell", "wide_cell", "wide_path_cell"});
}

using by_pairwise_unit = spliced::by_unit<pairwise_unit>;
using pairwise_prices = spliced::work_prices<pairwise_unit>;
using timed_pairwise = spliced::timed_work<pairwise_unit>;

/// A query against a whole database. Lengths in residues.
by_pairwise_unit work_of_query(double query_length, double database_length);

enum class path_request : std::uint8_t { none, linear, affine };  // the score alone; the alignment, with such gaps

/// A pair of sequences that is aligned from end to end.
struct pair_traits {
  double query_length = 0, target_length = 0;  // residues
  path_request path = path_request::none;
  double highest_score = 0;  // of two residues
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

/// Opening a database is one thread's work, all else is divided among the threads of a CPU, or so many GPUs (at least
/// 1); one of a GPU has to be started as well.
double expected_seconds(const pairwise_engine& engine, const pairwise_prices& prices, const pairwise_run& run,
                        std::size_t n_gpus = 1);

/// Bytes of a GPU that a run of align keeps there of its pairs: of the longest one, or of a batch for each thread.
/// `longest_target`: residues.
double device_bytes(const pairwise_engine& engine, const pairwise_run& run, double longest_target);

}  // namespace exonweave
