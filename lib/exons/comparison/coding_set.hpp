// A gene set by its coding parts alone, which is all that two sets are compared by: genes, their transcripts, and the
// frame in which each coding base is read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exons/candidates/annotation.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave {

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

}  // namespace exonweave
