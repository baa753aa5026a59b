// From last rows back to the best chain: which exons, and how each aligns to the target, residue by residue.
//
// Among equally good answers one total order decides, for every engine and however rows are shared. An answer
// is the string of its moves, read from the end of the chain to its begin; the lexicographically first string
// wins, with
//
//   match (M)  <  residue unaligned (D)  <  target symbol unaligned (I)  <  residue of an unaligned end (U)
//              <  a frameshift, fewer skipped nt first, then larger position
//              <  the exon begins here, larger position first
//              <  the chain begins here  <  an earlier exon ends at position p, larger p first
//
// A codon that an intron splits is a move within the exon that holds its middle nt; target symbols that are unaligned
// after it are moves within the one that holds its last nt.
//
// With free target ends the largest column is tried first, and residues after the last pair are as few as they
// can be: as soon as they may end, at the largest column, they do. In words: gaps stand as far left as they can, few
// long exons go before many short ones, short introns before long ones. All paths of a graph that spell the string so
// far are followed together, so the answer depends on the exons and the target alone, never on the shape of the graph.
#pragma once

#include <cstdint>
#include <vector>

#include "spliced/engine/row_pass.hpp"

namespace exonweave::spliced {

enum class edit : char { match = 'M', deletion = 'D', insertion = 'I', unaligned = 'U' };

/// `length` equal edits in a row. match: residue against target symbol, equal or not; deletion: residue
/// without target symbol; insertion: target symbol without residue; unaligned: residue before the first pair or
/// after the last, where those are not scored as gaps.
struct edit_run {
  edit op;
  std::uint32_t length;
  bool operator==(const edit_run&) const = default;
};

/// One exon of the chain. A residue whose nt several exons share (a split codon) is an edit of the one that holds its
/// middle nt; an exon may therefore have no edits at all. Target symbols that are unaligned belong to the exon that
/// holds the last nt of the residue before them.
struct aligned_exon {
  std::int64_t begin = 0;  // half-open range of nt on the strand
  std::int64_t end = 0;
  std::uint8_t n_skipped = 0;    // nt at its begin that no residue stands for: a chain that begins within a codon
  bool is_shifted = false;       // it goes on with the exon before, after 1 or 2 skipped nt: a frameshift
  std::size_t target_begin = 0;  // half-open range of target symbols, 0-based
  std::size_t target_end = 0;
  std::vector<edit_run> edits;  // from begin to end
  bool operator==(const aligned_exon&) const = default;
};

struct alignment {
  score total = unreachable;
  std::vector<aligned_exon> exons;  // begin to end; never empty
  bool operator==(const alignment&) const = default;
};

/// The best chain of a pass whose end is reachable. Reads single cells, and whole rows only where a target symbol or an
/// end may be unaligned: once each. Throws std::logic_error when the rows contradict each other (a defect of an
/// engine).
alignment trace_back(row_pass& pass);

}  // namespace exonweave::spliced
