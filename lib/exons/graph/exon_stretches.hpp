// Exons as an automaton of stretches that share their rows: the step between exons and the graph of rows.
//
// A stretch is a part of one or more exons with one set of remaining exits: those on the way from here over `outer` to
// the root. Exons whose largest exits agree share the path of stretches from the root: the suffixes of the minimal
// automaton. Example, exons [0,9) [0,5) [3,9):
//
//   stretch A (exit 9) = [3,9), entered at 3 by the start 3 and at 5 by stretch B;
//   stretch B (exits 5, then 9) = [0,5), entered at 0 by the start 0.
//
// ORF exons, all starts by all ends, are one such path from the first to the last end.
#pragma once

#include <cstdint>
#include <vector>

#include "exons/graph/chain_graph.hpp"

namespace exonweave {

/// What an exon adds at its end.
struct stretch_exit {
  spliced::score ends;     // as the last exon
  spliced::score goes_on;  // before another
  splice_family family;
  spliced::score weight = 0;                       // as either, already in all
  spliced::score ends_cut = spliced::unreachable;  // as the last exon of a cut gene
  bool may_be_incomplete = true;                   // exon_reading::incomplete is for this end too
};

/// What a chain pays to enter an exon.
struct stretch_start {
  std::int64_t position = 0;
  spliced::score begins = 0;   // from the source
  spliced::score follows = 0;  // from a junction
  splice_family family = splice_family::major;
  spliced::score weight = 0;    // as either, already in all
  bool is_whole_codon = false;  // a start codon lies whole after it: ORF exons, which look for split ones themselves
  spliced::score begins_cut = spliced::unreachable;  // from the source, of a cut gene
  bool may_be_incomplete = true;                     // exon_reading::incomplete is for this start too
};

struct stretch {
  static constexpr std::size_t none = SIZE_MAX;

  std::int64_t begin = 0;             // of its first start or inner stretch; nt on the strand
  std::int64_t end = 0;               // where its exits are
  std::vector<stretch_exit> exits;    // at `end`
  std::vector<stretch_start> starts;  // ascending, in [begin, end)
  std::size_t outer = none;           // the stretch that exons go on into after `end`
  bool is_blocks = false;             // of ORF exons: it may end at any stop codon
};

/// `exons` sorted by place and distinct.
std::vector<stretch> make_stretches(const exon_material& material, const strand_region& region,
                                    const graph_options& options);

}  // namespace exonweave
