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

#include <algorithm>
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
#include "spliced/engine/named_engines.hpp"
#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"
#include "spliced/scoring/substitution.hpp"

namespace exonweave {

// A database of proteins as scan engines read it: sorted by length, in interleaved blocks of 256, so that threads of a
// GPU that align neighbours read neighbouring words and end at about the same time.
//
// A block is a matrix of words, a column for each of its sequences; a word holds four residues, the first in its lowest
// byte. The smallest example, blocks of 2 sequences in place of 256, of the sequences ARNDC, NDR, RR, AN (codes as
// letters, - is padding):
//
//   lengths   5 3 2 2
//   block 0   ARND NDR-     block_at 0
//             C--- ----
//   block 1   RR-- AN--     block_at 4, of two words in one row; block_at ends with 6

constexpr std::size_t block_width = 256;      // sequences of a block
constexpr std::size_t residues_per_word = 4;  // of 32 bits

/// Stands where a block has no residue: after a sequence's end, and in the columns of sequences that are not there.
constexpr spliced::residue_code padding_code = spliced::n_amino_codes;  // 27
/// Codes that words may hold, padding among them.
constexpr std::size_t n_block_codes = spliced::n_amino_codes + 1;
/// A word of padding alone.
constexpr std::uint32_t padding_word = 0x01010101U * padding_code;

struct sequence_blocks {
  std::span<const std::uint32_t> lengths;   // residues, [n_sequences], descending, each at least 1
  std::span<const std::uint64_t> block_at;  // words before each block, [n_blocks + 1]
  std::span<const std::uint32_t> words;     // [block_at.back()]

  [[nodiscard]] std::size_t n_sequences() const { return lengths.size(); }
  [[nodiscard]] std::size_t n_blocks() const { return block_at.size() - 1; }
  /// Rows of a block: words of its longest sequence, its first one.
  [[nodiscard]] std::size_t n_rows(std::size_t block) const {
    return (block_at[block + 1] - block_at[block]) / block_width;
  }
  /// The residues of one sequence. Writes lengths[sequence] codes to `residues`, each below n_amino_codes: a byte that
  /// is no residue, since somebody else has written to `words`, reads as a stop.
  void read(std::size_t sequence, std::span<spliced::residue_code> residues) const {
    const std::uint32_t* const column = words.data() + block_at[sequence / block_width] + sequence % block_width;
    for (std::size_t i = 0; i < lengths[sequence]; ++i)
      residues[i] = std::min(spliced::stop_amino,
                             static_cast<spliced::residue_code>(column[i / residues_per_word * block_width] >>
                                                                (8 * (i % residues_per_word))));
  }
};

/// Makes the interleaved blocks of a database.
class owned_blocks {
 public:
  /// Adds a sequence, which has a residue at least and is no longer than the one before. Throws std::invalid_argument
  /// otherwise.
  void add(std::span<const spliced::residue_code> residues);

  [[nodiscard]] sequence_blocks view() const { return {lengths_, block_at_, words_}; }

 private:
  std::vector<std::uint32_t> lengths_;
  std::vector<std::uint64_t> block_at_{0};
  std::vector<std::uint32_t> words_;
};

/// [sequences] The order of a database: longest first; of equal lengths as given.
std::vector<std::uint32_t> order_by_length(std::span<const std::uint32_t> lengths);

// Whether the blocks of a database are as drawn above: engines read what they say without another look.

/// What is wrong with them, in words; empty where nothing is. `block_at` has an entry for each block and one more.
/// Reads all of them.
std::string_view contradiction_in(const sequence_blocks& blocks);

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
