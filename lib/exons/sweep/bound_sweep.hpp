// What a chain on a track scores at most, by rows that know less than those of track_sweep: an upper bound of every
// chain's score, and hardly more than the best one's where there is a gene. It forgets what makes sweeps slow:
//
//   - the least length of introns: a junction is open at once, so no row waits;
//   - the bases before an intron that splits a codon: the codon scores the most that it may be with the two that are
//     known;
//   - which start codon, or which stop codon, an intron splits;
//   - of an exon of a single base in the middle of a codon, which codon that is.
//
// Every chain of track_sweep is one of these too, and worth at least as much here, so what this finds nothing in holds
// nothing.
//
// State: rows[f] of the frames; of each line of the intron rules three junctions, by how many bases of a codon lie
// before the donor, and one of chains that end with a stop codon which the intron splits.
//
// Positions go by in triples 3t, 3t + 1, 3t + 2, so that three rows are made at once. Of each triple first
//
//   row r = close( codon r - 3 .. r - 1 after the row of its frame, or after a start at r - 3;
//                  after an acceptor at r - 2 the codons that end there, from junction 1;  at r - 1 junction 2 )
//   a chain ends where that codon may end it
//
// and then for each of its rows, in this order
//
//   acceptor at r    the row takes junction 0 in; a split stop codon ends chains;
//                    with a donor at r + 1 junction 1 goes into junction 2 by the best of all residues, and split stops
//                    go on
//   cut begin at r, r - 1, r - 2   chains begin in the row
//   donor at r, r + 1, r + 2       junction 0, 1, 2 take the row in, the last after the codons that begin at r
//   cut end at r, r + 1, r + 2     chains end with the row
//
// `Rows` as in track_sweep.hpp.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "exons/sweep/bound_plan.hpp"
#include "exons/sweep/genome_track.hpp"

namespace exonweave {

template <class Rows>
class bound_sweep {
  using row = typename Rows::row;
  using score = spliced::score;

 public:
  /// As if nothing were before `first`, a multiple of three. All must outlive the sweep.
  bound_sweep(const genome_track& track, const bound_plan& plan, Rows& rows, std::int64_t first = 0)
      : track_(track), plan_(plan), rows_(rows), borders_(track, plan, first), first_(first) {
    frames_.fill(rows.nothing());
    for (auto& junction : junctions_) junction.assign(plan.lines.size(), rows.nothing());
    stops_.assign(plan.lines.size(), rows.nothing());
  }

  /// The first position that was not swept, a multiple of three; after the last one where there is none.
  [[nodiscard]] std::int64_t position() const { return first_; }

  /// All positions before `last`, a multiple of three or after the track's length. What introns have cost counts from
  /// here.
  void run_to(std::int64_t last) {
    count_from(first_);
    for (; first_ < last && first_ <= track_.length(); first_ += n_frames) {
      for (std::int64_t r = first_; r < first_ + n_frames; ++r) make_row(r);
      for (std::int64_t r = first_; r < first_ + n_frames; ++r) pass_borders(r);
    }
  }

 private:
  static constexpr std::int64_t n_frames = codon_length;

  row& frame(std::int64_t r) { return frames_[static_cast<std::size_t>(r % n_frames)]; }
  void count_from(std::int64_t position) {
    for (std::size_t line = 0; line < plan_.lines.size(); ++line) {
      const score paid = borders_.paid(line, position);
      for (row* const each : {&junctions_[0][line], &junctions_[1][line], &junctions_[2][line], &stops_[line]}) {
        row moved = rows_.nothing();
        rows_.let_in(*each, -paid, moved);
        *each = std::move(moved);
      }
    }
    borders_.count_from(position);
  }

  // ---- rows ----

  void make_row(std::int64_t r) {
    if (r > track_.length()) return;
    row made = rows_.nothing();
    if (borders_.is_there(borders_.acceptors(), r - 2))
      if (const auto code = plan_.ending(track_, r - 2); code != spliced::no_residue)
        for (std::size_t line = 0; line < plan_.lines.size(); ++line)
          rows_.align({code, 0}, junctions_[1][line], borders_.entering(line, r - 2), made);
    if (borders_.is_there(borders_.acceptors(), r - 1))
      for (std::size_t line = 0; line < plan_.lines.size(); ++line)
        rows_.let_in(junctions_[2][line], borders_.entering(line, r - 1), made);
    const std::int64_t begin = r - n_frames;
    if (begin < 0) return;
    const row above = frame(r);
    const auto residue = track_.codon(begin);
    if (plan_.may_end(track_, begin)) rows_.end(above, 0, r);
    const bool goes_on = plan_.reading.may_align(residue);
    if (goes_on && borders_.is_there(track_.starts, begin))
      rows_.align({residue, 0}, rows_.begin(borders_.starting(begin), begin), 0, made);
    rows_.close(made, goes_on ? &above : nullptr, {residue, 0}, 0);
    frame(r) = std::move(made);
  }

  // ---- borders ----

  void pass_borders(std::int64_t r) {
    if (r > track_.length()) return;
    if (borders_.is_there(borders_.acceptors(), r)) enter(r);
    for (std::int64_t n = 0; n < n_frames; ++n)
      if (borders_.is_there(track_.cut_begins, r - n))
        rows_.let_in(rows_.begin(track_.cut_begins.at(r - n), r - n), 0, frame(r));
    for (std::int64_t n = 0; n < n_frames; ++n)
      if (borders_.is_there(borders_.donors(), r + n)) leave(r, n);
    for (std::int64_t n = 0; n < n_frames; ++n)
      if (borders_.is_there(track_.cut_ends, r + n)) rows_.end(frame(r), track_.cut_ends.at(r + n), r);
  }

  void enter(std::int64_t r) {
    for (std::size_t line = 0; line < plan_.lines.size(); ++line)
      rows_.let_in(junctions_[0][line], borders_.entering(line, r), frame(r));
    if (plan_.may_end_with(track_, r))
      for (std::size_t line = 0; line < plan_.lines.size(); ++line)
        rows_.end(stops_[line], borders_.entering(line, r), r);
    if (!borders_.is_there(borders_.donors(), r + 1)) return;
    const std::vector<row> stops = stops_;
    for (std::size_t entered = 0; entered < plan_.lines.size(); ++entered)
      for (std::size_t line = 0; line < plan_.lines.size(); ++line) {
        const score value = borders_.entering(entered, r) + borders_.leaving(line, r + 1);
        rows_.align({plan_.any_residue, 0}, junctions_[1][entered], value, junctions_[2][line]);
        rows_.let_in(stops[entered], value, stops_[line]);
      }
  }

  // By a donor `n` positions after a row.
  void leave(std::int64_t r, std::int64_t n) {
    row chains = frame(r);
    if (plan_.begins_start(track_, r, n)) rows_.let_in(rows_.begin(0, r), 0, chains);
    for (std::size_t line = 0; line < plan_.lines.size(); ++line) {
      const score value = borders_.leaving(line, r + n);
      row& junction = junctions_[static_cast<std::size_t>(n)][line];
      if (n < 2)
        rows_.let_in(chains, value, junction);
      else if (const auto code = plan_.beginning(track_, r); code != spliced::no_residue)
        rows_.align({code, 0}, chains, value, junction);
      if (plan_.begins_stop(track_, r, n)) rows_.let_in(frame(r), value, stops_[line]);
    }
  }

  const genome_track& track_;
  const bound_plan& plan_;
  Rows& rows_;
  bound_borders borders_;
  std::int64_t first_;
  std::array<row, codon_length> frames_;
  std::array<std::vector<row>, 3> junctions_;  // [bases of a codon before the donor][lines]
  std::vector<row> stops_;                     // [lines]
};

}  // namespace exonweave
