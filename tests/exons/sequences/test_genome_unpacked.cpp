// A genome that allows no random access, or whose lines are long, is read in any order and any part all the same.
#include <unistd.h>

#include <catch.hpp>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "base/files/environment.hpp"
#include "base/files/packed.hpp"
#include "base/files/temporary_file.hpp"
#include "contains.hpp"
#include "exons/genome_checks.hpp"
#include "exons/sequences/genome.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

// `sequences` as s0, s1, ... on lines of `width`.
std::string as_fasta(const std::vector<std::string>& sequences, std::size_t width) {
  std::string text;
  for (std::size_t i = 0; i < sequences.size(); ++i) {
    text += ">s" + std::to_string(i) + "\n";
    for (std::size_t start = 0; start < sequences[i].size(); start += width)
      text += sequences[i].substr(start, width) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("sequences that cannot be read in place are unpacked once and come in any order") {
  std::mt19937 random(1);
  std::vector<std::string> sequences;
  for (int i = 0; i < 300; ++i) sequences.push_back(random_bases(random, random() % 5000));
  const std::string text = as_fasta(sequences, 60);
  const std::string uneven = ">s0\n" + std::string("\n") + text.substr(4);
  const std::string& first = sequences[0];
  for (const std::string& bytes : {as_gzip(text), as_gzip(uneven)}) {
    const temporary_file file(bytes);
    report problems;
    genome g = genome::open(file.path(), problems);
    problems.throw_if_errors();
    CHECK(g.fetch(0, {0, 1}) == first.substr(0, 1));
    REQUIRE(::truncate(file.path().c_str(), 0) == 0);  // what was unpacked is not read again
    for (std::size_t i = sequences.size(); i-- > 0;) REQUIRE(g.fetch(i, {0, g.catalog().length(i)}) == sequences[i]);
    for (int i = 0; i < 1000; ++i) {
      const std::size_t index = random() % sequences.size();
      const std::size_t start = random() % (sequences[index].size() + 1);
      REQUIRE(g.fetch(index, {static_cast<std::int64_t>(start), g.catalog().length(index)}) ==
              sequences[index].substr(start));
    }
  }
}

TEST_CASE("even sequences beside uneven ones are read in place") {
  const std::string text = ">even\nACGT\nAC\n>uneven\nGG\nTTT\nA\n>last\nCC\n>ragged\nA\nAC\n";
  for (const std::string& bytes : {text, as_bgzf(text, 7), as_gzip(text)}) {
    const temporary_file file(bytes);
    report problems;
    genome g = genome::open(file.path(), problems);
    problems.throw_if_errors();
    check_every_part(g, 3, "AAC");
    check_every_part(g, 2, "CC");
    check_every_part(g, 1, "GGTTTA");
    check_every_part(g, 0, "ACGTAC");
  }
}

TEST_CASE("a genome that changes before it is unpacked is told") {
  const auto changed = [](const std::string& before, const std::string& after) {
    const temporary_file file(as_gzip(before));
    report problems;
    genome g = genome::open(file.path(), problems);
    std::ofstream(file.path()) << as_gzip(after);
    return g.fetch(0, {0, 2});
  };
  const std::string misfit = "the file does not hold what its index says (got ";
  CHECK_THROWS_WITH(changed(">a\nAC\n>b\nGG\n", ">b\nAC\n>a\nGG\n"), contains(":1: " + misfit + "'a')"));
  CHECK_THROWS_WITH(changed(">a\nAC\n>b\nGG\n", ">a\nAC\n"), contains(":3: " + misfit + "'b')"));
  CHECK_THROWS_WITH(changed(">a\nAC\n>b\nGG\n", ">a\nAC\n>b\nG\n"), contains(":3: " + misfit + "'b')"));
  CHECK_THROWS_WITH(changed(">a\nAC\n", ">a\nAE\n"), contains(":2: not a nucleotide at column 2 (got 'E'"));
  CHECK_THROWS_WITH(changed(">a\nAC\n", ""), contains(":1: " + misfit + "'a')"));
}

TEST_CASE("a genome that cannot be unpacked for want of a folder is told, and comes once there is one") {
  const temporary_file file(as_gzip(">one\nACGT\nAC\n>two\nGG\n"));
  report problems;
  genome g = genome::open(file.path(), problems);
  {
    const environment_variable folder("TMPDIR", "/nonexistent");
    CHECK_THROWS_AS(g.fetch(0, {0, 1}), io_failure);
  }
  check_every_part(g, 1, "GG");
}

TEST_CASE("a sequence on one long line comes out, and what is wrong in it is told once, with its column") {
  std::mt19937 random(2);
  const std::string bases = random_bases(random, 2'000'000);
  const std::string text = ">long\n" + bases + "  \r\n>short\nAC\n";
  for (const std::string& bytes : {text, as_gzip(text), as_bgzf(text)}) {
    const temporary_file file(bytes);
    report problems;
    genome g = genome::open(file.path(), problems);
    problems.throw_if_errors();
    REQUIRE(g.catalog().length(0) == 2'000'000);
    CHECK(g.fetch(1, {0, 2}) == "AC");
    CHECK(g.fetch(0, {1'234'567, 1'934'567}) == bases.substr(1'234'567, 700'000));
    CHECK(g.fetch(0, {0, 2'000'000}) == bases);
  }
  std::string bad = text;
  for (const std::size_t column : {500'000U, 700'000U, 1'600'000U}) bad[6 + column] = ' ';
  CHECK(problems_of(bad) ==
        "E :2: not a nucleotide at column 500001 (got ' ', need an IUPAC letter: ACGTU RYSWKM BDHV N)\n");
}

TEST_CASE("a header longer than a part of a line is whole") {
  CHECK_THAT(problems_of(">a " + std::string(1'000'000, 'x') + std::string(1, '\0') + "\nAC\n"),
             contains("E :1: NUL byte in a header"));
  CHECK(problems_of(">a " + std::string(1'000'000, 'x') + "\nAC\n").empty());
}
