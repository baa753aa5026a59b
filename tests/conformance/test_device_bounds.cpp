// Bounds of chains out of streams, in plain numbers and on a GPU, beside those of the CPU's machines. Without a usable
// GPU there is one comparison less.
#include <algorithm>
#include <array>
#include <future>
#include <random>

#include "catch.hpp"
#include "exons/sweep/bound_machines.hpp"
#include "exons/sweep/make_bound_stream.hpp"
#include "exons/sweep/quarter_bits.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/sweep/device_bounds.hpp"
#include "plain_bounds.hpp"
#include "random_cases.hpp"
#include "seeds.hpp"
#include "usable_gpu.hpp"

namespace exonweave::testing {
namespace {

using spliced::residue_code;
using spliced::score;

class random_strand {
 public:
  random_strand(std::mt19937_64& random, std::int64_t length, bool has_gaps) : random_(random) {
    std::string bases;
    for (std::int64_t p = 0; p < length; ++p) bases.push_back("ACGT"[random() % 4]);
    if (has_gaps)
      for (int run = 0; run < 3; ++run) {
        const auto first = random() % bases.size();
        for (auto p = first; p < std::min(first + 1 + random() % 40, bases.size()); ++p) bases[p] = 'N';
      }
    residues_ = spliced::encode_dna(bases);
    block_sites blocks;
    constexpr auto major = splice_family::major;
    const auto weight = [&](score least, unsigned n) { return least + static_cast<score>(random() % n); };
    for (std::int64_t p = 1; p + 2 <= length; ++p) {
      const auto begins = [&](const char* letters) {
        return bases.compare(static_cast<std::size_t>(p), 2, letters) == 0;
      };
      if (begins("GT") || begins("GC")) blocks.sites.donors.push_back({p, weight(-60, 90), major});
      if (begins("AG")) blocks.sites.acceptors.push_back({p + 2, weight(-60, 90), major});
      if (bases.compare(static_cast<std::size_t>(p), 3, "ATG") == 0)
        blocks.sites.starts.push_back({p, weight(-30, 50), major});
    }
    blocks.cut_begins.push_back({0, -3, major});
    blocks.cut_ends.push_back({length, -5, major});
    for (std::int64_t p = 1; p < length; ++p)
      if ((bases[static_cast<std::size_t>(p - 1)] == 'N') != (bases[static_cast<std::size_t>(p)] == 'N'))
        (bases[static_cast<std::size_t>(p)] == 'N' ? blocks.cut_ends : blocks.cut_begins).push_back({p, -7, major});
    std::ranges::sort(blocks.cut_begins, {}, &scored_site::position);
    std::ranges::sort(blocks.cut_ends, {}, &scored_site::position);
    track_ = make_track({0, residues_}, blocks, scoring_.reading());
  }

  [[nodiscard]] const genome_track& track() const { return track_; }
  [[nodiscard]] const chain_scoring& scoring() const { return scoring_; }

  // Parts of it in any frame, one behind the other.
  [[nodiscard]] std::vector<residue_code> target(std::size_t length) {
    std::vector<residue_code> made;
    std::size_t p = random_() % std::max<std::size_t>(1, residues_.size() / 2);
    while (made.size() < length) {
      if (random_() % 25 == 0) p += random_() % 200;
      if (p + 3 > residues_.size()) p = random_() % 3;
      const auto residue = p + 3 > residues_.size() ? residue_code{0} : track_.codon(static_cast<std::int64_t>(p));
      made.push_back(residue == spliced::stop_amino || random_() % 5 == 0 ? static_cast<residue_code>(random_() % 20)
                                                                          : residue);
      p += 3;
    }
    return made;
  }

 private:
  std::mt19937_64& random_;
  chain_scoring scoring_ = quarter_bits();
  std::vector<residue_code> residues_;
  genome_track track_;
};

// Strands, and targets that are like parts of them.
struct bound_cases {
  bound_cases(std::uint64_t seed, std::int64_t window_length, std::span<const std::int64_t> lengths,
              std::span<const std::size_t> target_lengths, score least) {
    std::mt19937_64 random(seed);
    strands.reserve(lengths.size());
    for (const std::int64_t length : lengths) strands.emplace_back(random, length, strands.size() % 2 == 1);
    for (const random_strand& each : strands) {
      plans.push_back(std::make_unique<bound_plan>(each.track(), each.scoring()));
      programs.push_back(std::make_unique<bound_program>(each.track(), *plans.back(), window_length));
      of_strands.push_back(programs.back().get());
      auto stream = make_bound_stream(*programs.back());
      REQUIRE(stream);
      streams.push_back(std::move(*stream));
    }
    for (const std::size_t length : target_lengths)
      for (random_strand& each : strands) targets.push_back(each.target(length));
    for (std::size_t s = 0; s < strands.size(); ++s)
      for (const auto& target : targets) {
        const std::size_t first = jobs.size() % 5 == 4 ? streams[s].n_windows() / 3 : 0;
        jobs.push_back({s, first, streams[s].n_windows() - first, target, least});
      }
  }

  [[nodiscard]] spliced::bound_scoring scoring() const {
    const chain_scoring& scoring = strands.front().scoring();
    return {&scoring.substitution, scoring.gaps, *scoring.residue_ends};
  }

  // `found` are the CPU's.
  void check(const spliced::window_bounds& found) const {
    run_control control;
    const auto expected = *make_bound_machines(of_strands, 2)->find(jobs, control);
    std::size_t n_reported = 0, n_wrong = 0;
    for (std::size_t j = 0; j < jobs.size(); ++j) {
      n_reported += static_cast<std::size_t>(std::ranges::count_if(expected[j], [](auto each) { return each > 0; }));
      if (found[j] == expected[j]) continue;
      ++n_wrong;
      const auto window = static_cast<std::size_t>(std::ranges::mismatch(found[j], expected[j]).in1 - found[j].begin());
      UNSCOPED_INFO("strand of " << strands[jobs[j].strand].track().length() << " nt, target of "
                                 << jobs[j].target.size() << ", window " << window << " of " << found[j].size() << ": "
                                 << found[j][window] << " for " << expected[j][window]);
    }
    INFO(jobs.size() << " jobs, " << n_reported << " windows told");
    REQUIRE(n_wrong == 0);
    REQUIRE(n_reported > 0);
  }

  std::vector<random_strand> strands;
  std::vector<std::unique_ptr<bound_plan>> plans;
  std::vector<std::unique_ptr<bound_program>> programs;
  std::vector<const bound_program*> of_strands;
  std::vector<spliced::bound_stream> streams;
  std::vector<std::vector<residue_code>> targets;
  std::vector<spliced::bound_job> jobs;
};

std::int64_t window_length_of(std::uint64_t seed) { return 3 * (1 + static_cast<std::int64_t>(seed % 7) * 150); }
score min_of(std::uint64_t seed) { return seed % 2 == 0 ? 1 : 100; }

}  // namespace

TEST_CASE("a stream says what happens in a strand's rows as its program does") {
  const std::array<std::int64_t, 4> lengths = {2, 31, 700, 1501};
  const std::array<std::size_t, 4> of_targets = {1, 12, 90, 140};
  for_each_seed(72001, 6, [&](std::uint64_t seed) {
    const bound_cases cases(seed, window_length_of(seed), lengths, of_targets, min_of(seed));
    spliced::window_bounds found;
    for (const spliced::bound_job& job : cases.jobs)
      found.push_back(plain_bounds(cases.streams[job.strand], cases.scoring(), job));
    cases.check(found);
  });
}

TEST_CASE("a GPU finds the bounds of chains that the CPU finds") {
  if (!has_device()) return;
  const std::array<std::int64_t, 4> lengths = {2, 700, 3001, 9000};
  const std::array<std::size_t, 22> of_targets = {1,   2,   31,  63,  64,  127, 128, 255, 256, 257,  300,
                                                  319, 320, 384, 447, 448, 511, 512, 513, 700, 1100, 2300};
  for_each_seed(71001, 6, [&](std::uint64_t seed) {
    const bound_cases cases(seed, window_length_of(seed), lengths, of_targets, min_of(seed));
    REQUIRE(gpu::can_bound(cases.scoring()));
    const auto device = gpu::make_device_bounds(gpu::first_usable_device(), cases.scoring(), cases.streams);
    REQUIRE(std::ranges::all_of(cases.jobs, [&](const auto& job) { return device->takes(job); }));
    run_control control;
    cases.check(*device->find(cases.jobs, control));
    // Two at once.
    auto other = std::async(std::launch::async, [&] { return *device->find(cases.jobs, control); });
    cases.check(*device->find(cases.jobs, control));
    cases.check(other.get());
  });
}

}  // namespace exonweave::testing
