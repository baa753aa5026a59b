// What becomes of the text of a scoring file.
#pragma once

#include <string>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "exons/scoring/scoring_file.hpp"

namespace exonweave::testing {

struct scoring_outcome {
  scoring_options options;
  report problems;
};

/// The settings, and what is wrong with them.
inline scoring_outcome read(const std::string& yaml, molecule kind = molecule::dna) {
  const temporary_file file(yaml, ".yaml");
  scoring_outcome result;
  result.options = read_scoring(file.path(), kind, result.problems);
  return result;
}

/// The settings of a file without a fault.
inline scoring_options sound(const std::string& yaml, molecule kind = molecule::dna) {
  const auto result = read(yaml, kind);
  result.problems.throw_if_errors();
  return result.options;
}

/// What is said of a file with one fault.
inline std::string only_error(const std::string& yaml, molecule kind = molecule::dna) {
  const auto result = read(yaml, kind);
  INFO(yaml);
  CHECK(result.problems.error_count() == 1);
  return result.problems.errors().empty() ? "" : result.problems.errors()[0].text();
}

}  // namespace exonweave::testing
