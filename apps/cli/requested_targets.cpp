#include "cli/requested_targets.hpp"

#include <algorithm>

namespace exonweave::apps {

target_set read_requested_targets(const data_options& options, report& problems) {
  constexpr std::size_t shortest_telling = 50;  // letters
  target_set read = read_targets(options.targets, options.kind, problems);
  const bool is_guess =
      options.kind == target_type::recognise && read.kind == molecule::dna && !read.targets.empty() &&
      std::ranges::all_of(read.targets, [](const target& each) { return each.residues.size() < shortest_telling; });
  if (is_guess)
    problems.warn({.where = {read.path()},
                   .what = "so few letters may be DNA or protein: they are taken for DNA",
                   .hint = "--target-type protein, or dna, says what they are"});
  return read;
}

}  // namespace exonweave::apps
