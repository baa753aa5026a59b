// Which clade a genome resembles by its composition.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/sites/clade_sequence.hpp"
#include "exons/sites/model_fit.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

struct small_genome {
  temporary_file file;
  genome sequences;

  explicit small_genome(const std::string& fasta) : file(fasta, ".fa"), sequences(opened(file.path())) {}

  static genome opened(const std::string& path) {
    report problems;
    genome made = genome::open(path, problems);
    problems.throw_if_errors();
    return made;
  }
};

constexpr std::size_t aa = 0, ac = 1, cg = 6, gt = 11, tt = 15;

}  // namespace

TEST_CASE("in random sequence every pair is as frequent as its bases foretell, as in no clade") {
  small_genome made(">a\n" + clade_sequence(even_pairs, 200'000) + "\n");
  const auto signature = signature_of(made.sequences);
  REQUIRE(signature);
  for (const double each : *signature) CHECK(std::abs(each - 1) < 0.02);
  CHECK_FALSE(nearest_built_in(made.sequences));
}

TEST_CASE("a signature is that of both strands, whatever the case, and shows what is rare") {
  std::string bases = clade_sequence(human_pairs, 50'000);
  small_genome upper(">a\n" + bases + "\n");
  const auto signature = signature_of(upper.sequences);
  REQUIRE(signature);
  CHECK((*signature)[cg] < 0.5);
  CHECK(std::abs((*signature)[aa] - (*signature)[tt]) < 1e-12);
  CHECK(std::abs((*signature)[ac] - (*signature)[gt]) < 1e-12);
  std::ranges::transform(bases, bases.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  small_genome lower(">a\n" + bases + "\n");
  CHECK(signature_of(lower.sequences) == signature);
}

TEST_CASE("too few known bases say nothing") {
  const std::string bases = clade_sequence(human_pairs, fewest_pairs);
  small_genome few(">a\n" + bases.substr(0, 9'000) + std::string(50'000, 'N') + "\n>b\n" + bases.substr(9'000) + "\n");
  CHECK_FALSE(signature_of(few.sequences));
  CHECK_FALSE(nearest_built_in(few.sequences));
}

TEST_CASE("a genome gets the built-in model that is clearly nearest") {
  small_genome human(">a\n" + clade_sequence(human_pairs, 100'000) + "\n");
  CHECK(nearest_built_in(human.sequences) == "vertebrate");
  small_genome fly(">a\n" + clade_sequence(fly_pairs, 100'000) + "\n");
  CHECK(nearest_built_in(fly.sequences) == "fly");
}

TEST_CASE("distances are means over the pairs") {
  genome_signature a{}, b{};
  b[cg] = 1.6;
  CHECK(std::abs(distance(a, b) - 0.1) < 1e-12);
  CHECK(distance(a, a) == 0);
}
