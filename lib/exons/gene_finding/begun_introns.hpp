// The introns of one strand that have begun before a border of the recurrence (parse_recurrence.hpp), and what ends
// with them there:
//
//   A(c, a) = * over d of  D(c, d) + length(a - d) + content(d, a) + hint
//             where the codon that the intron splits is no stop codon
//
// Introns within the table of lengths stand in rows, one for each c. Those beyond it are pooled by the bases of the
// codon before them: the tail of lengths is geometric, so what they score next to one another does not change.
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

/// `Algebra` is that of parse_recurrence.hpp. For introns it has, besides,
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

}  // namespace exonweave
