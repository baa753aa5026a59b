// Genes read along a strand without any target, in the one direction or the other: the recurrences of
// flanking_genes.hpp, position by position. A pass begins anywhere with nothing, or with the part of a gene that is
// known (go_on_from).
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "exons/gene_finding/ends/gene_introns.hpp"
#include "exons/gene_finding/ends/split_codon_table.hpp"

namespace exonweave {

/// What genes are made of, beside the sites and codons of a track. All in the unit of the track.
struct gene_costs {
  exon_reading reading{};    // codon by codon: only the code and the weights of codons count
  intron_rules introns{};    // as those of chains
  spliced::score price = 0;  // of each gene
};

/// What a pass tells of genes: how much they are worth, and no more.
struct worth_alone {
  using worth = gene_worth;
  static worth at_border(worth of_gene, std::int64_t) { return of_gene; }
};

/// And which borders its introns have: `last` is the place of the last one among borders().
class worth_with_borders {
 public:
  static constexpr std::int32_t no_border = -1;
  struct worth {
    gene_worth sum = no_gene;
    std::int32_t last = no_border;

    worth() = default;
    worth(gene_worth of_gene) : sum(of_gene) {}  // NOLINT(google-explicit-constructor): as a number
    worth& operator+=(gene_worth more) {
      sum += more;
      return *this;
    }
    friend worth operator+(worth a, gene_worth more) { return a += more; }
    friend worth operator+(gene_worth more, worth a) { return a += more; }
    friend bool operator<(const worth& a, const worth& b) { return a.sum < b.sum; }
    friend bool operator<=(const worth& a, const worth& b) { return a.sum <= b.sum; }
  };
  struct border {
    std::int64_t position;
    std::int32_t before;  // the one that the pass met before it
  };

  worth at_border(worth of_gene, std::int64_t position) {
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
template <class Worth>
class worths_nearby {
 public:
  worths_nearby() { worths_.fill(no_gene); }
  Worth& operator[](std::int64_t position) { return worths_[static_cast<std::size_t>(position) % worths_.size()]; }

 private:
  std::array<Worth, 8> worths_;  // 2 codon_length + 1, and a power of two
};

/// A strand whose genes are read in one direction. The track and the costs must outlive it.
template <class Told>
class gene_reader {
 public:
  using worth = typename Told::worth;

  [[nodiscard]] const Told& told() const { return told_; }
  /// What a codon is worth that a whole gene starts with, by its place alone.
  [[nodiscard]] gene_worth start(std::int64_t position) const {
    return track_.starts.has(position) ? track_.starts.at(position) - price_ : no_gene;
  }

 protected:
  static constexpr std::int64_t codon_nt = codon_length;
  using site_tracks = std::array<site_track, border_class::n_families>;
  using introns_of_family = gene_introns<worth>;
  using carried_worths = typename introns_of_family::worths;

  gene_reader(const genome_track& track, const gene_costs& costs, first_border first)
      : track_(track),
        reading_(costs.reading),
        price_(costs.price),
        split_(costs.reading),
        introns_{introns_of_family(costs.introns, track, first), introns_of_family(costs.introns, track, first)} {
    again_.fill(no_gene);
  }

  [[nodiscard]] std::int64_t length() const { return track_.length(); }
  [[nodiscard]] codon_worths codon(std::int64_t position) const {
    const swept_codon whole = track_.whole_codon(position);
    codon_worths worths;
    if (may_go_on(whole.residue)) worths.goes_on = whole.in_gap;
    if (reading_.code->may_end(track_.base(position), track_.base(position + 1), track_.base(position + 2)))
      worths.ends = 0;
    return worths;
  }
  [[nodiscard]] static bool has_any(const site_tracks& sites, std::int64_t position) {
    return std::ranges::any_of(sites, [&](const site_track& family) { return family.has(position); });
  }
  // The bases of a codon that end before a donor.
  [[nodiscard]] std::size_t one_before(std::int64_t donor) const {
    return donor >= 1 ? carried_bases::one(track_.base(donor - 1)) : carried_bases::unknown;
  }
  [[nodiscard]] std::size_t two_before(std::int64_t donor) const {
    return donor >= 2 ? carried_bases::two(track_.base(donor - 2), track_.base(donor - 1)) : carried_bases::unknown;
  }
  // The same where an intron stands between the two: the first is `base`, the second an exon of its own.
  [[nodiscard]] std::size_t two_before(std::int64_t donor, std::size_t base) const {
    return carried_bases::two(static_cast<spliced::residue_code>(1U << base), track_.base(donor - 1));
  }

  static void raise_to(worth& most, worth other) { most = std::max(most, other); }
  void raise_at_border(worth& most, worth other, std::int64_t position) {
    if (most < other) most = told_.at_border(other, position);
  }
  // visit(introns, weight) of each family that has a site.
  template <class Visit>
  void for_each_family(const site_tracks& sites, std::int64_t position, const Visit& visit) {
    for (std::size_t family = 0; family < sites.size(); ++family)
      if (sites[family].has(position)) visit(introns_[family], gene_worth{sites[family].at(position)});
  }
  void open(introns_of_family& introns, std::int64_t position, carried_worths worths, gene_worth weight) {
    for (worth& each : worths) each = told_.at_border(each + weight, position);
    introns.open(position, worths);
  }

  // visit(first of carried_bases, worths of codons, position where they end) of codons that bases before an intron and
  // those behind an acceptor make.
  template <class Visit>
  void for_each_split(std::int64_t acceptor, const Visit& visit) const {
    if (acceptor + 1 > length()) return;
    visit(carried_bases::first_of_two, split_.ending(track_.base(acceptor)), acceptor + 1);
    if (acceptor + 2 > length()) return;
    visit(carried_bases::first_of_one, split_.ending(track_.base(acceptor), track_.base(acceptor + 1)), acceptor + 2);
  }

  const genome_track& track_;
  const exon_reading& reading_;
  gene_worth price_;
  split_codon_table split_;
  Told told_;
  std::array<introns_of_family, border_class::n_families> introns_;
  std::array<worth, carried_bases::n_bases>
      again_;  // of exons of one base, by the base before their codon's first intron
};

/// From stops to starts: positions descend.
template <class Told>
class genes_from_stops : public gene_reader<Told> {
  using base = gene_reader<Told>;
  using base::again_, base::codon_nt, base::length, base::raise_at_border, base::raise_to, base::track_;

 public:
  using typename base::worth;

  genes_from_stops(const genome_track& track, const gene_costs& costs) : base(track, costs, first_border::acceptor) {}

  /// What is behind a position is known, and worth 0: a gene goes on there with a whole codon. Before step() of the
  /// position.
  void go_on_from(std::int64_t position) { rest_[position] = 0; }

  /// The worth of the best gene that starts at a position. most_behind(p) is what is added where one ends at p.
  template <class Behind>
  worth step(std::int64_t p, const Behind& most_behind) {
    rest_[p - 2] = no_gene;
    worth started = no_gene;
    if (p + codon_nt <= length()) {
      const codon_worths worths = this->codon(p);
      const worth goes_on = worths.goes_on + rest_[p + codon_nt];
      raise_to(rest_[p], goes_on);
      raise_to(rest_[p], worths.ends + most_behind(p + codon_nt));
      started = this->start(p) + goes_on;
    }
    // In this order, so that no exon is empty.
    if (this->has_any(track_.acceptors, p)) open_introns(p, most_behind);
    if (this->has_any(track_.donors, p)) add_donors(p);
    return started;
  }

 private:
  template <class Behind>
  void open_introns(std::int64_t acceptor, const Behind& most_behind) {
    typename base::carried_worths worths;
    worths.fill(no_gene);
    worths[carried_bases::none] = rest_[acceptor];
    this->for_each_split(acceptor, [&](std::size_t first, const auto& codons, std::int64_t end) {
      const worth goes_on = rest_[end];
      const gene_worth ends = most_behind(end);
      for (std::size_t i = 0; i < codons.size(); ++i)
        worths[first + i] = std::max<worth>(codons[i].goes_on + goes_on, codons[i].ends + ends);
    });
    if (acceptor < length() && this->has_any(track_.donors, acceptor + 1))
      for (std::size_t i = 0; i < again_.size(); ++i) raise_to(worths[carried_bases::first_of_one + i], again_[i]);
    this->for_each_family(track_.acceptors, acceptor,
                          [&](auto& introns, gene_worth weight) { this->open(introns, acceptor, worths, weight); });
  }

  void add_donors(std::int64_t donor) {
    const bool may_be_second = donor >= 1 && this->has_any(track_.acceptors, donor - 1);
    again_.fill(no_gene);
    this->for_each_family(track_.donors, donor, [&](auto& introns, gene_worth weight) {
      introns.go_to(donor);
      raise_at_border(rest_[donor], weight + introns.best(carried_bases::none), donor);
      raise_at_border(rest_[donor - 1], weight + introns.best(this->one_before(donor)), donor);
      raise_at_border(rest_[donor - 2], weight + introns.best(this->two_before(donor)), donor);
      if (may_be_second)
        for (std::size_t i = 0; i < again_.size(); ++i)
          raise_at_border(again_[i], weight + introns.best(this->two_before(donor, i)), donor);
    });
  }

  worths_nearby<worth> rest_;  // C of flanking_genes.hpp
};

/// From starts to stops: positions ascend.
template <class Told>
class genes_from_starts : public gene_reader<Told> {
  using base = gene_reader<Told>;
  using base::again_, base::codon_nt, base::length, base::raise_at_border, base::raise_to, base::track_;

 public:
  using typename base::worth;

  genes_from_starts(const genome_track& track, const gene_costs& costs) : base(track, costs, first_border::donor) {}

  /// What is before a position is known, and worth 0: a gene goes on there with a whole codon. Behind end() of the
  /// position.
  void go_on_from(std::int64_t position) { begun_[position] = 0; }

  /// The worth of the best gene that ends at a position, and of what was added where it starts.
  worth end(std::int64_t q) {
    begun_[q + codon_nt] = ended_[q + codon_nt] = no_gene;
    if (q < codon_nt) return ended_[q];
    const codon_worths worths = this->codon(q - codon_nt);
    raise_to(begun_[q], worths.goes_on + begun_[q - codon_nt]);
    return std::max<worth>(ended_[q], worths.ends + begun_[q - codon_nt]);
  }

  /// Behind end(): what goes on there; `most` is added where a gene starts.
  void go_on(std::int64_t q, gene_worth most) {
    // In this order, so that no exon is empty.
    if (this->has_any(track_.donors, q)) open_introns(q);
    if (this->has_any(track_.acceptors, q)) add_acceptors(q);
    if (track_.starts.has(q) && q + codon_nt <= length())
      raise_to(begun_[q + codon_nt], most + this->start(q) + this->codon(q).goes_on);
  }

 private:
  void open_introns(std::int64_t donor) {
    typename base::carried_worths worths;
    worths.fill(no_gene);
    worths[carried_bases::none] = begun_[donor];
    // What is told of unknown bases is not read.
    worths[this->one_before(donor)] = begun_[donor - 1];
    worths[this->two_before(donor)] = begun_[donor - 2];
    if (donor >= 1 && this->has_any(track_.acceptors, donor - 1))
      for (std::size_t i = 0; i < again_.size(); ++i) raise_to(worths[this->two_before(donor, i)], again_[i]);
    this->for_each_family(track_.donors, donor,
                          [&](auto& introns, gene_worth weight) { this->open(introns, donor, worths, weight); });
  }

  void add_acceptors(std::int64_t acceptor) {
    const bool may_be_second = acceptor < length() && this->has_any(track_.donors, acceptor + 1);
    again_.fill(no_gene);
    this->for_each_family(track_.acceptors, acceptor, [&](auto& introns, gene_worth weight) {
      introns.go_to(acceptor);
      const typename base::carried_worths best = introns.best();
      raise_at_border(begun_[acceptor], weight + best[carried_bases::none], acceptor);
      this->for_each_split(acceptor, [&](std::size_t first, const auto& codons, std::int64_t end) {
        worth goes_on = no_gene, ends = no_gene;
        for (std::size_t i = 0; i < codons.size(); ++i) {
          raise_to(goes_on, best[first + i] + codons[i].goes_on);
          raise_to(ends, best[first + i] + codons[i].ends);
        }
        raise_at_border(begun_[end], weight + goes_on, acceptor);
        raise_at_border(ended_[end], weight + ends, acceptor);
      });
      if (may_be_second)
        for (std::size_t i = 0; i < again_.size(); ++i)
          raise_at_border(again_[i], weight + best[carried_bases::first_of_one + i], acceptor);
    });
  }

  worths_nearby<worth> begun_;  // D of flanking_genes.hpp
  worths_nearby<worth> ended_;  // the same, of genes that a split stop codon ends
};

}  // namespace exonweave
