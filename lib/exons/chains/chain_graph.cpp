#include "exons/chains/chain_graph.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>

namespace exonweave {
namespace {

using spliced::edge;
using spliced::node_id;
using spliced::score;

// What an exon adds at its end.
struct exit {
  std::int64_t end;
  score weight;   // relative to that of its bundle
  score ends;     // of its roles
  score goes_on;  // of its roles
  auto operator<=>(const exit&) const = default;
};

// What a chain pays to enter an exon: from the source, and from a junction.
struct start {
  score begins = 0;
  score follows = 0;
  bool operator==(const start&) const = default;
};

// Exons that share their entry: those with one start and equal roles there, or one exon when prefixes are not
// shared.
struct bundle {
  std::int64_t position;
  score weight;  // of the exon with the largest end; charged at the entry
  start roles;
  std::vector<exit> exits;  // ends descend
};

// `exons` are sorted, so those with one start come together; walked backwards their ends descend.
std::vector<bundle> make_bundles(std::span<const strand_exon> exons, bool share_prefixes) {
  std::vector<bundle> bundles;
  std::size_t first_of_start = 0;  // the bundles of the current start are [first_of_start, end)
  for (auto exon = exons.rbegin(); exon != exons.rend(); ++exon) {
    const start roles{exon->roles.begins, exon->roles.follows};
    if (!bundles.empty() && bundles.back().position != exon->where.start) first_of_start = bundles.size();
    const auto same =
        std::find_if(bundles.begin() + static_cast<std::ptrdiff_t>(first_of_start), bundles.end(),
                     [&](const bundle& other) { return share_prefixes && other.roles == roles; });
    bundle& into = same != bundles.end()
                       ? *same
                       : bundles.emplace_back(bundle{exon->where.start, exon->weight, roles, {}});
    into.exits.push_back(
        {exon->where.end, exon->weight - into.weight, exon->roles.ends, exon->roles.goes_on});
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
  exit leaves;
  struct entry {
    std::int64_t position;
    std::int64_t inner = -1;  // stretch that continues here; -1: a start
    start weights = {};       // of the start
  };
  std::vector<entry> entries;
};

std::vector<stretch> make_stretches(const std::vector<bundle>& bundles, bool share_suffixes) {
  std::vector<stretch> stretches;
  std::map<std::pair<std::int64_t, exit>, std::int64_t> known;  // (outer stretch, exit) -> stretch
  for (std::size_t b = 0; b < bundles.size(); ++b) {
    const bundle& from = bundles[b];
    std::int64_t outer =
        share_suffixes ? -1 : -1 - static_cast<std::int64_t>(b);  // one root for all, or one each
    for (const exit& leaves : from.exits) {
      const auto [found, is_new] =
          known.try_emplace({outer, leaves}, static_cast<std::int64_t>(stretches.size()));
      if (is_new) {
        stretches.push_back({leaves, {}});
        if (outer >= 0)
          stretches[static_cast<std::size_t>(outer)].entries.push_back({leaves.end, found->second});
      }
      outer = found->second;
    }
    stretches[static_cast<std::size_t>(outer)].entries.push_back(
        {from.position, -1, {from.weight + from.roles.begins, from.weight + from.roles.follows}});
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
        add_exit(stretches[each.stretch].leaves, last_run_[each.stretch]);
      else
        add_run(stretches[each.stretch], each);
    if (!options_.junction_chain || exits_.empty())
      graph_.add_junction(exits_.empty() ? region_start_ : exits_.back().position, sink_inputs_);
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

  // A junction that feeds starts.
  struct feeder {
    std::int64_t position;
    node_id node;
    score goes_on =
        0;  // what its exons add when another follows; in the junction chain that is charged before
  };

  static std::vector<event> make_events(const std::vector<stretch>& stretches) {
    std::vector<event> events;
    for (std::size_t s = 0; s < stretches.size(); ++s) {
      const auto& entries = stretches[s].entries;
      for (std::size_t first = 0, last = 0; first < entries.size(); first = last) {
        while (last < entries.size() && entries[last].position == entries[first].position) ++last;
        events.push_back({entries[first].position, false, s, first, last});
      }
      events.push_back({stretches[s].leaves.end, true, s});
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
        add_start(entry, inputs);
    }
    const std::int64_t end =
        at.last_entry < of.entries.size() ? of.entries[at.last_entry].position : of.leaves.end;
    last_run_[at.stretch] = graph_.add_run(static_cast<std::uint64_t>(at.position - region_start_),
                                           static_cast<std::uint32_t>(end - at.position), end, inputs);
  }

  // P_k of a start: the empty chain, and all chains whose last exon ends min_intron or more before it.
  void add_start(const stretch::entry& at, std::vector<edge>& inputs) const {
    inputs.push_back({spliced::graph_view::source(), at.weights.begins});
    const auto& feeders = options_.junction_chain ? junctions_ : exits_;
    const auto beyond =
        std::upper_bound(feeders.begin(), feeders.end(), at.position - introns_.min_intron,
                         [](std::int64_t limit, const feeder& other) { return limit < other.position; });
    const auto first = options_.junction_chain && beyond != feeders.begin() ? beyond - 1 : feeders.begin();
    for (auto from = first; from != beyond; ++from)
      inputs.push_back(
          {from->node, at.weights.follows + from->goes_on - introns_.between(from->position, at.position)});
  }

  // Everything that ends at one exit: its junction, and with the junction chain the running maxima of what
  // another exon may follow and of what may end the chain. The latter is the sink, so that only the last of
  // its rows stays live.
  void add_exit(const exit& leaves, node_id last_run) {
    const edge input{last_run, leaves.weight};
    const node_id junction = graph_.add_junction(leaves.end, std::span(&input, 1));
    exits_.push_back({leaves.end, junction, leaves.goes_on});
    if (!options_.junction_chain) {
      sink_inputs_.push_back({junction, leaves.ends});
      return;
    }
    std::vector<edge> inputs = {{junction, leaves.goes_on}};
    if (!junctions_.empty())
      inputs.push_back(
          {junctions_.back().node, -introns_.length_cost(junctions_.back().position, leaves.end)});
    junctions_.push_back({leaves.end, graph_.add_junction(leaves.end, inputs)});
    std::vector<edge> ends = {{junction, leaves.ends}};
    ends.insert(ends.end(), sink_inputs_.begin(), sink_inputs_.end());
    sink_inputs_ = {{graph_.add_junction(leaves.end, ends), 0}};
  }

  std::int64_t region_start_;
  intron_rules introns_;
  graph_options options_;
  spliced::row_graph graph_;
  std::vector<node_id> last_run_;  // [stretches] the last run made of each
  std::vector<edge> sink_inputs_;  // with the junction chain: the sink so far
  std::vector<feeder> exits_;      // a junction per stretch end, by position
  std::vector<feeder> junctions_;  // the junction chain, by position
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
    input.weight += chain[e].weight;
    input.weight += e == 0 ? chain[e].roles.begins
                           : chain[e].roles.follows - introns.between(chain[e - 1].where.end, where.start);
    input.source = graph.add_run(static_cast<std::uint64_t>(where.start - region.start),
                                 static_cast<std::uint32_t>(where.length()), where.end, std::span(&input, 1));
    const score leaves = e + 1 == chain.size() ? chain[e].roles.ends : chain[e].roles.goes_on;
    input = {graph.add_junction(where.end, std::vector<edge>{{input.source, leaves}}), 0};
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
