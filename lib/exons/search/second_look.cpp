#include "exons/search/second_look.hpp"

#include <mutex>
#include <span>
#include <string>

#include "exons/search/piece_search.hpp"
#include "exons/sequences/alphabet.hpp"
#include "spliced/engine/on_threads.hpp"

namespace exonweave {

std::vector<std::vector<segment_chain>> look_again(genome& in, const std::vector<target>& targets,
                                                   const genetic_code& code, const look_rules& rules,
                                                   const std::vector<look>& looks,
                                                   const spliced::run_control& control) {
  static const std::vector<seed_shape> shapes = {seed_shape("11011"), seed_shape("110101")};
  std::vector<std::vector<segment_chain>> found(looks.size());
  std::mutex reading;  // guards the genome
  spliced::on_threads(rules.n_threads, looks.size(), control, [&] {
    return [&](std::size_t at) {
      const look& here = looks[at];
      const std::int64_t length = in.catalog().length(here.sequence);
      std::string residues;
      {
        const std::lock_guard lock(reading);
        residues =
            in.fetch(here.sequence, here.on == strand::forward ? here.window : flip(here.window, length));
      }
      if (here.on == strand::reverse) residues = reverse_complement(residues);
      const std::span<const target> wanted(&targets[here.target], 1);
      const target_index index(wanted, {shapes});
      segment_finder finder(index, rules.segments);
      std::vector<segment> segments;
      const std::span<const interval> nothing_masked;
      find_on_strand({here.window.start, spliced::encode_dna(residues)}, here.window, nothing_masked, code,
                     finder, segments);
      chain_rules by = rules.chains;
      by.least_score = rules.least_scores[here.target];
      found[at] = chain_segments(without_repeats(std::move(segments)), by);
      for (segment_chain& each : found[at]) each.target = here.target;
    };
  });
  return found;
}

}  // namespace exonweave
