#include "exons/chain_graph.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

namespace exonweave {
namespace {

using spliced::edge;
using spliced::node_id;
using spliced::score;

// Exons with one start, or one exon when prefixes are not shared; ends descend.
struct bundle {
  std::int64_t start;
  score weight;  // of the exon with the largest end; charged at the entry
  struct exit {
    std::int64_t end;
    score weight;  // relative to the bundle's weight; charged at the exit
  };
  std::vector<exit> exits;
};

std::vector<bundle> make_bundles(std::span<const strand_exon> exons, bool share_prefixes) {
  std::vector<bundle> bundles;
  for (auto exon = exons.rbegin(); exon != exons.rend(); ++exon) {  // within one start: largest end first
    if (!share_prefixes || bundles.empty() || bundles.back().start != exon->where.start)
      bundles.push_back({exon->where.start, exon->weight, {}});
    bundles.back().exits.push_back({exon->where.end, exon->weight - bundles.back().weight});
  }
  return bundles;
}

// A stretch of rows with one set of remaining exits: what is left of its bundles is the exits on the way from
// here to the root. Bundles whose largest exits agree share the path of stretches from the root: the suffixes
// of the minimal automaton. Example, exons [0,9) [0,5) [3,9):
//
//   stretch A (exit 9) = rows of [3,9), fed at 3 by the start 3 and at 5 by stretch B;
//   stretch B (exits 5, then 9) = rows of [0,5), fed at 0 by the start 0.
struct stretch {
  std::int64_t end;
  score exit_weight;
  struct entry {
    std::int64_t position;
    std::int64_t inner = -1;  // stretch that continues here; -1: a start
    score weight = 0;         // of the start
  };
  std::vector<entry> entries;
};

std::vector<stretch> make_stretches(const std::vector<bundle>& bundles, bool share_suffixes) {
  std::vector<stretch> stretches;
  std::map<std::tuple<std::int64_t, std::int64_t, score>, std::int64_t>
      known;  // (outer, end, weight) -> stretch
  for (std::size_t b = 0; b < bundles.size(); ++b) {
    std::int64_t outer =
        share_suffixes ? -1 : -1 - static_cast<std::int64_t>(b);  // a root of its own, or one for all
    for (const auto& [end, weight] : bundles[b].exits) {
      const auto [found, is_new] =
          known.try_emplace({outer, end, weight}, static_cast<std::int64_t>(stretches.size()));
      if (is_new) {
        stretches.push_back({end, weight, {}});
        if (outer >= 0) stretches[static_cast<std::size_t>(outer)].entries.push_back({end, found->second, 0});
      }
      outer = found->second;
    }
    stretches[static_cast<std::size_t>(outer)].entries.push_back({bundles[b].start, -1, bundles[b].weight});
  }
  for (stretch& each : stretches)
    std::sort(each.entries.begin(), each.entries.end(), [](const auto& a, const auto& b) {
      return std::tie(a.position, a.inner) < std::tie(b.position, b.inner);
    });
  return stretches;
}

class builder {
 public:
  builder(strand_region region, const intron_rules& introns, const graph_options& options)
      : region_start_(region.start),
        introns_(introns),
        options_(options),
        graph_(std::move(region.residues)) {}

  spliced::row_graph build(const std::vector<stretch>& stretches) {
    last_run_.resize(stretches.size());
    for (const event& each : make_events(stretches))
      if (each.is_exit)
        add_exit(stretches, each);
      else
        add_run(stretches[each.stretch], each);
    add_sink();
    return std::move(graph_);
  }

 private:
  // Work in topological order: by position, and at one position exits before the runs that begin there.
  struct event {
    std::int64_t position;
    bool is_exit;
    std::size_t stretch;
    std::size_t first_entry = 0;  // run: the entries at its begin are [first_entry, last_entry)
    std::size_t last_entry = 0;
  };

  struct exit_node {
    std::int64_t position;
    node_id node;
  };

  static std::vector<event> make_events(const std::vector<stretch>& stretches) {
    std::vector<event> events;
    for (std::size_t s = 0; s < stretches.size(); ++s) {
      const auto& entries = stretches[s].entries;
      for (std::size_t first = 0, last = 0; first < entries.size(); first = last) {
        while (last < entries.size() && entries[last].position == entries[first].position) ++last;
        events.push_back({entries[first].position, false, s, first, last});
      }
      events.push_back({stretches[s].end, true, s});
    }
    std::sort(events.begin(), events.end(), [](const event& a, const event& b) {
      return std::tuple(a.position, !a.is_exit, a.stretch, a.first_entry) <
             std::tuple(b.position, !b.is_exit, b.stretch, b.first_entry);
    });
    return events;
  }

  void add_run(const stretch& of, const event& at) {
    std::vector<edge> inputs;
    if (at.first_entry > 0) inputs.push_back({last_run_[at.stretch], 0});
    for (std::size_t e = at.first_entry; e < at.last_entry; ++e) {
      const auto& entry = of.entries[e];
      if (entry.inner >= 0)
        inputs.push_back({last_run_[static_cast<std::size_t>(entry.inner)], 0});
      else
        add_start(entry.position, entry.weight, inputs);
    }
    const std::int64_t end = at.last_entry < of.entries.size() ? of.entries[at.last_entry].position : of.end;
    last_run_[at.stretch] = graph_.add_run(static_cast<std::uint64_t>(at.position - region_start_),
                                           static_cast<std::uint32_t>(end - at.position), end, inputs);
  }

  // P_k of a start: the empty chain, and all chains whose last exon ends min_intron or more before it.
  void add_start(std::int64_t start, score weight, std::vector<edge>& inputs) const {
    inputs.push_back({spliced::graph_view::source(), weight});
    const auto& feeders = options_.junction_chain ? junctions_ : exits_;
    const auto beyond =
        std::upper_bound(feeders.begin(), feeders.end(), start - introns_.min_intron,
                         [](std::int64_t limit, const exit_node& feeder) { return limit < feeder.position; });
    const auto first = options_.junction_chain && beyond != feeders.begin() ? beyond - 1 : feeders.begin();
    for (auto feeder = first; feeder != beyond; ++feeder)
      inputs.push_back({feeder->node, weight - introns_.between(feeder->position, start)});
  }

  void add_exit(const std::vector<stretch>& stretches, const event& at) {
    const edge input{last_run_[at.stretch], stretches[at.stretch].exit_weight};
    exits_.push_back({at.position, graph_.add_junction(at.position, std::span(&input, 1))});
    if (!options_.junction_chain) return;
    std::vector<edge> inputs = {{exits_.back().node, 0}};
    if (!junctions_.empty())
      inputs.push_back(
          {junctions_.back().node, -introns_.length_cost(junctions_.back().position, at.position)});
    junctions_.push_back({at.position, graph_.add_junction(at.position, inputs)});
  }

  void add_sink() {
    std::vector<edge> inputs;
    for (const exit_node& exit : exits_) inputs.push_back({exit.node, 0});
    graph_.add_junction(exits_.empty() ? region_start_ : exits_.back().position, inputs);
  }

  std::int64_t region_start_;
  intron_rules introns_;
  graph_options options_;
  spliced::row_graph graph_;
  std::vector<node_id> last_run_;     // [stretches] the last run made of each
  std::vector<exit_node> exits_;      // a junction per stretch end, by position
  std::vector<exit_node> junctions_;  // the junction chain, by position
};

void check(std::span<const strand_exon> exons, const strand_region& region) {
  const interval whole{region.start, region.start + static_cast<std::int64_t>(region.residues.size())};
  for (std::size_t k = 0; k < exons.size(); ++k) {
    if (exons[k].where.length() < 1 || !whole.contains(exons[k].where))
      throw std::invalid_argument("an exon is empty or lies outside its region");
    if (k > 0 && !(exons[k - 1].where < exons[k].where))
      throw std::invalid_argument("exons must be sorted and distinct");
  }
}

}  // namespace

spliced::row_graph build_row_graph(std::span<const strand_exon> exons, strand_region region,
                                   const intron_rules& introns, const graph_options& options) {
  check(exons, region);
  const auto stretches = make_stretches(make_bundles(exons, options.share_prefixes), options.share_suffixes);
  return builder(std::move(region), introns, options).build(stretches);
}

spliced::row_graph build_path_graph(std::span<const strand_exon> chain, strand_region region,
                                    const intron_rules& introns) {
  check(chain, region);
  spliced::row_graph graph(std::move(region.residues));
  edge input{spliced::graph_view::source(), 0};
  for (std::size_t e = 0; e < chain.size(); ++e) {
    const interval where = chain[e].where;
    input.weight = chain[e].weight - (e == 0 ? 0 : introns.between(chain[e - 1].where.end, where.start));
    input.source = graph.add_run(static_cast<std::uint64_t>(where.start - region.start),
                                 static_cast<std::uint32_t>(where.length()), where.end, std::span(&input, 1));
    input = {graph.add_junction(where.end, std::vector<edge>{{input.source, 0}}), 0};
  }
  return graph;
}

std::uint64_t count_literal_edges(std::span<const strand_exon> exons, const intron_rules& introns) {
  std::vector<std::int64_t> ends;
  for (const auto& exon : exons) ends.push_back(exon.where.end);
  std::sort(ends.begin(), ends.end());
  std::uint64_t edges = 3 * exons.size();  // from the source, to the exit, to the sink
  for (const auto& exon : exons)
    edges += static_cast<std::uint64_t>(
        std::upper_bound(ends.begin(), ends.end(), exon.where.start - introns.min_intron) - ends.begin());
  return edges;
}

}  // namespace exonweave
