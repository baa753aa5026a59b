// What a sweep does at each position of a track, once for all that carry it out: rows that hold scores (sequential_sweep), rows
// that become ops of a machine (row_program), rows of what leads to the end (chain_ends_rows).
//
// The state behind position p:
//
//   rows[p % 3]   the best chains whose last codon ends at p, or that enter an exon there between two codons; so for p - 1, p - 2
//   left[c]       chains in an intron, by what they carry over it (border_class.hpp), kept free of what its length costs:
//                 of each line of the intron rules  max over donors e of ( row at e + f(e) ),  f as in intron_rules.hpp,
//                 so that an exon that begins at a reads it with  - cost - f(a)
//   waiting       codons that are not complete in their exon, or that a chain begins with
//
// At each position, in this order: the codon that ends there, and waiting ones; donors; acceptors, starts and open ends.
//
// `Rows` has a type `row`, a value that may be copied, and
//
//   row nothing()                                   a row that nothing reaches
//   bool is_nothing(row)                            false where it cannot tell
//   row begin(score, position)                      the source's row, for a chain whose first exon starts there
//   void pass(border, position, const row& from, score, row& into)   let_in() where exons start, or end, at a position
//   void mark(border, position)                     so they do by the align() before
//   void let_in(const row& from, score, row& into)  into = max(into, from + score)
//   void align(codon, const row& above, score, row& into)        the row below `above` by a codon let in, not closed
//   void close(row& made, const row* above, codon, score)        let that in, where there is an `above`, and closed
//   void run(rows by position modulo 3, first, n)   rows first to first + n - 1, each below the one of its frame by the track's codon
//   void step(row&, codon)                          the row below it, closed
//   void end(const row& from, score, position)      a chain ends with it, and its last exon there
#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sweep/genome_track.hpp"
#include "spliced/sweep/sweep_program.hpp"

namespace exonweave {

/// Chains that left exons in one border class.
template <class Rows>
class intron_rows {
  using row = typename Rows::row;

 public:
  /// `start`: no position is less.
  intron_rows(const intron_rules& introns, const std::vector<intron_line>& lines, std::int64_t start)
      : introns_(&introns), lines_(&lines), start_(start) {}

  /// Whether nothing ever left.
  [[nodiscard]] bool is_empty() const { return !has_any_; }

  /// `weight` more than `chains` leave. Positions, in coordinates of the strand, ascend from call to call.
  void leave(std::int64_t position, const row& chains, spliced::score weight) {
    has_any_ = true;
    left_.push_back({position, chains, weight});
  }

  /// visit(rows, what is added to them) for all that enters an exon at a position, which ascends from call to call.
  template <class Visit>
  void enter(Rows& rows, std::int64_t position, spliced::score weight, const Visit& visit) {
    take_in(rows, position);
    for (std::size_t k = 0; k < maxima_.size(); ++k)
      visit(maxima_[k], weight - (*lines_)[k].cost - slope(k, position));
    while (!within_.empty() && within_.front().position < position - introns_->max_intron)
      within_.pop_front();
    for (const left_at& each : within_)
      visit(each.chains, weight + each.weight - introns_->between(each.position, position));
  }

  /// All that may enter an exon at a position.
  void take_in(Rows& rows, std::int64_t position) {
    const std::int64_t last = position - introns_->min_intron;
    for (; !left_.empty() && left_.front().position <= last; left_.pop_front()) {
      left_at& each = left_.front();
      if (introns_->max_intron != intron_rules::no_limit) {
        within_.push_back(std::move(each));
        continue;
      }
      if (maxima_.empty()) maxima_.assign(lines_->size(), rows.nothing());
      for (std::size_t k = 0; k < maxima_.size(); ++k)
        rows.pass(spliced::exon_border::end, each.position - start_, each.chains,
                  each.weight + slope(k, each.position), maxima_[k]);
    }
  }

 private:
  struct left_at {
    std::int64_t position;
    row chains;
    spliced::score weight;
  };

  [[nodiscard]] spliced::score slope(std::size_t line, std::int64_t position) const {
    return (*lines_)[line].length_cost(start_, position);
  }

  const intron_rules* introns_;
  const std::vector<intron_line>* lines_;
  std::int64_t start_;
  bool has_any_ = false;
  std::deque<left_at> left_;    // not far enough from where exons begin
  std::deque<left_at> within_;  // with a greatest length: those that are
  std::vector<row> maxima_;     // without: [lines] of all that are; empty before there are any
};

template <class Rows>
class track_sweep {
  using row = typename Rows::row;
  using residue_code = spliced::residue_code;
  using score = spliced::score;

 public:
  /// All must outlive the sweep. `scoring` is for codons.
  track_sweep(const genome_track& track, const chain_scoring& scoring, Rows& rows)
      : track_(track),
        rows_(rows),
        reading_(scoring.reading()),
        lines_(useful_lines(scoring.introns, track.length())),
        introns_(border_class::count, intron_rows<Rows>(scoring.introns, lines_, track.start)) {
    at_.fill(rows.nothing());
    codons_.fill(rows.nothing());
    find_first_bases();
    find_plain_positions();
  }

  /// All positions before `last` that were not swept yet; the track's length is one, too.
  void run_to(std::int64_t last) {
    while (position_ < last) {
      if (waiting_.empty()) run_plain(last);
      if (position_ < last) run_position();
    }
    for (auto& each : introns_) each.take_in(rows_, coordinate());
  }
  void run() { run_to(track_.length() + 1); }

 private:
  static constexpr residue_code no_base = 0;
  static constexpr std::array families = {splice_family::major, splice_family::minor};

  // A codon that its exon is to complete.
  enum class wanted : std::uint8_t { any, start, last_base, last_stop };
  struct waiting_codon {
    wanted what;
    std::int64_t n_known;  // its bases before `begin`
    residue_code base;     // with one known that base
    bool is_whole;         // not to be split by the exon's end
    std::int64_t begin;    // where its other bases begin
    row chains;            // into which it is read
    score weight = 0;      // what is to be added to them
    bool starts = false;   // an exon, whose start has not been passed yet: at `begin`

    [[nodiscard]] std::int64_t end() const {
      return begin + static_cast<std::int64_t>(codon_length) - n_known;
    }
  };

  // The first two bases of a codon before a donor.
  struct prefix {
    bool is_start;  // of a start codon
    residue_code first;
    row chains;
  };

  row& rows_at(std::int64_t position) { return at_[static_cast<std::size_t>(position) % codon_length]; }
  row& codons_at(std::int64_t position) {
    return (reading_.frameshift ? codons_ : at_)[static_cast<std::size_t>(position) % codon_length];
  }
  [[nodiscard]] std::int64_t coordinate() const { return track_.start + position_; }

  void find_first_bases() {
    for (const splice_family family : families) {
      std::array<bool, spliced::n_dna_codes> found{};
      for (std::int64_t p = 0; p < track_.length(); ++p)
        if (acceptors(family).has(p)) found[track_.base(p)] = true;
      for (residue_code base = 0; base < found.size(); ++base)
        if (found[base]) first_bases_[static_cast<std::size_t>(family)].push_back(base);
    }
  }
  [[nodiscard]] const site_track& donors(splice_family family) const {
    return track_.donors[static_cast<std::size_t>(family)];
  }
  [[nodiscard]] const site_track& acceptors(splice_family family) const {
    return track_.acceptors[static_cast<std::size_t>(family)];
  }

  // ---- positions ----

  // Where nothing happens but the codon before, which is one like any.
  void find_plain_positions() {
    const auto n = static_cast<std::size_t>(track_.length() + 1);
    is_plain_.assign(n, !reading_.frameshift);
    for (std::size_t p = 0; p < n && p < codon_length; ++p) is_plain_[p] = false;
    for (std::size_t begin = 0; begin < track_.codons.size(); ++begin) {
      const residue_code residue = track_.codons[begin];
      if (residue == spliced::stop_amino || reading_.cost_of(residue) != 0 || may_end_at(begin))
        is_plain_[begin + codon_length] = false;
    }
    for (const site_track* sites :
         {&track_.donors[0], &track_.donors[1], &track_.acceptors[0], &track_.acceptors[1], &track_.starts,
          &track_.cut_begins, &track_.cut_ends})
      sites->for_each([&](std::int64_t position) { is_plain_[static_cast<std::size_t>(position)] = false; });
  }
  [[nodiscard]] bool may_end_at(std::size_t begin) const {
    const auto& bases = track_.bases;
    return reading_.code->may_end(bases[begin], bases[begin + 1], bases[begin + 2]);
  }

  void run_plain(std::int64_t last) {
    const std::int64_t first = position_;
    while (position_ < last && is_plain_[static_cast<std::size_t>(position_)]) ++position_;
    if (position_ > first) rows_.run(at_, first, position_ - first);
  }

  void run_position() {
    add_row();
    for (const splice_family family : families) add_donor(family);
    if (track_.cut_ends.has(position_)) end_cut(track_.cut_ends.at(position_));
    add_starts();
    if (!waiting_.empty())
      std::erase_if(waiting_, [&](const waiting_codon& each) { return each.end() <= position_; });
    ++position_;
  }

  // ---- rows ----

  void add_row() {
    row made = rows_.nothing();
    for (auto each = waiting_.begin(); each != waiting_.end();) each = complete_those_like(each, made);
    const std::int64_t begin = position_ - static_cast<std::int64_t>(codon_length);
    if (begin < 0) {
      rows_.close(made, nullptr, swept_codon{}, 0);
    } else {
      const row& above = rows_at(begin);
      const residue_code residue = track_.codon(begin);
      if (may_end_at(static_cast<std::size_t>(begin))) rows_.end(above, 0, position_);
      rows_.close(made, reading_.may_align(residue) ? &above : nullptr, track_.whole_codon(begin),
                  -reading_.cost_of(residue));
    }
    row& here = rows_at(position_);
    if (!reading_.frameshift) {
      here = std::move(made);
      return;
    }
    here = made;
    codons_at(position_) = std::move(made);
    for (const std::int64_t n_nt : {1, 2})
      if (position_ >= n_nt) rows_.let_in(codons_at(position_ - n_nt), -*reading_.frameshift, here);
  }

  // All that end here and began together: what starts an exon with them is in a row of its own before it is anywhere else.
  typename std::vector<waiting_codon>::iterator complete_those_like(
      typename std::vector<waiting_codon>::iterator first, row& into) {
    row behind_start = rows_.nothing();
    auto each = first;
    for (; each != waiting_.end() && each->begin == first->begin; ++each)
      if (each->end() == position_) complete(*each, each->starts ? behind_start : into);
    rows_.let_in(behind_start, 0, into);
    return each;
  }

  void complete(waiting_codon& codon, row& into) {
    if (codon.what == wanted::last_base) return rows_.let_in(started(codon), 0, into);
    if (codon.what == wanted::last_stop) return rows_.end(started(codon), 0, position_);
    std::array<residue_code, codon_length> bases{codon.base};
    for (std::int64_t n = codon.n_known; n < static_cast<std::int64_t>(codon_length); ++n)
      bases[static_cast<std::size_t>(n)] = track_.base(codon.begin + n - codon.n_known);
    if (codon.what == wanted::start && bases != standard_start) return;
    if (codon.what == wanted::any && reading_.code->may_end(bases[0], bases[1], bases[2])) {
      row& chains = codon.starts ? started(codon) : codon.chains;
      rows_.end(chains, 0, position_);
    }
    const swept_codon whole = read(bases[0], bases[1], bases[2]);
    if (!reading_.may_align(whole.residue) || rows_.is_nothing(codon.chains)) return;
    rows_.align(whole, codon.chains, codon.weight - reading_.cost_of(whole.residue), into);
    if (codon.starts) rows_.mark(spliced::exon_border::start, codon.begin);
  }

  // Its chains behind the start of the exon.
  row& started(waiting_codon& codon) {
    if (!codon.starts) return codon.chains;
    row behind = rows_.nothing();
    rows_.pass(spliced::exon_border::start, codon.begin, codon.chains, codon.weight, behind);
    codon.chains = std::move(behind);
    codon.weight = 0;
    codon.starts = false;
    return codon.chains;
  }

  // ---- ends of exons ----

  void add_donor(splice_family family) {
    if (!donors(family).has(position_)) return;
    const score weight = donors(family).at(position_);
    leave({border_kind::whole, family}, codons_at(position_), weight);
    leave_behind_one(family, weight);
    leave_behind_two(family, weight);
    if (reading_.incomplete) end_cut(-*reading_.incomplete);
  }

  void leave(border_class into, const row& chains, score weight) {
    if (!rows_.is_nothing(chains)) introns_[into.index()].leave(coordinate(), chains, weight);
  }

  void leave_behind_one(splice_family family, score weight) {
    const std::int64_t begin = position_ - 1;
    if (begin < 0) return;
    const residue_code base = track_.base(begin);
    leave({border_kind::one, family, base}, rows_at(begin), weight);
    const bool begins_start = base == standard_start[0];
    for (waiting_codon& each : waiting_) {
      if (each.n_known > 0 || each.is_whole || each.begin != begin) continue;
      if (each.what == wanted::any) leave({border_kind::one, family, base}, started(each), weight);
      if (each.what == wanted::start && begins_start)
        leave({border_kind::start, family}, started(each), weight);
    }
    if (begins_start) leave({border_kind::start, family}, rows_.begin(0, begin), weight);
  }

  void leave_behind_two(splice_family family, score weight) {
    const std::int64_t begin = position_ - 2;
    std::vector<prefix> prefixes;
    if (begin >= 0) {
      prefixes.push_back({false, track_.base(begin), rows_at(begin)});
      if (track_.base(begin) == standard_start[0] && second() == standard_start[1])
        prefixes.push_back({true, standard_start[0], rows_.begin(0, begin)});
    }
    for (waiting_codon& each : waiting_) {
      if (each.n_known > 1 || each.is_whole || each.begin != begin + each.n_known) continue;
      const residue_code first = each.n_known == 1 ? each.base : track_.base(begin);
      const bool is_start = each.what == wanted::start;
      if (!is_start || (first == standard_start[0] && second() == standard_start[1]))
        prefixes.push_back({is_start, first, started(each)});
    }
    for (const prefix& each : prefixes) leave_before_thirds(each, family, weight);
  }

  // The second base of a codon whose third stands behind a donor here.
  [[nodiscard]] residue_code second() const { return track_.base(position_ - 1); }

  [[nodiscard]] swept_codon read(residue_code a, residue_code b, residue_code c) const {
    const residue_code residue = reading_.code->translate(a, b, c);
    return {residue, reading_.weight_in_gap(a, b, c, residue)};
  }

  // Thirds that make one residue, and earn alike in gaps, share a row.
  void leave_before_thirds(const prefix& of, splice_family family, score weight) {
    std::array<swept_codon, spliced::n_dna_codes> codons{};
    std::array<row, spliced::n_dna_codes> aligned;
    aligned.fill(rows_.nothing());
    const auto& thirds = first_bases_[static_cast<std::size_t>(family)];
    for (std::size_t k = 0; k < thirds.size(); ++k) {
      const residue_code third = thirds[k];
      if (of.is_start && third != standard_start[2]) continue;
      codons[k] = read(of.first, second(), third);
      std::size_t like = 0;
      while (like < k && (codons[like] != codons[k] || rows_.is_nothing(aligned[like]))) ++like;
      if (like < k)
        aligned[k] = aligned[like];
      else if (reading_.may_align(codons[k].residue))
        rows_.align(codons[k], of.chains, -reading_.cost_of(codons[k].residue), aligned[k]);
      leave({border_kind::two, family, third}, aligned[k], weight);
      if (!of.is_start && reading_.code->may_end(of.first, second(), third))
        leave({border_kind::stop, family, third}, of.chains, weight);
    }
  }

  // A chain without a stop codon, with up to two nt left over.
  void end_cut(score weight) {
    rows_.end(codons_at(position_), weight, position_);
    for (const std::int64_t n : {1, 2})
      if (position_ >= n) rows_.end(rows_at(position_ - n), weight, position_);
  }

  // ---- starts of exons ----

  void add_starts() {
    for (const splice_family family : families) add_acceptor(family);
    if (track_.starts.has(position_))
      wait_from_source(wanted::start, track_.starts.at(position_)).is_whole = true;
    if (track_.cut_begins.has(position_)) begin_cut(track_.cut_begins.at(position_));
  }

  void add_acceptor(splice_family family) {
    if (!acceptors(family).has(position_)) return;
    const score weight = acceptors(family).at(position_);
    introns_[border_class{border_kind::whole, family}.index()].enter(
        rows_, coordinate(), weight, [&](const row& from, score change) {
          rows_.pass(spliced::exon_border::start, position_, from, change, rows_at(position_));
        });
    if (reading_.incomplete) begin_cut(-*reading_.incomplete);
    if (position_ == track_.length()) return;
    const residue_code first = track_.base(position_);
    for (residue_code base = 1; base < spliced::n_dna_codes; ++base)
      wait_for(wanted::any, 1, base, {border_kind::one, family, base}, weight);
    wait_for(wanted::last_base, 2, no_base, {border_kind::two, family, first}, weight);
    wait_for(wanted::last_stop, 2, no_base, {border_kind::stop, family, first}, weight);
    if (first == standard_start[1])
      wait_for(wanted::start, 1, standard_start[0], {border_kind::start, family}, weight);
  }

  // Rows of several kinds of introns are one before they wait.
  void wait_for(wanted what, std::int64_t n_known, residue_code base, border_class from, score weight) {
    if (introns_[from.index()].is_empty()) return;
    std::optional<waiting_codon> entering;
    introns_[from.index()].enter(rows_, coordinate(), weight, [&](const row& chains, score change) {
      if (!entering) {
        entering = waiting_codon{what, n_known, base, false, position_, chains, change, true};
        return;
      }
      rows_.pass(spliced::exon_border::start, position_, chains, change, started(*entering));
    });
    if (entering) waiting_.push_back(std::move(*entering));
  }

  // In any phase.
  void begin_cut(score weight) {
    for (std::int64_t n_skipped = 0; n_skipped < static_cast<std::int64_t>(codon_length); ++n_skipped)
      wait_from_source(wanted::any, weight).begin += n_skipped;
  }

  waiting_codon& wait_from_source(wanted what, score weight) {
    waiting_.push_back({what, 0, no_base, false, position_, rows_.begin(weight, position_)});
    return waiting_.back();
  }

  const genome_track& track_;
  Rows& rows_;
  exon_reading reading_;
  std::vector<intron_line> lines_;
  std::vector<bool> is_plain_;  // [positions]
  std::int64_t position_ = 0;
  std::array<row, codon_length> at_;      // by position modulo 3
  std::array<row, codon_length> codons_;  // of them, chains whose last codon ends there
  std::vector<waiting_codon> waiting_;
  std::vector<intron_rows<Rows>> introns_;                                       // [border_class::count]
  std::array<std::vector<residue_code>, border_class::n_families> first_bases_;  // of exons behind introns
};

}  // namespace exonweave
