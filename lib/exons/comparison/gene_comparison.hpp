// What became of each gene from one gene set to another: the same coding sequence, a changed one, or none.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/text_sink.hpp"
#include "exons/comparison/coding_set.hpp"
#include "exons/comparison/set_accuracy.hpp"
#include "exons/sequences/sequences.hpp"

namespace exonweave {

enum class gene_status : std::uint8_t { exact, changed, only_a, only_b };
constexpr std::array<std::string_view, 4> gene_status_words = {"exact", "changed", "only_a", "only_b"};

/// What differs, from A to B's view: `intron_added` is in A and not in B. In the direction of transcription.
enum class gene_change : std::uint8_t {
  merged,           // one gene of A shares coding sequence with several of B
  split,            // several genes of A share coding sequence with one of B
  start_moved,      // the first coding base
  end_moved,        // the last one
  intron_moved,     // overlapping introns with another border
  intron_added,     // overlaps no other intron of B's transcript
  intron_lost,      // overlaps no other intron of A's transcript
  frame_differs,    // some shared bases are read in another frame
  opposite_strand,  // shared bases are read on the other strand alone
};
constexpr std::array<std::string_view, 9> gene_change_words = {"merged",      "split",         "start_moved",
                                                               "end_moved",   "intron_moved",  "intron_added",
                                                               "intron_lost", "frame_differs", "opposite_strand"};

/// A gene of A and one of B, by the transcripts that agree best; or a gene without a counterpart.
///
/// Genes are exact that have the same coding exons. Others belong together where they read coding bases in one frame,
/// and genes for which there is no such other where they share coding bases at all. What still has no counterpart is in
/// one set only; the gene of the other set that it overlaps most, if any, is named next to it.
struct gene_pair {
  gene_status status = gene_status::changed;
  std::vector<gene_change> changes;   // in their order; none of exact genes
  std::optional<std::uint32_t> a, b;  // transcripts
  shared_coding shared;
  std::uint32_t shared_exons = 0;
};

/// Genes of one set; each is counted once.
struct gene_counts {
  std::uint64_t exact = 0, changed = 0, only = 0;
};

struct gene_set_comparison {
  sequence_catalog sequences;
  coding_set a, b;
  std::vector<gene_pair> pairs{};  // by name of the sequence, place, and IDs
  gene_counts genes_a{}, genes_b{};
  std::array<std::uint64_t, gene_change_words.size()> n_changes{};  // pairs, by gene_change
  std::vector<level_accuracy> levels{};                             // with B as the reference

  /// In the catalog.
  [[nodiscard]] std::size_t sequence_of(const gene_pair& pair) const {
    const coding_set& set = pair.a ? a : b;
    return set.genes[set.transcripts[pair.a ? *pair.a : *pair.b].gene].sequence;
  }
};

/// Both sets are of `sequences`.
gene_set_comparison compare_gene_sets(sequence_catalog sequences, coding_set a, coding_set b);

/// A header line and a row for each pair, separated by tabs; '.' is nothing. Places are 0-based and half-open.
void write_comparison_table(const gene_set_comparison& compared, const text_sink& sink);

}  // namespace exonweave
