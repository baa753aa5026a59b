#include "exons/loci/window_search.hpp"

#include <string>

#include "base/threads/on_threads.hpp"
#include "exons/loci/strand_frames.hpp"
#include "exons/loci/window_segments.hpp"
#include "exons/sequences/genetic_code.hpp"
#include "exons/sequences/genome.hpp"

namespace exonweave {
namespace {

const std::vector<seed_shape>& fine_shapes() {
  static const std::vector<seed_shape> shapes = {seed_shape("11011"), seed_shape("110101")};
  return shapes;
}

// Windows one after the other on a strand, which overlap: they are read and translated together.
struct window_group {
  std::size_t first, last;  // windows
  interval whole{};
};

// So many nt at most, unless one window is longer; and so much work that all threads have some.
std::vector<window_group> group(const std::vector<search_window>& windows) {
  constexpr std::int64_t max_nt = 1 << 19, max_cost = 1 << 22;
  std::vector<window_group> groups;
  std::int64_t cost = 0;
  for (std::size_t l = 0; l < windows.size(); ++l) {
    const interval window = windows[l].window;
    const auto goes_on = [&](const window_group& last) {
      const search_window& before = windows[l - 1];
      return before.sequence == windows[l].sequence && before.on == windows[l].on && window.start <= last.whole.end &&
             hull(last.whole, window).length() <= max_nt && cost + window.length() <= max_cost;
    };
    if (!groups.empty() && goes_on(groups.back())) {
      groups.back().last = l + 1;
      groups.back().whole = hull(groups.back().whole, window);
    } else {
      groups.push_back({l, l + 1, window});
      cost = 0;
    }
    cost += window.length();
  }
  return groups;
}

// What a thread searches with.
class window_searcher {
 public:
  window_searcher(genome& sequences, shared_bases& bases, const std::vector<target>& targets,
                  const genetic_codes& codes, const window_rules& rules)
      : sequences_(sequences),
        bases_(bases),
        targets_(targets),
        codes_(codes),
        rules_(rules),
        strand_(fine_shapes()),
        finder_(fine_shapes(), rules.segments) {}

  // What the next windows lie in.
  void read(std::size_t sequence, strand on, interval whole) {
    const bool is_forward = on == strand::forward;
    std::string residues =
        bases_.fetch(sequence, is_forward ? whole : flip(whole, sequences_.catalog().length(sequence)));
    if (!is_forward) residues = reverse_complement(residues);
    strand_.translate({whole.start, spliced::encode_dna(residues)}, codes_.of_sequence(sequence));
  }

  [[nodiscard]] std::vector<segment_chain> chains_of(const search_window& here) {
    chain_rules by = rules_.chains;
    by.lowest_score = rules_.min_scores[here.target];
    auto chains = chain_segments(without_repeats(finder_.find(targets_[here.target], strand_, here.window)), by);
    for (segment_chain& each : chains) each.target = here.target;
    return chains;
  }

 private:
  genome& sequences_;
  shared_bases& bases_;
  const std::vector<target>& targets_;
  const genetic_codes& codes_;
  const window_rules& rules_;
  strand_frames strand_;
  window_segment_finder finder_;
};

}  // namespace

std::vector<std::vector<segment_chain>> search_windows(genome& sequences, const std::vector<target>& targets,
                                                       const genetic_codes& codes, const window_rules& rules,
                                                       const std::vector<search_window>& windows,
                                                       run_control& control) {
  std::vector<std::vector<segment_chain>> found(windows.size());
  shared_bases bases(sequences, rules.n_threads);
  const auto groups = group(windows);
  on_threads(rules.n_threads, groups.size(), control, [&] {
    return [&, searcher = window_searcher(sequences, bases, targets, codes, rules)](std::size_t g) mutable {
      const window_group& together = groups[g];
      searcher.read(windows[together.first].sequence, windows[together.first].on, together.whole);
      for (std::size_t l = together.first; l < together.last && !control.is_stopped(); ++l) {
        found[l] = searcher.chains_of(windows[l]);
        control.add_cells(static_cast<std::uint64_t>(windows[l].window.length()));
      }
    };
  });
  return found;
}

std::uint64_t cost_of(const std::vector<search_window>& windows) {
  std::uint64_t n_nt = 0;
  for (const search_window& each : windows) n_nt += static_cast<std::uint64_t>(each.window.length());
  return n_nt;
}

}  // namespace exonweave
