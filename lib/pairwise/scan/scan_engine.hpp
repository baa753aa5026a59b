// What every scan engine does: exact local alignment scores (Smith and Waterman 1981; affine gaps as Gotoh 1982) of
// protein queries against all sequences of a database.
//
//   H(i,j) = max(0, H(i-1,j-1) + d(s_j, q_i), E(i,j), F(i,j))          q: query, s: sequence of the database
//   E(i,j) = max(E(i,j-1), H(i,j-1) - open) - extend                   residues of the sequence unaligned
//   F(i,j) = max(F(i-1,j), H(i-1,j) - open) - extend                   residues of the query unaligned
//   score  = max over i, j of H(i,j); 0 where nothing aligns
//
// Engines give scores alone. Where alignments begin and end, and how they run, one code on the CPU says for all of
// them.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "pairwise/engine/pairwise_engine.hpp"
#include "pairwise/scan/sequence_blocks.hpp"
#include "spliced/engine/named_engines.hpp"
#include "spliced/scoring/gap_costs.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

struct scan_scoring {
  const spliced::substitution_matrix* substitution = nullptr;  // over amino-acid codes: d(sequence, query); never null
  spliced::gap_costs gaps;                                     // open + extend at least 1
};

struct scan_query {
  std::span<const spliced::residue_code> residues;  // may be empty: every score is 0
  spliced::score least = 1;                         // what scores less is not reported; 0 or less: all are
};

struct scan_hit {
  std::uint32_t query = 0;     // index among the queries
  std::uint32_t sequence = 0;  // index in the database's order
  spliced::score total = 0;
  auto operator<=>(const scan_hit&) const = default;
};

/// A database where an engine can reach it, on its devices for example.
class opened_scan {
 public:
  virtual ~opened_scan() = default;

  /// All pairs that score enough, by query and sequence. Scores are exact, whatever their size. Adds length of query *
  /// residues of the database to the control's cells as work is done; `control` may be null. Throws run_stopped,
  /// std::range_error where scores could leave 32 bits, and what devices throw. Calls from one thread at a time.
  [[nodiscard]] virtual std::vector<scan_hit> scan(std::span<const scan_query> queries, run_control* control) = 0;
};

class scan_engine {
 public:
  virtual ~scan_engine() = default;

  [[nodiscard]] virtual const pairwise_engine& facts() const = 0;

  /// Why it takes no such scoring, in words; empty where it does. open() throws std::invalid_argument for it.
  [[nodiscard]] virtual std::string refusal(const scan_scoring&) const { return {}; }

  /// About how many residues of queries keep it busy at once: callers give it so many in one call of scan(), or a
  /// little more.
  [[nodiscard]] virtual std::size_t batch_residues() const = 0;

  /// `database` and the scoring's matrix must outlive what is opened, and so must the engine.
  [[nodiscard]] virtual std::unique_ptr<opened_scan> open(const sequence_blocks& database,
                                                          const scan_scoring& scoring) const = 0;
};

/// Throws std::range_error where scores of a query against sequences of these lengths, the longest first, could reach
/// score_limit.
void check_score_range(const scan_query& query, std::span<const std::uint32_t> lengths, const scan_scoring& scoring);

/// [n_sequences] What any query can score at most with each sequence: the sum over its residues of the best that a
/// residue of a query scores with it. At most score_limit. An engine need not align a pair that cannot reach the
/// query's least score.
std::vector<spliced::score> highest_scores(const sequence_blocks& database, const scan_scoring& scoring,
                                           unsigned n_threads);

using scan_registry = spliced::named_engines<scan_engine, pairwise_engine>;

}  // namespace exonweave
