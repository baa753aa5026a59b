// Chains of a whole genome are the same however it is gone through.
#include <algorithm>
#include <random>
#include <string>
#include <tuple>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/loci/coding_text.hpp"
#include "exons/loci/genome_chains.hpp"
#include "exons/loci/genome_segments.hpp"
#include "exons/sequences/genetic_code.hpp"

using namespace exonweave;
using exonweave::testing::coding;
using exonweave::testing::random_text;
using exonweave::testing::temporary_file;

namespace {

struct named_sequence {
  std::string name, residues;
};

// Two sequences of some Mb and two short ones, with parts of the targets all over both strands.
struct world {
  std::vector<named_sequence> sequences;
  std::vector<target> targets;
};

world make_world() {
  std::mt19937_64 random(5);
  world made;
  for (int t = 0; t < 4; ++t)
    made.targets.push_back({"t" + std::to_string(t), random_text(random, 200, "ACDEFGHIKLMNPQRSTVWY")});
  for (const std::size_t length : {2'300'000u, 3'000u, 1'100'000u, 9'000u}) {
    std::string residues = random_text(random, length, "ACGT");
    for (std::size_t position = 0; position + 600 < length; position += 600 + random() % 40'000) {
      std::string part = made.targets[random() % made.targets.size()].residues.substr(random() % 150, 50);
      for (int changes = 0; changes < 12; ++changes) part[random() % part.size()] = 'A';
      const std::string text = random() % 2 == 0 ? coding(part) : reverse_complement(coding(part));
      residues.replace(position, text.size(), text);
    }
    made.sequences.push_back({"s" + std::to_string(length), std::move(residues)});
  }
  return made;
}

using reported_chain = std::tuple<std::string, strand, std::string, interval, interval, double, std::uint32_t>;

struct walk {
  std::int64_t max_intron = 100'000;
  std::size_t max_chains = 1'000;
  unsigned n_threads = 2;
  std::int64_t stretch = 1;
  std::size_t max_waiting = 20'000;
  std::int64_t block = usual_block;
};

std::vector<reported_chain> chains_of(const world& drawn, const walk& how) {
  std::string fasta;
  for (const auto& [name, residues] : drawn.sequences) fasta.append(">" + name + "\n" + residues + "\n");
  const temporary_file file(fasta);
  report problems;
  genome sequences = genome::open(file.path(), problems);
  run_control control;
  const auto found = find_chains({sequences,
                                  drawn.targets,
                                  standard_code(),
                                  seeds_of_genome(1e6, 1e3, false),
                                  {.max_intron = how.max_intron},
                                  std::vector<double>(drawn.targets.size(), 40),
                                  how.max_chains,
                                  false,
                                  how.n_threads,
                                  how.block,
                                  how.stretch,
                                  how.max_waiting},
                                 control);
  std::vector<reported_chain> reported;
  for (const auto& [sequence, on, chain] : found.chains)
    reported.emplace_back(sequences.catalog().name(sequence), on, drawn.targets[chain.target].name, chain.on_strand,
                          chain.on_target, chain.score, chain.n_segments);
  std::ranges::sort(reported);
  return reported;
}

}  // namespace

TEST_CASE("chains are the same whatever is looked through at once") {
  const world drawn = make_world();
  for (const std::int64_t max_intron : {20'000, 300'000}) {
    const auto at_once = chains_of(drawn, {max_intron, 1'000, 1, 1 << 30});
    CHECK(at_once.size() > 10);
    CHECK(std::ranges::any_of(at_once, [](const reported_chain& c) { return std::get<6>(c) > 1; }));
    CHECK(chains_of(drawn, {max_intron, 1'000, 2, 1}) == at_once);
  }
}

TEST_CASE("of each target the best chains are kept, in whatever order the sequences come") {
  world drawn = make_world();
  const auto all = chains_of(drawn, {.max_intron = 1'000});
  const auto some = chains_of(drawn, {.max_intron = 1'000, .max_chains = 3});
  CHECK(some.size() == 3 * drawn.targets.size());
  for (const reported_chain& each : some) {
    CHECK(std::ranges::binary_search(all, each));
    const auto is_better = [&](const reported_chain& other) {
      return std::get<2>(other) == std::get<2>(each) && std::get<5>(other) > std::get<5>(each);
    };
    CHECK(std::ranges::count_if(all, is_better) < 3);
  }
  std::ranges::reverse(drawn.sequences);
  std::ranges::reverse(drawn.targets);
  CHECK(chains_of(drawn, {.max_intron = 1'000, .max_chains = 3}) == some);
}

TEST_CASE("where more segments lie near each other than may wait, it does not matter which sequences come before") {
  world drawn = make_world();
  const auto all = chains_of(drawn, {.max_intron = 300'000});
  for (const std::int64_t stretch : {1 << 20, 3 << 19, 3 << 20}) {
    const walk how{.max_intron = 300'000, .stretch = stretch, .max_waiting = 4};
    const auto some = chains_of(drawn, how);
    const bool are_cut = some != all;
    CHECK(are_cut == (stretch < 2'300'000));
    std::ranges::reverse(drawn.sequences);
    std::ranges::reverse(drawn.targets);
    std::ranges::rotate(drawn.sequences, drawn.sequences.begin() + 1);
    CHECK(chains_of(drawn, how) == some);
  }
}
