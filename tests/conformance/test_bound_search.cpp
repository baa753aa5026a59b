// Places by sweeps of bounds: whoever sweeps, and whether it goes on working or not.
#include <atomic>
#include <random>

#include "catch.hpp"
#include "exons/run/bound_search.hpp"
#include "exons/run/small_job.hpp"
#include "exons/sites/site_models.hpp"
#include "exons/solving/split_gene.hpp"
#include "plain_bounds.hpp"

using namespace exonweave;
using exonweave::testing::plain_bounds;
using exonweave::testing::small_job;

namespace {

const std::string letters = "ARNDCQEGHILKMFPSTWYV";

std::string drawn(std::mt19937_64& random, const std::string& symbols, std::size_t n) {
  std::string made;
  while (made.size() < n) made += symbols[random() % symbols.size()];
  return made;
}

std::string codons_of(const std::string& protein) {
  const std::string bases = "ACGT";
  std::string made;
  for (const char requested : protein)
    for (std::size_t k = 0; k < 64; ++k) {
      const std::string codon{bases[k / 16], bases[k / 4 % 4], bases[k % 4]};
      if (translate_codon(codon) != requested) continue;
      made += codon;
      break;
    }
  return made + "TAA";
}

// Genes of three targets in random bases, of one of them twice; a target that has none, and one that a device may not
// take.
struct search_job : small_job {
  explicit search_job(std::uint64_t seed) : search_job(std::mt19937_64(seed)) {}

  std::vector<found_locus> find(const bound_finder_maker& elsewhere = nullptr, unsigned n_threads = 1) {
    options.n_threads = n_threads;
    return search_by_bounds(input(), options, rules, elsewhere, control);
  }

  search_rules rules;
  run_control control;

 private:
  explicit search_job(std::mt19937_64 random) : search_job(random, proteins(random)) {}
  search_job(std::mt19937_64& random, const std::vector<std::string>& target_residues)
      : small_job(sequence(random, target_residues), {}, target_residues) {
    targets.kind = molecule::protein;
    options.scoring = exonweave::testing::codon_scoring();
    options.scoring.residue_ends = spliced::gap_costs{8, 0};
    options.scoring.free_target_ends = true;
    options.block_sites.emplace(exonweave::testing::flat_model());
    options.blocks = block_mode::add;
    options.min_score = 150;
  }

  static std::vector<std::string> proteins(std::mt19937_64& random) {
    std::vector<std::string> made;
    for (const std::size_t length : {90u, 90u, 120u, 90u}) made.push_back("M" + drawn(random, letters, length));
    return made;
  }
  static std::string sequence(std::mt19937_64& random, const std::vector<std::string>& target_residues) {
    std::string made = drawn(random, "ACGT", 4'000);
    for (const std::size_t gene : {0u, 1u, 0u, 2u})
      made += codons_of(target_residues[gene]) + drawn(random, "ACGT", 9'000);
    return made;
  }
};

// A device that the test plays, of which streams are read in plain numbers; ceases to work after some batches.
class played_finder final : public spliced::bound_finder {
 public:
  played_finder(const spliced::bound_scoring& scoring, std::span<const spliced::bound_stream> strands,
                std::size_t n_batches)
      : scoring_(scoring), strands_(strands.begin(), strands.end()), n_left_(static_cast<std::ptrdiff_t>(n_batches)) {}

  [[nodiscard]] bool takes(const spliced::bound_job& job) const override { return works_ && job.target.size() < 100; }
  std::optional<spliced::window_bounds> find(std::span<const spliced::bound_job> jobs, run_control& control) override {
    if (n_left_-- <= 0) {
      works_ = false;
      return std::nullopt;
    }
    spliced::window_bounds found;
    for (const spliced::bound_job& job : jobs) {
      control.throw_if_stopped();
      found.push_back(plain_bounds(strands_[job.strand], scoring_, job));
    }
    return found;
  }

 private:
  spliced::bound_scoring scoring_;
  std::vector<spliced::bound_stream> strands_;
  std::atomic<std::ptrdiff_t> n_left_;
  std::atomic<bool> works_ = true;
};

std::string reported(const std::vector<found_locus>& loci) {
  std::string all;
  for (const found_locus& each : loci)
    all += std::to_string(each.where.target) + to_char(each.where.on) + std::to_string(each.span.start) + "-" +
           std::to_string(each.span.end) + " " + std::to_string(each.best.score) + "\n";
  return all;
}

}  // namespace

TEST_CASE("each gene of a target has a place, on any threads") {
  search_job job(1);
  const auto found = job.find();
  INFO(reported(found));
  REQUIRE(found.size() == 4);
  const auto of_first = std::ranges::count_if(found, [](const auto& each) { return each.where.target == 0; });
  CHECK(of_first == 2);
  CHECK(std::ranges::none_of(found, [](const auto& each) { return each.where.target == 3; }));
  CHECK(reported(search_job(1).find(nullptr, 3)) == reported(found));
}

TEST_CASE("who sweeps changes nothing, also where it ceases to work") {
  const std::string expected = reported(search_job(2).find());
  for (const std::size_t n_batches : {0u, 1u, 1000u}) {
    INFO(n_batches << " batches");
    search_job job(2);
    std::size_t n_made = 0;
    const auto found =
        job.find([&](const spliced::bound_scoring& scoring, std::span<const spliced::bound_stream> strands) {
          ++n_made;
          return std::make_unique<played_finder>(scoring, strands, n_batches);
        });
    CHECK(n_made == 1);
    CHECK(reported(found) == expected);
  }
}

TEST_CASE("a run that is told to stop finds nothing") {
  search_job job(3);
  job.control.stop();
  CHECK_THROWS_AS(job.find(), run_stopped);
}
