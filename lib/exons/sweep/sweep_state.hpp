// What a sweep over a track holds between two positions, with rows of any kind: those of a sweep that runs, or what is
// kept of them so that it can go on from there.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sequences/genetic_code.hpp"

namespace exonweave {

/// Chains that left exons in one border class.
template <class Row>
struct left_chains {
  struct at_place {
    std::int64_t position = 0;  // of the strand
    Row chains{};
    spliced::score weight = 0;
  };
  /// Those that left before a position, and after the part before.
  struct part {
    std::int64_t end = 0;     // of the strand
    std::vector<Row> maxima;  // [lines]
  };
  bool has_any = false;
  std::vector<at_place> left;  // not far enough from where exons begin
  std::vector<part> parts;     // those that are; parts that are too far away are gone

  template <class Visit>
  [[nodiscard]] auto mapped(const Visit& visit) const {
    using other = decltype(visit(Row()));
    left_chains<other> made;
    made.has_any = has_any;
    made.left.reserve(left.size());
    made.parts.reserve(parts.size());
    for (const at_place& place : left) made.left.push_back({place.position, visit(place.chains), place.weight});
    for (const part& each : parts) {
      auto& added = made.parts.emplace_back();
      added.end = each.end;
      for (const Row& row : each.maxima) added.maxima.push_back(visit(row));
    }
    return made;
  }
};

/// What a codon that its exon is to complete must be.
enum class requested_codon : std::uint8_t { any, start, last_base, last_stop };

template <class Row>
struct waiting_codon {
  requested_codon what;
  std::int64_t n_known;        // its bases before `begin`
  spliced::residue_code base;  // with one known that base
  bool is_whole;               // not to be split by the exon's end
  std::int64_t begin;          // where its other bases begin
  Row chains;                  // into which it is read
  spliced::score weight = 0;   // what is to be added to them
  bool starts = false;         // an exon, whose start has not been passed yet: at `begin`

  [[nodiscard]] std::int64_t end() const { return begin + static_cast<std::int64_t>(codon_length) - n_known; }
};

template <class Row>
struct sweep_state {
  std::int64_t position = 0;               // the next one
  std::array<Row, codon_length> rows{};    // by position modulo 3
  std::array<Row, codon_length> codons{};  // of them, chains whose last codon ends there
  std::vector<waiting_codon<Row>> waiting;
  std::vector<left_chains<Row>> introns;  // [intron_phase::count]

  /// The same with visit(row) in place of each row.
  template <class Visit>
  [[nodiscard]] auto mapped(const Visit& visit) const {
    using other = decltype(visit(Row()));
    sweep_state<other> made;
    made.position = position;
    for (std::size_t frame = 0; frame < codon_length; ++frame) {
      made.rows[frame] = visit(rows[frame]);
      made.codons[frame] = visit(codons[frame]);
    }
    made.waiting.reserve(waiting.size());
    made.introns.reserve(introns.size());
    for (const auto& codon : waiting)
      made.waiting.push_back({codon.what, codon.n_known, codon.base, codon.is_whole, codon.begin, visit(codon.chains),
                              codon.weight, codon.starts});
    for (const auto& intron : introns) made.introns.push_back(intron.mapped(visit));
    return made;
  }
};

}  // namespace exonweave
