// Exons read codon by codon: split codons, starts and stops, exons of a nucleotide or two, and rows that collapse.
#include <algorithm>
#include <random>
#include <set>

#include "catch.hpp"
#include "exons/codon_table.hpp"
#include "exons/solving/split_gene.hpp"
#include "seed.hpp"
#include "spliced/engines/engine_registry.hpp"

using namespace exonweave;
using exonweave::testing::against_itself;
using exonweave::testing::case_on;
using exonweave::testing::codon_scoring;
using exonweave::testing::solve_case;
using exonweave::testing::split_gene;
using exonweave::testing::weights_of;

namespace {

const auto simd = spliced::cpu_engines().make("simd");
const auto sequential = spliced::cpu_engines().make("sequential");

case_solution solve(const region_material& material, std::string_view protein,
                    const chain_scoring& scoring = codon_scoring()) {
  const auto target = spliced::encode_protein(protein);
  const auto solved = solve_case(material, target, scoring, {simd.get()});
  const auto literal = solve_case(material, target, scoring, {sequential.get()});
  CHECK(solved.chains == literal.chains);
  return solved;
}

// The gene is found whole, from its exons and from blocks, and worth its protein less its introns.
void check_found(const std::vector<std::string>& exons, std::string_view protein) {
  INFO(exons.size() << " exons, the first " << exons[0]);
  const split_gene gene(exons);
  for (const auto& material : {gene.of_its_exons(), gene.of_blocks()}) {
    const auto solved = solve(material, protein);
    REQUIRE(solved.chains.size() == 1);
    CHECK(places_of(solved.chains[0]) == gene.places);
    CHECK(solved.chains[0].total == against_itself(protein) - 10 * static_cast<spliced::score>(exons.size() - 1));
  }
}

void check_no_chain(const std::vector<std::string>& exons, std::string_view protein) {
  const split_gene gene(exons);
  CHECK(solve(gene.of_its_exons(), protein).chains.empty());
}

spliced::row_graph graph_of(const std::vector<interval>& places, const strand_region& region) {
  std::vector<strand_exon> exons;
  for (const interval where : places) exons.push_back({where, 0, {}});
  return build_row_graph({exons}, region, {4}, {&standard_code(), {}, {}, {}}, {});
}

}  // namespace

TEST_CASE("one exon from ATG to the stop codon, which is not aligned") {
  check_found({"ATGGCTTGGTAA"}, "MAW");
  const auto chain = solve(split_gene({"ATGGCTTGGTAA"}).of_its_exons(), "MAW").chains.at(0);
  CHECK(chain.exons[0].edits == std::vector<spliced::edit_run>{{spliced::edit::match, 3}});
}

TEST_CASE("a codon may be split by an intron in every phase, and is scored for what it encodes") {
  check_found({"ATGTGG", "GCTTAA"}, "MWA");
  check_found({"ATGTGGG", "CTTAA"}, "MWA");
  check_found({"ATGTGGGC", "TTAA"}, "MWA");
}

TEST_CASE("a start codon may be split") {
  check_found({"A", "TGTGGTAA"}, "MW");
  check_found({"AT", "GTGGTAA"}, "MW");
  check_found({"A", "T", "GTGGTAA"}, "MW");
}

TEST_CASE("a stop codon may be split, and more than once") {
  check_found({"ATGTGGT", "AA"}, "MW");
  check_found({"ATGTGGTG", "A"}, "MW");
  check_found({"ATGTGGT", "G", "A"}, "MW");
}

TEST_CASE("TA before an intron is a split stop codon for given exons, and ORF exons end with the G that follows") {
  const split_gene gene({"ATGTGGTA", "A"});
  const auto given = solve(gene.of_its_exons(), "MW").chains.at(0);
  CHECK(places_of(given) == gene.places);
  CHECK(given.total == against_itself("MW") - 10);
  const auto block = solve(gene.of_blocks(), "MW").chains.at(0);
  CHECK(places_of(block) == std::vector<interval>{{2, 11}});
  CHECK(block.total == against_itself("MW"));
}

TEST_CASE("exons of one and two nucleotides are found, within a codon and between codons") {
  check_found({"ATGG", "C", "TTAA"}, "MA");
  check_found({"ATG", "GC", "TTAA"}, "MA");
  check_found({"ATG", "GCT", "TAA"}, "MA");
  check_found({"ATGTG", "GG", "CTTAA"}, "MWA");
  check_found({"A", "T", "GTG", "G", "TAA"}, "MW");
}

TEST_CASE("a chain without start codon, without stop codon or with a stop within is none") {
  check_no_chain({"CTGGCTTAA"}, "LA");
  check_no_chain({"ATGGCTTAC"}, "MAY");
  check_no_chain({"ATGTAAGCTTAA"}, "MA");
  check_no_chain({"ATGGCTTA", "AGCTTAA"}, "MAA");  // the stop within is split
  check_no_chain({"C", "TGGCTTAA"}, "LA");
  check_no_chain({"ATGGCTTAAC"}, "MA");  // the stop codon is not the end of the exon
}

TEST_CASE("a stop within costs what it is allowed for, split or not") {
  auto scoring = codon_scoring();
  scoring.internal_stop = 7;
  const auto stop = spliced::amino_code('*'), w = spliced::amino_code('W');
  const spliced::score expected = against_itself("MA") + scoring.substitution(stop, w) - 7;
  CHECK(solve(split_gene({"ATGTAAGCTTAA"}).of_its_exons(), "MWA", scoring).chains.at(0).total == expected);
  CHECK(solve(split_gene({"ATGTA", "AGCTTAA"}).of_its_exons(), "MWA", scoring).chains.at(0).total == expected - 10);
}

TEST_CASE("a frameshift costs what it is allowed for, and parts the exon") {
  auto scoring = codon_scoring();
  const split_gene gene({"ATGGCTCTGGTAA"});  // ATG GCT, C too many, TGG TAA
  CHECK(solve(gene.of_its_exons(), "MAW").chains.empty());
  scoring.frameshift = 9;
  const auto chain = solve(gene.of_its_exons(), "MAW", scoring).chains.at(0);
  CHECK(chain.total == against_itself("MAW") - 9);
  REQUIRE(chain.exons.size() == 2);
  CHECK(chain.exons[0].end == 2 + 6);
  CHECK(chain.exons[1].begin == 2 + 7);
  CHECK(chain.exons[1].is_shifted);
  CHECK(places_of(chain) == gene.places);
}

TEST_CASE("an incomplete chain costs what it is allowed for at each end that is") {
  auto scoring = codon_scoring();
  scoring.incomplete = 6;
  const auto total = [&](const std::vector<std::string>& exons, std::string_view protein) {
    return solve(split_gene(exons).of_its_exons(), protein, scoring).chains.at(0).total;
  };
  CHECK(total({"ATGGCTTAA"}, "MA") == against_itself("MA"));
  CHECK(total({"GGTGCTTAA"}, "GA") == against_itself("GA") - 6);
  CHECK(total({"ATGGCTGGT"}, "MAG") == against_itself("MAG") - 6);
  CHECK(total({"GGTGCTGGT"}, "GAG") == against_itself("GAG") - 12);
  CHECK(total({"CGGTGCTGGTC"}, "GAG") == against_itself("GAG") - 12);  // in the other phases too
  CHECK(total({"GGTG", "CTTAA"}, "GA") == against_itself("GA") - 6 - 10);
}

TEST_CASE("a gap that crosses a split codon and an intron opens once") {
  const auto chain = solve(split_gene({"ATGTGGG", "CTTGGTAA"}).of_its_exons(), "MW").chains.at(0);  // M W A W
  CHECK(chain.total == against_itself("MW") - 10 - (11 + 2));
}

TEST_CASE("codons that no residue is aligned with earn their weights, split ones too") {
  auto scoring = codon_scoring();
  scoring.coding = weights_of({{"GCT", 4}, {"TGG", -3}, {"TAA", 50}});
  const split_gene whole({"ATGGCTTGGTAA"});
  CHECK(solve(whole.of_its_exons(), "MAW", scoring).chains.at(0).total == against_itself("MAW"));
  CHECK(solve(whole.of_its_exons(), "MW", scoring).chains.at(0).total == against_itself("MW") - 12 + 4);
  for (const auto& exons : {std::vector<std::string>{"ATGTGGG", "CTTGGTAA"}, {"ATGTGGGC", "TTGGTAA"}}) {
    const split_gene gene(exons);  // M W A W
    for (const auto& material : {gene.of_its_exons(), gene.of_blocks()})
      CHECK(solve(material, "MW", scoring).chains.at(0).total == against_itself("MW") - 10 - (11 + 2) + 4 - 3);
  }
}

TEST_CASE("so they do at the ends of a chain, after what the end costs") {
  auto scoring = codon_scoring();
  scoring.free_target_ends = true;
  scoring.residue_ends = spliced::gap_costs{6, 1};
  scoring.coding = weights_of({{"ATG", 3}, {"GCT", 4}, {"CAT", -1}});
  const split_gene gene({"ATGGCTTGGCATG", "CTTAA"});  // M A W H A
  const auto chain = solve(gene.of_its_exons(), "W", scoring).chains.at(0);
  CHECK(chain.total == against_itself("W") - 10 - 6 - 2 + 3 + 4 - 6 - 2 - 1 + 4);
}

TEST_CASE("stop codons within a chain earn nothing") {
  auto scoring = codon_scoring();
  scoring.internal_stop = 7;
  scoring.coding = weights_of({{"TAA", 50}});
  const auto chain = solve(split_gene({"ATGTAAGCTTAA"}).of_its_exons(), "MA", scoring).chains.at(0);
  CHECK(chain.total == against_itself("MA") - 12 - 7);
}

TEST_CASE("no chain goes through an exon of no length, whatever its sites would add") {
  // AG and GT meet: an acceptor and a donor at one position, of great weight, between two introns.
  const std::string residues = "CCATGTGGGTCCCCAGGTCCCCAGGCTTAACC";
  //                            0         1         2
  //                            0123456789012345678901234
  region_material material = case_on(residues, {});
  material.blocks.emplace();
  material.blocks->sites.donors = {{8, 0, splice_family::major}, {16, 1000, splice_family::major}};
  material.blocks->sites.acceptors = {{16, 1000, splice_family::major}, {24, 0, splice_family::major}};
  material.blocks->sites.starts = {{2, 0, splice_family::major}};
  for (const spliced::score extend : {1, 0}) {
    auto scoring = codon_scoring();
    scoring.gaps.extend = extend;
    const auto chain = solve(material, "MWA", scoring).chains.at(0);
    CHECK(chain.total == against_itself("MWA") - 10);
    CHECK(places_of(chain) == std::vector<interval>{{2, 8}, {24, 30}});
  }
}

TEST_CASE("no intron joins sites of two families") {
  const split_gene gene({"ATGTGG", "GCTTAA"});
  region_material material = gene.of_blocks();
  CHECK(solve(material, "MWA").chains.size() == 1);
  material.blocks->sites.donors[0].family = splice_family::minor;
  CHECK(solve(material, "MWA").chains.empty());
  material.blocks->sites.acceptors[0].family = splice_family::minor;
  CHECK(solve(material, "MWA").chains.size() == 1);
}

TEST_CASE("all acceptors by all donors collapse to at most one row per position") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 20; ++n) {
    std::string residues(300, 'A');
    for (char& base : residues) base = "ACGT"[random() % 4];
    residues.replace(0, 3, "ATG");
    const strand_region region{0, spliced::encode_dna(residues)};
    std::set<std::int64_t> starts, ends;
    for (int k = 0; k < 30; ++k) {
      starts.insert(static_cast<std::int64_t>(random() % 290));
      ends.insert(static_cast<std::int64_t>(1 + random() % 299));
    }
    std::vector<interval> places;
    for (const auto start : starts)
      for (const auto end : ends)
        if (start < end) places.push_back({start, end});
    CHECK(count_rows(graph_of(places, region).view()) <= residues.size());
    block_sites blocks;
    for (const auto start : starts) blocks.sites.acceptors.push_back({start, 0, splice_family::major});
    for (const auto end : ends) blocks.sites.donors.push_back({end, 0, splice_family::major});
    blocks.sites.starts = {{0, 0, splice_family::major}};
    const auto graph = build_row_graph({{}, &blocks}, region, {4}, {&standard_code(), {}, {}, {}}, {});
    CHECK(count_rows(graph.view()) <= residues.size());
    CHECK(count_rows(graph.view()) > 0);
  }
}

TEST_CASE("an exon reads one junction of phase 0, one for each base carried, and one for its own first base") {
  // Blocks end in every phase, behind A, C, G and T: all classes of junctions have chains before the last acceptor.
  const std::string open_frames = "ATGAACAAGAATACAACCACGACTCAACACCAGCATCCACCCCCGCCTGAAGACGAGGATGCAGCCGCGGCTTAC";
  const std::string residues = open_frames + "GGGGGGCAAACCCC";
  const auto length = static_cast<std::int64_t>(open_frames.size());
  block_sites blocks;
  for (std::int64_t end = 4; end <= length; ++end) blocks.sites.donors.push_back({end, 0, splice_family::major});
  blocks.sites.donors.push_back({length + 12, 0, splice_family::major});
  blocks.sites.acceptors = {{length + 6, 0, splice_family::major}};
  blocks.sites.starts = {{0, 0, splice_family::major}};
  const std::vector<std::int64_t> nowhere;
  blocks.limits = block_limits_at{nowhere, nowhere};
  // Entered in other frames too, by exons that begin with each of the bases.
  for (const std::int64_t begin : {8, 9, 10, 11, 13, 14, 15, 16})
    blocks.sites.acceptors.push_back({begin, 0, splice_family::major});
  std::ranges::sort(blocks.sites.acceptors, {}, &scored_site::position);
  const strand_region region{0, spliced::encode_dna(residues)};
  const auto graph = build_row_graph({{}, &blocks}, region, {4}, {&standard_code(), {}, {}, {}}, {});
  const auto view = graph.view();
  std::set<spliced::node_id> bare, with_residue, open;
  for (spliced::node_id v = 0; v < view.size(); ++v)
    for (const spliced::edge& input : view.inputs(v)) {
      if (!view.is_inside(v) || view.is_inside(input.source)) continue;
      if (view.nodes[v].begin() - input.n_nt != length + 6) continue;
      auto& into = view.nodes[input.source].is_open ? open : input.residue == spliced::no_residue ? bare : with_residue;
      into.insert(input.source);
    }
  CHECK(bare.size() == 1);
  CHECK(with_residue.size() == 4);
  CHECK(open.size() == 1);
}

TEST_CASE("a donor aligns the codon that it splits once for each amino acid, and for each weight of one") {
  // TT before the donor, F or L behind it: exons begin with each of A, C, G and T.
  const auto count_open = [](std::initializer_list<std::int64_t> begins, const codon_weights* weights = nullptr) {
    const strand_region region{0, spliced::encode_dna("ATGTTGTCCCCAACGTCC")};
    std::vector<strand_exon> exons = {{{0, 5}, 0, {}}};
    for (const std::int64_t begin : begins) exons.push_back({{begin, 18}, 0, {}});
    const auto graph = build_row_graph({exons}, region, {4}, {&standard_code(), {}, {}, {}, {}, weights}, {});
    std::size_t n_passes = 0, n_junctions = 0;
    for (const auto& node : graph.view().nodes)
      if (node.is_open && node.end == 5) ++(node.kind == spliced::node_kind::pass ? n_passes : n_junctions);
    return std::pair(n_passes, n_junctions);
  };
  CHECK(count_open({12}) == std::pair<std::size_t, std::size_t>(1, 1));              // A: L
  CHECK(count_open({12, 13}) == std::pair<std::size_t, std::size_t>(2, 2));          // C: F
  CHECK(count_open({12, 13, 14, 15}) == std::pair<std::size_t, std::size_t>(2, 4));  // G: L, T: F
  const auto weights = weights_of({{"TTA", 2}, {"TTG", -2}, {"TTC", 1}, {"TTT", 1}});
  CHECK(count_open({12, 13, 14, 15}, &weights) == std::pair<std::size_t, std::size_t>(3, 4));
}

TEST_CASE("a run of codons is one row per codon") {
  const split_gene gene({"ATGGCTTGGTAA"});
  // ATG comes from the source with its start; GCT and TGG go on from it; the stop is no row.
  CHECK(count_rows(graph_of(gene.places, gene.region()).view()) == 3);
}

TEST_CASE("the genetic code says what ends a chain") {
  auto scoring = codon_scoring();
  CHECK(solve(split_gene({"ATGTGA"}).of_its_exons(), "M").chains.size() == 1);
  scoring.code = genetic_code(4);  // TGA is W
  CHECK(solve(split_gene({"ATGTGA"}).of_its_exons(), "M", scoring).chains.empty());
  const auto chain = solve(split_gene({"ATGTGATAA"}).of_its_exons(), "MW", scoring).chains.at(0);
  CHECK(chain.total == against_itself("MW"));
}
