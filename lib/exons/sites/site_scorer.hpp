// What a splice site or a start codon adds to the score of a chain, and which places are sites at all.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"
#include "exons/settings/setting_values.hpp"
#include "exons/sites/splice_model.hpp"
#include "spliced/scoring/alphabet.hpp"
#include "spliced/scoring/score.hpp"

namespace exonweave {

constexpr std::int64_t n_site_bases = 2;  // of a donor or acceptor

/// Introns of the major family begin with GT or GC and end with AG, those of the minor one with AT and AC. An
/// intron has both its ends from one family.
enum class splice_family : std::uint8_t { major, minor };
constexpr std::size_t n_splice_families = 2;

/// Half-bits. In bacteria four genes in five begin with ATG, and one in eight with GTG, though there are as many GTG
/// as ATG that begin no gene: 2 * log2(80 / 12) is 5.5. Less, as a pair of methionines scores 5: else a gene would
/// rather begin with an ATG after its start.
constexpr written_score other_start_cost = 4;

/// Costs are half-bits, never negative. A cost that is not given forbids.
struct site_scoring {
  double splice_weight = 1;              // [0, 1000], multiplies donor and acceptor weights
  double start_weight = 1;               // [0, 1000], multiplies start weights
  written_score gc_donor = 14;           // 6.8 bits: GC donors are about 1 in 100, GC decoys as many as GT decoys
  std::optional<written_score> at_ac{};  // of an intron from AT to AC, all charged at its donor
  std::optional<written_score> noncanonical{};  // of each end of a major intron that is none of GT, GC, AG

  bool operator==(const site_scoring&) const = default;
};

/// The weight of a site is
///
///   lround( 2 * u * w * sum over the rows r of its matrix of bits(r, base at the row's place) )  -  u * its cost
///
/// of the model, or of minor_sites() for the minor family where the model is not flat,
/// with w = splice_weight or start_weight, and u = unit.per_written(): half-bits, or quarters of a bit. Bits
/// are those of the base given the two before it. Rows beyond the ends of the residues add 0; an ambiguous
/// base, at the place or before it, adds the mean over the bases it stands for; before the first residue
/// stands any base. The two bases that make a splice site, and the three of a start, must stand within the
/// residues and not be ambiguous.
///
/// In codes with other start codons than ATG, those of organelles and bacteria, the matrix says nothing of starts: ATG
/// weighs 0 there, and another start codon less by other_start_cost. The three bases before it must be known: where a
/// gene may be cut, every seventh codon is one in some codes.
class site_scorer {
 public:
  using residues_view = std::span<const spliced::residue_code>;  // DNA codes in reading direction

  /// Throws std::invalid_argument when the model lacks rows, or a weight or cost is out of range
  /// or a cost is finer than the unit.
  explicit site_scorer(const splice_model& model, const site_scoring& scoring = {},
                       score_unit unit = score_unit::whole());

  /// An exon ends before `index`, where an intron begins. Nothing: not a donor of this family.
  [[nodiscard]] std::optional<spliced::score> donor(residues_view residues, std::int64_t index,
                                                    splice_family family = splice_family::major) const;

  /// An exon begins at `index`, where an intron has ended. Nothing: not an acceptor of this family.
  [[nodiscard]] std::optional<spliced::score> acceptor(residues_view residues, std::int64_t index,
                                                       splice_family family = splice_family::major) const;

  /// Whether two bases side by side may be those of a donor or acceptor of any family: most are none.
  [[nodiscard]] bool may_be_site(spliced::residue_code first, spliced::residue_code second) const {
    return pairs_[pair_index(first, second)].may_be_site;
  }

  /// A coding sequence begins at `index`. Nothing: no start codon of the code.
  [[nodiscard]] std::optional<spliced::score> start(residues_view residues, std::int64_t index,
                                                    const genetic_code& code = standard_code()) const;

 private:
  struct table {
    site_window window;
    weight_matrix rows;  // bits
    double weight;       // of a bit

    table(weight_matrix matrix, site_window extent, double weight_of_bit);
    [[nodiscard]] spliced::score weigh(residues_view residues, std::int64_t index) const;
  };

  struct site_tables {
    table donor, acceptor;
  };
  [[nodiscard]] const site_tables& tables_of(splice_family family) const {
    return splice_[static_cast<std::size_t>(family)];
  }

  /// What two bases cost as a splice site, by family; nothing: they are none.
  using family_costs = std::array<std::optional<spliced::score>, n_splice_families>;
  struct base_pair {
    family_costs donor, acceptor;
    bool may_be_site = false;
  };

  static std::array<site_tables, n_splice_families> splice_tables(const splice_model& model, double weight);

  static constexpr std::size_t pair_index(spliced::residue_code first, spliced::residue_code second) {
    return std::size_t{first} * spliced::n_dna_codes + second;
  }
  void list_pairs(const site_scoring& scoring, score_unit unit);
  // Of the two bases from `index` on; null where the residues end before.
  [[nodiscard]] const base_pair* pair_at(residues_view residues, std::int64_t index) const;

  std::array<site_tables, n_splice_families> splice_;  // by family
  table start_;
  spliced::score other_start_cost_;
  // By pair_index. They are large: with two scorers in it, the options of a run took 29 kB of the stack.
  std::vector<base_pair> pairs_ = std::vector<base_pair>(spliced::n_dna_codes * spliced::n_dna_codes);
};

/// What the sites of introns from AT to AC look like, which the minor spliceosome cuts.
struct minor_site_rows {
  weight_matrix donor;     // [donor_window.n_rows], bits
  weight_matrix acceptor;  // [acceptor_window.n_rows], bits
};

/// Made by hand from the consensus that is published: |ATATCC at donors, and YCCAC| at acceptors without a run of
/// pyrimidines before it (Burge, Padgett and Sharp, Mol Cell 2:773, 1998; Sheth et al., Nucleic Acids Res 34:3955,
/// 2006). Such introns are too few to learn from: about 1 in 3,000 of a vertebrate. Order 0; places that tell nothing
/// are 0.
minor_site_rows minor_sites();

// Which introns there are by the bases at their ends, and what the rarer ones cost where the scoring does not say.

/// From GT or GC to AG alone, from AT to AC as well, or between any bases.
enum class intron_kinds { canonical, u12, any };

/// Half-bits. AT-AC introns are about 1 in 3,000, as many AT as GT are none (2 * 11.6 bits). Other ends are about 1 in
/// 2,000, among 13 times as many that are none (2 * 14.7 bits), and 6 more: see docs/reference/scoring.md.
constexpr int at_ac_cost = 23, other_end_cost = 36;

/// Gives introns of such kinds these costs where `sites` has none: costs that it has stay.
void allow_introns(intron_kinds kinds, site_scoring& sites);

/// Of ORF exons: ends that are no sites of the requested kinds are none, whatever the scoring says, or else every place
/// might be a site.
site_scoring sites_of_blocks(site_scoring sites, intron_kinds kinds);

// The places of one strand where an exon of a coding sequence may begin or end.

struct scored_site {
  std::int64_t position = 0;  // strand coordinate
  spliced::score weight = 0;  // in the unit of the scorer
  splice_family family = splice_family::major;

  bool operator==(const scored_site&) const = default;
};

/// Each ascending by (position, family). A place can be a site of both families (AT with a cost for
/// noncanonical sites).
struct strand_sites {
  std::vector<scored_site> acceptors;  // an exon begins at `position`
  std::vector<scored_site> donors;     // an exon ends before `position`
  std::vector<scored_site> starts;     // a start codon begins at `position`; family is major

  bool operator==(const strand_sites&) const = default;
};

/// The whole region, as an interval.
interval extent(const strand_region& region);

/// The sites whose own bases, the two of a splice site or the three of a start, lie within `where`. Matrices
/// see all of the region, so with enough residues around `where` (max_context) its sites weigh what they weigh
/// on the whole sequence. Needs `where` within the region.
strand_sites find_sites(const strand_region& region, const site_scorer& scorer, interval where,
                        const genetic_code& code = standard_code());

/// All sites of the region.
strand_sites find_sites(const strand_region& region, const site_scorer& scorer);

/// Where codons begin that may end a coding sequence and lie within `where`, in any frame; ascending.
std::vector<std::int64_t> find_stops(const strand_region& region, interval where,
                                     const genetic_code& code = standard_code());

/// How far from its own bases a site's matrix reaches, at most, nt.
constexpr std::int64_t max_context = std::max({donor_window.n_rows, acceptor_window.n_rows, start_window.n_rows});

// Where a sequence ends that goes on in the genome: its own two ends, and the borders of gaps of its assembly. A gene
// may be cut there.
//
//   position   0 1 2 3 4 5  ...      15 16        |
//              N N A C G N N N ... N  T  G ... C A|       begins: 2 and 15, ends: 5 and the sequence's end

/// Strand coordinates, ascending.
struct open_ends {
  std::vector<std::int64_t> begins;  // known bases begin here
  std::vector<std::int64_t> ends;    // they end here

  bool operator==(const open_ends&) const = default;
};

/// As many N make a gap; fewer are bases that were not read. What lies beyond the sequence counts as N.
constexpr std::int64_t shortest_gap = 10;  // nt

/// The open ends at which something within `where` may begin or end. `region` holds `where`, and on both sides as much
/// as the sequence (of this length, nt) has, or shortest_gap.
open_ends find_open_ends(const strand_region& region, interval where, std::int64_t sequence_length);

}  // namespace exonweave
