#include "exons/sweep/flanking_genes.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>

#include "exons/sweep/gene_introns.hpp"
#include "exons/sweep/split_codon_table.hpp"

namespace exonweave {
namespace {

using spliced::residue_code;
using spliced::score;

void raise_to(gene_worth& worth, gene_worth other) { worth = std::max(worth, other); }

// Of positions that are no further than a codon from where a pass is, and perhaps 2 before the first.
class worths_nearby {
 public:
  worths_nearby() { worths_.fill(no_gene); }
  gene_worth& operator[](std::int64_t position) {
    return worths_[static_cast<std::size_t>(position) % worths_.size()];
  }

 private:
  std::array<gene_worth, 8> worths_;  // 2 codon_length + 1, and a power of two
};

// A strand whose genes are read in one direction.
class gene_reader {
 protected:
  static constexpr std::int64_t codon_nt = codon_length;
  using site_tracks = std::array<site_track, border_class::n_families>;

  gene_reader(const genome_track& track, const gene_costs& costs, first_border first)
      : track_(track),
        reading_(costs.reading),
        price_(costs.price),
        split_(costs.reading),
        introns_{gene_introns(costs.introns, track, first), gene_introns(costs.introns, track, first)} {
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
  // Of a codon that a whole gene starts with.
  [[nodiscard]] gene_worth start(std::int64_t position) const {
    return track_.starts.has(position) ? track_.starts.at(position) - price_ : no_gene;
  }
  [[nodiscard]] static bool has_any(const site_tracks& sites, std::int64_t position) {
    return std::ranges::any_of(sites, [&](const site_track& family) { return family.has(position); });
  }
  // The bases of a codon that end before a donor.
  [[nodiscard]] std::size_t one_before(std::int64_t donor) const {
    return donor >= 1 ? carried_bases::one(track_.base(donor - 1)) : carried_bases::unknown;
  }
  [[nodiscard]] std::size_t two_before(std::int64_t donor) const {
    return donor >= 2 ? carried_bases::two(track_.base(donor - 2), track_.base(donor - 1))
                      : carried_bases::unknown;
  }
  // The same where an intron stands between the two: the first is `base`, the second an exon of its own.
  [[nodiscard]] std::size_t two_before(std::int64_t donor, std::size_t base) const {
    return carried_bases::two(static_cast<residue_code>(1U << base), track_.base(donor - 1));
  }

  // visit(introns, weight) of each family that has a site.
  template <class Visit>
  void for_each_family(const site_tracks& sites, std::int64_t position, const Visit& visit) {
    for (std::size_t family = 0; family < sites.size(); ++family)
      if (sites[family].has(position)) visit(introns_[family], gene_worth{sites[family].at(position)});
  }
  static void open(gene_introns& introns, std::int64_t position, gene_introns::worths worths,
                   gene_worth weight) {
    for (gene_worth& worth : worths) worth += weight;
    introns.open(position, worths);
  }

  // visit(first of carried_bases, worths of codons, position where they end) of codons that bases before an intron and those behind an
  // acceptor make.
  template <class Visit>
  void for_each_split(std::int64_t acceptor, const Visit& visit) const {
    if (acceptor + 1 > length()) return;
    visit(carried_bases::first_of_two, split_.ending(track_.base(acceptor)), acceptor + 1);
    if (acceptor + 2 > length()) return;
    visit(carried_bases::first_of_one, split_.ending(track_.base(acceptor), track_.base(acceptor + 1)),
          acceptor + 2);
  }

  const genome_track& track_;
  const exon_reading& reading_;
  gene_worth price_;
  split_codon_table split_;
  std::array<gene_introns, border_class::n_families> introns_;
  std::array<gene_worth, carried_bases::n_bases>
      again_;  // of exons of one base, by the base before their codon's first intron
};

// ---- from stops to starts: positions descend ----

class genes_from_stops : public gene_reader {
 public:
  genes_from_stops(const genome_track& track, const gene_costs& costs)
      : gene_reader(track, costs, first_border::acceptor) {}

  /// The worth of the best gene that starts at a position, and M behind it.
  gene_worth step(std::int64_t p, const std::vector<score>& behind) {
    rest_[p - 2] = no_gene;
    gene_worth started = no_gene;
    if (p + codon_nt <= length()) {
      const codon_worths worths = codon(p);
      const gene_worth goes_on = worths.goes_on + rest_[p + codon_nt];
      started = start(p) + goes_on;
      raise_to(rest_[p], std::max(goes_on, worths.ends + most_behind(behind, p + codon_nt)));
    }
    // In this order, so that no exon is empty.
    if (has_any(track_.acceptors, p)) open_introns(p, behind);
    if (has_any(track_.donors, p)) add_donors(p);
    return started;
  }

 private:
  static gene_worth most_behind(const std::vector<score>& behind, std::int64_t position) {
    return behind[static_cast<std::size_t>(position)];
  }

  void open_introns(std::int64_t acceptor, const std::vector<score>& behind) {
    gene_introns::worths worths;
    worths.fill(no_gene);
    worths[carried_bases::none] = rest_[acceptor];
    for_each_split(acceptor, [&](std::size_t first, const auto& codons, std::int64_t end) {
      const gene_worth goes_on = rest_[end], ends = most_behind(behind, end);
      for (std::size_t i = 0; i < codons.size(); ++i)
        worths[first + i] = std::max(codons[i].goes_on + goes_on, codons[i].ends + ends);
    });
    if (acceptor < length() && has_any(track_.donors, acceptor + 1))
      for (std::size_t base = 0; base < again_.size(); ++base)
        raise_to(worths[carried_bases::first_of_one + base], again_[base]);
    for_each_family(track_.acceptors, acceptor, [&](gene_introns& introns, gene_worth weight) {
      open(introns, acceptor, worths, weight);
    });
  }

  void add_donors(std::int64_t donor) {
    const bool may_be_second = donor >= 1 && has_any(track_.acceptors, donor - 1);
    again_.fill(no_gene);
    for_each_family(track_.donors, donor, [&](gene_introns& introns, gene_worth weight) {
      introns.go_to(donor);
      raise_to(rest_[donor], weight + introns.best(carried_bases::none));
      raise_to(rest_[donor - 1], weight + introns.best(one_before(donor)));
      raise_to(rest_[donor - 2], weight + introns.best(two_before(donor)));
      if (may_be_second)
        for (std::size_t base = 0; base < again_.size(); ++base)
          raise_to(again_[base], weight + introns.best(two_before(donor, base)));
    });
  }

  worths_nearby rest_;  // C of flanking_genes.hpp
};

// ---- from starts to stops: positions ascend ----

class genes_from_starts : public gene_reader {
 public:
  genes_from_starts(const genome_track& track, const gene_costs& costs)
      : gene_reader(track, costs, first_border::donor) {}

  /// The worth of the best gene that ends at a position, and M of where it starts.
  gene_worth end(std::int64_t q) {
    begun_[q + codon_nt] = ended_[q + codon_nt] = no_gene;
    if (q < codon_nt) return ended_[q];
    const codon_worths worths = codon(q - codon_nt);
    raise_to(begun_[q], worths.goes_on + begun_[q - codon_nt]);
    return std::max(ended_[q], worths.ends + begun_[q - codon_nt]);
  }

  /// Behind end(): what goes on there, with M of that place.
  void go_on(std::int64_t q, gene_worth most) {
    // In this order, so that no exon is empty.
    if (has_any(track_.donors, q)) open_introns(q);
    if (has_any(track_.acceptors, q)) add_acceptors(q);
    if (track_.starts.has(q) && q + codon_nt <= length())
      raise_to(begun_[q + codon_nt], most + start(q) + codon(q).goes_on);
  }

 private:
  void open_introns(std::int64_t donor) {
    gene_introns::worths worths;
    worths.fill(no_gene);
    worths[carried_bases::none] = begun_[donor];
    // What is told of unknown bases is not read.
    worths[one_before(donor)] = begun_[donor - 1];
    worths[two_before(donor)] = begun_[donor - 2];
    if (donor >= 1 && has_any(track_.acceptors, donor - 1))
      for (std::size_t base = 0; base < again_.size(); ++base)
        raise_to(worths[two_before(donor, base)], again_[base]);
    for_each_family(track_.donors, donor,
                    [&](gene_introns& introns, gene_worth weight) { open(introns, donor, worths, weight); });
  }

  void add_acceptors(std::int64_t acceptor) {
    const bool may_be_second = acceptor < length() && has_any(track_.donors, acceptor + 1);
    again_.fill(no_gene);
    for_each_family(track_.acceptors, acceptor, [&](gene_introns& introns, gene_worth weight) {
      introns.go_to(acceptor);
      const gene_introns::worths best = introns.best();
      raise_to(begun_[acceptor], weight + best[carried_bases::none]);
      for_each_split(acceptor, [&](std::size_t first, const auto& codons, std::int64_t end) {
        gene_worth goes_on = no_gene, ends = no_gene;
        for (std::size_t i = 0; i < codons.size(); ++i) {
          raise_to(goes_on, best[first + i] + codons[i].goes_on);
          raise_to(ends, best[first + i] + codons[i].ends);
        }
        raise_to(begun_[end], weight + goes_on);
        raise_to(ended_[end], weight + ends);
      });
      if (may_be_second)
        for (std::size_t base = 0; base < again_.size(); ++base)
          raise_to(again_[base], weight + best[carried_bases::first_of_one + base]);
    });
  }

  worths_nearby begun_;  // D of flanking_genes.hpp
  worths_nearby ended_;  // the same, of genes that a split stop codon ends
};

score checked(gene_worth most, std::int64_t position) {
  if (most >= spliced::score_limit)
    throw std::range_error("genes beside position " + std::to_string(position) + " of a region are worth " +
                           std::to_string(most) + ", which is too much");
  return static_cast<score>(most);
}

// [length + 1], by positions of `own`.
std::vector<score> genes_behind(const genome_track& own, const genome_track& other, const gene_costs& costs) {
  const std::int64_t length = std::max(own.length(), other.length());
  std::vector<score> behind(static_cast<std::size_t>(length) + 1);
  std::optional<genes_from_stops> own_genes;
  std::optional<genes_from_starts> other_genes;
  if (own.length() > 0) own_genes.emplace(own, costs);
  if (other.length() > 0) other_genes.emplace(other, costs);
  gene_worth most = 0;
  for (std::int64_t p = length; p >= 0; --p) {
    if (own_genes) raise_to(most, own_genes->step(p, behind));
    if (other_genes) raise_to(most, other_genes->end(length - p));
    behind[static_cast<std::size_t>(p)] = checked(most, p);
    if (other_genes) other_genes->go_on(length - p, most);
  }
  return behind;
}

}  // namespace

flanking_genes find_flanking_genes(const genome_track& on_strand, const genome_track& on_other,
                                   const gene_costs& costs) {
  if (on_strand.length() > 0 && on_other.length() > 0 && on_strand.length() != on_other.length())
    throw std::invalid_argument("the strands of a region have different lengths");
  flanking_genes found;
  found.behind = genes_behind(on_strand, on_other, costs);
  found.before = genes_behind(on_other, on_strand, costs);
  std::ranges::reverse(found.before);
  return found;
}

}  // namespace exonweave
