// The recurrence of gene finding: a pass over a sequence from left to right, over all parses of it into genes of both
// strands and intergenic sequence.
//
// A parse is a row of genes that do not overlap, introns included. From its left end to its right one a gene has exons
// and introns by turns, none of them empty. Its codons are no stop codons but at its end, and where hints say that one
// is read on. Its ends are start and stop codon, which no intron splits, or it is cut: at an end of the sequence or of
// a gap, within any codon. Exons lie outside of gaps; introns may hold them. An intron has donor and acceptor
// (masked_bases.hpp), and splits a codon so that all bases of it to the left stand right before the intron, and all
// others right after it, but for those that a cut takes.
//
// With `+` the sum of scores and `*` what an algebra makes of alternatives, for each border i of the sequence, strand
// s, and number c of bases of a codon to the left of the border:
//
//   N(i)        what is before i ends with intergenic sequence, or a gene
//   E(s, c, i)  it ends within an exon
//   D(s, c, d)  with an exon that an intron follows from d on:
//                 E(s, c, d) + intron_begin(d) + per_intron
//   A(s, c, a)  with an intron that ends at a (begun_introns):
//                 intron_end(a) + * over d of  D(s, c, d) + length(a - d) + content + hint
//
//   N(i)        = N(i - 1)  *  E(s, 0, i - 3) + end(i - 3)  *  at a right cut E(s, c, i) + cut_end
//   E(s, 0, i)  = N(i - 3) + begin(i - 3)  *  A(s, c, i - (3 - c) % 3) + the codon's other bases
//                 *  E(s, 2, i - 1) + coding(2, i - 1) where these three bases are no such stop codon
//   E(s, c, i)  = E(s, c - 1, i - 1) + coding(c - 1, i - 1)  *  at a left cut N(i) + cut_begin
//                 *  at a right cut A(s, c - 1, i - 1) + the base, and A(s, c - 2, i - 2) + the bases
//
// An exon is not empty, as E(s, 0, i) goes on to D(s, 0, i), and to N at a cut, before A(s, 0, i) and the cut are
// added.
//
// The reverse complement of a sequence has the same parses with the same scores: so what is after a border is what
// this pass finds before its mirror image.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "exons/gene_finding/gene_parameters.hpp"
#include "exons/gene_finding/sequence_scores.hpp"

namespace exonweave {

// The introns of one strand that have begun before a border of the recurrence, and what ends with them there:
//
//   A(c, a) = * over d of  D(c, d) + length(a - d) + content(d, a) + hint
//             where the codon that the intron splits is no stop codon
//
// Introns within the table of lengths stand in rows, one for each c. Those beyond it are pooled by the bases of the
// codon before them: the tail of lengths is geometric, so what they score next to one another does not change.

/// Bases before an intron that are of a codon which it splits: none, one or two of them, each known or not.
class carried_kinds {
 public:
  static constexpr std::size_t n_bases = unknown_base + 1;
  static constexpr std::size_t first_of_one = 1, first_of_two = 1 + n_bases, n_kinds = first_of_two + n_bases * n_bases;
  static constexpr std::array<std::size_t, codon_length + 1> first_of = {0, first_of_one, first_of_two,
                                                                         n_kinds};  // [count]

  /// By how many there are, and the bases before the intron.
  static constexpr std::uint8_t kind(std::size_t count, base_number before_last, base_number last) {
    if (count == 0) return 0;
    return static_cast<std::uint8_t>(count == 1 ? first_of_one + last : first_of_two + before_last * n_bases + last);
  }
};

/// Which bases before an intron make a stop codon with the two after it.
class split_stops {
 public:
  using kinds = std::array<bool, carried_kinds::n_kinds>;

  explicit split_stops(const strand_scorer& scorer) {
    for (base_number first = 0; first < carried_kinds::n_bases; ++first)
      for (base_number second = 0; second < carried_kinds::n_bases; ++second)
        for (base_number last = 0; last < carried_kinds::n_bases; ++last) {
          kinds& made = by_bases_[first * carried_kinds::n_bases + second];
          made[carried_kinds::kind(1, 0, last)] = scorer.is_stop(last, first, second);
          for (base_number before = 0; before < carried_kinds::n_bases; ++before)
            made[carried_kinds::kind(2, before, last)] = scorer.is_stop(before, last, first);
        }
  }

  [[nodiscard]] const kinds& before(base_number first, base_number second) const {
    return by_bases_[first * carried_kinds::n_bases + second];
  }

 private:
  std::array<kinds, carried_kinds::n_bases * carried_kinds::n_bases> by_bases_{};
};

/// `Algebra` is that of parse_recurrence. For introns it has, besides,
///   length_table     made of intron_lengths: those below tail_begin()
///   intron_row       values in a row: push(value), at(k), drop(n) for the first n, for_each(f), and
///                    add_to(accumulator&, n, length_of, is_skipped, length_table, score), which adds value k + the
///                    table's score of length_of(k) + score for each k < n
///   intron_pool<n>   of n kinds of values: add(kind, value), for_each(f), and add_to(accumulator&, first, last,
///                    is_skipped, score), which adds those of the kinds in [first, last)
template <class Algebra>
class begun_introns {
 public:
  using value = typename Algebra::value;
  using accumulator = typename Algebra::accumulator;

  /// Where an intron begins, and the bases before it.
  struct place {
    std::int64_t border;
    finding_score content;  // up to where it has some
    base_number before_last, last;
  };

  /// `hinted` are the borders, ascending, at which hints for introns beyond the table begin. All must outlive it.
  begun_introns(const intron_lengths& lengths, const strand_scorer& scorer, std::vector<std::int64_t> hinted)
      : lengths_(lengths),
        table_(lengths),
        stops_(scorer),
        min_with_content_(scorer.left_reach() + scorer.right_reach() + 1),
        hinted_(std::move(hinted)) {}

  /// D of an intron that begins there. Borders do not descend.
  void begin(const place& where, std::size_t c, const value& before) {
    const begun_intron made{where.border, where.content, carried_kinds::kind(c, where.before_last, where.last)};
    frame& into = frames_[c];
    into.introns.push_back(made);
    into.values.push(Algebra::plus(before, -where.content));
    while (next_hinted_ < hinted_.size() && hinted_[next_hinted_] < where.border) ++next_hinted_;
    if (next_hinted_ < hinted_.size() && hinted_[next_hinted_] == where.border) kept_.push_back({made, c, before});
  }

  /// A of a border, where `content` is that up to the last of the intron, by c. `hints` are those of introns that end
  /// there.
  std::array<value, codon_length> end(std::int64_t border, finding_score content, base_number first, base_number second,
                                      std::span<const gene_hints::intron> hints, strand on) {
    const split_stops::kinds& is_stop = stops_.before(first, second);
    const finding_score in_tail = lengths_.at_tail() + (border - lengths_.tail_begin()) * lengths_.per_nt() + content;
    std::array<value, codon_length> ended{};
    for (std::size_t c = 0; c < codon_length; ++c) {
      frame& begun = frames_[c];
      move_to_tail(begun, border);
      accumulator sum;
      begun.tail.add_to(
          sum, carried_kinds::first_of[c], carried_kinds::first_of[c + 1],
          [&](std::size_t kind) { return is_stop[kind]; }, in_tail);
      for (const gene_hints::intron& hint : hints)
        if (hint.on == on) add_hinted(begun, c, hint, content, is_stop, sum);
      add_from_table(begun, border, content, is_stop, sum);
      ended[c] = sum.result();
    }
    return ended;
  }

  template <class Visit>
  void for_each_value(const Visit& visit) {
    for (frame& each : frames_) {
      each.values.for_each(visit);
      each.tail.for_each(visit);
    }
    for (kept_intron& each : kept_) visit(each.before);
  }

 private:
  struct begun_intron {
    std::int64_t border;
    finding_score content;
    std::uint8_t carried;
  };
  struct kept_intron {
    begun_intron intron;
    std::size_t c;
    value before;
  };
  struct frame {
    std::vector<begun_intron> introns{};  // from first on: those within the table of lengths
    std::size_t first = 0;
    typename Algebra::intron_row values{};                                  // [introns from first on] D less content
    typename Algebra::template intron_pool<carried_kinds::n_kinds> tail{};  // those beyond, less length to their begin
  };

  // Those whose length is not in the table any more.
  void move_to_tail(frame& begun, std::int64_t border) {
    std::size_t n = 0;
    for (; begun.first + n < begun.introns.size() &&
           border - begun.introns[begun.first + n].border >= lengths_.tail_begin();
         ++n) {
      const begun_intron& intron = begun.introns[begun.first + n];
      begun.tail.add(intron.carried, Algebra::plus(begun.values.at(n), -lengths_.per_nt() * intron.border));
    }
    begun.values.drop(n);
    begun.first += n;
    if (2 * begun.first < begun.introns.size()) return;
    begun.introns.erase(begun.introns.begin(), begun.introns.begin() + static_cast<std::ptrdiff_t>(begun.first));
    begun.first = 0;
  }

  void add_from_table(frame& begun, std::int64_t border, finding_score content, const split_stops::kinds& is_stop,
                      accumulator& sum) const {
    const begun_intron* introns = begun.introns.data() + begun.first;
    const std::size_t n_begun = begun.introns.size() - begun.first;
    const auto n_up_to = [&](std::int64_t min_length) {
      std::size_t n = n_begun;
      while (n > 0 && border - introns[n - 1].border < min_length) --n;
      return n;
    };
    const std::size_t n_all = n_up_to(lengths_.least());
    const std::size_t n = std::min(n_all, n_up_to(min_with_content_));
    begun.values.add_to(
        sum, n, [&](std::size_t k) { return border - introns[k].border; },
        [&](std::size_t k) { return is_stop[introns[k].carried]; }, table_, content);
    // Sites that see the same bases leave no content between them.
    for (std::size_t k = n; k < n_all; ++k)
      if (!is_stop[introns[k].carried])
        sum.add(begun.values.at(k), lengths_.in_table(border - introns[k].border) + introns[k].content);
  }

  void add_hinted(const frame& begun, std::size_t c, const gene_hints::intron& hint, finding_score content,
                  const split_stops::kinds& is_stop, accumulator& sum) const {
    const std::int64_t length = hint.where.length();
    if (length < lengths_.least()) return;
    const auto add = [&](const begun_intron& intron, const value& before) {
      if (intron.border != hint.where.start || is_stop[intron.carried]) return;
      const finding_score between = length < min_with_content_ ? 0 : content - intron.content;
      sum.add(before, lengths_.at(length) + between + Algebra::repeated(hint.score));
    };
    if (length >= lengths_.tail_begin()) {
      for (const kept_intron& each : kept_)
        if (each.c == c) add(each.intron, each.before);
      return;
    }
    const auto found = std::ranges::lower_bound(begun.introns.begin() + static_cast<std::ptrdiff_t>(begun.first),
                                                begun.introns.end(), hint.where.start, {}, &begun_intron::border);
    if (found == begun.introns.end()) return;
    const auto k = static_cast<std::size_t>(found - begun.introns.begin()) - begun.first;
    add(*found, Algebra::plus(begun.values.at(k), found->content));
  }

  const intron_lengths& lengths_;
  typename Algebra::length_table table_;
  split_stops stops_;
  std::int64_t min_with_content_;
  std::array<frame, codon_length> frames_{};
  std::vector<std::int64_t> hinted_;
  std::size_t next_hinted_ = 0;
  std::vector<kept_intron> kept_{};  // those that begin where hints say so
};

/// An event of a parse: what an algebra may keep of it.
struct parse_event {
  enum class kind : std::uint8_t { begin_codon, begin_cut, intron_begin, intron_end, end_codon, end_cut };
  kind is;
  strand on;
  std::uint8_t n_before;  // of a codon, how many bases are to the left of the border
  // Of the gene, or intron: left of a codon that begins a gene, right of one that ends it.
  std::int64_t border;
};

/// `Algebra` has
///   value                           what a parse up to a border is worth, or all of them; default: there is none
///   empty()                         the value of nothing before
///   is_any(value)                   whether there is one
///   plus(value, finding_score)
///   choose(value& into, value)      of alternatives; earlier ones are preferred
///   choose(value& into, value, finding_score, parse_event)   the same of value + score with an event
///   with_event(value, finding_score, parse_event)
///   repeated(finding_score)         what a parse that has been chosen from already scores more with this hint
///   at_border(border, N)            is reported each N
///   at_intron_end(strand, c, border, A)
///   tidy(parse_recurrence&)         is called at times; for_each_value(f) calls f(value&) on all values that are held
///   accumulator                     of many values, each with a score: add(value, finding_score), value result()
/// and what begun_introns asks for. plus and repeated are static.
template <class Algebra>
class parse_recurrence {
 public:
  using value = typename Algebra::value;

  /// They must outlive it.
  parse_recurrence(sequence_scores& scores, Algebra& algebra)
      : scores_(scores),
        algebra_(algebra),
        strands_{strand_state(scores, strand::forward), strand_state(scores, strand::reverse)} {}

  /// N at the end of the sequence. Call it once.
  value run() {
    constexpr std::int64_t part_length = std::int64_t{1} << 16;
    between_ = algebra_.empty();
    for (std::int64_t first = 0; first < scores_.length(); first += part_length) {
      const std::int64_t last = std::min(scores_.length(), first + part_length);
      scores_.load({first, last});
      for (std::int64_t border = first; border < last; ++border) step(border);
      algebra_.tidy(*this);
    }
    settle(scores_.length());
    return between_;
  }

  /// visit(value&) for each that is held.
  template <class Visit>
  void for_each_value(const Visit& visit) {
    const auto visit_all = [&visit](auto& values) {
      for (value& each : values) visit(each);
    };
    visit(between_);
    for (strand_state& state : strands_) {
      for (codon_values& exon : state.exons) visit_all(exon);
      visit_all(state.ended);
      state.introns.for_each_value(visit);
    }
  }

 private:
  using kind = parse_event::kind;
  using codon_values = std::array<value, codon_length>;  // by c

  struct strand_state {
    strand_state(const sequence_scores& scores, strand strand_of)
        : on(strand_of),
          scorer(scores.scorer(strand_of)),
          introns(scores.parameters().lengths, scorer,
                  scores.hinted_begins(strand_of, scores.parameters().lengths.tail_begin())) {}

    strand on;
    const strand_scorer& scorer;
    std::array<codon_values, 4> exons{};  // E, by border % 4
    std::array<value, 4> ended{};         // genes, by the border where they end
    begun_introns<Algebra> introns;

    codon_values& exon(std::int64_t border) { return exons[static_cast<std::size_t>(border) % exons.size()]; }
    value& ended_at(std::int64_t border) { return ended[static_cast<std::size_t>(border) % ended.size()]; }
  };

  static bool is_next(const std::vector<std::int64_t>& borders, std::size_t& next, std::int64_t border) {
    if (next == borders.size() || borders[next] != border) return false;
    ++next;
    return true;
  }

  // N of a border.
  void settle(std::int64_t border) {
    const bool is_cut = is_next(scores_.right_cuts(), next_right_, border);
    for (strand_state& state : strands_) {
      algebra_.choose(between_, state.ended_at(border));
      state.ended_at(border) = value();
      if (!is_cut) continue;
      const codon_values& exon = state.exon(border);
      for (std::size_t c = 0; c < codon_length; ++c)
        if (algebra_.is_any(exon[c]))
          algebra_.choose(between_, exon[c], state.scorer.cut_end(), event(kind::end_cut, state, c, border));
    }
    algebra_.at_border(border, between_);
  }

  void step(std::int64_t border) {
    settle(border);
    const bool is_cut = is_next(scores_.left_cuts(), next_left_, border);
    for (strand_state& state : strands_) {
      const strand_scores& scores = scores_.loaded(state.on);
      if (const auto site = scores.intron_begin(border); site != impossible_place) begin_introns(state, border, site);
      if (const auto site = scores.intron_end(border); site != impossible_place) end_introns(state, border, site);
      codon_values& exon = state.exon(border);
      if (is_cut)
        for (std::size_t c = 0; c < codon_length; ++c)
          algebra_.choose(exon[c], between_, state.scorer.cut_begin(), event(kind::begin_cut, state, c, border));
      codon_values& after = state.exon(border + codon_size);
      after = {};
      if (const auto score = scores.begin(border); score != impossible_place)
        algebra_.choose(after[0], between_, score, event(kind::begin_codon, state, 0, border));
      if (const auto score = scores.end(border); score != impossible_place && algebra_.is_any(exon[0]))
        algebra_.choose(state.ended_at(border + codon_size), exon[0], score,
                        event(kind::end_codon, state, 0, border + codon_size));
      go_on(state, scores, border);
    }
  }

  static parse_event event(kind is, const strand_state& state, std::size_t c, std::int64_t border) {
    return {is, state.on, static_cast<std::uint8_t>(c), border};
  }

  [[nodiscard]] bool ends_with_stop(const strand_state& state, std::int64_t position) const {
    const std::int64_t first = position + 1 - codon_size;
    return state.scorer.is_stop(scores_.base(first), scores_.base(first + 1), scores_.base(position)) &&
           !scores_.is_recoded(state.on, first);
  }

  // Exons by a base.
  void go_on(strand_state& state, const strand_scores& scores, std::int64_t position) {
    const codon_values& exon = state.exon(position);
    codon_values& next = state.exon(position + 1);
    for (std::size_t c = 0; c < codon_length; ++c) {
      if (!algebra_.is_any(exon[c])) continue;
      const place_score coding = scores.coding(c, position);
      if (coding == impossible_place) continue;
      if (c + 1 == codon_length && ends_with_stop(state, position)) continue;
      algebra_.choose(next[(c + 1) % codon_length], algebra_.plus(exon[c], coding));
    }
  }

  void begin_introns(strand_state& state, std::int64_t border, place_score site) {
    const codon_values& exon = state.exon(border);
    const typename begun_introns<Algebra>::place where{
        border, scores_.loaded(state.on).content(border + state.scorer.left_reach()), scores_.base(border - 2),
        scores_.base(border - 1)};
    for (std::size_t c = 0; c < codon_length; ++c)
      if (algebra_.is_any(exon[c]))
        state.introns.begin(where, c,
                            algebra_.with_event(exon[c], site + scores_.parameters().per_intron,
                                                event(kind::intron_begin, state, c, border)));
  }

  void end_introns(strand_state& state, std::int64_t border, place_score site) {
    const auto ended =
        state.introns.end(border, scores_.loaded(state.on).content(border - state.scorer.right_reach()),
                          scores_.base(border), scores_.base(border + 1), scores_.introns_to(border), state.on);
    for (std::size_t c = 0; c < codon_length; ++c)
      if (algebra_.is_any(ended[c])) end_intron(state, c, border, ended[c], site);
  }

  // A, and the codon that the intron splits.
  void end_intron(strand_state& state, std::size_t c, std::int64_t border, value before, place_score site) {
    const value ended = algebra_.with_event(before, site, event(kind::intron_end, state, c, border));
    algebra_.at_intron_end(state.on, c, border, ended);
    finding_score codon = 0;
    std::size_t n_left = c;  // bases of the codon to the left of `after`
    std::int64_t after = border;
    for (; n_left % codon_length != 0; ++n_left, ++after) {
      const place_score coding = scores_.loaded(state.on).coding(n_left, after);
      if (coding == impossible_place) break;
      codon += coding;
    }
    // Where the codon is not whole, there is a right cut.
    if (n_left % codon_length == 0 || after > border)
      algebra_.choose(state.exon(after)[n_left % codon_length], algebra_.plus(ended, codon));
  }

  sequence_scores& scores_;
  Algebra& algebra_;
  std::array<strand_state, 2> strands_;
  value between_{};  // N
  std::size_t next_left_ = 0, next_right_ = 0;
};

}  // namespace exonweave
