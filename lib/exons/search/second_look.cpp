#include "exons/search/second_look.hpp"

#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "exons/search/piece_search.hpp"
#include "exons/sequences/alphabet.hpp"
#include "exons/sequences/shared_bases.hpp"
#include "spliced/engine/on_threads.hpp"

namespace exonweave {
namespace {

using shared_index = std::shared_ptr<const target_index>;

// Of each target that is looked for, made for its first look, and gone with the last one.
class index_cache {
 public:
  index_cache(const std::vector<target>& targets, const std::vector<look>& looks)
      : targets_(targets), slots_(targets.size()) {
    for (const look& each : looks) ++slots_[each.target].n_left;
  }

  // Once for each look; by any thread.
  [[nodiscard]] shared_index take(std::size_t which) {
    static const std::vector<seed_shape> shapes = {seed_shape("11011"), seed_shape("110101")};
    slot& mine = slots_[which];
    const std::lock_guard lock(mine.mutex);
    if (!mine.index)
      mine.index = std::make_shared<target_index>(std::span(&targets_[which], 1), index_rules{shapes});
    return --mine.n_left == 0 ? std::move(mine.index) : mine.index;
  }

 private:
  struct slot {
    std::mutex mutex;  // guards what is below
    shared_index index;
    std::size_t n_left = 0;
  };
  const std::vector<target>& targets_;
  std::vector<slot> slots_;  // [targets]
};

}  // namespace

std::vector<std::vector<segment_chain>> look_again(genome& in, const std::vector<target>& targets,
                                                   const genetic_code& code, const look_rules& rules,
                                                   const std::vector<look>& looks,
                                                   spliced::run_control& control) {
  std::vector<std::vector<segment_chain>> found(looks.size());
  shared_bases bases(in, rules.n_threads);
  index_cache indexes(targets, looks);
  spliced::on_threads(rules.n_threads, looks.size(), control, [&] {
    return [&](std::size_t at) {
      const look& here = looks[at];
      const std::int64_t length = in.catalog().length(here.sequence);
      const bool is_forward = here.on == strand::forward;
      std::string residues = bases.fetch(here.sequence, is_forward ? here.window : flip(here.window, length));
      if (!is_forward) residues = reverse_complement(residues);
      const shared_index index = indexes.take(here.target);
      segment_finder finder(*index, rules.segments);
      std::vector<segment> segments;
      const std::span<const interval> nothing_masked;
      find_on_strand({here.window.start, spliced::encode_dna(residues)}, here.window, nothing_masked, code,
                     finder, segments);
      chain_rules by = rules.chains;
      by.least_score = rules.least_scores[here.target];
      found[at] = chain_segments(without_repeats(std::move(segments)), by);
      for (segment_chain& each : found[at]) each.target = here.target;
      control.add_cells(static_cast<std::uint64_t>(here.window.length()));
    };
  });
  return found;
}

std::uint64_t cost_of(const std::vector<look>& looks) {
  std::uint64_t n_nt = 0;
  for (const look& each : looks) n_nt += static_cast<std::uint64_t>(each.window.length());
  return n_nt;
}

}  // namespace exonweave
