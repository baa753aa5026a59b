// A whole run of `align`: pairs of sequences, shared out among threads, and their alignments as text. Engines that
// align many pairs at once get them in batches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "exons/sequences/targets.hpp"
#include "pairwise/align/align_engine.hpp"
#include "spliced/paths/traceback.hpp"

namespace exonweave {

// An alignment of two sequences column by column, and as the blocks of text in which BLAST shows it.

/// '-' where a side has no residue.
struct alignment_columns {
  std::string query;
  std::string middle;  // what stands between the residues of a pair; a blank where one is alone
  std::string subject;
  std::size_t n_pairs = 0;
  std::size_t n_identical = 0;
  std::size_t n_gaps = 0;  // opened ones

  [[nodiscard]] std::size_t size() const { return middle.size(); }
};

/// The residues are those that are aligned. `query_alone` is the edit, insertion or deletion, that has a residue of the
/// query without one of the subject; `between` says what stands between residues of the query and of the subject.
alignment_columns make_columns(std::string_view query, std::string_view subject,
                               std::span<const spliced::edit_run> edits, spliced::edit query_alone,
                               const std::function<char(char, char)>& between);

/// The first and the last place of some residues as people count them; of none twice the one before them.
using reported_places = std::pair<std::int64_t, std::int64_t>;

/// Of residues [begin, end), counted from 1.
reported_places counted_from_one(std::size_t begin, std::size_t end);

/// 60 columns to a block, between the places of their residues. `query_begin` residues of the query are before the
/// first column; `subject_places` reports where those of the subject lie that are [begin, end) of the aligned ones.
std::string alignment_blocks(const alignment_columns& columns, std::size_t query_begin,
                             const std::function<reported_places(std::size_t, std::size_t)>& subject_places);

// A global alignment of two records as text: blocks of 60 columns, a row with its CIGAR, a row of PAF.

/// What was aligned with what. Without edits the score alone is reported: a CIGAR is *, and PAF's matches and length
/// are 0.
struct aligned_pair {
  const target& query;
  const target& subject;
  const global_alignment& alignment;
};

/// "query, target, score, CIGAR" with tabs between them.
std::string cigar_row(const aligned_pair& pair);

/// With the tags AS (score), NM (columns that are no match of equal letters) and cg (CIGAR).
std::string pair_paf_row(const aligned_pair& pair);

/// A header with the score, identities and gaps; then the alignment in blocks, a bar between equal letters.
std::string pair_blocks(const aligned_pair& pair);

/// Queries and targets of one kind, paired by their order: as many of both, or a single query for all targets.
struct sequence_pairs {
  target_set queries;
  target_set targets;

  [[nodiscard]] std::size_t size() const { return targets.targets.size(); }
  [[nodiscard]] const target& query_of(std::size_t pair) const {
    return queries.targets[queries.targets.size() == 1 ? 0 : pair];
  }
  [[nodiscard]] const target& target_of(std::size_t pair) const { return targets.targets[pair]; }
};

struct align_rules {
  align_scoring scoring;
  bool wants_paths = true;                                            // else scores alone
  spliced::score least = std::numeric_limits<spliced::score>::min();  // paths are requested of scores from here on
  std::uint64_t memory = 0;                                           // bytes for rows, of all threads together
  unsigned n_threads = 1;
};

/// What a thread aligns at a time.
struct align_batch {
  std::vector<std::size_t> pairs{};  // one, unless they are aligned together
  bool is_together = false;          // by align_engine::align_all()
};

/// All pairs, each once. Those that the engine aligns one by one come first: they may be long. Batches have no more
/// pairs than the engine's facts say, and no more cells but where one pair has more. They are so small that each
/// thread gets one.
std::vector<align_batch> make_batches(const sequence_pairs& pairs, const align_engine& engine,
                                      const align_rules& rules);

/// Takes an alignment and the index of its pair.
using alignment_sink = std::function<void(std::size_t pair, const global_alignment&)>;

/// Aligns all pairs. The sink gets each of them once, on any thread, in any order. Counts the cells of all pairs.
/// Throws run_stopped, bad_data where scores of a pair could leave 32 bits, not_enough_memory, and what the engine or
/// the sink throws.
void align_pairs(const sequence_pairs& pairs, const align_engine& engine, const align_rules& rules,
                 run_control& control, const alignment_sink& sink);

}  // namespace exonweave
