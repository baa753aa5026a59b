#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "conformance/seeds.hpp"
#include "exons/gene_finding/ends/gene_rest.hpp"
#include "exons/gene_finding/ends/listed_genes.hpp"

using exonweave::testing::case_maker;
using exonweave::testing::gene_lister;
using exonweave::testing::made_strand;
using exonweave::testing::random_case;
using exonweave::testing::whole_gene;
using namespace exonweave;
using spliced::score;

namespace {

constexpr auto codon_nt = static_cast<std::int64_t>(codon_length);

// Whether no other start stands before it in its frame, of an ATG no other ATG.
bool is_farthest_start(const genome_track& track, std::int64_t start) {
  const auto is_open = [&](std::int64_t p) {
    for (std::int64_t base = p; base < p + codon_nt; ++base)
      if (!std::has_single_bit(track.base(base))) return false;
    return may_go_on(track.codon(p));
  };
  const auto is_atg = [&](std::int64_t p) {
    return track.base(p) == 1 && track.base(p + 1) == 8 && track.base(p + 2) == 4;
  };
  if (!is_open(start)) return false;
  for (std::int64_t p = start - codon_nt; p >= 0 && is_open(p); p -= codon_nt)
    if (track.starts.has(p) && (is_atg(p) || !is_atg(start))) return false;
  return true;
}

std::int64_t length_cost(const whole_gene& gene, usual_codons usual) {
  std::int64_t nt = 0;
  for (const interval& exon : gene.exons) nt += exon.length();
  return usual.price * std::abs(nt / codon_nt - usual.count) / usual_codons::n_priced;
}

// Of each begin, or end, the ways that are worth most stand; of these the found one is the best when lengths count.
void check(const std::optional<gene_rest>& found, std::vector<whole_gene> all, usual_codons usual) {
  REQUIRE(found.has_value() == !all.empty());
  if (!found) return;
  const auto outer = [](const whole_gene& each) { return std::pair(each.begin, each.end); };
  std::erase_if(all, [&, before = all](const whole_gene& each) {
    return std::ranges::any_of(
        before, [&](const whole_gene& other) { return outer(other) == outer(each) && other.value > each.value; });
  });
  gene_value least = no_gene;  // of two that are worth as much, the longer one may have been found, or the shorter one
  for (const whole_gene& each : all) {
    gene_value dearest = each.value - length_cost(each, usual);
    for (const whole_gene& other : all)
      if (outer(other) == outer(each)) dearest = std::min(dearest, other.value - length_cost(other, usual));
    least = std::max(least, dearest);
  }
  CHECK(found->value >= least);
  CHECK(std::ranges::any_of(all, [&](const whole_gene& each) {
    return each.value - length_cost(each, usual) == found->value && each.exons == found->exons;
  }));
}

}  // namespace

TEST_CASE("begins and ends of genes are the best of all that can be listed") {
  constexpr std::uint64_t n_cases = 3000;
  std::size_t n_begins = 0, n_ends = 0, n_with_introns = 0;
  for (std::uint64_t seed = exonweave::testing::seed_offset(), last = seed + n_cases; seed < last; ++seed) {
    random_case made;
    case_maker(seed).make(made);
    const genome_track own = made.strand.track(made.costs), other = made.other.track(made.costs);
    const usual_codons usual{static_cast<std::int64_t>(seed % 7), static_cast<gene_value>(seed % 3) * 9};
    for (const std::int64_t border : {own.length() / 3, own.length() / 2, own.length() - codon_nt}) {
      if (border < codon_nt || border + codon_nt > own.length()) continue;
      CAPTURE(seed, border);
      const auto before = value_before(own, other, made.costs), after = value_after(own, other, made.costs);

      std::vector<whole_gene> begins = gene_lister(made.strand, made.costs).list_begins(border);
      std::erase_if(begins, [&](const whole_gene& each) { return !is_farthest_start(own, each.begin); });
      for (whole_gene& each : begins) each.value += before[static_cast<std::size_t>(each.begin)];
      check(find_gene_begin(own, border, before, made.costs, usual), begins, usual);

      std::vector<whole_gene> ends = gene_lister(made.strand, made.costs).list_ends(border);
      for (whole_gene& each : ends) each.value += after[static_cast<std::size_t>(each.end)];
      check(find_gene_end(own, border, after, made.costs, usual), ends, usual);

      n_begins += begins.empty() ? 0 : 1;
      n_ends += ends.empty() ? 0 : 1;
      n_with_introns += std::ranges::any_of(begins, [](const whole_gene& each) { return each.n_introns > 0; }) ? 1 : 0;
    }
  }
  CHECK(n_begins > n_cases / 20);
  CHECK(n_ends > n_cases / 20);
  CHECK(n_with_introns > n_cases / 20);
}

namespace {

using scores = std::vector<score>;

struct flanking_genes {
  scores before, after;
};

flanking_genes find_flanking_genes(const genome_track& own, const genome_track& other, const gene_costs& costs) {
  return {value_before(own, other, costs), value_after(own, other, costs)};
}

flanking_genes found_in(const random_case& made) {
  return find_flanking_genes(made.strand.track(made.costs), made.other.track(made.costs), made.costs);
}

std::vector<whole_gene> list_genes(const made_strand& strand, const made_strand& other, const gene_costs& costs) {
  std::vector<whole_gene> genes = gene_lister(strand, costs).list();
  for (whole_gene gene : gene_lister(other, costs).list()) {
    std::swap(gene.begin, gene.end);
    gene.begin = other.length() - gene.begin;
    gene.end = other.length() - gene.end;
    gene.is_on_other = true;
    genes.push_back(gene);
  }
  return genes;
}

// The heaviest sets of genes that do not overlap.
scores heaviest_after(const std::vector<whole_gene>& genes, std::int64_t length) {
  scores after(static_cast<std::size_t>(length) + 1, 0);
  for (std::size_t p = after.size() - 1; p-- > 0;) {
    after[p] = after[p + 1];
    for (const whole_gene& gene : genes)
      if (gene.begin == static_cast<std::int64_t>(p))
        after[p] = std::max(after[p], static_cast<score>(gene.value) + after[static_cast<std::size_t>(gene.end)]);
  }
  return after;
}

scores heaviest_before(const std::vector<whole_gene>& genes, std::int64_t length) {
  scores before(static_cast<std::size_t>(length) + 1, 0);
  for (std::size_t p = 1; p < before.size(); ++p) {
    before[p] = before[p - 1];
    for (const whole_gene& gene : genes)
      if (gene.end == static_cast<std::int64_t>(p))
        before[p] = std::max(before[p], static_cast<score>(gene.value) + before[static_cast<std::size_t>(gene.begin)]);
  }
  return before;
}

template <class Condition>
score heaviest_without(std::vector<whole_gene> genes, std::int64_t length, const Condition& is_left_out) {
  std::erase_if(genes, is_left_out);
  return heaviest_after(genes, length).front();
}

}  // namespace

TEST_CASE("flanking genes are worth what the heaviest sets of all genes are that can be listed") {
  constexpr std::uint64_t n_cases = 3000;
  std::size_t n_with_genes = 0, n_with_introns = 0, n_on_both = 0;
  for (std::uint64_t seed = exonweave::testing::seed_offset(), last = seed + n_cases; seed < last; ++seed) {
    random_case made;
    case_maker(seed).make(made);
    const auto genes = list_genes(made.strand, made.other, made.costs);
    const std::int64_t length = made.strand.length();
    const scores after = heaviest_after(genes, length);
    const flanking_genes found = found_in(made);
    CAPTURE(seed, length);
    REQUIRE(found.after == after);
    REQUIRE(found.before == heaviest_before(genes, length));
    n_with_genes += after.front() > 0;
    const auto without = [&](const auto& is_left_out) { return heaviest_without(genes, length, is_left_out); };
    n_with_introns += without([](const whole_gene& gene) { return gene.n_introns > 0; }) < after.front();
    n_on_both += std::max(without([](const whole_gene& gene) { return gene.is_on_other; }),
                          without([](const whole_gene& gene) { return !gene.is_on_other; })) < after.front();
  }
  CAPTURE(n_with_genes, n_with_introns, n_on_both);
  CHECK(n_with_genes > n_cases / 2);
  CHECK(n_with_introns > n_cases / 4);
  CHECK(n_on_both > n_cases / 20);
}

TEST_CASE("flanking genes of the other strand's view are the same, turned round") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    random_case made;
    case_maker(seed).make(made);
    const flanking_genes found = found_in(made);
    std::swap(made.strand, made.other);
    flanking_genes turned = found_in(made);
    std::ranges::reverse(turned.before);
    std::ranges::reverse(turned.after);
    CAPTURE(seed);
    CHECK(turned.before == found.after);
    CHECK(turned.after == found.before);
    CHECK(found.before.back() == found.after.front());
  }
}

TEST_CASE("flanking genes of a strand alone are those without the other's track") {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    random_case made;
    case_maker(seed).make(made);
    const auto genes = list_genes(made.strand, {}, made.costs);
    const genome_track track = made.strand.track(made.costs);
    const flanking_genes found = find_flanking_genes(track, {}, made.costs);
    CAPTURE(seed);
    CHECK(found.after == heaviest_after(genes, track.length()));
    flanking_genes turned = find_flanking_genes({}, track, made.costs);
    std::ranges::reverse(turned.before);
    CHECK(turned.before == found.after);
  }
}

namespace {

// ATG 3, TGG 10, all others -1; a gene for 5, an intron for 2 from 4 nt on.
struct small_costs {
  codon_weights weights = [] {
    std::array<codon_weights::weight, codon_weights::n_codons> table{};
    table.fill(-1);
    table[14] = 3;   // ATG
    table[58] = 10;  // TGG
    return codon_weights(table);
  }();
  gene_costs costs = {.reading = {&standard_code(), {}, {}, {}, {}, &weights}, .introns = {4, {{2, {}}}}, .price = 5};
  small_costs() = default;
  small_costs(const small_costs&) = delete;
  small_costs& operator=(const small_costs&) = delete;
};

made_strand strand_of(const std::string& bases) { return {{0, spliced::encode_dna(bases)}, {}}; }

scored_site site(std::int64_t position, score weight) { return {position, weight, splice_family::major}; }

}  // namespace

TEST_CASE("a flanking gene counts where all of it is beside a place") {
  const small_costs given;
  made_strand strand = strand_of("CATGTGGTAAC");
  strand.blocks.sites.starts = {site(1, 4)};
  const flanking_genes found = find_flanking_genes(strand.track(given.costs), {}, given.costs);
  constexpr score value = 4 + 3 + 10 - 5;
  CHECK(found.after == scores{value, value, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(found.before == scores{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, value, value});
}

TEST_CASE(
    "flanking genes on either strand add up where they are apart, and of two that overlap the better "
    "counts") {
  const small_costs given;
  const std::string gene = "ATGTGGTAA";
  made_strand strand = strand_of(gene + reverse_complement(gene));
  made_strand other = strand;  // which reads the same
  for (made_strand* const made : {&strand, &other}) made->blocks.sites.starts = {site(0, 0)};
  constexpr score value = 3 + 10 - 5;
  const auto both = [&] {
    return find_flanking_genes(strand.track(given.costs), other.track(given.costs), given.costs);
  };
  CHECK(both().after.front() == 2 * value);
  CHECK(both().after[1] == value);
  CHECK(both().before[9] == value);
  strand.blocks.sites.donors = {site(6, 4)};  // to the last TAA of this strand: ...CTAA
  strand.region.residues = spliced::encode_dna("ATGTGGCCCCTAACCCAT");
  other.region.residues = spliced::encode_dna(reverse_complement("ATGTGGCCCCTAACCCAT"));
  strand.blocks.sites.acceptors = {site(10, 4)};
  CHECK(both().after.front() == value + 4 + 4 - 2);
}

TEST_CASE("an intron may split the stop codon of a flanking gene, and any codon twice, but not its start codon") {
  const small_costs given;
  made_strand strand = strand_of("ATGTGGTGTCCAGAACC");
  strand.blocks.sites.starts = {site(0, 4)};
  strand.blocks.sites.donors = {site(7, 0)};
  strand.blocks.sites.acceptors = {site(14, 0)};
  const auto value = [&] { return find_flanking_genes(strand.track(given.costs), {}, given.costs).after.front(); };
  CHECK(value() == 0);                            // T|AC
  strand.blocks.sites.acceptors = {site(12, 0)};  // T|GA
  CHECK(value() == 4 + 3 + 10 - 2 - 5);
  strand = strand_of("ATGTGGTCCCCACCCCATT");  // T|A|A
  strand.blocks.sites.starts = {site(0, 4)};
  strand.blocks.sites.donors = {site(7, 0), site(12, 1)};
  strand.blocks.sites.acceptors = {site(11, 0), site(16, 1)};
  CHECK(value() == 4 + 3 + 10 - 2 + 2 - 2 - 5);
  strand = strand_of("ATCCCCGTGGTGGTAA");  // AT|G
  strand.blocks.sites.starts = {site(0, 40)};
  strand.blocks.sites.donors = {site(2, 0)};
  strand.blocks.sites.acceptors = {site(6, 0)};
  CHECK(value() == 0);
}

TEST_CASE("a price that no gene earns leaves no flanking genes") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    random_case made;
    case_maker(seed).make(made);
    made.costs.price = 10'000;
    const flanking_genes found = found_in(made);
    const auto is_none = [](score value) { return value == 0; };
    CHECK(std::ranges::all_of(found.before, is_none));
    CHECK(std::ranges::all_of(found.after, is_none));
  }
}

TEST_CASE("regions that are too short for a codon have no flanking genes") {
  const small_costs given;
  for (const std::string bases : {"", "A", "TA"}) {
    made_strand strand = strand_of(bases), other = strand_of(reverse_complement(bases));
    for (made_strand* const made : {&strand, &other}) {
      for (std::int64_t p = 0; p <= made->length(); ++p) {
        made->blocks.sites.donors.push_back(site(p, 1));
        made->blocks.sites.acceptors.push_back(site(p, 1));
      }
      if (!bases.empty()) made->blocks.sites.starts = {site(0, 100)};
    }
    const flanking_genes found = find_flanking_genes(strand.track(given.costs), other.track(given.costs), given.costs);
    CHECK(found.before == scores(bases.size() + 1, 0));
    CHECK(found.after == scores(bases.size() + 1, 0));
  }
}

TEST_CASE("flanking genes are refused where strands do not fit together, or worths leave their range") {
  const small_costs given;
  const genome_track track = strand_of("ATG").track(given.costs);
  CHECK_THROWS_AS(find_flanking_genes(track, strand_of("ATGC").track(given.costs), given.costs), std::invalid_argument);
  const codon_weights heavy = exonweave::testing::weights_of({{"TGG", 30'000}});
  gene_costs costs = given.costs;
  costs.reading.coding = &heavy;
  const auto max_of = [&](int n_codons) {
    std::string bases = "ATG";
    for (int n = 0; n < n_codons; ++n) bases += "TGG";
    made_strand strand = strand_of(bases + "TAA");
    strand.blocks.sites.starts = {site(0, 0)};
    return find_flanking_genes(strand.track(costs), {}, costs).after.front();
  };
  CHECK(max_of(17'895) == 17'895 * 30'000 - 5);
  CHECK_THROWS_AS(max_of(17'896), std::range_error);
}
