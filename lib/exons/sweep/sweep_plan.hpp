// What a sweep over a track asks at its positions, found once for all sweeps over it, and what is kept of a sweep.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sweep/genome_track.hpp"

namespace exonweave {

// How much of a sweep for one target is kept, and how much is computed again, by the memory that there is.

/// What of a program (track_program::size) decides how much a sweep over it holds.
struct sweep_size {
  std::uint64_t n_windows = 0;
  std::uint64_t window_length = 0;              // nt
  std::uint64_t n_slots = 0;                    // of each direction
  std::uint64_t max_borders = 0, max_live = 0;  // of a window
  std::uint64_t of_reader = 0;                  // bytes
};

struct sweep_storage {
  std::size_t stride = 1;         // rows between every so many windows are kept
  std::uint64_t max_borders = 0;  // of which rows are kept at once
  std::size_t n_spare = 0;        // places between strides where rows are kept, too

  struct bytes {
    std::uint64_t held = 0, running = 0;
    [[nodiscard]] std::uint64_t all() const { return held + running; }
  };
  /// Of slots of both directions, what borders are worth, the program's windows that are read, and rows between
  /// windows, of both directions: of every stride-th, and, while a sweep runs, of as many as it is among and of
  /// borders.
  [[nodiscard]] bytes bytes_for(const sweep_size& size, std::size_t target_length, bool is_narrow) const;

  /// What takes least time of all that does with so much memory, or else needs the least.
  static sweep_storage within(std::uint64_t memory, const sweep_size& size, std::size_t target_length, bool is_narrow);

  /// The same where there is as much memory as helps.
  static sweep_storage ample(const sweep_size& size, std::size_t target_length, bool is_narrow,
                             std::uint64_t memory = std::numeric_limits<std::uint64_t>::max());
};

// What a sweep over a track holds between two positions, with rows of any kind: those of a sweep that runs, or what is
// kept of them so that it can go on from there.

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

struct sweep_plan {
  exon_reading reading;
  intron_rules introns;
  std::vector<intron_line> lines;  // of the intron rules, that count on this track
  std::vector<bool> is_plain;      // [positions] nothing happens but the codon before, which is one like any
  // [families] what exons after introns begin with
  std::array<std::vector<spliced::residue_code>, intron_phase::n_families> first_bases;
  // Of the strand, ascending: no intron leads over the end of a part into an exon that starts max_intron or more after
  // it. So a limit is kept where an end lies max_intron before an exon's start, and elsewhere introns may be longer.
  std::vector<std::int64_t> part_ends;

  /// `scoring` is for codons. What it points to must outlive the plan.
  static sweep_plan make(const genome_track& track, const chain_scoring& scoring,
                         std::vector<std::int64_t> part_ends = {});
};

}  // namespace exonweave
