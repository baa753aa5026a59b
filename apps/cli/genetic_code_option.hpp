// --genetic-code: one code for all sequences of a genome, and others for single ones.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/command_line.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/interval.hpp"

namespace exonweave::apps {

/// NCBI's numbers.
struct genetic_code_requests {
  int usual = 1;
  std::vector<std::pair<std::string, int>> of_sequences{};  // by name, each once
};

/// "11", "1,MT=2", "MT=2,chrC=11". Throws bad_usage.
genetic_code_requests parse_genetic_codes(const std::string& option, const std::string& text);

void add_genetic_code_option(CLI::App& command, genetic_code_requests& requests);

/// Throws bad_usage for a sequence that the genome does not have, unless it has none at all.
genetic_codes codes_of(const genetic_code_requests& requests, const sequence_catalog& sequences);

}  // namespace exonweave::apps
