// What of the genome a region needs, what its sites see of what lies around, and why nothing was found in it.
#include <algorithm>
#include <functional>
#include <random>

#include "catch.hpp"
#include "exons/run/region_maker.hpp"
#include "exons/run/small_job.hpp"
#include "exons/sites/site_models.hpp"
#include "seed.hpp"

using namespace exonweave;
using exonweave::testing::flat_model;
using exonweave::testing::small_job;

namespace {

const std::string some_bases = "CCAGATGCCAAGTCCCCAGGATAACC";  // 26 nt

region_material make(small_job& job, const alignment_task& locus) {
  const prediction_input input = job.input();
  const target& aligned = job.targets.targets[locus.target];
  return region_maker(input, job.options)
      .make_material(locus, reading_of(aligned, job.targets.kind, job.options.codes.usual()));
}

std::string letters(const std::vector<spliced::residue_code>& codes) {
  std::string text;
  for (const auto code : codes) text += spliced::dna_letter(code);
  return text;
}

void read_proteins(small_job& job) {
  job.targets.kind = molecule::protein;
  job.options.scoring.code = standard_code();
  job.options.candidate_sites.emplace(flat_model());
  job.options.block_sites.emplace(flat_model());
}

// Matrices that tell every base at every place apart.
splice_model random_model(std::mt19937_64& random) {
  splice_model model = flat_model();
  for (weight_matrix* matrix : {&model.donor, &model.acceptor, &model.start})
    for (weight_row& row : *matrix)
      for (double& bits : row) bits = static_cast<double>(random() % 1000) / 100 - 5;
  return model;
}

// Why a protein finds nothing among these candidates.
locus_outcome reason(
    const std::string& bases, const std::vector<interval>& places,
    const std::function<void(small_job&)>& change = [](small_job&) {}) {
  std::vector<std::pair<interval, strand>> candidates;
  for (const interval where : places) candidates.emplace_back(where, strand::forward);
  small_job job(bases, candidates, {"MP"});
  read_proteins(job);
  change(job);
  const auto length = static_cast<std::int64_t>(bases.size());
  return explain_no_chain(make(job, {0, {0, length}, strand::forward, 0}), job.options, 0);
}

}  // namespace

TEST_CASE("without ORF exons a case needs the span of its candidates alone") {
  small_job job(
      some_bases,
      {{{2, 4}, strand::forward}, {{5, 9}, strand::forward}, {{12, 20}, strand::forward}, {{1, 24}, strand::reverse}},
      {"ACG"});
  for (const auto mode : {block_mode::off, block_mode::restricted}) {
    if (mode != block_mode::off) job.options.block_sites.emplace(flat_model());
    job.options.blocks = mode;
    const auto made = make(job, {0, {3, 23}, strand::forward, 0});
    CHECK(extent(made.region) == interval{5, 20});  // [2, 4) begins before the region
    CHECK(letters(made.region.residues) == some_bases.substr(5, 15));
    CHECK(made.exons.size() == 2);
    CHECK(extent(make(job, {0, {0, 26}, strand::forward, 0}).region) == interval{2, 20});
  }
}

TEST_CASE("without candidates in its region a case needs nothing, unless ORF exons are added") {
  small_job job(some_bases, {{{2, 9}, strand::forward}}, {"ACG"});
  job.options.block_sites.emplace(flat_model());
  for (const auto mode : {block_mode::off, block_mode::restricted}) {
    job.options.blocks = mode;
    for (const alignment_task& locus :
         {alignment_task{0, {10, 26}, strand::forward, 0}, alignment_task{0, {0, 26}, strand::reverse, 0}}) {
      const auto made = make(job, locus);
      CHECK(made.exons.empty());
      CHECK(made.region.residues.empty());
      CHECK_FALSE(made.blocks.has_value());
    }
  }
  job.options.blocks = block_mode::add;
  const auto made = make(job, {0, {10, 26}, strand::forward, 0});
  CHECK(extent(made.region) == interval{10, 26});
  CHECK(letters(made.region.residues) == some_bases.substr(10));
  CHECK(made.blocks.has_value());
}

TEST_CASE("on the reverse strand places and residues are those of the complement") {
  small_job job("AACCCGTTTA", {{{2, 5}, strand::reverse}, {{4, 7}, strand::reverse}}, {"ACG"});
  const auto made = make(job, {0, {1, 9}, strand::reverse, 0});
  CHECK(extent(made.region) == interval{3, 8});  // forwards [2, 7)
  CHECK(letters(made.region.residues) == "ACGGG");
  REQUIRE(made.exons.size() == 2);
  CHECK(made.exons[0].where == interval{3, 6});
  CHECK(made.exons[1].where == interval{5, 8});
}

TEST_CASE("sites weigh what they weigh on the whole strand, up to both its ends") {
  const std::uint64_t seed = testing::seed_of_tests();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  constexpr std::int64_t length = 90;
  std::string bases(length, 'A');
  for (char& base : bases) base = "AGT"[random() % 3];  // many AG and GT
  bases.replace(0, 4, "AGTG");                          // sites at the very ends
  bases.replace(length - 4, 4, "CTGT");
  std::vector<std::pair<interval, strand>> places;
  for (std::int64_t start = 0; start < length; start += 1)
    for (const std::int64_t end : {start + 1, start + 9, length - 2, length})
      if (start < end && end <= length)
        for (const strand on : {strand::forward, strand::reverse}) places.emplace_back(interval{start, end}, on);
  std::ranges::sort(places);
  places.erase(std::ranges::unique(places).begin(), places.end());
  small_job job(bases, places, {"MP"});
  read_proteins(job);
  const splice_model model = random_model(random);
  job.options.candidate_sites.emplace(model, site_scoring{.noncanonical = 9});
  job.options.block_sites.emplace(model);
  job.options.blocks = block_mode::add;
  for (const strand on : {strand::forward, strand::reverse})
    for (const interval region : {interval{0, length}, interval{0, 30}, interval{1, 31}, interval{25, 60},
                                  interval{58, 89}, interval{60, length}}) {
      CAPTURE(on, region.start, region.end);
      const auto made = make(job, {0, region, on, 0});
      const strand_region whole = make_strand_region({0, length}, on, bases, length);
      const interval on_strand = on == strand::reverse ? flip(region, length) : region;
      region_material expected = made;
      for (strand_exon& exon : expected.exons) exon = {exon.where, 0, {}};
      add_sites(whole,
                {&*job.options.candidate_sites, &*job.options.block_sites, target_reading::codons, block_mode::add,
                 &standard_code()},
                expected);
      CHECK(made.region.start == on_strand.start);
      CHECK(made.region.end() == on_strand.end);
      CHECK(made.exons == expected.exons);
      CHECK_FALSE(made.exons.empty());
      REQUIRE(made.blocks.has_value());
      CHECK(made.blocks->sites == expected.blocks->sites);
    }
}

TEST_CASE("genes may be cut at the ends of the sequence and of gaps in it, not at those of a region") {
  small_job job("CCATGCCACC" + std::string(10, 'N') + "CCACCTAACCACC", {}, {"MP"});
  job.options.scoring.code = standard_code();
  job.targets.kind = molecule::protein;
  job.options.block_sites.emplace(flat_model());
  job.options.blocks = block_mode::add;
  using positions = std::vector<std::int64_t>;
  const auto cuts = [&](interval region, strand on) {
    const region_material made = make(job, {0, region, on, 0});
    std::pair<positions, positions> found;
    for (const scored_site& each : made.blocks->cut_begins) found.first.push_back(each.position);
    for (const scored_site& each : made.blocks->cut_ends) found.second.push_back(each.position);
    return found;
  };
  CHECK(cuts({0, 33}, strand::forward) == std::pair<positions, positions>{});
  job.options.cuts = {2, std::nullopt};
  CHECK(cuts({0, 33}, strand::forward) == std::pair<positions, positions>{{0, 20}, {10, 33}});
  CHECK(cuts({1, 32}, strand::forward) == std::pair<positions, positions>{{20}, {10}});
  CHECK(cuts({0, 33}, strand::reverse) == std::pair<positions, positions>{{0, 23}, {13, 33}});
  CHECK(cuts({1, 32}, strand::reverse) == std::pair<positions, positions>{{23}, {13}});
  CHECK(make(job, {0, {0, 33}, strand::forward, 0}).blocks->cut_begins.front().weight == -2);
}

TEST_CASE("what a target is decides how blocks are read") {
  small_job job(some_bases, {}, {"ATGCCATAA", "ATGCC"});
  job.options.block_sites.emplace(flat_model());
  job.options.blocks = block_mode::add;
  const alignment_task whole{0, {0, 26}, strand::forward, 0};
  const auto coding = make(job, whole);
  CHECK(coding.blocks->begins.empty());
  CHECK(coding.blocks->ends == std::vector<std::int64_t>{24});  // GATAACC
  CHECK(coding.blocks->sites.starts.size() == 1);
  const auto other = make(job, {0, {0, 26}, strand::forward, 1});
  CHECK(other.blocks->begins.size() == 26);
  CHECK(other.blocks->ends.size() == 26);
  CHECK(other.blocks->sites.starts.empty());
  read_proteins(job);
  const auto protein = make(job, whole);
  CHECK(protein.blocks->begins.empty());
  CHECK(protein.blocks->ends.empty());
  CHECK(protein.blocks->sites.starts.size() == 1);
}

TEST_CASE("nothing was found because no candidate is there") {
  CHECK(reason("CCATGCCATAACC", {}) == locus_outcome::no_candidate);
}

TEST_CASE("nothing was found because nothing begins with ATG") {
  CHECK(reason("CCACGCCATAACC", {{2, 11}}) == locus_outcome::no_start_codon);
  const auto add_blocks = [](small_job& job) { job.options.blocks = block_mode::add; };
  CHECK(reason("CCACGCCATAACC", {}, add_blocks) == locus_outcome::no_start_codon);
}

TEST_CASE("nothing was found because nothing ends with a stop codon") {
  CHECK(reason("CCATGCCATCACC", {{2, 11}}) == locus_outcome::no_stop_codon);
  CHECK(reason("CCATGCCATAACC", {{2, 10}}) == locus_outcome::no_stop_codon);
  const auto add_blocks = [](small_job& job) { job.options.blocks = block_mode::add; };
  CHECK(reason("CCATGCCATCACC", {}, add_blocks) == locus_outcome::no_stop_codon);
  const auto restrict_blocks = [](small_job& job) { job.options.blocks = block_mode::restricted; };
  CHECK(reason("CCATGCCATAACC", {{2, 10}}, restrict_blocks) == locus_outcome::no_stop_codon);
}

TEST_CASE("nothing was found though there are a beginning and an end") {
  CHECK(reason("CCATGCATAACC", {{2, 10}}) == locus_outcome::no_chain);  // out of frame
  const auto add_blocks = [](small_job& job) { job.options.blocks = block_mode::add; };
  CHECK(reason("CCATGCATAACC", {}, add_blocks) == locus_outcome::no_chain);
}

TEST_CASE("where chains need neither start nor stop codon their lack is no reason") {
  CHECK(reason("CCACGCCATCACC", {{2, 11}}, [](small_job& job) { job.options.scoring.incomplete = 5; }) ==
        locus_outcome::no_chain);
  CHECK(reason("CCACGCCATCACC", {{2, 11}}, [](small_job& job) {
          job.targets = {{"t.fa"}, molecule::dna, {{"t0", "ACG", 1}}};
          job.options.scoring.code.reset();
        }) == locus_outcome::no_chain);
}

TEST_CASE("where a gene may be cut the lack of a start codon, or of a stop codon, is no reason") {
  const auto cut = [](small_job& job) { job.options.cuts = {5, std::nullopt}; };
  CHECK(reason("ACGCCATCACC", {{0, 5}}, cut) == locus_outcome::no_stop_codon);
  CHECK(reason("CCACGCCATCACC", {{2, 11}}, cut) == locus_outcome::no_start_codon);
  CHECK(reason("CCATGCATCACC", {{2, 4}, {10, 12}}, cut) == locus_outcome::no_chain);
}

TEST_CASE("a target is encoded as what it is") {
  CHECK(letters(encode({"t", "ACG", 1}, molecule::dna)) == "ACG");
  CHECK(encode({"t", "MWX", 1}, molecule::protein) == spliced::encode_protein("MWX"));
}

TEST_CASE("N alone is nothing to align to, and X alone is none for proteins") {
  CHECK_FALSE(has_letters({}, molecule::dna));
  CHECK_FALSE(has_letters(spliced::encode_dna("NNN"), molecule::dna));
  CHECK(has_letters(spliced::encode_dna("NNR"), molecule::dna));
  CHECK_FALSE(has_letters(spliced::encode_protein("XX"), molecule::protein));
  CHECK(has_letters(spliced::encode_protein("XBX"), molecule::protein));
}
