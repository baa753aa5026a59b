// Where genes may be cut, what that costs, and what is found of a gene whose sequence ends within it.
#include "catch.hpp"
#include "exons/solving/cut_genes.hpp"
#include "exons/solving/split_gene.hpp"
#include "spliced/engines/engine_registry.hpp"

using namespace exonweave;
using namespace exonweave::testing;
using spliced::unreachable;

namespace {

constexpr cut_costs costs = {3, 7};
constexpr splice_family major = splice_family::major;
using sites = std::vector<scored_site>;

// Given exons, and blocks with an acceptor and a donor.
region_material made_of(std::vector<strand_exon> exons, std::int64_t acceptor, std::int64_t donor) {
  region_material made = case_on(std::string(100, 'A'), std::move(exons));
  made.blocks.emplace();
  made.blocks->sites.acceptors = {{acceptor, 4, major}};
  made.blocks->sites.donors = {{donor, 30, major}};
  return made;
}

// The chains of part of a gene, from its own exons as they are there and from ORF exons.
struct two_chains {
  spliced::alignment of_given, of_blocks;
};

two_chains found_in(const split_gene& gene, interval part, std::string_view protein) {
  const auto engine = spliced::cpu_engines().make("simd");
  const auto target = spliced::encode_protein(protein);
  const std::string residues =
      gene.residues.substr(static_cast<std::size_t>(part.start), static_cast<std::size_t>(part.length()));
  std::vector<strand_exon> exons;
  for (const interval where : gene.places)
    if (where.start < part.end && where.end > part.start)
      exons.push_back({{std::max(where.start, part.start), std::min(where.end, part.end)}, 0, {}});
  region_material given = case_on(gene.residues, exons), blocks = gene.of_blocks();
  const auto crop = [&](region_material& material) {
    material.region = {part.start, spliced::encode_dna(residues)};
    add_cuts({{part.start}, {part.end}}, costs, material);
  };
  auto& all = blocks.blocks->sites;
  std::erase_if(all.acceptors, [&](const auto& site) { return site.position < part.start; });
  std::erase_if(all.donors, [&](const auto& site) { return site.position > part.end; });
  std::erase_if(all.starts, [&](const auto& site) { return site.position < part.start; });
  crop(given);
  crop(blocks);
  auto scoring = codon_scoring();
  scoring.free_target_ends = true;
  const solver_settings settings{engine.get()};
  const auto of_given = solve_case(given, target, scoring, settings);
  const auto of_blocks = solve_case(blocks, target, scoring, settings);
  REQUIRE(of_given.chains.size() == 1);
  REQUIRE(of_blocks.chains.size() == 1);
  return {of_given.chains[0], of_blocks.chains[0]};
}

spliced::alignment found_by_both(const split_gene& gene, interval part, std::string_view protein) {
  const auto [of_given, of_blocks] = found_in(gene, part, protein);
  CHECK(of_given == of_blocks);
  return of_given;
}

}  // namespace

TEST_CASE("given exons and ORF exons may be cut at the open ends they touch") {
  region_material material = made_of({{{0, 9}, 0, {}}, {{9, 50}, 0, {}}, {{50, 100}, 0, {}}}, 60, 70);
  add_cuts({{0, 50}, {9, 100}}, {3, std::nullopt}, material);
  CHECK(material.exons[0].roles.begins_cut == -3);
  CHECK(material.exons[0].roles.ends_cut == -3);
  CHECK(material.exons[1].roles.begins_cut == unreachable);
  CHECK(material.exons[1].roles.ends_cut == unreachable);
  CHECK(material.exons[2].roles.begins_cut == -3);
  CHECK(material.exons[2].roles.ends_cut == -3);
  CHECK(material.blocks->cut_begins == sites{{0, -3, major}, {50, -3, major}});
  CHECK(material.blocks->cut_ends == sites{{9, -3, major}, {100, -3, major}});
}

TEST_CASE("an intron is cut between a splice site and the open end beyond it, not too far away") {
  region_material material = made_of({{{10, 20}, 0, {0, 5, 0, 6}}}, 10, 70);
  add_cuts({{0}, {100}}, costs, material);
  CHECK(material.exons[0].roles.begins_cut == 5 - 7 - 3);
  CHECK(material.exons[0].roles.ends_cut == 6 - 7 - 3);
  CHECK(material.blocks->cut_begins == sites{{0, -3, major}, {10, 4 - 7 - 3, major}});
  CHECK(material.blocks->cut_ends == sites{{70, -3, major}, {100, -3, major}});  // 30 is more than 7, and earns nothing
  for (const std::int64_t length : {longest_cut_intron, longest_cut_intron + 1}) {
    region_material far = made_of({}, 10, 70);
    add_cuts({{10 - length}, {70 + length}}, costs, far);
    CHECK(far.blocks->cut_begins.size() == (length == longest_cut_intron ? 2 : 1));
    CHECK(far.blocks->cut_ends.size() == (length == longest_cut_intron ? 2 : 1));
  }
}

TEST_CASE("behind an open end and before one nothing cuts an intron") {
  region_material material = made_of({}, 60, 40);
  add_cuts({{61}, {39}}, costs, material);
  CHECK(material.blocks->cut_begins == sites{{61, -3, major}});
  CHECK(material.blocks->cut_ends == sites{{39, -3, major}});
}

TEST_CASE("where a place may be cut in two ways the better one counts") {
  region_material material = made_of({{{10, 70}, 0, {}}}, 10, 70);
  add_cuts({{0, 10}, {70, 100}}, costs, material);
  CHECK(material.exons[0].roles.begins_cut == -3);
  CHECK(material.blocks->cut_begins == sites{{0, -3, major}, {10, -3, major}});
  CHECK(material.blocks->cut_ends == sites{{70, -3, major}, {100, -3, major}});
}

TEST_CASE("ORF exons between borders of given exons are cut where a given exon is") {
  region_material material = made_of({}, 60, 70);
  material.blocks->limits = block_limits_at{{5}, {90}};
  add_cuts({{0, 5}, {90, 100}}, {3, std::nullopt}, material);
  CHECK(material.blocks->cut_begins == sites{{5, -3, major}});
  CHECK(material.blocks->cut_ends == sites{{90, -3, major}});
}

TEST_CASE("of a gene cut within an exon what is left is found, in any phase") {
  const split_gene gene({"ATGTGGCATAAA", "TGGAAACATTGG", "CATTGGCATTAA"});  // MWHK WKHW HWH
  const auto [first, middle, last] = std::tuple(gene.places[0], gene.places[1], gene.places[2]);
  for (std::int64_t n = 0; n < 3; ++n) {
    const auto without_start = found_by_both(gene, {middle.start + 3 - n, last.end + 2}, "MWHKWKHWHWH");
    CHECK(places_of(without_start) == std::vector<interval>{{middle.start + 3 - n, middle.end}, last});
    CHECK(without_start.exons[0].n_skipped == n % 3);
    CHECK(without_start.total == against_itself("KHWHWH") - 10 - 3);
    const auto without_end = found_by_both(gene, {0, middle.end - 3 + n}, "MWHKWKHWHWH");
    CHECK(places_of(without_end) == std::vector<interval>{first, {middle.start, middle.end - 3 + n}});
    CHECK(without_end.total == against_itself("MWHKWKH") - 10 - 3);
  }
}

TEST_CASE("of a gene cut within introns the exons between them are found") {
  const split_gene gene({"ATGTGGCATAAA", "TGGAAACATTGG", "CATTGGCATTAA"});
  const interval middle = gene.places[1];
  const auto [found, of_blocks] = found_in(gene, {middle.start - 5, middle.end + 5}, "MWHKWKHWHWH");
  CHECK(places_of(found) == std::vector<interval>{middle});
  CHECK(found.total == against_itself("WKHW") - 2 * (7 + 3));
  CHECK(of_blocks.total >= found.total);  // they may read on into the introns
}

TEST_CASE("a start codon 1 or 2 nt behind an open end is worth no less than a chain that skips them") {
  for (const std::int64_t n : {0, 1, 2, 3}) {
    region_material material = made_of({{{10 + n, 60}, 0, {-5, 0, 0, 0}}}, 60, 70);
    material.blocks->sites.starts = {{10 + n, -8, major}, {30, -9, major}};
    add_cuts({{10}, {100}}, costs, material);
    const bool is_raised = n == 1 || n == 2;
    CHECK(material.blocks->sites.starts == sites{{10 + n, is_raised ? -3 : -8, major}, {30, -9, major}});
    CHECK(material.exons[0].roles.begins == (is_raised ? -3 : -5));
  }
}

TEST_CASE("what is worth more stays, and what may not begin a chain still may not") {
  region_material material = made_of({{{11, 60}, 0, {unreachable, 0, 0, 0}}}, 60, 70);
  material.blocks->sites.starts = {{11, 4, major}, {52, -8, major}};
  material.blocks->limits = block_limits_at{{10, 11, 52}, {60}};
  add_cuts({{10, 51}, {100}}, costs, material);
  CHECK(material.blocks->sites.starts == sites{{11, 4, major}, {52, -8, major}});  // none is cut at 51
  CHECK(material.exons[0].roles.begins == unreachable);
}

TEST_CASE("a gene whose start codon lies right behind an open end begins with it") {
  for (const std::vector<std::string>& exons :
       {std::vector<std::string>{"ATGTGGCATAAA", "TGGAAACATTAA"}, {"A", "TGTGGCATAAA", "TGGAAACATTAA"}}) {
    const split_gene gene(exons);
    for (std::int64_t n_before = 0; n_before < 3; ++n_before) {  // the gene has CC before it
      CAPTURE(n_before, exons.size());
      const auto found = found_in(gene, {2 - n_before, std::ssize(gene.residues)}, "MWHKWKH").of_blocks;
      CHECK(places_of(found) == gene.places);
      CHECK(found.exons[0].n_skipped == 0);
    }
  }
}

TEST_CASE("a gene whose stop codon lies right before an open end ends with it") {
  for (const std::vector<std::string>& exons :
       {std::vector<std::string>{"ATGTGGCATAAA", "TGGAAACATTAA"}, {"ATGTGGCATAAA", "TGGAAACATTG", "A"}}) {
    const split_gene gene(exons);
    for (std::int64_t n_after = 0; n_after < 3; ++n_after) {
      CAPTURE(n_after, exons.size());
      const auto found = found_in(gene, {0, gene.places.back().end + n_after}, "MWHKWKH").of_blocks;
      CHECK(places_of(found) == gene.places);
    }
  }
}
