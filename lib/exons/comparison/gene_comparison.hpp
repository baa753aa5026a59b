// What became of each gene from one gene set to another: the same coding sequence, a changed one, or none.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/file_text.hpp"
#include "exons/comparison/coding_set.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

// How much of a reference a gene set has, and how much of the set is in the reference, at the levels of gffcompare.

/// Of set A, with B as the reference. Equal items of a set count once, but for loci.
struct level_accuracy {
  std::string_view level;                    // "Base", "Exon", ...
  std::uint64_t n_a = 0, n_b = 0;            // items
  std::uint64_t shared_a = 0, shared_b = 0;  // that the other set has too; of loci those with such a transcript

  /// Shares; nothing of nothing is NaN.
  [[nodiscard]] double sensitivity() const { return static_cast<double>(shared_b) / static_cast<double>(n_b); }
  [[nodiscard]] double precision() const { return static_cast<double>(shared_a) / static_cast<double>(n_a); }
};

/// Coding bases of each strand; coding exons; introns between them; whole chains of introns; transcripts by all their
/// coding exons; loci, which are genes of which one transcript is in the other set.
std::vector<level_accuracy> measure_accuracy(const coding_set& a, const coding_set& b);

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
