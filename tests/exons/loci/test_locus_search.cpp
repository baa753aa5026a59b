// Genes that are there are found, on either strand, whatever the threads.
#include <algorithm>
#include <random>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/loci/coding_text.hpp"
#include "exons/loci/locus_search.hpp"
#include "exons/sequences/genetic_code.hpp"

using namespace exonweave;
using exonweave::testing::coding;
using exonweave::testing::random_text;
using exonweave::testing::temporary_file;

namespace {

constexpr std::int64_t gene_at = 1'047'000;  // over the border of two pieces

struct made {
  std::string fasta;
  target_set targets{{"targets.fa"}, molecule::protein, {}};
};

// Target 0 in two exons of 60 residues on the forward strand of `long`, 5 kb apart; target 1 as it is on the reverse
// strand of `short`; target 2 nowhere.
made make() {
  std::mt19937_64 random(11);
  made result;
  for (int n = 0; n < 3; ++n)
    result.targets.targets.push_back({"t" + std::to_string(n), random_text(random, 120, "ACDEFGHIKLMNPQRSTVWY")});
  const auto& targets = result.targets.targets;
  std::string all = random_text(random, 1'200'000, "ACGT"), few = random_text(random, 3'000, "ACGT");
  all.replace(gene_at, 180, coding(targets[0].residues.substr(0, 60)));
  all.replace(gene_at + 5180, 180, coding(targets[0].residues.substr(60)));
  few.replace(1'000, 360, reverse_complement(coding(targets[1].residues)));
  result.fasta = ">long\n" + all + "\n>short\n" + few + "\n>empty\n\n";
  return result;
}

// Target 0 in two exons, the first of so many residues, at 500,000 and 850,000.
made make_far_apart(std::size_t n_first) {
  made world = make();
  const std::string first = coding(world.targets.targets[0].residues.substr(0, n_first));
  const std::string last = coding(world.targets.targets[0].residues.substr(n_first));
  const std::size_t begin = std::string(">long\n").size();
  world.fasta.replace(begin + gene_at, 5'400, std::string(5'400, 'N'));
  world.fasta.replace(begin + 500'000, first.size(), first);
  world.fasta.replace(begin + 850'000, last.size(), last);
  return world;
}

std::vector<found_locus> search(const made& world, unsigned n_threads, search_rules rules = {}) {
  const temporary_file file(world.fasta);
  report problems;
  genome sequences = genome::open(file.path(), problems);
  rules.n_threads = n_threads;
  run_control control;
  std::uint64_t n_window_nt = 0;
  const auto on_windows = [&](std::uint64_t n_nt) {
    CHECK(control.cells() == 1'203'000);
    n_window_nt = n_nt;
  };
  auto found = search_loci(sequences, world.targets, standard_code(), rules, control, on_windows).loci;
  CHECK(n_window_nt > 0);
  CHECK(control.cells() == 1'203'000 + n_window_nt);
  return found;
}

}  // namespace

TEST_CASE("a gene over the border of two pieces, and one on the reverse strand, are found where they are") {
  const auto found = search(make(), 1);
  REQUIRE(found.size() == 2);
  CHECK(found[0].where.target == 0);
  CHECK(found[0].where.sequence == 0);
  CHECK(found[0].where.on == strand::forward);
  CHECK(std::abs(found[0].best.core.start - gene_at) <= 30);
  CHECK(std::abs(found[0].best.core.end - (gene_at + 5360)) <= 30);
  CHECK(found[0].best.n_segments == 2);
  CHECK(found[0].best.e_value < 1e-50);
  CHECK(found[1].where.target == 1);
  CHECK(found[1].where.sequence == 1);
  CHECK(found[1].where.on == strand::reverse);
  CHECK(std::abs(found[1].best.core.start - 1'000) <= 30);
  CHECK(found[1].where.region.start >= 0);
  CHECK(found[1].where.region.end <= 3'000);
}

TEST_CASE(
    "regions are as wide where nothing of the target is left: a first or last exon may be one that it "
    "lacks") {
  made half = make();
  half.targets.targets[0].residues.insert(0, std::string(40, 'W'));
  const auto found = search(half, 1, {.flank = 20'000});
  CHECK(found[0].best.core.start - found[0].where.region.start == 20'000);
  CHECK(found[0].where.region.end - found[0].best.core.end == 20'000);
}

TEST_CASE("regions reach far where an end of the target is missing, unless much of it is") {
  const auto flanks_of = [](std::size_t n_missing) {
    made half = make();
    half.targets.targets[0].residues.insert(0, std::string(n_missing, 'W'));
    const auto found = search(half, 1, {});
    const found_locus& first = found.at(0);
    return std::pair(first.best.core.start - first.where.region.start, first.where.region.end - first.best.core.end);
  };
  CHECK(flanks_of(40) == std::pair(far_flank, usual_flank));
  CHECK(flanks_of(2) == std::pair(usual_flank, usual_flank));
  CHECK(flanks_of(60) == std::pair(usual_flank, usual_flank));
}

TEST_CASE("regions reach far only where a locus is nearly as good as the best of its target") {
  // Before a copy of 120 residues in one exon, and before the gene in two, which scores a little less than a whole
  // copy.
  const auto flanks_with_copy = [](std::size_t n_copied) {
    made twice = make();
    const std::string copy = coding(twice.targets.targets[0].residues.substr(0, n_copied));
    twice.fasta.replace(std::string(">long\n").size() + 300'000, copy.size(), copy);
    twice.targets.targets[0].residues.insert(0, std::string(40, 'W'));
    const auto found = search(twice, 1, {});
    REQUIRE(found.size() == 3);
    REQUIRE(found[0].best.core.start < 301'000);
    const auto before = [](const found_locus& one) { return one.best.core.start - one.where.region.start; };
    return std::pair(before(found[0]), before(found[1]));
  };
  CHECK(flanks_with_copy(120) == std::pair(far_flank, usual_flank));
  CHECK(flanks_with_copy(100) == std::pair(usual_flank, far_flank));
}

TEST_CASE("the same loci for any number of threads") {
  const made world = make();
  const auto once = search(world, 1), again = search(world, 4);
  REQUIRE(once.size() == again.size());
  for (std::size_t i = 0; i < once.size(); ++i) {
    CHECK(once[i].where == again[i].where);
    CHECK(once[i].best.score == again[i].best.score);
  }
}

TEST_CASE("an intron that is too long makes two loci of one target, of which regions that overlap are one") {
  const made world = make();
  CHECK(search(world, 2, {.max_intron = 4'000, .flank = 100}).size() == 3);
  CHECK(search(world, 2, {.max_intron = 4'000, .flank = 10'000}).size() == 2);
  CHECK(search(world, 2, {.max_intron = 4'000, .flank = 100, .max_n_loci = 1}).size() == 2);
}

TEST_CASE("a locus tells of all chains in its region, the best one first, and is single where there is one") {
  const auto apart = search(make(), 2, {.max_intron = 4'000, .flank = 100});
  const auto together = search(make(), 2, {.max_intron = 4'000, .flank = 10'000});
  REQUIRE(apart.size() == 3);
  REQUIRE(together.size() == 2);
  REQUIRE(together[0].others.size() == 1);
  const bool is_first_best = apart[0].best.score >= apart[1].best.score;
  CHECK(together[0].best.core == apart[is_first_best ? 0 : 1].best.core);
  CHECK(together[0].others[0].core == apart[is_first_best ? 1 : 0].best.core);
  CHECK(together[0].span == hull(apart[0].best.core, apart[1].best.core));
  CHECK_FALSE(together[0].where.is_single);
  CHECK(together[1].others.empty());
  CHECK(together[1].where.is_single);
}

TEST_CASE("where one region were too long for several chains each has its own, which end halfway between them") {
  const auto found = search(make(), 2, {.max_intron = 4'000, .flank = 10'000, .max_joined = 20'000});
  REQUIRE(found.size() == 3);
  const interval first = found[0].where.region, second = found[1].where.region;
  CHECK(first.end == second.start);
  CHECK(first.end == (found[0].best.core.end + found[1].best.core.start) / 2);
  CHECK(first.start == found[0].best.core.start - 10'000);
  CHECK(second.end == found[1].best.core.end + 10'000);
  CHECK(found[0].where.is_single);
  CHECK(found[1].where.is_single);
}

TEST_CASE("exons too short for the whole genome are found around what is long enough") {
  made world = make();
  std::mt19937_64 random(3);
  const std::string first = "WHCKF";
  world.targets.targets[0].residues.insert(0, first);
  world.fasta.replace(std::string(">long\n").size() + gene_at - 1'500, 3 * first.size(), coding(first));
  const auto found = search(world, 1);
  REQUIRE(found.size() == 2);
  CHECK(found[0].best.core.start == gene_at - 1'500);
  CHECK(found[0].best.on_target.start == 0);
  CHECK(found[0].best.n_segments == 3);
  const auto without = search(world, 1, {.reach = 1'000});
  CHECK(without[0].best.core.start > gene_at - 100);
}

TEST_CASE("a sensitive search finds what has no more residues in common than a short seed") {
  made world = make();
  std::string target, relative;  // in common 1101100 1101100 ...
  for (const char* some : {"WHCK", "YQEM", "LRNT", "KFCW", "HYAE", "MLKQ", "VWRN", "ECHY", "QTFK", "RWLM"}) {
    target += {some[0], some[1], 'D', some[2], some[3], 'P', 'G'};
    relative += {some[0], some[1], 'T', some[2], some[3], 'S', 'K'};
  }
  world.targets.targets[2].residues = target;
  const std::string exon = coding(relative);
  world.fasta.replace(std::string(">long\n").size() + 300'000, exon.size(), exon);
  CHECK(search(world, 1).size() == 2);
  const auto found = search(world, 1, {.is_sensitive = true});
  REQUIRE(found.size() == 3);
  CHECK(found[0].where.target == 2);
  CHECK(found[0].best.core == interval{300'000, 300'000 + static_cast<std::int64_t>(exon.size()) - 6});
}

TEST_CASE("a gene is found in full where one exon is not masked, and where all are with seeds there alone") {
  const auto with_masked_exons = [](std::vector<std::int64_t> exons) {
    made world = make();
    for (const std::int64_t start : exons)
      for (std::int64_t i = 0; i < 180; ++i) {
        char& base = world.fasta[std::string(">long\n").size() + static_cast<std::size_t>(start + i)];
        base = static_cast<char>(base - 'A' + 'a');
      }
    return world;
  };
  const auto plain = search(make(), 2);
  for (const std::int64_t exon : {gene_at, gene_at + 5180}) {
    const auto found = search(with_masked_exons({exon}), 2);
    REQUIRE(found.size() == 2);
    CHECK(found[0].where == plain[0].where);
    CHECK(found[0].best.core == plain[0].best.core);
    CHECK(found[0].best.score == plain[0].best.score);
  }
  const made masked = with_masked_exons({gene_at, gene_at + 5180});
  const auto without = search(masked, 2);
  REQUIRE(without.size() == 1);
  CHECK(without[0].where == plain[1].where);
  const auto seeded = search(masked, 2, {.seeds_soft_masked = true});
  REQUIRE(seeded.size() == 2);
  CHECK(seeded[0].where == plain[0].where);
  CHECK(seeded[0].best.score == plain[0].best.score);
}

namespace {

search_cuts cuts_of(const std::vector<found_locus>& found) {
  const auto cut = loci_with_cuts(found);
  REQUIRE(cut.size() <= 1);
  return cut.empty() ? search_cuts{} : cut.front()->cuts;
}

// Target 0 whole, once more, at a place far from the first.
made twice() {
  made world = make();
  const std::string again = coding(world.targets.targets[0].residues);
  world.fasta.replace(std::string(">long\n").size() + 300'000, again.size(), again);
  return world;
}

}  // namespace

TEST_CASE("loci beyond the limit are counted, of the target that has them") {
  const made world = twice();
  CHECK_FALSE(cuts_of(search(world, 2)).any());
  const auto found = search(world, 2, {.max_n_loci = 1});
  CHECK(found.size() == 2);
  CHECK(cuts_of(found).n_loci == 1);
  CHECK(loci_with_cuts(found).front()->where.target == 0);
  CHECK(cuts_of(search(world, 2, {.max_intron = 4'000, .flank = 100, .max_n_loci = 1})).n_loci == 2);
  // what scores too little beside the best one is no locus, so no limit cuts it off
  CHECK_FALSE(
      cuts_of(search(world, 2, {.max_intron = 4'000, .flank = 100, .min_fraction = 0.9, .max_n_loci = 1})).any());
}

TEST_CASE("chains beyond the limit of the windows are counted, and the limit grows with that of loci") {
  const search_rules few{.max_n_loci = 0, .max_windows = 1};
  CHECK(windows_of(few) == 1);
  CHECK(windows_of(search_rules{}) == 1'000);
  CHECK(windows_of({.max_n_loci = 300}) == 3'000);
  const made copies = [&] {
    made many = make();
    const std::string copy = coding(many.targets.targets[0].residues);
    for (std::size_t n = 0; n < 14; ++n)
      many.fasta.replace(std::string(">long\n").size() + 50'000 * n, copy.size(), copy);
    return many;
  }();
  const auto found = search(copies, 2, {.max_intron = 4'000, .max_n_loci = 1, .max_windows = 1});
  CHECK(cuts_of(found).n_chains == 14 + 2 - 10);
  // none of those that were looked at is good enough: the target has no place, and the count stays
  const auto none = search(copies, 2, {.max_intron = 4'000, .max_e_value = 1e-300, .max_n_loci = 1, .max_windows = 1});
  CHECK(with_place(none).empty());
  CHECK(cuts_of(none).n_chains == 14 + 2 - 10);
  CHECK(loci_with_cuts(none).front()->where.target == 0);
}

TEST_CASE("an intron beyond the limit is told, where a target goes on in the next locus") {
  const made world = make();
  CHECK(cuts_of(search(world, 2, {.max_intron = 4'000, .flank = 100})).n_introns == 1);
  CHECK(cuts_of(search(world, 2, {.max_intron = 6'000, .flank = 100})).n_introns == 0);
  made turned = make();  // the exons the other way round are no gene
  const std::string first = coding(turned.targets.targets[0].residues.substr(0, 60));
  const std::string last = coding(turned.targets.targets[0].residues.substr(60));
  const std::size_t begin = std::string(">long\n").size() + gene_at;
  turned.fasta.replace(begin, 180, last);
  turned.fasta.replace(begin + 5180, 180, first);
  CHECK(cuts_of(search(turned, 2, {.max_intron = 4'000, .flank = 100})).n_introns == 0);
}

TEST_CASE("a gene with an intron too long for one chain is one locus, unless that intron is beyond the limit") {
  const made world = make_far_apart(60);
  const auto whole = search(world, 2);
  REQUIRE(whole.size() == 2);
  CHECK(std::abs(whole[0].best.core.start - 500'000) <= 30);
  CHECK(std::abs(whole[0].best.core.end - 850'180) <= 30);
  CHECK(whole[0].best.on_target == interval{0, 120});
  CHECK(whole[0].best.e_value < 1e-40);
  CHECK_FALSE(cuts_of(whole).any());
  const auto parted = search(world, 2, {.max_intron = 300'000});
  CHECK(parted.size() == 3);
  CHECK(cuts_of(parted).n_introns == 1);
}

TEST_CASE("an exon goes with its gene over an intron in which chance has many matches of a long target") {
  made world = make();
  std::mt19937_64 random(12);
  world.targets.targets[0].residues = random_text(random, 1'500, "ACDEFGHIKLMNPQRSTVWY");
  const std::string whole = coding(world.targets.targets[0].residues);
  const std::size_t begin = std::string(">long\n").size();
  constexpr std::size_t n_first = 180, first_at = 300'000, last_at = 400'000;
  world.fasta.replace(begin + first_at, n_first, whole.substr(0, n_first));
  world.fasta.replace(begin + last_at, whole.size() - n_first, whole.substr(n_first));
  const auto found = search(world, 2);
  REQUIRE(found.size() == 2);
  CHECK(found[0].best.on_target == interval{0, 1'500});
  CHECK(std::abs(found[0].best.core.start - std::int64_t{first_at}) <= 30);
}

TEST_CASE("a part that is no locus by itself goes with a better one, or is none") {
  const made world = make_far_apart(18);
  const auto whole = search(world, 2);
  REQUIRE(whole.size() == 2);
  CHECK(whole[0].best.on_target.start == 0);
  CHECK(whole[0].best.core.length() > 350'000);
  const auto parted = search(world, 2, {.max_intron = 300'000});
  REQUIRE(parted.size() == 2);
  CHECK(std::abs(parted[0].best.core.start - 850'000) <= 30);
}

TEST_CASE("a search that is stopped says so") {
  const made world = make();
  const temporary_file file(world.fasta);
  report problems;
  genome sequences = genome::open(file.path(), problems);
  run_control control;
  control.stop();
  CHECK_THROWS_AS(search_loci(sequences, world.targets, standard_code(), {}, control), run_stopped);
}
