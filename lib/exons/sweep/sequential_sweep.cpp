#include "exons/sweep/sequential_sweep.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>

#include "spliced/dp/recurrence.hpp"

namespace exonweave {
namespace {

using spliced::is_reachable;
using spliced::residue_code;
using spliced::score;
using row = std::vector<score>;

constexpr residue_code no_base = 0;
constexpr std::array families = {splice_family::major, splice_family::minor};

void add(score weight, row& to) {
  for (score& each : to) each += weight;
}

// Chains that left exons in one border class.
class intron_rows {
 public:
  intron_rows(const intron_rules& introns, const std::vector<intron_line>& lines)
      : introns_(&introns), lines_(&lines) {}

  void leave(std::int64_t position, const row& chains) {
    if (left_.empty() || left_.back().position != position)
      left_.push_back({position, chains});
    else
      spliced::let_in(chains, 0, left_.back().chains);
  }

  // What enters an exon at a place, which ascends from call to call. Empty: nothing.
  [[nodiscard]] row enter(std::int64_t position) {
    const std::int64_t last = position - introns_->min_intron;
    for (; !left_.empty() && left_.front().position <= last; left_.pop_front()) {
      if (introns_->max_intron == intron_rules::no_limit)
        take_in(left_.front());
      else
        within_.push_back(std::move(left_.front()));
    }
    row entering;
    for (std::size_t k = 0; k < maxima_.size(); ++k) {
      const score cost = (*lines_)[k].cost + slope(k, position);
      if (entering.empty()) entering.assign(maxima_[k].size(), spliced::unreachable);
      spliced::let_in(maxima_[k], -cost, entering);
    }
    while (!within_.empty() && within_.front().position < position - introns_->max_intron)
      within_.pop_front();
    for (const left_at& each : within_) {
      if (entering.empty()) entering.assign(each.chains.size(), spliced::unreachable);
      spliced::let_in(each.chains, -introns_->between(each.position, position), entering);
    }
    return entering;
  }

 private:
  struct left_at {
    std::int64_t position;
    row chains;
  };

  [[nodiscard]] score slope(std::size_t line, std::int64_t position) const {
    return (*lines_)[line].length_cost(0, position);
  }

  void take_in(const left_at& from) {
    if (maxima_.empty()) maxima_.assign(lines_->size(), row(from.chains.size(), spliced::unreachable));
    for (std::size_t k = 0; k < maxima_.size(); ++k)
      spliced::let_in(from.chains, slope(k, from.position), maxima_[k]);
  }

  const intron_rules* introns_;
  const std::vector<intron_line>* lines_;
  std::deque<left_at> left_;    // not far enough from where exons begin
  std::deque<left_at> within_;  // with a greatest length: those that are
  std::vector<row> maxima_;     // without: [lines] of all that are; empty before there are any
};

// A codon that its exon is to complete.
struct waiting_codon {
  enum class wanted : std::uint8_t { any, start, last_base, last_stop };
  wanted what;
  std::int64_t n_known;  // its bases before `begin`
  residue_code base;     // with one known that base
  bool is_whole;         // not to be split by the exon's end
  std::int64_t begin;    // where its other bases begin
  row chains;            // into which it is read

  [[nodiscard]] std::int64_t end() const { return begin + static_cast<std::int64_t>(codon_length) - n_known; }
};

// The first two bases of a codon before a donor.
struct prefix {
  bool is_start;  // of a start codon
  residue_code first;
  const row* chains;
};

class sweep {
  using wanted = waiting_codon::wanted;

 public:
  sweep(const genome_track& track, const chain_scoring& scoring, std::span<const residue_code> target)
      : track_(track),
        scoring_(scoring),
        reading_(scoring.reading()),
        problem_(scoring.problem_on({}, target)),
        profile_(scoring.substitution, target),
        lines_(useful_lines(scoring.introns, track.length())),
        source_(nothing()),
        sink_(nothing()),
        introns_(border_class::count, intron_rows(scoring.introns, lines_)) {
    spliced::source_row(problem_, source_);
    rows_.fill(nothing());
    codons_.fill(nothing());
    find_first_bases();
  }

  spliced::best_end run() {
    for (position_ = 0; position_ <= track_.length(); ++position_) {
      add_row();
      for (const splice_family family : families) add_donor(family);
      if (track_.cut_ends.has(position_)) end_cut(track_.cut_ends.at(position_));
      add_starts();
      std::erase_if(waiting_, [&](const waiting_codon& each) { return each.end() <= position_; });
    }
    return spliced::find_best_end(problem_, sink_);
  }

 private:
  [[nodiscard]] row nothing() const { return row(problem_.layout().width(), spliced::unreachable); }
  row& rows_at(std::int64_t position) { return rows_[static_cast<std::size_t>(position) % codon_length]; }
  row& codons_at(std::int64_t position) { return codons_[static_cast<std::size_t>(position) % codon_length]; }
  [[nodiscard]] std::int64_t coordinate() const { return track_.start + position_; }

  void find_first_bases() {
    for (const splice_family family : families)
      for (std::int64_t p = 0; p < track_.length(); ++p)
        if (acceptors(family).has(p)) first_bases_[static_cast<std::size_t>(family)][track_.base(p)] = true;
  }
  [[nodiscard]] const site_track& donors(splice_family family) const {
    return track_.donors[static_cast<std::size_t>(family)];
  }
  [[nodiscard]] const site_track& acceptors(splice_family family) const {
    return track_.acceptors[static_cast<std::size_t>(family)];
  }

  // ---- rows ----

  void add_row() {
    row made = nothing();
    for (const waiting_codon& each : waiting_)
      if (each.end() == position_) complete(each, made);
    if (const std::int64_t begin = position_ - static_cast<std::int64_t>(codon_length); begin >= 0) {
      const row& above = rows_at(begin);
      if (reading_.code->may_end(track_.base(begin), track_.base(begin + 1), track_.base(begin + 2)))
        spliced::let_in(above, 0, sink_);
      align(track_.codon(begin), above, made);
    }
    spliced::close_row(problem_, made);
    row& here = rows_at(position_) = made;
    codons_at(position_) = std::move(made);
    if (!reading_.frameshift) return;
    for (const std::int64_t n_nt : {1, 2})
      if (position_ >= n_nt) spliced::let_in(codons_at(position_ - n_nt), -*reading_.frameshift, here);
  }

  void align(residue_code residue, const row& above, row& into) const {
    if (reading_.may_align(residue))
      spliced::let_in_residue(problem_, {above, profile_.of(residue), -reading_.cost_of(residue)}, into);
  }

  void complete(const waiting_codon& codon, row& into) {
    if (codon.what == wanted::last_base) return spliced::let_in(codon.chains, 0, into);
    if (codon.what == wanted::last_stop) return spliced::let_in(codon.chains, 0, sink_);
    std::array<residue_code, codon_length> bases{codon.base};
    for (std::int64_t n = codon.n_known; n < static_cast<std::int64_t>(codon_length); ++n)
      bases[static_cast<std::size_t>(n)] = track_.base(codon.begin + n - codon.n_known);
    if (codon.what == wanted::start && bases != standard_start) return;
    if (codon.what == wanted::any && reading_.code->may_end(bases[0], bases[1], bases[2]))
      spliced::let_in(codon.chains, 0, sink_);
    align(reading_.code->translate(bases[0], bases[1], bases[2]), codon.chains, into);
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
    row left = chains;
    add(weight, left);
    introns_[into.index()].leave(coordinate(), left);
  }

  void leave_behind_one(splice_family family, score weight) {
    const std::int64_t begin = position_ - 1;
    if (begin < 0) return;
    const residue_code base = track_.base(begin);
    leave({border_kind::one, family, base}, rows_at(begin), weight);
    const bool begins_start = base == standard_start[0];
    for (const waiting_codon& each : waiting_) {
      if (each.n_known > 0 || each.is_whole || each.begin != begin) continue;
      if (each.what == wanted::any) leave({border_kind::one, family, base}, each.chains, weight);
      if (each.what == wanted::start && begins_start)
        leave({border_kind::start, family}, each.chains, weight);
    }
    if (begins_start) leave({border_kind::start, family}, source_, weight);
  }

  void leave_behind_two(splice_family family, score weight) {
    const std::int64_t begin = position_ - 2;
    std::vector<prefix> prefixes;
    if (begin >= 0) {
      prefixes.push_back({false, track_.base(begin), &rows_at(begin)});
      if (track_.base(begin) == standard_start[0] && second() == standard_start[1])
        prefixes.push_back({true, standard_start[0], &source_});
    }
    for (const waiting_codon& each : waiting_) {
      if (each.n_known > 1 || each.is_whole || each.begin != begin + each.n_known) continue;
      const residue_code first = each.n_known == 1 ? each.base : track_.base(begin);
      const bool is_start = each.what == wanted::start;
      if (!is_start || (first == standard_start[0] && second() == standard_start[1]))
        prefixes.push_back({is_start, first, &each.chains});
    }
    for (const prefix& each : prefixes)
      for (residue_code third = 0; third < spliced::n_dna_codes; ++third)
        if (first_bases_[static_cast<std::size_t>(family)][third]) leave_before(third, each, family, weight);
  }

  // The second base of a codon whose third stands behind a donor here.
  [[nodiscard]] residue_code second() const { return track_.base(position_ - 1); }

  void leave_before(residue_code third, const prefix& of, splice_family family, score weight) {
    if (of.is_start && third != standard_start[2]) return;
    row aligned = nothing();
    align(reading_.code->translate(of.first, second(), third), *of.chains, aligned);
    leave({border_kind::two, family, third}, aligned, weight);
    if (!of.is_start && reading_.code->may_end(of.first, second(), third))
      leave({border_kind::stop, family, third}, *of.chains, weight);
  }

  // A chain without a stop codon, with up to two nt left over.
  void end_cut(score weight) {
    spliced::let_in(codons_at(position_), weight, sink_);
    for (const std::int64_t n : {1, 2})
      if (position_ >= n) spliced::let_in(rows_at(position_ - n), weight, sink_);
  }

  // ---- starts of exons ----

  void add_starts() {
    for (const splice_family family : families) add_acceptor(family);
    if (track_.starts.has(position_))
      wait(wanted::start, 0, no_base, source_, track_.starts.at(position_)).is_whole = true;
    if (track_.cut_begins.has(position_)) begin_cut(track_.cut_begins.at(position_));
  }

  void add_acceptor(splice_family family) {
    if (!acceptors(family).has(position_)) return;
    const score weight = acceptors(family).at(position_);
    if (const row entering = enter({border_kind::whole, family}); !entering.empty())
      spliced::let_in(entering, weight, rows_at(position_));
    if (reading_.incomplete) begin_cut(-*reading_.incomplete);
    if (position_ == track_.length()) return;
    const residue_code first = track_.base(position_);
    const auto wait_for = [&](wanted what, std::int64_t n_known, residue_code base, border_class from) {
      if (const row entering = enter(from); !entering.empty()) wait(what, n_known, base, entering, weight);
    };
    for (residue_code base = 1; base < spliced::n_dna_codes; ++base)
      wait_for(wanted::any, 1, base, {border_kind::one, family, base});
    wait_for(wanted::last_base, 2, no_base, {border_kind::two, family, first});
    wait_for(wanted::last_stop, 2, no_base, {border_kind::stop, family, first});
    if (first == standard_start[1])
      wait_for(wanted::start, 1, standard_start[0], {border_kind::start, family});
  }

  [[nodiscard]] row enter(border_class from) { return introns_[from.index()].enter(coordinate()); }

  // In any phase.
  void begin_cut(score weight) {
    for (std::int64_t n_skipped = 0; n_skipped < static_cast<std::int64_t>(codon_length); ++n_skipped)
      wait(wanted::any, 0, no_base, source_, weight).begin += n_skipped;
  }

  waiting_codon& wait(wanted what, std::int64_t n_known, residue_code base, row chains, score weight) {
    add(weight, chains);
    waiting_.push_back({what, n_known, base, false, position_, std::move(chains)});
    return waiting_.back();
  }

  const genome_track& track_;
  const chain_scoring& scoring_;
  exon_reading reading_;
  spliced::problem problem_;
  spliced::target_profile profile_;
  std::vector<intron_line> lines_;
  std::int64_t position_ = 0;
  row source_, sink_;
  std::array<row, codon_length> rows_;    // by position modulo 3
  std::array<row, codon_length> codons_;  // of them, chains whose last codon ends there
  std::vector<waiting_codon> waiting_;
  std::vector<intron_rows> introns_;  // [border_class::count]
  std::array<std::array<bool, spliced::n_dna_codes>, border_class::n_families>
      first_bases_{};  // of exons behind introns
};

}  // namespace

spliced::best_end sweep_sequentially(const genome_track& track, const chain_scoring& scoring,
                                     std::span<const residue_code> target) {
  return sweep(track, scoring, target).run();
}

}  // namespace exonweave
