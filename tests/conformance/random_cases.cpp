#include "random_cases.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>

#include "exons/scoring/chain_scoring.hpp"
#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave::testing {
namespace {

using spliced::residue_code;
using spliced::score;

constexpr std::int64_t region_start = 7;

class dice {
 public:
  explicit dice(std::uint64_t seed) : bits_(seed) {}

  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(bits_() % static_cast<std::uint64_t>(high - low + 1));
  }
  score small(std::int64_t low, std::int64_t high) { return static_cast<score>(between(low, high)); }
  bool one_in(std::int64_t n) { return between(1, n) == 1; }
  template <class Items>
  const auto& any(const Items& items) {
    return items[static_cast<std::size_t>(between(0, std::ssize(items) - 1))];
  }

 private:
  std::mt19937_64 bits_;
};

std::string random_bases(dice& roll, std::int64_t length) {
  std::string bases;
  while (std::ssize(bases) < length) bases += roll.one_in(16) ? 'N' : roll.any(std::string_view("ACG"));
  return bases;
}

// Bases rich in what begins, splices and ends coding sequences.
std::string random_signals(dice& roll, std::int64_t length) {
  static const std::vector<std::string> words = {"ATG", "TAA", "TGA", "GT", "AG", "A", "T", "G", "C", "AAA"};
  std::string bases;
  while (std::ssize(bases) < length) bases += roll.any(words);
  bases.resize(static_cast<std::size_t>(length));
  if (roll.one_in(6) && !bases.empty())
    bases[static_cast<std::size_t>(roll.between(0, length - 1))] = roll.any(std::string_view("NRY"));
  return bases;
}

// Costs of 0 or 2, so that many exons share their roles.
role_weights random_roles(dice& roll) {
  const auto cost = [&]() -> score { return roll.one_in(8) ? spliced::unreachable : -2 * roll.small(0, 1); };
  return {cost(), cost(), cost(), cost()};
}

void set_exons(dice& roll, small_case& made, const std::set<interval>& places) {
  const bool weighted = roll.one_in(2), with_roles = roll.one_in(2), with_families = roll.one_in(4);
  const auto family = [&] { return with_families && roll.one_in(3) ? splice_family::minor : splice_family::major; };
  for (const interval& where : places) {
    made.material.candidates.push_back({made.material.exons.size()});
    made.material.exons.push_back({where,
                                   weighted ? roll.small(-2, 2) : 0,
                                   with_roles ? random_roles(roll) : role_weights{},
                                   {family(), family()}});
  }
}

// Exons of the region at random places.
void add_random_places(dice& roll, std::int64_t length, std::int64_t n, std::int64_t longest,
                       std::set<interval>& places) {
  for (; n > 0; --n) {
    const std::int64_t start = roll.between(0, length - 1);
    places.insert({region_start + start, region_start + roll.between(start + 1, std::min(length, start + longest))});
  }
}

std::vector<std::int64_t> random_positions(dice& roll, std::int64_t length, std::int64_t most) {
  std::set<std::int64_t> positions;
  for (std::int64_t n = roll.between(0, most); n > 0; --n) positions.insert(region_start + roll.between(0, length));
  return {positions.begin(), positions.end()};
}

std::vector<scored_site> sites_at(dice& roll, const std::vector<std::int64_t>& positions) {
  std::vector<scored_site> sites;
  for (const std::int64_t position : positions) {
    const bool is_minor = roll.one_in(8);
    if (!is_minor || roll.one_in(2)) sites.push_back({position, roll.small(-2, 2), splice_family::major});
    if (is_minor) sites.push_back({position, roll.small(-2, 2), splice_family::minor});
  }
  return sites;
}

// Every start codon; acceptors and donors where the bases say so, or anywhere.
block_sites random_sites(dice& roll, const strand_region& region, std::int64_t most,
                         const genetic_code& code = standard_code()) {
  const auto length = static_cast<std::int64_t>(region.residues.size());
  const bool by_bases = roll.one_in(2);
  const auto is_at = [&](std::int64_t position, std::string_view bases) {
    for (std::size_t i = 0; i < bases.size(); ++i, ++position)
      if (position < region.start || position >= region.end() || region.at(position) != spliced::dna_code(bases[i]))
        return false;
    return true;
  };
  std::vector<std::int64_t> acceptors, donors, starts;
  for (std::int64_t position = region.start; position <= region.end(); ++position) {
    if (is_at(position - 2, "AG")) acceptors.push_back(position);
    if (is_at(position, "GT")) donors.push_back(position);
    if (position + 3 <= region.end() &&
        code.may_begin(region.at(position), region.at(position + 1), region.at(position + 2)))
      starts.push_back(position);
  }
  if (!by_bases) {
    acceptors = random_positions(roll, length, most);
    donors = random_positions(roll, length, most);
  }
  block_sites made{{sites_at(roll, acceptors), sites_at(roll, donors), {}}, {}, {}, {}};
  for (const std::int64_t position : starts)
    made.sites.starts.push_back({position, roll.small(-2, 2), splice_family::major});
  if (roll.one_in(4)) made.limits = {random_positions(roll, length, length), random_positions(roll, length, length)};
  return made;
}

// One line, or more that are the least of all for some lengths, for the same ones, or for none; lengths with an end or
// not.
intron_rules random_introns(dice& roll) {
  intron_rules made{roll.between(0, 3), {{roll.small(0, 2), roll.small(0, 2) * 130}}};
  for (std::int64_t n = roll.one_in(2) ? 0 : roll.between(1, 2); n > 0; --n)
    made.lines.push_back({roll.small(0, 4), roll.small(0, 4) * 130});
  if (roll.one_in(3)) made.max_intron = made.min_intron + roll.between(0, 12);
  return made;
}

spliced::gap_costs random_costs(dice& roll, bool affine) { return {affine ? roll.small(0, 3) : 0, roll.small(0, 2)}; }

void set_scoring(dice& roll, small_case& made) {
  made.scoring.introns = random_introns(roll);
  made.scoring.gaps = random_costs(roll, roll.one_in(2));
  made.scoring.free_target_ends = roll.one_in(2);
  if (roll.one_in(2)) made.scoring.residue_ends = random_costs(roll, true);
}

// In a third of the cases: of all codons alike, or of some much more than of others. By dice of their own.
std::optional<codon_weights> random_weights(std::uint64_t seed) {
  dice roll(seed ^ 0xC0D0);
  if (!roll.one_in(3)) return std::nullopt;
  const bool are_large = roll.one_in(3), are_few = roll.one_in(3);
  std::array<codon_weights::weight, codon_weights::n_codons> made{};
  for (auto& each : made)
    if (!are_few || roll.one_in(6))
      each = static_cast<codon_weights::weight>(are_large ? roll.between(-12, 12) : roll.between(-3, 3));
  return codon_weights(made);
}

small_case nucleotide_case(dice& roll, std::int64_t length) {
  small_case made;
  made.material.region = {region_start, spliced::encode_dna(random_bases(roll, length))};
  made.target = spliced::encode_dna(random_bases(roll, roll.between(0, 12)));
  made.scoring.substitution = spliced::dna_matrix(spliced::match_mismatch(roll.small(1, 2), roll.small(-2, 0)));
  set_scoring(roll, made);
  return made;
}

// A coding sequence cut into exons, introns between them, and something around.
struct planted_gene {
  std::string bases;
  std::string coding;
  std::set<interval> exons;
};

// Not much longer than `longest` nt.
planted_gene plant_gene(dice& roll, std::int64_t longest) {
  planted_gene made;
  made.coding = "ATG" + random_signals(roll, 3 * roll.between(0, longest / 9) + (roll.one_in(6) ? 1 : 0)) +
                (roll.one_in(8) ? "" : "TAA");
  made.bases = random_signals(roll, roll.between(0, 4));
  for (std::size_t offset = 0; offset < made.coding.size();) {
    const auto piece = static_cast<std::size_t>(roll.one_in(3) ? roll.between(1, 3) : roll.between(3, 12));
    const auto start = std::ssize(made.bases);
    made.bases += made.coding.substr(offset, piece);
    made.exons.insert({region_start + start, region_start + std::ssize(made.bases)});
    if (offset += piece; offset < made.coding.size() && std::ssize(made.bases) < longest)
      made.bases += roll.one_in(2) ? "GT" + random_signals(roll, roll.between(0, 2)) + "AG"
                                   : random_signals(roll, roll.between(0, 4));
  }
  made.bases += random_signals(roll, roll.between(0, 4));
  return made;
}

// The ends of some exons moved a little: other frames, other split codons.
void add_variants(dice& roll, std::int64_t length, std::set<interval>& places) {
  const std::vector<interval> planted(places.begin(), places.end());
  for (std::int64_t n = roll.between(0, 3); n > 0; --n) {
    interval where = roll.any(planted);
    (roll.one_in(2) ? where.start : where.end) += roll.between(-3, 3);
    if (where.start >= region_start && where.end <= region_start + length && where.length() > 0) places.insert(where);
  }
}

std::string protein_like(dice& roll, const std::string& coding, const genetic_code& code) {
  std::string protein = translate(coding, code);
  if (!protein.empty() && protein.back() == '*') protein.pop_back();
  static constexpr std::string_view letters = "MKNVSX*UO";
  for (std::int64_t n = roll.between(0, 3); n > 0; --n) {
    const auto position = static_cast<std::size_t>(roll.between(0, std::ssize(protein)));
    if (roll.one_in(2)) {
      protein.insert(position, 1, roll.any(letters));
    } else if (position < protein.size()) {
      if (roll.one_in(2))
        protein[position] = roll.any(letters);
      else
        protein.erase(position, 1);
    }
  }
  protein.resize(std::min<std::size_t>(protein.size(), 8));
  return protein;
}

// Few different scores, many ties; sometimes BLOSUM62.
spliced::substitution_matrix random_protein_scores(dice& roll) {
  if (roll.one_in(4)) return *spliced::named_protein_matrix("BLOSUM62");
  spliced::substitution_matrix made(spliced::n_amino_codes);
  const score match = roll.small(1, 3), mismatch = roll.small(-2, 0);
  for (std::size_t u = 0; u < made.n_codes(); ++u)
    for (std::size_t v = 0; v < made.n_codes(); ++v)
      made.at(static_cast<residue_code>(u), static_cast<residue_code>(v)) = u == v ? match : mismatch;
  return made;
}

// What lies within `part`; exons that reach beyond end with it.
void crop(small_case& example, interval part) {
  const auto first = example.material.region.residues.begin() + (part.start - example.material.region.start);
  example.material.region = {part.start, {first, first + part.length()}};
  std::map<interval, strand_exon> exons;
  for (strand_exon exon : example.material.exons) {
    exon.where = {std::max(exon.where.start, part.start), std::min(exon.where.end, part.end)};
    if (exon.where.length() > 0) exons.emplace(exon.where, exon);
  }
  example.material.exons.clear();
  example.material.candidates.clear();
  for (const auto& [where, exon] : exons) {
    example.material.candidates.push_back({example.material.exons.size()});
    example.material.exons.push_back(exon);
  }
  if (!example.material.blocks) return;
  auto& [acceptors, donors, starts] = example.material.blocks->sites;
  std::erase_if(acceptors, [&](const scored_site& site) { return site.position < part.start; });
  std::erase_if(donors, [&](const scored_site& site) { return site.position > part.end; });
  std::erase_if(starts,
                [&](const scored_site& site) { return site.position < part.start || site.position + 3 > part.end; });
}

void add_cut(bool is_begin, std::int64_t position, score weight, small_case& example) {
  for (strand_exon& exon : example.material.exons)
    if (position == (is_begin ? exon.where.start : exon.where.end))
      (is_begin ? exon.roles.begins_cut : exon.roles.ends_cut) = weight;
  if (example.material.blocks)
    (is_begin ? example.material.blocks->cut_begins : example.material.blocks->cut_ends).push_back({position, weight});
}

}  // namespace

small_case random_nucleotide_case(std::uint64_t seed) {
  dice roll(seed);
  const std::int64_t length = roll.between(1, 30);
  small_case made = nucleotide_case(roll, length);
  std::set<interval> places;
  add_random_places(roll, length, roll.between(1, 7), 9, places);
  set_exons(roll, made, places);
  return made;
}

small_case random_nucleotide_block_case(std::uint64_t seed, material kind) {
  dice roll(seed);
  const std::int64_t length = roll.between(1, 24);
  small_case made = nucleotide_case(roll, length);
  made.material.blocks = random_sites(roll, made.material.region, 3);
  made.material.blocks->begins = random_positions(roll, length, 2);
  made.material.blocks->ends = random_positions(roll, length, 2);
  if (kind == material::both) {
    std::set<interval> places;
    add_random_places(roll, length, roll.between(1, 4), 9, places);
    set_exons(roll, made, places);
  }
  return made;
}

small_case random_protein_case(std::uint64_t seed, material kind, bool with_options) {
  dice roll(seed);
  small_case made;
  const auto gene = plant_gene(roll, with_options && kind != material::exons ? 24 : 45);  // many readings
  const auto length = std::ssize(gene.bases);
  made.material.region = {region_start, spliced::encode_dna(gene.bases)};
  made.scoring.code = genetic_code(roll.one_in(4) ? static_cast<int>(roll.any(genetic_code::ids())) : 1);
  made.scoring.substitution = random_protein_scores(roll);
  made.scoring.coding = random_weights(seed);
  set_scoring(roll, made);
  if (with_options) {
    if (roll.one_in(2)) made.scoring.incomplete = roll.small(0, 3);
    if (roll.one_in(2)) made.scoring.frameshift = roll.small(0, 3);
    if (roll.one_in(2)) made.scoring.internal_stop = roll.small(0, 3);
    if (roll.one_in(3)) made.scoring = with_recoded_stops(made.scoring, made.material.region, 100'000);
  }
  made.target = spliced::encode_protein(protein_like(roll, gene.coding, *made.scoring.code));
  if (kind != material::exons) made.material.blocks = random_sites(roll, made.material.region, 4, *made.scoring.code);
  if (kind != material::blocks) {
    auto places = gene.exons;
    add_variants(roll, length, places);
    add_random_places(roll, length, roll.between(0, 2), 12, places);
    if (kind == material::both)
      while (places.size() > 4) places.erase(std::next(places.begin(), roll.between(0, std::ssize(places) - 1)));
    set_exons(roll, made, places);
  }
  return made;
}

small_case random_cut_case(std::uint64_t seed, material kind) {
  dice roll(~seed);
  small_case made = random_protein_case(seed, kind, roll.one_in(3));
  const std::int64_t end = made.material.region.end();
  const std::int64_t first = roll.between(region_start, end - 1), last = roll.between(first + 1, end);
  crop(made, {first, last});
  add_cut(true, first, roll.small(-3, 1), made);
  if (const auto within = roll.between(first + 1, last); within < last && roll.one_in(4)) {
    add_cut(true, within, roll.small(-3, 1), made);
    add_cut(false, within, roll.small(-3, 1), made);
  }
  add_cut(false, last, roll.small(-3, 1), made);
  return made;
}

}  // namespace exonweave::testing
