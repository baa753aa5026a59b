// What became of each gene from one gene set to another: the same coding sequence, a changed one, or none.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/file_text.hpp"
#include "exons/candidates/annotation.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

// A gene set by its coding parts alone, which is all that two sets are compared by: genes, their transcripts, and the
// frame in which each coding base is read.

struct coding_transcript {
  std::string id;
  std::uint32_t gene = 0;       // of the set
  std::vector<interval> exons;  // coding, ascending; rows that touch or overlap are one

  [[nodiscard]] interval span() const { return hull(exons.front(), exons.back()); }
  [[nodiscard]] std::int64_t n_bases() const;           // coding, nt
  [[nodiscard]] std::vector<interval> introns() const;  // between its exons
  [[nodiscard]] bool has_introns() const { return exons.size() > 1; }
};

struct coding_gene {
  std::string id;            // of its first transcript where the file names none
  std::size_t sequence = 0;  // in the catalog of both sets
  strand on = strand::forward;
};

/// The bases of a CDS row. Two pieces of a strand read a base in one frame where their frames are equal.
struct coding_piece {
  std::size_t sequence = 0;
  interval where;
  strand on = strand::forward;
  int frame = 0;  // 0, 1, 2: of the places where codons begin, from the start of the sequence
  std::uint32_t transcript = 0;
};

struct coding_set {
  std::vector<coding_gene> genes;
  std::vector<coding_transcript> transcripts;  // by sequence, start and id
  std::vector<coding_piece> pieces;            // by sequence and start
};

/// `transcripts` as read_gene_set() returns them. Those of one strand of a sequence that name the same gene are of it.
/// Those that name none are of one gene where they read coding bases in one frame.
coding_set make_coding_set(const std::vector<annotated_transcript>& transcripts);

/// Coding bases that two transcripts share, nt.
struct shared_coding {
  std::int64_t in_frame = 0;         // both read them in one frame
  std::int64_t in_other_frame = 0;   // on one strand
  std::int64_t on_other_strand = 0;  // each reads them on its own strand
};

struct transcript_overlap {
  std::uint32_t a = 0, b = 0;  // transcripts of two sets
  shared_coding shared;
};

/// All pairs that share a base, by `a` and then `b`. Both sets have the same catalog.
std::vector<transcript_overlap> find_overlaps(const coding_set& a, const coding_set& b);

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
