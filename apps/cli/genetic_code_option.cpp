#include "cli/genetic_code_option.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/options.hpp"
#include "cli/parse_region.hpp"

namespace exonweave::apps {
namespace {

const std::string genetic_code_name = "--genetic-code";

}  // namespace

genetic_code_requests parse_genetic_codes(const std::string& option, const std::string& text) {
  genetic_code_requests requests;
  std::optional<int> usual;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const std::size_t mark = part.rfind('=');
    const std::string name = mark == std::string::npos ? "" : part.substr(0, mark);
    const int id = parse_genetic_code(option, mark == std::string::npos ? part : part.substr(mark + 1));
    const bool is_known = mark == std::string::npos ? usual.has_value()
                                                    : std::ranges::count(requests.of_sequences, name,
                                                                         &std::pair<std::string, int>::first) > 0;
    if (is_known)
      throw bad_usage(
          {.what = option + (name.empty() ? ": two codes for all sequences" : ": two codes for one sequence"),
           .got = text,
           .need = "N, and NAME=N for other sequences, such as 1,MT=2"});
    if (mark == std::string::npos)
      usual = id;
    else
      requests.of_sequences.emplace_back(name, id);
    begin = end + 1;
  }
  requests.usual = usual.value_or(requests.usual);
  return requests;
}

void add_genetic_code_option(CLI::App& command, genetic_code_requests& requests) {
  add_parsed_option(command, genetic_code_name, requests, parse_genetic_codes,
                    "Genetic code by its number at NCBI, and others for single sequences: 11, 1,MT=2 (default: 1)",
                    "CODES");
}

genetic_codes codes_of(const genetic_code_requests& requests, const sequence_catalog& sequences) {
  genetic_codes codes{genetic_code(requests.usual)};
  if (sequences.size() == 0) return codes;
  for (const auto& [name, id] : requests.of_sequences)
    codes.set(find_sequence(genetic_code_name, name, sequences), genetic_code(id));
  return codes;
}

}  // namespace exonweave::apps
