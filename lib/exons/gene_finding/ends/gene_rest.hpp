// How a gene begins, or ends, of which a part is known: the best way from there to a start codon, or to a stop codon,
// over introns, by sites and weights of codons alone, next to whole genes that stand before it, or after.
//
// It is the parse of flanking_genes, from a known place on. With its letters, where the known part begins at A:
//
//   C(A) = 0,  C(p) as there, of what ends at A and nowhere else;  a begin at p scores  start(p) - price + w(p) + C(p
//              + 3) + N(p),
//
// N(p) what genes in [0, p) are worth. Ends are the same from the other side, with M(p).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "exons/graph/chain_graph.hpp"
#include "exons/graph/intron_rules.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/sweep/genome_track.hpp"
#include "spliced/scoring/alphabet.hpp"

// Genes of which the one border of an intron has been met and the other has not: the most that they are worth, by what
// they carry over the intron (split_codon_prefix). Genes may be read from their starts to their stops, donors first, or
// the other way round.
//
// The intron [d, a) costs  min over lines l of  cost_l + f_l(a) - f_l(d)  (intron_rules.hpp). What is held of each line
// is free of where the other border will be:
//
//   donors first:     max over donors d of     worth + f_l(d),   read at an acceptor a with  - cost_l - f_l(a)
//   acceptors first:  max over acceptors a of  worth - f_l(a),   read at a donor d with      - cost_l + f_l(d)
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

namespace exonweave {

// Genes read along a strand without any target, in the one direction or the other: the recurrences below,
// position by position. A pass begins anywhere with nothing, or with the part of a gene that is known (go_on_from).

/// What genes are made of, next to the sites and codons of a track. All in the unit of the track.
struct gene_costs {
  exon_reading reading{};    // codon by codon: only the code and the weights of codons count
  intron_rules introns{};    // as those of chains
  spliced::score price = 0;  // of each gene
};

/// What a pass reports of genes: how much they are worth, and no more.
struct value_alone {
  using value = gene_value;
  static value at_border(value of_gene, std::int64_t) { return of_gene; }
};

/// And which borders its introns have: `last` is the place of the last one among borders().
class value_with_borders {
 public:
  static constexpr std::int32_t no_border = -1;
  struct value {
    gene_value sum = no_gene;
    std::int32_t last = no_border;

    value() = default;
    value(gene_value of_gene) : sum(of_gene) {}  // NOLINT(google-explicit-constructor): as a number
    value& operator+=(gene_value more) {
      sum += more;
      return *this;
    }
    friend value operator+(value a, gene_value more) { return a += more; }
    friend value operator+(gene_value more, value a) { return a += more; }
    friend bool operator<(const value& a, const value& b) { return a.sum < b.sum; }
    friend bool operator<=(const value& a, const value& b) { return a.sum <= b.sum; }
  };
  struct border {
    std::int64_t position;
    std::int32_t before;  // the one that the pass met before it
  };

  value at_border(value of_gene, std::int64_t position) {
    if (of_gene.sum <= no_gene / 2) return of_gene;
    borders_.push_back({position, of_gene.last});
    of_gene.last = static_cast<std::int32_t>(borders_.size()) - 1;
    return of_gene;
  }
  [[nodiscard]] const std::vector<border>& borders() const { return borders_; }

 private:
  std::vector<border> borders_;
};

/// Of positions that are no further than a codon from where a pass is, and perhaps 2 before the first.
template <class Value>
class values_nearby {
 public:
  values_nearby() { values_.fill(no_gene); }
  Value& operator[](std::int64_t position) { return values_[static_cast<std::size_t>(position) % values_.size()]; }

 private:
  std::array<Value, 8> values_;  // 2 codon_length + 1, and a power of two
};

/// A strand whose genes are read in one direction. The track and the costs must outlive it.
template <class Reported>
class gene_reader {
 public:
  using value = typename Reported::value;

  [[nodiscard]] const Reported& reported() const { return reported_; }
  /// What a codon scores that a whole gene starts with, by its place alone.
  [[nodiscard]] gene_value start(std::int64_t position) const {
    return track_.starts.has(position) ? track_.starts.at(position) - price_ : no_gene;
  }

 protected:
  static constexpr std::int64_t codon_nt = codon_length;
  using site_tracks = std::array<site_track, intron_phase::n_families>;
  using introns_of_family = gene_introns<value>;
  using carried_values = typename introns_of_family::values;

  gene_reader(const genome_track& track, const gene_costs& costs, first_border first)
      : track_(track),
        reading_(costs.reading),
        price_(costs.price),
        split_(costs.reading),
        introns_{introns_of_family(costs.introns, track, first), introns_of_family(costs.introns, track, first)} {
    again_.fill(no_gene);
  }

  [[nodiscard]] std::int64_t length() const { return track_.length(); }
  [[nodiscard]] codon_gains codon(std::int64_t position) const {
    const swept_codon whole = track_.whole_codon(position);
    codon_gains values;
    if (may_go_on(whole.residue)) values.goes_on = whole.in_gap;
    if (reading_.code->may_end(track_.base(position), track_.base(position + 1), track_.base(position + 2)))
      values.ends = 0;
    return values;
  }
  [[nodiscard]] static bool has_any(const site_tracks& sites, std::int64_t position) {
    return std::ranges::any_of(sites, [&](const site_track& family) { return family.has(position); });
  }
  // The bases of a codon that end before a donor.
  [[nodiscard]] std::size_t one_before(std::int64_t donor) const {
    return donor >= 1 ? split_codon_prefix::one(track_.base(donor - 1)) : split_codon_prefix::unknown;
  }
  [[nodiscard]] std::size_t two_before(std::int64_t donor) const {
    return donor >= 2 ? split_codon_prefix::two(track_.base(donor - 2), track_.base(donor - 1))
                      : split_codon_prefix::unknown;
  }
  // The same where an intron stands between the two: the first is `base`, the second an exon of its own.
  [[nodiscard]] std::size_t two_before(std::int64_t donor, std::size_t base) const {
    return split_codon_prefix::two(static_cast<spliced::residue_code>(1U << base), track_.base(donor - 1));
  }

  static void raise_to(value& most, value other) { most = std::max(most, other); }
  void raise_at_border(value& most, value other, std::int64_t position) {
    if (most < other) most = reported_.at_border(other, position);
  }
  // visit(introns, weight) of each family that has a site.
  template <class Visit>
  void for_each_family(const site_tracks& sites, std::int64_t position, const Visit& visit) {
    for (std::size_t family = 0; family < sites.size(); ++family)
      if (sites[family].has(position)) visit(introns_[family], gene_value{sites[family].at(position)});
  }
  void open(introns_of_family& introns, std::int64_t position, carried_values values, gene_value weight) {
    for (value& each : values) each = reported_.at_border(each + weight, position);
    introns.open(position, values);
  }

  // visit(first of split_codon_prefix, worths of codons, position where they end) of codons that bases before an intron
  // and those after an acceptor make.
  template <class Visit>
  void for_each_split(std::int64_t acceptor, const Visit& visit) const {
    if (acceptor + 1 > length()) return;
    visit(split_codon_prefix::first_of_two, split_.ending(track_.base(acceptor)), acceptor + 1);
    if (acceptor + 2 > length()) return;
    visit(split_codon_prefix::first_of_one, split_.ending(track_.base(acceptor), track_.base(acceptor + 1)),
          acceptor + 2);
  }

  const genome_track& track_;
  const exon_reading& reading_;
  gene_value price_;
  split_codon_table split_;
  Reported reported_;
  std::array<introns_of_family, intron_phase::n_families> introns_;
  std::array<value, split_codon_prefix::n_bases>
      again_;  // of exons of one base, by the base before their codon's first intron
};

/// From stops to starts: positions descend.
template <class Reported>
class genes_from_stops : public gene_reader<Reported> {
  using base = gene_reader<Reported>;
  using base::again_, base::codon_nt, base::length, base::raise_at_border, base::raise_to, base::track_;

 public:
  using typename base::value;

  genes_from_stops(const genome_track& track, const gene_costs& costs) : base(track, costs, first_border::acceptor) {}

  /// What is after a position is known, and worth 0: a gene goes on there with a whole codon. Before step() of the
  /// position.
  void go_on_from(std::int64_t position) { rest_[position] = 0; }

  /// The worth of the best gene that starts at a position. max_after(p) is what is added where one ends at p.
  template <class After>
  value step(std::int64_t p, const After& max_after) {
    rest_[p - 2] = no_gene;
    value started = no_gene;
    if (p + codon_nt <= length()) {
      const codon_gains values = this->codon(p);
      const value goes_on = values.goes_on + rest_[p + codon_nt];
      raise_to(rest_[p], goes_on);
      raise_to(rest_[p], values.ends + max_after(p + codon_nt));
      started = this->start(p) + goes_on;
    }
    // In this order, so that no exon is empty.
    if (this->has_any(track_.acceptors, p)) open_introns(p, max_after);
    if (this->has_any(track_.donors, p)) add_donors(p);
    return started;
  }

 private:
  template <class After>
  void open_introns(std::int64_t acceptor, const After& max_after) {
    typename base::carried_values values;
    values.fill(no_gene);
    values[split_codon_prefix::none] = rest_[acceptor];
    this->for_each_split(acceptor, [&](std::size_t first, const auto& codons, std::int64_t end) {
      const value goes_on = rest_[end];
      const gene_value ends = max_after(end);
      for (std::size_t i = 0; i < codons.size(); ++i)
        values[first + i] = std::max<value>(codons[i].goes_on + goes_on, codons[i].ends + ends);
    });
    if (acceptor < length() && this->has_any(track_.donors, acceptor + 1))
      for (std::size_t i = 0; i < again_.size(); ++i) raise_to(values[split_codon_prefix::first_of_one + i], again_[i]);
    this->for_each_family(track_.acceptors, acceptor,
                          [&](auto& introns, gene_value weight) { this->open(introns, acceptor, values, weight); });
  }

  void add_donors(std::int64_t donor) {
    const bool may_be_second = donor >= 1 && this->has_any(track_.acceptors, donor - 1);
    again_.fill(no_gene);
    this->for_each_family(track_.donors, donor, [&](auto& introns, gene_value weight) {
      introns.go_to(donor);
      raise_at_border(rest_[donor], weight + introns.best(split_codon_prefix::none), donor);
      raise_at_border(rest_[donor - 1], weight + introns.best(this->one_before(donor)), donor);
      raise_at_border(rest_[donor - 2], weight + introns.best(this->two_before(donor)), donor);
      if (may_be_second)
        for (std::size_t i = 0; i < again_.size(); ++i)
          raise_at_border(again_[i], weight + introns.best(this->two_before(donor, i)), donor);
    });
  }

  values_nearby<value> rest_;  // C below
};

/// From starts to stops: positions ascend.
template <class Reported>
class genes_from_starts : public gene_reader<Reported> {
  using base = gene_reader<Reported>;
  using base::again_, base::codon_nt, base::length, base::raise_at_border, base::raise_to, base::track_;

 public:
  using typename base::value;

  genes_from_starts(const genome_track& track, const gene_costs& costs) : base(track, costs, first_border::donor) {}

  /// What is before a position is known, and worth 0: a gene goes on there with a whole codon. After end() of the
  /// position.
  void go_on_from(std::int64_t position) { begun_[position] = 0; }

  /// The worth of the best gene that ends at a position, and of what was added where it starts.
  value end(std::int64_t q) {
    begun_[q + codon_nt] = ended_[q + codon_nt] = no_gene;
    if (q < codon_nt) return ended_[q];
    const codon_gains values = this->codon(q - codon_nt);
    raise_to(begun_[q], values.goes_on + begun_[q - codon_nt]);
    return std::max<value>(ended_[q], values.ends + begun_[q - codon_nt]);
  }

  /// After end(): what goes on there; `most` is added where a gene starts.
  void go_on(std::int64_t q, gene_value most) {
    // In this order, so that no exon is empty.
    if (this->has_any(track_.donors, q)) open_introns(q);
    if (this->has_any(track_.acceptors, q)) add_acceptors(q);
    if (track_.starts.has(q) && q + codon_nt <= length())
      raise_to(begun_[q + codon_nt], most + this->start(q) + this->codon(q).goes_on);
  }

 private:
  void open_introns(std::int64_t donor) {
    typename base::carried_values values;
    values.fill(no_gene);
    values[split_codon_prefix::none] = begun_[donor];
    // What is reported of unknown bases is not read.
    values[this->one_before(donor)] = begun_[donor - 1];
    values[this->two_before(donor)] = begun_[donor - 2];
    if (donor >= 1 && this->has_any(track_.acceptors, donor - 1))
      for (std::size_t i = 0; i < again_.size(); ++i) raise_to(values[this->two_before(donor, i)], again_[i]);
    this->for_each_family(track_.donors, donor,
                          [&](auto& introns, gene_value weight) { this->open(introns, donor, values, weight); });
  }

  void add_acceptors(std::int64_t acceptor) {
    const bool may_be_second = acceptor < length() && this->has_any(track_.donors, acceptor + 1);
    again_.fill(no_gene);
    this->for_each_family(track_.acceptors, acceptor, [&](auto& introns, gene_value weight) {
      introns.go_to(acceptor);
      const typename base::carried_values best = introns.best();
      raise_at_border(begun_[acceptor], weight + best[split_codon_prefix::none], acceptor);
      this->for_each_split(acceptor, [&](std::size_t first, const auto& codons, std::int64_t end) {
        value goes_on = no_gene, ends = no_gene;
        for (std::size_t i = 0; i < codons.size(); ++i) {
          raise_to(goes_on, best[first + i] + codons[i].goes_on);
          raise_to(ends, best[first + i] + codons[i].ends);
        }
        raise_at_border(begun_[end], weight + goes_on, acceptor);
        raise_at_border(ended_[end], weight + ends, acceptor);
      });
      if (may_be_second)
        for (std::size_t i = 0; i < again_.size(); ++i)
          raise_at_border(again_[i], weight + best[split_codon_prefix::first_of_one + i], acceptor);
    });
  }

  values_nearby<value> begun_;  // D below
  values_nearby<value> ended_;  // the same, of genes that a split stop codon ends
};

struct gene_rest {
  gene_value value = no_gene;
  std::vector<interval> exons;  // positions on the track, ascending; with the start codon, or the stop codon
};

/// The codons before a gene's first pair, or after its last: how many there should be, and what so many cost that are
/// missing or too many. Of each start codon, and each stop codon, the way that scores most without that cost stands.
struct usual_codons {
  static constexpr std::int64_t n_priced = 10;
  std::int64_t count = 0;
  gene_value price = 0;  // of n_priced; of others as many parts, rounded down
};

/// The begin of a gene whose known part begins with the codon at `known_begin`, which may be the start codon: then the
/// begin is empty there. `before` is value_before() of this track. Nothing where there is no begin. A start codon
/// counts only where it is the farthest one of its frame: none stands before it on the track without a stop codon, or a
/// codon of unknown bases, between. Of equal begins the nearest.
std::optional<gene_rest> find_gene_begin(const genome_track& track, std::int64_t known_begin,
                                         const std::vector<spliced::score>& before, const gene_costs& costs,
                                         usual_codons usual);

/// The end of a gene whose known part ends with a codon before `known_end`. `after` is value_after() of this track.
/// Of equal ends the nearest.
std::optional<gene_rest> find_gene_end(const genome_track& track, std::int64_t known_end,
                                       const std::vector<spliced::score>& after, const gene_costs& costs,
                                       usual_codons usual);

// What else lies next to a chain: a chain of exons for a target stands among other genes, and a chain that borrows
// their exons must not look better than one that leaves them alone. So the end of a gene earns what whole genes are
// worth beyond it. They are found without any target, by sites and weights of codons alone.
//
// The genes are the best parse of a generalised hidden Markov model (Burge and Karlin 1997, J. Mol. Biol. 268:78-94),
// by the recurrence of Viterbi (Durbin, Eddy, Krogh and Mitchison 1998, Biological Sequence Analysis, 3.2) with sums of
// scores in place of products. One pass goes from the region's end to its begin, and reads genes of both strands:
//
//   M(p)     what after[p] is: the most that genes in [p, length) are worth
//   C(p)     the most that the rest of a gene scores that goes on at p with a new codon, and M after that gene
//   J(d, b)  the same of the rest after a donor at d, where the codon's bases b stand before the intron: none, one or
//            two
//   w(p)     what the codon at p earns, a start codon like all others; f_l(p) as in intron_rules.hpp
//
//   M(p)     = max of  M(p + 1),  start(p) - price + w(p) + C(p + 3)
//   C(p)     = max of  M(p + 3) where the codon at p may end a gene,  w(p) + C(p + 3) where it is no stop codon,
//                      donor(p + |b|) + J(p + |b|, b), b the bases from p
//   J(d, b)  = max over acceptors a and lines l of
//                      acceptor(a) - cost_l - f_l(a) + f_l(d) + ( C(a) without b; w of the codon + C or M after it
//                      with b )
//
// Genes of the other strand are met at their starts first. Their recurrence is the transposed one, on positions q =
// length - p:
//
//   D(q)     the most that the begin of a gene scores whose last codon ends at q, and M of the place where the gene
//            starts
//   D(q + 3) = max of  M + start(q) - price + w(q),  w(q) + D(q) where the codon at q is no stop codon;  by introns as
//                      above
//   M        = max of  D(q) where the codon at q may end a gene, at its end q + 3

/// [length + 1] M(p), of both strands of a region: at least 0, which no genes are worth. The position p of `own` is the
/// position length - p of `other`. A track without bases stands for a strand without genes. The costs must have a
/// genetic code.
///
/// - Genes of either strand do not overlap, introns included. What they score adds up.
/// - A gene starts where its track has a start, with a start codon that no intron splits. Only that place says that the
///   codon is one.
/// - It ends with the first stop codon in frame. Codes that have codons with two meanings leave the choice.
/// - Stop codons within genes, recoded ones too, and frameshifts are not read. Genes are not cut: both ends are in the
///   region.
/// - Introns have both borders of one family. They may split any codon but the start codon, and the stop codon, too.
/// - A codon of A, C, G and T alone may be split. A whole one of other letters earns nothing.
/// - An exon has at least one base. All of it may be part of one codon.
///
/// Takes time by the length and the number of sites, and memory for the result and for sites within the shortest
/// intron, or the longest where there is a limit. Throws std::invalid_argument where two tracks have different lengths,
/// std::range_error where genes score spliced::score_limit or more.
std::vector<spliced::score> value_after(const genome_track& own, const genome_track& other, const gene_costs& costs);

/// [length + 1] the same of genes in [0, p).
std::vector<spliced::score> value_before(const genome_track& own, const genome_track& other, const gene_costs& costs);

}  // namespace exonweave
