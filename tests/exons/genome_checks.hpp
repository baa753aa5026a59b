// What tests of genomes have in common: sequences at random, what is told on opening, and every part of a sequence.
#pragma once

#include <catch.hpp>
#include <cstdint>
#include <random>
#include <string>

#include "base/files/temporary_file.hpp"
#include "exons/sequences/genome.hpp"

namespace exonweave::testing {

/// Every part of sequence `index` is that of `expected`.
inline void check_every_part(genome& g, std::size_t index, const std::string& expected) {
  const auto length = static_cast<std::int64_t>(expected.size());
  REQUIRE(g.catalog().length(index) == length);
  for (std::int64_t start = 0; start <= length; ++start)
    for (std::int64_t end = start; end <= length; ++end)
      if (g.fetch(index, {start, end}) !=
          expected.substr(static_cast<std::size_t>(start), static_cast<std::size_t>(end - start)))
        FAIL("wrong bases in [" << start << ", " << end << ")");
}

/// The texts of all errors and warnings on opening a file of these bytes.
inline std::string problems_of(const std::string& bytes) {
  const temporary_file file(bytes);
  report problems;
  genome::open(file.path(), problems);
  std::string text;
  for (const auto& problem : problems.errors()) text += "E " + problem.text().substr(file.path().size()) + "\n";
  for (const auto& warning : problems.warnings()) text += "W " + warning.substr(file.path().size()) + "\n";
  return text;
}

/// `n` letters of ACGTN.
inline std::string random_bases(std::mt19937& random, std::size_t n) {
  std::string bases;
  for (std::size_t i = 0; i < n; ++i) bases += "ACGTN"[random() % 5];
  return bases;
}

}  // namespace exonweave::testing
