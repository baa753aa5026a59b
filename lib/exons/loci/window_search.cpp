#include "exons/loci/window_search.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/threads/on_threads.hpp"
#include "exons/loci/gapped_extension.hpp"
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

// A chain scores so much at least without gaps, half-bits, to be aligned with gaps: more than any of random residues.
constexpr double min_ungapped = 36;

// What lies around a place of a text, and beyond its ends nothing but what ends it.
class surroundings {
 public:
  template <class Text, class ToCode>
  surroundings(const Text& text, std::int64_t place, spliced::residue_code ends, const ToCode& to_code) {
    codes_.fill(ends);
    const std::int64_t first = std::max<std::int64_t>(0, place - reach);
    const std::int64_t last = std::min(static_cast<std::int64_t>(text.size()), place + reach);
    for (std::int64_t k = first; k < last; ++k)
      codes_[static_cast<std::size_t>(k - place + reach)] = to_code(text[static_cast<std::size_t>(k)]);
  }

  [[nodiscard]] const spliced::residue_code* middle() const { return &codes_[reach]; }

 private:
  static constexpr std::int64_t reach = gapped_band::reach;
  std::array<spliced::residue_code, 2 * reach> codes_;
};

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
    const double least = rules_.min_scores[here.target];
    by.lowest_score = rules_.is_gapped ? std::min(least, min_ungapped) : least;
    auto chains = chain_segments(without_repeats(finder_.find(targets_[here.target], strand_, here.window)), by);
    for (segment_chain& each : chains) each.target = here.target;
    if (rules_.is_gapped) judge_by_gaps(chains, here);
    std::erase_if(chains, [&](const segment_chain& each) { return each.score < least; });
    return chains;
  }

 private:
  // By alignments around the middle of the best segment of each.
  void judge_by_gaps(std::vector<segment_chain>& chains, const search_window& here) const {
    std::vector<surroundings> codons, residues;
    for (const segment_chain& each : chains) {
      const std::int64_t begin = each.best.begin - here.window.start, half = each.best.n_residues / 2;
      const frame_part part = strand_.part(here.window, static_cast<std::size_t>(begin % codon_size));
      codons.emplace_back(part.codons, begin / codon_size + half, between_frames, [](auto code) { return code; });
      residues.emplace_back(targets_[here.target].residues, each.best.first_residue + half, spliced::stop_amino,
                            spliced::amino_code);
    }
    std::vector<gapped_anchor> anchors;
    for (std::size_t k = 0; k < chains.size(); ++k) anchors.push_back({codons[k].middle(), residues[k].middle()});
    std::vector<spliced::score> scores(anchors.size());
    find_gapped_scores(anchors, scores);
    for (std::size_t k = 0; k < chains.size(); ++k) {
      chains[k].gapped = scores[k];
      exonweave::judge_by_gaps(chains[k]);
    }
    std::ranges::stable_sort(chains, std::ranges::greater(), &segment_chain::score);
  }

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
