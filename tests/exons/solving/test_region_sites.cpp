// What splice sites and codons let given exons do, and the ORF exons between them.
#include <array>

#include "catch.hpp"
#include "exons/one_strand.hpp"
#include "exons/sites/site_models.hpp"
#include "exons/solving/region_sites.hpp"

using namespace exonweave;
using namespace exonweave::testing;
using spliced::unreachable;

namespace {

// One exon on a strand whose first base, at 100, is that of `around`; the region is the exon alone.
struct one_exon {
  one_exon(const std::string& before, const std::string& exon, const std::string& after)
      : around{100, spliced::encode_dna(before + exon + after)},
        problem(case_on(exon, {{{start(before), start(before) + std::ssize(exon)}, 0, {}}}, start(before))) {}

  static std::int64_t start(const std::string& before) { return 100 + std::ssize(before); }

  [[nodiscard]] strand_exon weighed(const splice_model& model = flat_model(), const site_scoring& scoring = {},
                                    target_reading reading = target_reading::codons) const {
    const site_scorer scorer(model, scoring);
    region_material made = problem;
    add_sites(around, {&scorer, nullptr, reading, block_mode::off, &standard_code()}, made);
    CHECK_FALSE(made.blocks.has_value());
    return made.exons.at(0);
  }
  [[nodiscard]] role_weights roles(const site_scoring& scoring = {}) const {
    return weighed(flat_model(), scoring).roles;
  }

  strand_region around;
  region_material problem;
};

// ORF exons of a region that is `around` less so many nt on each side, beside given exons.
block_sites blocks_of(const std::string& around, target_reading reading, block_mode mode = block_mode::add,
                      std::vector<strand_exon> exons = {}, std::size_t margin = 0,
                      const genetic_code& code = standard_code()) {
  const site_scorer scorer(flat_model());
  region_material made =
      case_on(around.substr(margin, around.size() - 2 * margin), std::move(exons), static_cast<std::int64_t>(margin));
  add_sites({0, spliced::encode_dna(around)}, {nullptr, &scorer, reading, mode, &code}, made);
  REQUIRE(made.blocks.has_value());
  return *made.blocks;
}

// ORF exons beside given exons, where splice sites weigh `least` or more: GC weighs -14, GT and AG nothing.
region_material without_weak(const std::string& residues, spliced::score least, block_mode mode = block_mode::add,
                             std::vector<strand_exon> exons = {}) {
  const site_scorer scorer(flat_model());
  region_material made = case_on(residues, std::move(exons));
  add_sites(made.region, {&scorer, &scorer, target_reading::codons, mode, &standard_code(), least}, made);
  REQUIRE(made.blocks.has_value());
  return made;
}

using positions = std::vector<std::int64_t>;

positions of(const std::vector<scored_site>& sites) {
  positions all;
  for (const auto& site : sites) all.push_back(site.position);
  return all;
}

}  // namespace

TEST_CASE("an exon with a start codon and both splice sites may stand anywhere") {
  CHECK(one_exon("AG", "ATGCCC", "GT").roles() == role_weights{0, 0, 0, 0});
}

TEST_CASE("without introns no exon follows another, and ORF exons have no splice sites") {
  const site_scorer scorer(flat_model());
  const std::string residues = "CCAGATGCCCTAAGTCC";
  region_material made = case_on(residues, {{{4, 13}, 0, {0, 0, 0, 0}}});
  add_sites(made.region,
            {nullptr, &scorer, target_reading::codons, block_mode::add, &standard_code(), spliced::unreachable,
             std::nullopt, false},
            made);
  CHECK(made.exons[0].roles == role_weights{0, spliced::unreachable, 0, spliced::unreachable});
  CHECK(made.blocks->sites.acceptors.empty());
  CHECK(made.blocks->sites.donors.empty());
  CHECK(of(made.blocks->sites.starts) == positions{4});
}

TEST_CASE("an exon without ATG begins no chain") {
  for (const char* exon : {"ACGCCC", "ATACCC", "CATGCC", "NTGCCC", "ATNCCC", "RTGCCC"}) {
    const auto roles = one_exon("AG", exon, "GT").roles();
    CHECK(roles.begins == unreachable);
    CHECK(roles.follows == 0);
    CHECK(roles.goes_on == 0);
    CHECK(roles.ends == 0);
  }
  CHECK(one_exon("", "ATG", "").roles().begins == 0);
}

TEST_CASE("an exon shorter than a codon begins a chain when it is how ATG begins") {
  for (const char* exon : {"A", "AT"}) CHECK(one_exon("AG", exon, "GT").roles().begins == 0);
  for (const char* exon : {"T", "G", "N", "TG", "AG", "AC", "AN", "NT"})
    CHECK(one_exon("AG", exon, "GT").roles().begins == unreachable);
}

TEST_CASE("an exon follows another behind an acceptor alone") {
  for (const char* before : {"AC", "TG", "NG", "AN", "G", ""})
    CHECK(one_exon(before, "ATGCCC", "GT").roles().follows == unreachable);
  const auto roles = one_exon("AC", "ATGCCC", "GT").roles();
  CHECK(roles.begins == 0);
  CHECK(roles.goes_on == 0);
}

TEST_CASE("an exon goes on to another before a donor alone") {
  for (const char* after : {"GA", "AT", "GN", "NT", "G", ""})
    CHECK(one_exon("AG", "ATGCCC", after).roles().goes_on == unreachable);
  CHECK(one_exon("AG", "ATGCCC", "GC").roles({.gc_donor = 7}).goes_on == -7);
  CHECK(one_exon("AG", "ATGCCC", "GA").roles().ends == 0);
}

TEST_CASE("sites add to what roles weigh already, and what may not be stays so") {
  one_exon given("AG", "ATGCCC", "GC");
  given.problem.exons[0].roles = {-20, -20, -20, -20};
  CHECK(given.roles({.gc_donor = 7}) == role_weights{-20, -20, -20, -27});
  one_exon lacking("CC", "CCCCCC", "CC");
  lacking.problem.exons[0].roles = {-20, -20, -20, -20};
  CHECK(lacking.roles() == role_weights{unreachable, unreachable, -20, unreachable});
}

TEST_CASE("each end of an exon has the family of the better site") {
  CHECK(one_exon("AG", "ATGCCC", "GT").weighed().families == exon_families{splice_family::major, splice_family::major});
  const auto minor = one_exon("AC", "ATGCCC", "AT").weighed(flat_model(), {.at_ac = 10});
  CHECK(minor.families == exon_families{splice_family::minor, splice_family::minor});
  CHECK(minor.roles.follows == 0);
  CHECK(minor.roles.goes_on == -10);
  const auto dear = one_exon("AG", "ATGCCC", "AT").weighed(flat_model(), {.at_ac = 10, .noncanonical = 5});
  CHECK(dear.families.end == splice_family::major);
  CHECK(dear.roles.goes_on == -5);
}

TEST_CASE("matrices see the residues around the region") {
  splice_model model = flat_model();
  model.donor.back() = make_row(std::array{3.0, 0.0, 0.0, 0.0});      // A, the last base of the window behind the exon
  model.acceptor.front() = make_row(std::array{0.0, 4.0, 0.0, 0.0});  // C, the first base of the window before it
  model.start.front() = make_row(std::array{0.0, 0.0, 5.0, 0.0});     // G, 9 nt before the ATG
  const std::string far(acceptor_window.n_before - 2 - 1, 'T');
  const auto seen = one_exon("C" + far + "AG", "ATGCCC", "GTTTTA").weighed(model).roles;
  CHECK(seen.goes_on == 6);
  CHECK(seen.follows == 8);
  CHECK(seen.begins == 0);
  CHECK(one_exon("GTTTTTTAG", "ATGCCC", "GT").weighed(model).roles == role_weights{10, 0, 0, 0});
  // The same bases one place further on do not count.
  const auto unseen = one_exon("CT" + far + "AG", "ATGCCC", "GTTTTTA").weighed(model).roles;
  CHECK(unseen == role_weights{0, 0, 0, 0});
}

TEST_CASE("given exons of nucleotides may stand anywhere at no cost") {
  for (const auto reading : {target_reading::coding_sequence, target_reading::nucleotides}) {
    const auto exon = one_exon("CC", "CCCCCC", "CC").weighed(flat_model(), {}, reading);
    CHECK(exon.roles == role_weights{});
    CHECK(exon.families == exon_families{});
  }
}

TEST_CASE("without a scorer for candidates they may stand anywhere at no cost") {
  region_material made = case_on("CCCC", {{{0, 4}, 0, {}}});
  add_sites(made.region, {nullptr, nullptr, target_reading::codons, block_mode::off, &standard_code()}, made);
  CHECK(made.exons.at(0).roles == role_weights{});
}

TEST_CASE("ORF exons have the sites whose bases lie within the region") {
  //                         0 2  5   9    14 16
  const std::string around = "AGATGCAGCGTACCAGGT";
  const auto whole = blocks_of(around, target_reading::codons);
  CHECK(of(whole.sites.acceptors) == positions{2, 8, 16});
  CHECK(of(whole.sites.starts) == positions{2});
  CHECK(of(whole.sites.donors) == positions{4, 7, 9, 16});  // GC, GC, GT, GT
  CHECK(whole.begins.empty());
  CHECK(whole.ends.empty());
  CHECK_FALSE(whole.limits.has_value());
  const auto inner = blocks_of(around, target_reading::codons, block_mode::add, {}, 3);
  CHECK(of(inner.sites.acceptors) == positions{8});
  CHECK(inner.sites.starts.empty());
  CHECK(of(inner.sites.donors) == positions{4, 7, 9});
}

TEST_CASE("restricted blocks keep the borders of candidates alone") {
  //                         0 2        11 13  17  21
  const std::string around = "AGATGCAGCCCGTACCAGTGAGT";
  const std::vector<strand_exon> exons = {{{2, 11}, 0, {}}, {{3, 10}, 0, {}}, {{17, 21}, 0, {}}};
  const auto all = blocks_of(around, target_reading::codons);
  CHECK(of(all.sites.acceptors) == positions{2, 8, 18, 22});
  const auto kept = blocks_of(around, target_reading::codons, block_mode::restricted, exons);
  CHECK(of(kept.sites.acceptors) == positions{2});
  CHECK(of(kept.sites.starts) == positions{2});
  CHECK(of(kept.sites.donors) == positions{11, 21});
  REQUIRE(kept.limits.has_value());
  CHECK(kept.limits->starts == positions{2, 3, 17});
  CHECK(kept.limits->ends == positions{10, 11, 21});
  CHECK(kept.may_start(17));
  CHECK_FALSE(kept.may_start(18));
  CHECK(kept.may_end(10));
  CHECK_FALSE(kept.may_end(12));
}

TEST_CASE("restricted blocks of nucleotides begin and end where candidates do") {
  const std::vector<strand_exon> exons = {{{1, 4}, 0, {}}, {{3, 8}, 0, {}}};
  const auto any = blocks_of("CCCCCCCCCC", target_reading::nucleotides, block_mode::restricted, exons);
  CHECK(any.begins == positions{1, 3});
  CHECK(any.ends == positions{4, 8});
  const std::vector<strand_exon> genes = {{{0, 6}, 0, {}}, {{0, 8}, 0, {}}};
  const auto whole = blocks_of("ATGTAATTAG", target_reading::coding_sequence, block_mode::restricted, genes);
  CHECK(whole.ends == positions{6});  // not 10, where no candidate ends, nor 8, where no stop codon does
  CHECK(of(whole.sites.starts) == positions{0});
}

TEST_CASE("splice sites of ORF exons that weigh less than the least are none, and are counted") {
  //                          0 2  5   9    14 16
  const std::string residues = "AGATGCAGCGTACCAGGT";
  const auto just_enough = without_weak(residues, -14);
  CHECK(of(just_enough.blocks->sites.donors) == positions{4, 7, 9, 16});  // GC, GC, GT, GT
  CHECK(just_enough.n_sites() == 7);
  CHECK(just_enough.n_weak_sites == 0);
  const auto fewer = without_weak(residues, -13);
  CHECK(of(fewer.blocks->sites.donors) == positions{9, 16});
  CHECK(of(fewer.blocks->sites.acceptors) == positions{2, 8, 16});
  CHECK(fewer.n_sites() == 5);
  CHECK(fewer.n_weak_sites == 2);
  const auto none = without_weak(residues, 1);
  CHECK(none.n_sites() == 0);
  CHECK(none.n_weak_sites == 7);
}

TEST_CASE("start codons stay, whatever splice sites must weigh") {
  CHECK(of(without_weak("AGATGCAGCGTACCAGGT", 1'000).blocks->sites.starts) == positions{2});
}

TEST_CASE("sites stay at the borders of given exons, and given exons weigh what they weigh") {
  const std::string residues = "AGATGCAGCGTACCAGGT";
  const std::vector<strand_exon> exons = {{{2, 7}, 0, {}}};
  for (const auto mode : {block_mode::add, block_mode::restricted}) {
    const auto made = without_weak(residues, 1, mode, exons);
    CHECK(of(made.blocks->sites.acceptors) == positions{2});
    CHECK(of(made.blocks->sites.donors) == positions{7});
    CHECK(made.exons.at(0).roles == role_weights{0, 0, 0, -14});
    CHECK(made.n_weak_sites == (mode == block_mode::add ? 5 : 0));
  }
  region_material alone = case_on(residues, exons);
  const site_scorer scorer(flat_model());
  add_sites(alone.region, {&scorer, &scorer, target_reading::codons, block_mode::off, &standard_code(), 1}, alone);
  CHECK(alone.exons.at(0).roles == role_weights{0, 0, 0, -14});
}

TEST_CASE("restricted to no candidates there are no blocks") {
  const auto none = blocks_of("AGATGTAAGT", target_reading::coding_sequence, block_mode::restricted);
  CHECK(none.sites == strand_sites{});
  CHECK(none.begins.empty());
  CHECK(none.ends.empty());
  CHECK_FALSE(none.may_start(2));
}

TEST_CASE("blocks of coding sequences begin with ATG and end at stop codons") {
  const auto blocks = blocks_of("ATGTAACTGACTAGATAR", target_reading::coding_sequence);
  CHECK(of(blocks.sites.starts) == positions{0});
  CHECK(blocks.begins.empty());
  CHECK(blocks.ends == positions{6, 10, 14, 18});  // TAA, TGA, TAG, TAR: both of its codons
  const auto inner = blocks_of("ATGTAACTGACTAGATAR", target_reading::coding_sequence, block_mode::add, {}, 4);
  CHECK(inner.ends == positions{10, 14});
  const auto mitochondrial =
      blocks_of("ATGTAACTGACTAG", target_reading::coding_sequence, block_mode::add, {}, 0, genetic_code(4));
  CHECK(mitochondrial.ends == positions{6, 14});  // TGA is tryptophan there
}

TEST_CASE("blocks of other nucleotides begin and end anywhere") {
  const auto blocks = blocks_of("CCATGCC", target_reading::nucleotides, block_mode::add, {}, 1);
  CHECK(blocks.begins == positions{1, 2, 3, 4, 5});
  CHECK(blocks.ends == positions{2, 3, 4, 5, 6});
  CHECK(blocks.sites.starts.empty());
}
