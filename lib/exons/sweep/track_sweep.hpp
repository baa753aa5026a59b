// What a sweep does at each position of a track, once for all that carry it out: rows that hold scores (score_rows
// of the tests, their oracle), rows that become ops of a machine (program_rows).
//
// The state after position p:
//
//   rows[p % 3]   the best chains whose last codon ends at p, or that enter an exon there between two codons; so for p
//                 - 1, p - 2
//   left[c]       chains in an intron, by what they carry over it (intron_phase.hpp), kept free of what its length
//                 costs:
//                 of each line of the intron rules  max over donors e of ( row at e + f(e) ),  f as in
//                                                   intron_rules.hpp,
//                 so that an exon that begins at a reads it with  - cost - f(a); of each part of the strand
//                 (sweep_plan::part_ends) by itself
//   waiting       codons that are not complete in their exon, or that a chain begins with
//
// At each position, in this order: the codon that ends there, and waiting ones; donors; acceptors, starts and open
// ends.
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
//   void run(rows by position modulo 3, first, n)   rows first to first + n - 1, each below the one of its frame by the
//                                                   track's codon
//   void step(row&, codon)                          the row below it, closed
//   void end(const row& from, score, position)      a chain ends with it, and its last exon there
#pragma once

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <vector>

#include "exons/scoring/chain_scoring.hpp"
#include "exons/sweep/genome_track.hpp"
#include "exons/sweep/sweep_plan.hpp"
#include "spliced/sweep/sweep_program.hpp"

namespace exonweave {

template <class Rows>
class track_sweep {
  using row = typename Rows::row;
  using residue_code = spliced::residue_code;
  using score = spliced::score;

 public:
  using state = sweep_state<row>;

  /// At the track's begin. All must outlive the sweep.
  track_sweep(const genome_track& track, const sweep_plan& plan, Rows& rows) : track_(track), plan_(plan), rows_(rows) {
    state_.rows.fill(rows.nothing());
    state_.codons.fill(rows.nothing());
    state_.introns.resize(intron_phase::count);
  }

  /// Where it stands; from there another sweep can go on, with rows that score the same.
  [[nodiscard]] const state& where() const { return state_; }
  void go_on_from(state where) { state_ = std::move(where); }

  /// All positions before `last` that were not swept yet; the track's length is one, too.
  void run_to(std::int64_t last) {
    while (position() < last) {
      if (state_.waiting.empty()) run_plain(last);
      if (position() < last) run_position();
    }
    for (auto& intron : state_.introns) take_in(intron);
  }
  void run() { run_to(track_.length() + 1); }

 private:
  static constexpr residue_code no_base = 0;
  static constexpr std::array families = {splice_family::major, splice_family::minor};
  using requested = requested_codon;
  using left = left_chains<row>;
  using waiting = waiting_codon<row>;

  // The first two bases of a codon before a donor.
  struct prefix {
    bool is_start;  // of a start codon
    residue_code first;
    const row& chains;
  };

  [[nodiscard]] std::int64_t position() const { return state_.position; }
  [[nodiscard]] std::int64_t coordinate() const { return track_.start + position(); }
  row& rows_at(std::int64_t place) { return state_.rows[static_cast<std::size_t>(place) % codon_length]; }
  row& codons_at(std::int64_t place) {
    auto& rows = plan_.reading.frameshift ? state_.codons : state_.rows;
    return rows[static_cast<std::size_t>(place) % codon_length];
  }

  [[nodiscard]] const site_track& donors(splice_family family) const {
    return track_.donors[static_cast<std::size_t>(family)];
  }
  [[nodiscard]] const site_track& acceptors(splice_family family) const {
    return track_.acceptors[static_cast<std::size_t>(family)];
  }

  // ---- ends of chains ----

  [[nodiscard]] row begin_at(std::int64_t place, score weight) { return rows_.begin(weight, place); }
  void end(const row& chains, score weight) { rows_.end(chains, weight, position()); }

  // ---- positions ----

  [[nodiscard]] bool may_end_at(std::size_t begin) const {
    const auto& bases = track_.bases;
    return plan_.reading.code->may_end(bases[begin], bases[begin + 1], bases[begin + 2]);
  }

  void run_plain(std::int64_t last) {
    const std::int64_t first = position();
    while (position() < last && plan_.is_plain[static_cast<std::size_t>(position())]) ++state_.position;
    if (position() > first) rows_.run(state_.rows, first, position() - first);
  }

  void run_position() {
    add_row();
    for (const splice_family family : families) add_donor(family);
    if (track_.cut_ends.has(position())) end_cut(track_.cut_ends.at(position()));
    add_starts();
    if (!state_.waiting.empty())
      std::erase_if(state_.waiting, [&](const waiting& codon) { return codon.end() <= position(); });
    ++state_.position;
  }

  // ---- rows ----

  void add_row() {
    row made = rows_.nothing();
    for (auto each = state_.waiting.begin(); each != state_.waiting.end();) each = complete_those_like(each, made);
    const std::int64_t begin = position() - static_cast<std::int64_t>(codon_length);
    if (begin < 0) {
      rows_.close(made, nullptr, swept_codon{}, 0);
    } else {
      const row& above = rows_at(begin);
      const residue_code residue = track_.codon(begin);
      if (may_end_at(static_cast<std::size_t>(begin))) end(above, 0);
      rows_.close(made, plan_.reading.may_align(residue) ? &above : nullptr, track_.whole_codon(begin),
                  -plan_.reading.cost_of(residue));
    }
    row& here = rows_at(position());
    if (!plan_.reading.frameshift) {
      here = std::move(made);
      return;
    }
    here = made;
    codons_at(position()) = std::move(made);
    for (const std::int64_t n_nt : {1, 2})
      if (position() >= n_nt) rows_.let_in(codons_at(position() - n_nt), -*plan_.reading.frameshift, here);
  }

  // All that end here and began together: what starts an exon with them is in a row of its own before it is anywhere
  // else.
  typename std::vector<waiting>::iterator complete_those_like(typename std::vector<waiting>::iterator first,
                                                              row& into) {
    row after_start = rows_.nothing();
    auto each = first;
    for (; each != state_.waiting.end() && each->begin == first->begin; ++each)
      if (each->end() == position()) complete(*each, each->starts ? after_start : into);
    rows_.let_in(after_start, 0, into);
    return each;
  }

  void complete(waiting& codon, row& into) {
    if (codon.what == requested::last_base) return rows_.let_in(started(codon), 0, into);
    if (codon.what == requested::last_stop) return end(started(codon), 0);
    std::array<residue_code, codon_length> bases{codon.base};
    for (std::int64_t n = codon.n_known; n < static_cast<std::int64_t>(codon_length); ++n)
      bases[static_cast<std::size_t>(n)] = track_.base(codon.begin + n - codon.n_known);
    const bool is_start = codon.what == requested::start;
    if (is_start && !is_start_codon(bases, codon.n_known, *plan_.reading.code)) return;
    if (codon.what == requested::any && plan_.reading.code->may_end(bases[0], bases[1], bases[2])) {
      row& chains = codon.starts ? started(codon) : codon.chains;
      end(chains, 0);
    }
    swept_codon whole = read(bases[0], bases[1], bases[2]);
    if (is_start) whole.residue = start_amino;
    if (!plan_.reading.may_align(whole.residue) || rows_.is_nothing(codon.chains)) return;
    rows_.align(whole, codon.chains, codon.weight - plan_.reading.cost_of(whole.residue), into);
    if (codon.starts) rows_.mark(spliced::exon_border::start, codon.begin);
  }

  // Its chains after the start of the exon.
  row& started(waiting& codon) {
    if (!codon.starts) return codon.chains;
    row after = rows_.nothing();
    rows_.pass(spliced::exon_border::start, codon.begin, codon.chains, codon.weight, after);
    codon.chains = std::move(after);
    codon.weight = 0;
    codon.starts = false;
    return codon.chains;
  }

  // ---- ends of exons ----

  void add_donor(splice_family family) {
    if (!donors(family).has(position())) return;
    const score weight = donors(family).at(position());
    leave({border_kind::whole, family}, codons_at(position()), weight);
    leave_after_one(family, weight);
    leave_after_two(family, weight);
    if (plan_.reading.incomplete) end_cut(-*plan_.reading.incomplete);
  }

  void leave(intron_phase into, const row& chains, score weight) {
    if (rows_.is_nothing(chains)) return;
    left& intron = state_.introns[into.index()];
    intron.has_any = true;
    intron.left.push_back({coordinate(), chains, weight});
  }

  void leave_after_one(splice_family family, score weight) {
    const std::int64_t begin = position() - 1;
    if (begin < 0) return;
    const residue_code base = track_.base(begin);
    leave({border_kind::one, family, base}, rows_at(begin), weight);
    const bool begins_start = base == standard_start[0];
    for (waiting& each : state_.waiting) {
      if (each.n_known > 0 || each.is_whole || each.begin != begin) continue;
      if (each.what == requested::any) leave({border_kind::one, family, base}, started(each), weight);
      if (each.what == requested::start && begins_start) leave({border_kind::start, family}, started(each), weight);
    }
    if (begins_start) leave({border_kind::start, family}, begin_at(begin, 0), weight);
  }

  void leave_after_two(splice_family family, score weight) {
    const std::int64_t begin = position() - 2;
    if (begin >= 0) {
      leave_before_thirds({false, track_.base(begin), rows_at(begin)}, family, weight);
      if (track_.base(begin) == standard_start[0] && second() == standard_start[1])
        leave_before_thirds({true, standard_start[0], begin_at(begin, 0)}, family, weight);
    }
    for (waiting& each : state_.waiting) {
      if (each.n_known > 1 || each.is_whole || each.begin != begin + each.n_known) continue;
      const residue_code first = each.n_known == 1 ? each.base : track_.base(begin);
      const bool is_start = each.what == requested::start;
      if (!is_start || (first == standard_start[0] && second() == standard_start[1]))
        leave_before_thirds({is_start, first, started(each)}, family, weight);
    }
  }

  // The second base of a codon whose third stands after a donor here.
  [[nodiscard]] residue_code second() const { return track_.base(position() - 1); }

  [[nodiscard]] swept_codon read(residue_code a, residue_code b, residue_code c) const {
    const residue_code residue = plan_.reading.code->translate(a, b, c);
    return {residue, plan_.reading.weight_in_gap(a, b, c, residue)};
  }

  // Thirds that make one residue, and earn alike in gaps, share a row.
  void leave_before_thirds(const prefix& begun, splice_family family, score weight) {
    std::array<swept_codon, spliced::n_dna_codes> codons;
    const auto& thirds = plan_.first_bases[static_cast<std::size_t>(family)];
    std::vector<row>& aligned = aligned_;
    aligned.resize(thirds.size(), rows_.nothing());
    for (std::size_t k = 0; k < thirds.size(); ++k) {
      const residue_code third = thirds[k];
      if (begun.is_start && third != standard_start[2]) continue;
      codons[k] = read(begun.first, second(), third);
      std::size_t like = 0;
      while (like < k && (codons[like] != codons[k] || rows_.is_nothing(aligned[like]))) ++like;
      if (like < k)
        aligned[k] = aligned[like];
      else if (plan_.reading.may_align(codons[k].residue))
        rows_.align(codons[k], begun.chains, -plan_.reading.cost_of(codons[k].residue), aligned[k]);
      leave({border_kind::two, family, third}, aligned[k], weight);
      if (!begun.is_start && plan_.reading.code->may_end(begun.first, second(), third))
        leave({border_kind::stop, family, third}, begun.chains, weight);
    }
    aligned.clear();
  }

  // A chain without a stop codon, with up to two nt left over.
  void end_cut(score weight) {
    end(codons_at(position()), weight);
    for (const std::int64_t n : {1, 2})
      if (position() >= n) end(rows_at(position() - n), weight);
  }

  // ---- introns ----

  [[nodiscard]] score slope(std::size_t line, std::int64_t place) const {
    return plan_.lines[line].length_cost(track_.start, place);
  }

  // All that may enter an exon here.
  void take_in(left& intron) {
    if (intron.left.empty()) return;
    const std::int64_t last = coordinate() - plan_.introns.min_intron;
    const auto waits = std::ranges::find_if(intron.left, [&](const auto& place) { return place.position > last; });
    if (waits == intron.left.begin()) return;
    for (auto place = intron.left.begin(); place != waits; ++place) {
      std::vector<row>& maxima = part_with(intron, place->position).maxima;
      for (std::size_t k = 0; k < maxima.size(); ++k)
        rows_.pass(spliced::exon_border::end, place->position - track_.start, place->chains,
                   place->weight + slope(k, place->position), maxima[k]);
    }
    intron.left.erase(intron.left.begin(), waits);
  }

  typename left::part& part_with(left& intron, std::int64_t place) {
    if (intron.parts.empty() || intron.parts.back().end <= place) {
      const auto end = std::ranges::upper_bound(plan_.part_ends, place);
      intron.parts.push_back({end == plan_.part_ends.end() ? intron_rules::no_limit : *end,
                              std::vector<row>(plan_.lines.size(), rows_.nothing())});
    }
    return intron.parts.back();
  }

  // visit(rows, what is added to them) for all that enters an exon here.
  template <class Visit>
  void enter(left& intron, score weight, const Visit& visit) {
    take_in(intron);
    std::erase_if(intron.parts, [&](const auto& part) { return part.end <= coordinate() - plan_.introns.max_intron; });
    for (const auto& part : intron.parts)
      for (std::size_t k = 0; k < part.maxima.size(); ++k)
        visit(part.maxima[k], weight - plan_.lines[k].cost - slope(k, coordinate()));
  }

  // ---- starts of exons ----

  void add_starts() {
    for (const splice_family family : families) add_acceptor(family);
    if (track_.starts.has(position())) wait_from_source(requested::start, track_.starts.at(position())).is_whole = true;
    if (track_.cut_begins.has(position())) begin_cut(track_.cut_begins.at(position()));
  }

  void add_acceptor(splice_family family) {
    if (!acceptors(family).has(position())) return;
    const score weight = acceptors(family).at(position());
    enter(state_.introns[intron_phase{border_kind::whole, family}.index()], weight,
          [&](const row& source, score change) {
            rows_.pass(spliced::exon_border::start, position(), source, change, rows_at(position()));
          });
    if (plan_.reading.incomplete) begin_cut(-*plan_.reading.incomplete);
    if (position() == track_.length()) return;
    const residue_code first = track_.base(position());
    for (residue_code base = 1; base < spliced::n_dna_codes; ++base)
      wait_for(requested::any, 1, base, {border_kind::one, family, base}, weight);
    wait_for(requested::last_base, 2, no_base, {border_kind::two, family, first}, weight);
    wait_for(requested::last_stop, 2, no_base, {border_kind::stop, family, first}, weight);
    if (first == standard_start[1])
      wait_for(requested::start, 1, standard_start[0], {border_kind::start, family}, weight);
  }

  // Rows of several kinds of introns are one before they wait.
  void wait_for(requested what, std::int64_t n_known, residue_code base, intron_phase border, score weight) {
    left& intron = state_.introns[border.index()];
    if (!intron.has_any) return;
    std::optional<waiting> entering;
    enter(intron, weight, [&](const row& chains, score change) {
      if (!entering) {
        entering = waiting{what, n_known, base, false, position(), chains, change, true};
        return;
      }
      rows_.pass(spliced::exon_border::start, position(), chains, change, started(*entering));
    });
    if (entering) state_.waiting.push_back(std::move(*entering));
  }

  // In any phase.
  void begin_cut(score weight) {
    for (std::int64_t n_skipped = 0; n_skipped < static_cast<std::int64_t>(codon_length); ++n_skipped)
      wait_from_source(requested::any, weight).begin += n_skipped;
  }

  waiting& wait_from_source(requested what, score weight) {
    state_.waiting.push_back({what, 0, no_base, false, position(), begin_at(position(), weight)});
    return state_.waiting.back();
  }

  const genome_track& track_;
  const sweep_plan& plan_;
  Rows& rows_;
  state state_;
  std::vector<row> aligned_;  // of leave_before_thirds
};

}  // namespace exonweave
