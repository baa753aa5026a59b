// Parts of a genome that are read in stretches are those of the genome.
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "exons/sequences/nearby_bases.hpp"
#include "exons/temporary_file.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

std::string drawn(std::mt19937& dice, std::int64_t length) {
  std::string bases;
  for (std::int64_t k = 0; k < length; ++k) bases += "ACGT"[dice() % 4];
  return bases;
}

struct two_sequences {
  std::mt19937 dice{11};
  std::vector<std::string> residues{drawn(dice, 3 * nearby_bases::stretch_length + 5), drawn(dice, 100)};
  temporary_file file{">a\n" + residues[0] + "\n>b\n" + residues[1] + "\n"};
  report problems{};
  genome in{genome::open(file.path(), problems)};

  [[nodiscard]] std::string part(std::size_t sequence, interval where) const {
    return residues[sequence].substr(static_cast<std::size_t>(where.start),
                                     static_cast<std::size_t>(where.length()));
  }
};

}  // namespace

TEST_CASE("whatever is asked for, and in what order, is what the genome has there") {
  two_sequences made;
  nearby_bases near(made.in);
  for (int n = 0; n < 300; ++n) {
    const std::size_t sequence = n % 7 == 0 ? 1 : 0;
    const auto length = std::ssize(made.residues[sequence]);
    const auto start = static_cast<std::int64_t>(made.dice() % static_cast<std::uint64_t>(length + 1));
    const interval where{start, std::min<std::int64_t>(length, start + made.dice() % 500)};
    CHECK(near.fetch(sequence, where) == made.part(sequence, where));
  }
  CHECK(near.fetch(0, {0, std::ssize(made.residues[0])}) == made.residues[0]);
}

TEST_CASE("letters that are no nucleotides matter where they are asked for alone") {
  const temporary_file file(">a\nACGTAC\n>b\nACG!AC\n");
  const std::string fai = file.path() + ".fai";
  std::ofstream(fai) << "a\t6\t3\t6\t7\nb\t6\t13\t6\t7\n";
  report problems;
  genome in = genome::open(file.path(), problems);
  std::remove(fai.c_str());
  nearby_bases near(in);
  CHECK(near.fetch(1, {0, 2}) == "AC");
  CHECK(near.fetch(0, {1, 3}) == "CG");
  CHECK_THROWS_AS(near.fetch(1, {2, 5}), bad_data);
}

TEST_CASE("a genome gives each of many threads what it asks for") {
  two_sequences made;
  std::vector<std::string> wrong(4);
  {
    std::vector<std::jthread> readers;
    for (std::size_t r = 0; r < wrong.size(); ++r)
      readers.emplace_back([&, r] {
        for (std::int64_t n = 0; n < 2000; ++n) {
          const std::int64_t start = (n * 7919 + static_cast<std::int64_t>(r) * 104729) % 190'000;
          const interval where{start, start + 50};
          if (made.in.fetch(0, where) != made.part(0, where)) wrong[r] += std::to_string(start) + " ";
        }
      });
  }
  for (const std::string& each : wrong) CHECK(each.empty());
}
