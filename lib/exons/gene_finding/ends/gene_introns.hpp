// Genes of which the one border of an intron has been met and the other has not: the most that they are worth, by what
// they carry over the intron (split_codon_prefix). Genes may be read from their starts to their stops, donors first, or
// the other way round.
//
// The intron [d, a) costs  min over lines l of  cost_l + f_l(a) - f_l(d)  (intron_rules.hpp). What is held of each line
// is free of where the other border will be:
//
//   donors first:     max over donors d of     worth + f_l(d),   read at an acceptor a with  - cost_l - f_l(a)
//   acceptors first:  max over acceptors a of  worth - f_l(a),   read at a donor d with      - cost_l + f_l(d)
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "exons/graph/chain_graph.hpp"
#include "exons/graph/intron_rules.hpp"
#include "exons/sweep/genome_track.hpp"
#include "spliced/scoring/alphabet.hpp"

namespace exonweave::split_codon_prefix {

// What codons are that introns split: looked up by the bases after the intron, for all bases before it at once.

// What a gene carries over an intron that stands within a codon: the bases of the codon before the intron, as one small
// number.
//
//   0          none: the intron stands between two codons
//   1 - 4      one:  A, C, G, T
//   5 - 20     two:  AA, AC, AG, AT, CA ... TT
//   21         a base that is not known: no gene is split there

constexpr std::size_t n_bases = 4;
constexpr std::size_t none = 0, first_of_one = 1, first_of_two = first_of_one + n_bases;
constexpr std::size_t unknown = first_of_two + n_bases * n_bases;
constexpr std::size_t count = unknown + 1;

/// A, C, G, T as 0 to 3; n_bases for all others.
constexpr std::size_t index_of(spliced::residue_code base) {
  constexpr std::array<std::size_t, spliced::n_dna_codes> indices = {4, 0, 1, 4, 2, 4, 4, 4, 3, 4, 4, 4, 4, 4, 4, 4};
  return indices[base];
}

constexpr std::size_t one(spliced::residue_code base) {
  const std::size_t index = index_of(base);
  return index < n_bases ? first_of_one + index : unknown;
}

constexpr std::size_t two(spliced::residue_code first, spliced::residue_code second) {
  const std::size_t i = index_of(first), j = index_of(second);
  return i < n_bases && j < n_bases ? first_of_two + n_bases * i + j : unknown;
}

}  // namespace exonweave::split_codon_prefix

namespace exonweave {

/// What genes are worth: sums over a whole sequence, which 32 bits may not hold. In the unit of scores.
using gene_value = std::int64_t;

/// Of no gene at all; no sum with it is anywhere near to what a gene is worth.
constexpr gene_value no_gene = -(gene_value{1} << 60);

/// What a codon is to a gene.
struct codon_gains {
  gene_value goes_on = no_gene;  // what it earns, where the gene goes on after it
  gene_value ends = no_gene;     // 0 where it may end the gene

  /// Of a codon of any bases. A stop codon within a gene is none, and no stop is recoded.
  static codon_gains make(const exon_reading& reading, spliced::residue_code a, spliced::residue_code b,
                          spliced::residue_code c);
};

/// Whether a gene may go on after a codon for this residue.
inline bool may_go_on(spliced::residue_code residue) {
  return residue != spliced::stop_amino && !is_recoded_stop(residue);
}

class split_codon_table {
 public:
  static constexpr std::size_t n_bases = split_codon_prefix::n_bases;
  using after_one = std::array<codon_gains, n_bases>;            // by the base before the intron
  using after_two = std::array<codon_gains, n_bases * n_bases>;  // by both, as split_codon_prefix has them

  explicit split_codon_table(const exon_reading& reading);

  /// Of codons that end with these two bases; of other letters than A, C, G and T there are none.
  [[nodiscard]] const after_one& ending(spliced::residue_code second, spliced::residue_code third) const {
    return ending_[split_codon_prefix::index_of(second)][split_codon_prefix::index_of(third)];
  }
  /// Of codons that end with this base.
  [[nodiscard]] const after_two& ending(spliced::residue_code third) const {
    return third_[split_codon_prefix::index_of(third)];
  }

 private:
  std::array<std::array<after_one, n_bases + 1>, n_bases + 1> ending_{};  // the last of each: not known
  std::array<after_two, n_bases + 1> third_{};
};

enum class first_border : std::uint8_t { donor, acceptor };

/// Positions ascend where donors come first, and else descend. `Worth` is gene_value, or what is compared and added to
/// like one.
template <class Value>
class gene_introns {
 public:
  using values = std::array<Value, split_codon_prefix::count>;

  /// On this track, all of one family.
  gene_introns(const intron_rules& rules, const genome_track& track, first_border first);

  /// The first border of introns is at a position, not before others.
  void open(std::int64_t position, const values& value) { waiting_.push_back({position, value}); }

  /// Introns may have their other border at a position, not before others.
  void go_to(std::int64_t position);

  /// Of the introns between what was opened and the position that it went to, with what their length costs.
  [[nodiscard]] Value best(std::size_t carried) const {
    Value most = no_gene;
    for (const line_maxima& line : lines_) most = std::max<Value>(most, line.most[carried] + line.change);
    return most;
  }
  /// For all that a gene may carry.
  [[nodiscard]] values best() const {
    values most;
    most.fill(no_gene);
    for (const line_maxima& line : lines_)
      for (std::size_t carried = 0; carried < most.size(); ++carried)
        most[carried] = std::max<Value>(most[carried], line.most[carried] + line.change);
    return most;
  }

 private:
  struct opened {
    std::int64_t position;
    values value;
  };
  // With a longest intron: those that no later one scores as much as, so that the first is the most.
  struct recent_maxima {
    struct entry {
      std::int64_t position;
      Value value;
    };
    std::vector<entry> entries;
    std::size_t first = 0;

    void add(std::int64_t position, Value value);
    [[nodiscard]] Value max_within(std::int64_t longest, std::int64_t position);
  };
  struct line_maxima {
    intron_line line;
    values most;
    gene_value change;  // at the position that it went to
    std::vector<recent_maxima> recent;
  };

  [[nodiscard]] gene_value slope_change(const intron_line& line, std::int64_t position) const {
    return sign_ * line.per_kb.at(start_ + position);
  }
  void let_in(const opened& introns);
  // The entries before `first` are over: they go when they are most, so that an entry is moved once or so.
  template <class Entries>
  static void forget_first(Entries& entries, std::size_t& first) {
    if (2 * first < entries.size()) return;
    entries.erase(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(first));
    first = 0;
  }

  std::int64_t shortest_, longest_, start_;
  gene_value sign_;  // of what a line costs up to the first border
  std::vector<line_maxima> lines_;
  std::vector<opened> waiting_;  // from first_ on: those that are nearer than the shortest intron
  std::size_t first_ = 0;
};

template <class Value>
gene_introns<Value>::gene_introns(const intron_rules& rules, const genome_track& track, first_border first)
    : shortest_(rules.min_intron),
      longest_(rules.max_intron),
      start_(track.start),
      sign_(first == first_border::donor ? 1 : -1) {
  for (const intron_line& line : useful_lines(rules, track.length())) {
    line_maxima& made = lines_.emplace_back(line_maxima{line, {}, 0, {}});
    made.most.fill(no_gene);
    if (longest_ != intron_rules::no_limit) made.recent.resize(split_codon_prefix::count);
  }
}

template <class Value>
void gene_introns<Value>::go_to(std::int64_t position) {
  while (first_ < waiting_.size() && std::abs(position - waiting_[first_].position) >= shortest_)
    let_in(waiting_[first_++]);
  forget_first(waiting_, first_);
  for (line_maxima& held : lines_) {
    held.change = -held.line.cost - slope_change(held.line, position);
    for (std::size_t carried = 0; carried < held.recent.size(); ++carried)
      held.most[carried] = held.recent[carried].max_within(longest_, position);
  }
}

template <class Value>
void gene_introns<Value>::let_in(const opened& introns) {
  for (line_maxima& held : lines_) {
    const gene_value change = slope_change(held.line, introns.position);
    if (held.recent.empty())
      for (std::size_t carried = 0; carried < split_codon_prefix::count; ++carried)
        held.most[carried] = std::max<Value>(held.most[carried], introns.value[carried] + change);
    for (std::size_t carried = 0; carried < held.recent.size(); ++carried)
      held.recent[carried].add(introns.position, introns.value[carried] + change);
  }
}

template <class Value>
void gene_introns<Value>::recent_maxima::add(std::int64_t position, Value value) {
  while (entries.size() > first && entries.back().value <= value) entries.pop_back();
  entries.push_back({position, value});
}

template <class Value>
Value gene_introns<Value>::recent_maxima::max_within(std::int64_t longest, std::int64_t position) {
  while (first < entries.size() && std::abs(position - entries[first].position) > longest) ++first;
  forget_first(entries, first);
  return first < entries.size() ? entries[first].value : Value{no_gene};
}

}  // namespace exonweave
