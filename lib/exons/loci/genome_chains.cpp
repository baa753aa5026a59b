#include "exons/loci/genome_chains.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/threads/on_threads.hpp"

namespace exonweave {
namespace {

// The end of those of one sequence between two multiples of `length`.
std::size_t end_of_part(std::span<const sequence_piece> pieces, std::size_t first, std::int64_t length) {
  const auto part = [length](const sequence_piece& p) { return std::pair(p.sequence, p.core.start / length); };
  std::size_t end = first + 1;
  while (end < pieces.size() && part(pieces[end]) == part(pieces[first])) ++end;
  return end;
}

// As many parts as are `length` nt together, one at least. So it does not depend on other sequences where one is
// parted.
std::size_t end_of_stretch(std::span<const sequence_piece> pieces, std::size_t first, std::int64_t length) {
  std::size_t end = first;
  for (std::int64_t left = length; end < pieces.size();) {
    const std::size_t next = end_of_part(pieces, end, length);
    left -= pieces[next - 1].core.end - pieces[end].core.start;
    if (left < 0 && end > first) break;
    end = next;
  }
  return end;
}

// The best chains of every target, by name of the sequence where they are alike.
class best_chains {
 public:
  best_chains(std::size_t n_targets, std::size_t most, const sequence_catalog& sequences)
      : of_target_(n_targets), n_left_out_(n_targets), most_(most), sequences_(sequences) {}

  void add(const placed_chain& each) {
    auto& chains = of_target_[each.chain.target];
    chains.push_back(each);
    if (chains.size() >= 2 * most_) leave_best(chains);
  }

  found_chains take() {
    found_chains all;
    for (auto& chains : of_target_) {
      leave_best(chains);
      all.chains.insert(all.chains.end(), chains.begin(), chains.end());
      chains = {};
    }
    all.n_left_out = std::move(n_left_out_);
    return all;
  }

 private:
  void leave_best(std::vector<placed_chain>& chains) {
    if (chains.size() <= most_) return;
    n_left_out_[chains.front().chain.target] += static_cast<std::uint32_t>(chains.size() - most_);
    const auto key = [&](const placed_chain& c) {
      return std::tuple(-c.chain.score, std::string_view(sequences_.name(c.sequence)), c.on, c.chain.on_strand.start,
                        c.chain.on_strand.end, c.chain.on_target.start);
    };
    std::ranges::nth_element(chains, chains.begin() + static_cast<std::ptrdiff_t>(most_), {}, key);
    chains.resize(most_);
  }

  std::vector<std::vector<placed_chain>> of_target_;
  std::vector<std::uint32_t> n_left_out_;  // [targets]
  std::size_t most_;
  const sequence_catalog& sequences_;
};

class chain_finder {
 public:
  chain_finder(const genome_chain_search& how, run_control& control)
      : how_(how),
        control_(control),
        catalog_(how.sequences.catalog()),
        best_(how.targets.size(), how.max_chains, catalog_) {}

  found_chains find() {
    const auto pieces = cut_into_pieces(catalog_);
    const indexed_targets targets(how_.targets, how_.seeds, how_.n_threads);
    const auto finder = how_.without_seeds ? make_finder(how_.without_seeds, targets.joined, how_.targets) : nullptr;
    const segment_search search{how_.sequences,         targets,        how_.codes, how_.seeds.segments,
                                how_.seeds_soft_masked, how_.n_threads, how_.block, finder.get()};
    for (std::size_t first = 0; first < pieces.size();) {
      const std::size_t end = end_of_stretch(pieces, first, how_.stretch);
      auto found = find_segments(search, std::span(pieces).subspan(first, end - first), control_);
      n_masked_ += found.n_masked;
      for (std::size_t s = 0; s < found.by_sequence.size(); ++s) {
        const std::size_t sequence = pieces[first].sequence + s;
        const bool goes_on = end < pieces.size() && pieces[end].sequence == sequence;
        for (std::size_t on = 0; on < both_strands.size(); ++on)
          add(std::move(found.by_sequence[s][on]),
              {sequence, both_strands[on], goes_on, goes_on ? pieces[end].whole.start : catalog_.length(sequence)});
      }
      first = end;
    }
    found_chains all = best_.take();
    all.n_masked = n_masked_;
    return all;
  }

 private:
  // How far a sequence has been read.
  struct progress {
    std::size_t sequence;
    strand on;
    bool goes_on;
    std::int64_t border;  // forward coordinate that segments still to come lie after
  };
  using segments = std::vector<segment>;
  using run = std::span<const segment>;

  void add(segments found, const progress& state) {
    segments& waiting = waiting_[state.on == strand::forward ? 0 : 1];
    found.insert(found.end(), waiting.begin(), waiting.end());
    waiting.clear();
    std::ranges::sort(found, {}, [](const segment& s) { return std::tuple(s.target, s.begin, s); });
    std::vector<run> complete;
    for (auto first = found.cbegin(); first != found.cend();) {
      const auto last = end_of_run(first, found.cend());
      const run together(first, last);
      if (waits(together, state))
        waiting.insert(waiting.end(), first, last);
      else
        complete.push_back(together);
      first = last;
    }
    chain_all(complete, state);
  }

  // On all threads where there are enough for them, some runs at a time: most are short.
  void chain_all(const std::vector<run>& runs, const progress& state) {
    constexpr std::size_t at_once = 256;
    const std::size_t n_blocks = (runs.size() + at_once - 1) / at_once;
    std::vector<std::vector<segment_chain>> chains(n_blocks);
    on_threads(how_.n_threads, n_blocks, control_, [&] {
      return [&](std::size_t block) {
        const std::size_t end = std::min(runs.size(), (block + 1) * at_once);
        for (std::size_t r = block * at_once; r < end; ++r)
          std::ranges::move(chains_of(runs[r]), std::back_inserter(chains[block]));
      };
    });
    for (const auto& some : chains)
      for (const segment_chain& each : some) best_.add({state.sequence, state.on, each});
  }

  // Those of one target that chains may have together: none after lies near enough.
  segments::const_iterator end_of_run(segments::const_iterator first, segments::const_iterator last) const {
    std::int64_t end = first->end();
    auto next = first + 1;
    for (; next != last && next->target == first->target && next->begin <= end + reach(first->target); ++next)
      end = std::max(end, next->end());
    return next;
  }

  // From the end of one segment to the beginning of the next one of a chain, nt at most.
  [[nodiscard]] std::int64_t reach(std::uint32_t target) const {
    return how_.chains.max_intron + 3 * static_cast<std::int64_t>(how_.targets[target].residues.size());
  }

  [[nodiscard]] bool waits(run together, const progress& state) const {
    if (!state.goes_on || together.size() > how_.max_waiting) return false;
    const std::int64_t near = reach(together.front().target);
    if (state.on == strand::reverse)
      return together.front().begin - near <= catalog_.length(state.sequence) - state.border;
    return std::ranges::max(together, {}, &segment::end).end() + near >= state.border;
  }

  [[nodiscard]] std::vector<segment_chain> chains_of(run together) const {
    chain_rules by = how_.chains;
    by.lowest_score = how_.min_scores[together.front().target];
    return chain_segments(without_repeats({together.begin(), together.end()}), by);
  }

  const genome_chain_search& how_;
  run_control& control_;
  const sequence_catalog& catalog_;
  best_chains best_;
  std::uint64_t n_masked_ = 0;
  std::array<segments, both_strands.size()> waiting_;  // of the sequence that goes on
};

}  // namespace

found_chains find_chains(const genome_chain_search& how, run_control& control) {
  return chain_finder(how, control).find();
}

}  // namespace exonweave
