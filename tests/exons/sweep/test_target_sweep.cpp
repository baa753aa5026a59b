#include <random>
#include <string>

#include "catch.hpp"
#include "exons/codon_table.hpp"
#include "exons/sweep/sequential_sweep.hpp"
#include "exons/sweep/target_sweep.hpp"

using namespace exonweave;
using spliced::score;

namespace {

// Two genes of the same protein with a gap between them, each in one exon.
constexpr const char* two_genes = "ATGTGGCATTGGTAACCCCCCATGTGGCATTGGTAA";

chain_scoring simple_scoring() {
  chain_scoring scoring;
  scoring.substitution = spliced::substitution_matrix(spliced::n_amino_codes);
  for (spliced::residue_code u = 0; u < spliced::n_amino_codes; ++u)
    for (spliced::residue_code v = 0; v < spliced::n_amino_codes; ++v) scoring.substitution.at(u, v) = u == v ? 5 : -4;
  scoring.gaps = {10, 1};
  scoring.free_target_ends = true;
  scoring.code = standard_code();
  return scoring;
}

genome_track track_of(const char* bases, const chain_scoring& scoring = simple_scoring()) {
  block_sites blocks;
  for (const std::int64_t start : {100, 121})
    blocks.sites.starts.push_back({start, start == 100 ? 1 : 0, splice_family::major});
  return make_track({100, spliced::encode_dna(bases)}, blocks, scoring.reading());
}

}  // namespace

TEST_CASE("a sweep tells where the best chain starts and ends, and what there is without its exon") {
  const chain_scoring scoring = simple_scoring();
  const genome_track track = track_of(two_genes);
  const track_program program(track, scoring, 8, 1 << 20);
  const auto target = spliced::encode_protein("MWHW");
  for (const bool is_narrow : {true, false}) {
    const auto sweep = target_sweep::make(program, scoring, target, is_narrow, 1 << 20);
    REQUIRE(sweep->sweep_forward(nullptr, nullptr) == 21);
    const chain_borders borders = sweep->sweep_backward(nullptr, nullptr);
    CHECK(borders.starts == std::vector<std::int64_t>{0});
    CHECK(borders.ends == std::vector<std::int64_t>{15});
    const std::vector<interval> exons = {{0, 15}};
    const chain_alternatives alternatives = sweep->study_alternatives(exons);
    CHECK(alternatives.best_without.front() == 20);
    CHECK(alternatives.second_best == 20);
  }
}

TEST_CASE("a sweep counts what codons earn that nothing is aligned with, in as many bits as that needs") {
  chain_scoring scoring = simple_scoring();
  scoring.residue_ends = spliced::gap_costs{3, 0};
  const auto target = spliced::encode_protein("MW");
  const auto best = [&](int of_histidine, bool is_narrow) -> std::optional<spliced::score> {
    scoring.coding = exonweave::testing::weights_of({{"CAT", of_histidine}, {"TGG", 2}});
    const genome_track track = track_of(two_genes, scoring);
    const track_program program(track, scoring, 8, std::uint64_t{1} << 20);
    const auto sweep = target_sweep::make(program, scoring, target, is_narrow, 1 << 20);
    if (!sweep) return std::nullopt;
    const spliced::score found = sweep->sweep_forward(nullptr, nullptr);
    (void)sweep->sweep_backward(nullptr, nullptr);
    return found;
  };
  for (const bool is_narrow : {true, false}) {
    CHECK(best(4, is_narrow) == 1 + 10 - 3 + 4 + 2);
    CHECK(best(-1, is_narrow) == 1 + 10 - 3 - 1 + 2);
  }
  CHECK(best(-5'000, false) == 1 - 3 + 2 - 4 + 5);  // it is aligned with M
  CHECK_FALSE(best(-5'000, true));                  // no lane of 16 bits holds what a row may lose
}

// Sums of weights come near to what 16 bits hold, and go beyond.
TEST_CASE("sweeps in 16 and in 32 bits score long tracks with large weights of codons as the oracle does") {
  std::mt19937_64 random(3);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); };
  std::size_t n_narrow = 0, n_too_large = 0;
  for (const int largest : {4, 20, 40, 60, 80, 300}) {
    chain_scoring scoring = simple_scoring();
    scoring.gaps = {22, 2};
    scoring.residue_ends = spliced::gap_costs{24, below(2)};
    scoring.introns = {30, {{60, {}}}};
    std::array<codon_weights::weight, codon_weights::n_codons> table{};
    for (auto& each : table) each = static_cast<codon_weights::weight>(below(5 * largest / 4) - largest / 4);
    scoring.coding = codon_weights(table);
    strand_region region;
    for (int n = 0; n < 3000; ++n)
      region.residues.push_back(
          static_cast<spliced::residue_code>(1 << (below(12) == 0 ? 3 * below(2) : 1 + below(2))));
    block_sites blocks;
    for (std::int64_t p = 3; p < 2990; p += 1 + below(30)) {
      auto& sites = below(3) == 0 ? blocks.sites.starts : below(2) == 0 ? blocks.sites.donors : blocks.sites.acceptors;
      if (&sites == &blocks.sites.starts)
        for (const std::int64_t n : {0, 1, 2})
          region.residues[static_cast<std::size_t>(p + n)] = standard_start[static_cast<std::size_t>(n)];
      sites.push_back({p, below(61) - 30, splice_family::major});
      p += codon_length;
    }
    const genome_track track = make_track(region, blocks, scoring.reading());
    std::vector<spliced::residue_code> target;
    for (int n = 0; n < 200; ++n) target.push_back(static_cast<spliced::residue_code>(below(20)));
    const score expected = testing::sweep_sequentially(track, scoring, target).total;
    const track_program program(track, scoring, 512, 1 << 20);
    CAPTURE(largest, expected, program.outline().heaviest);
    REQUIRE(target_sweep::make(program, scoring, target, false, 1 << 24)->sweep_forward(nullptr, nullptr) == expected);
    const auto narrow = target_sweep::make(program, scoring, target, true, 1 << 24);
    if (!narrow) {
      ++n_too_large;
      continue;
    }
    ++n_narrow;
    REQUIRE(narrow->sweep_forward(nullptr, nullptr) == expected);
    CHECK_FALSE(narrow->sweep_backward(nullptr, nullptr).starts.empty());
  }
  CHECK(n_narrow > 2);
  CHECK(n_too_large > 0);
}

// Where the best chain stays in an intron no row is computed in detail.
TEST_CASE("an exon more within an intron that a sweep passes is a rival") {
  const chain_scoring scoring = simple_scoring();
  const std::string filler(60, 'C');
  const std::string bases = "ATGTGG" + filler + "CCC" + filler + "CATTGGTAA";
  constexpr std::int64_t start = 100, end_of_first = 6, more = 66, last = 129;
  block_sites blocks;
  blocks.sites.starts = {{start, 0, splice_family::major}};
  for (const std::int64_t donor : {end_of_first, more + 3})
    blocks.sites.donors.push_back({start + donor, 0, splice_family::major});
  for (const std::int64_t acceptor : {more, last})
    blocks.sites.acceptors.push_back({start + acceptor, 0, splice_family::major});
  const genome_track track = make_track({start, spliced::encode_dna(bases)}, blocks, scoring.reading());
  const track_program program(track, scoring, 8, 1 << 20);
  const auto target = spliced::encode_protein("MWHW");
  const std::vector<interval> exons = {{0, end_of_first}, {last, last + 9}};
  for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{1} << 20}) {
    const auto sweep = target_sweep::make(program, scoring, target, false, memory);
    REQUIRE(sweep->sweep_forward(nullptr, nullptr) == 20);
    (void)sweep->sweep_backward(nullptr, nullptr);
    CHECK(sweep->study_alternatives(exons).second_best == 20 - 11);  // its codon is a gap
  }
}

TEST_CASE("a track is cut where both sides hold what is asked for") {
  const chain_scoring scoring = simple_scoring();
  const genome_track track = track_of(two_genes);
  const track_program program(track, scoring, 8, 1 << 20);
  const auto target = spliced::encode_protein("MWHW");
  const auto sweep = target_sweep::make(program, scoring, target, true, 1 << 20);
  (void)sweep->sweep_forward(nullptr, nullptr);
  (void)sweep->sweep_backward(nullptr, nullptr);
  CHECK(sweep->find_cut(20) == 15);
  CHECK_FALSE(sweep->find_cut(21));
}

TEST_CASE("what a sweep needs at least grows with its target and its lanes") {
  const chain_scoring scoring = simple_scoring();
  const genome_track track = track_of(two_genes);
  const track_program program(track, scoring, 2, 1 << 20);
  const std::uint64_t least = target_sweep::min_bytes(program, 400, true);
  CHECK(least < target_sweep::min_bytes(program, 400, false));
  CHECK(least < target_sweep::min_bytes(program, 800, true));
}
