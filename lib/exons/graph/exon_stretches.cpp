#include "exons/graph/exon_stretches.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace exonweave {
namespace {

using spliced::score;

// What an exon adds at its end. An unreachable role stays so whatever is added.
struct candidate_exit {
  std::int64_t end;
  score weight;  // relative to that of its bundle
  score ends;    // of its roles
  score goes_on;
  splice_family family;
  score ends_cut;
  auto operator<=>(const candidate_exit&) const = default;
};

// Exons that share their entry: those with one start and equal roles there, or one exon of a literal graph.
struct bundle {
  stretch_start start;                // with the weight of the exon with the largest end
  std::vector<candidate_exit> exits;  // ends descend
};

score add(score role, score weight) { return spliced::is_reachable(role) ? role + weight : role; }

// `exons` are sorted, so those with one start come together; walked backwards their ends descend.
std::vector<bundle> make_bundles(std::span<const strand_exon> exons, bool is_literal) {
  std::vector<bundle> bundles;
  std::size_t first_of_start = 0;  // the bundles of the current start are [first_of_start, end)
  for (auto exon = exons.rbegin(); exon != exons.rend(); ++exon) {
    if (!bundles.empty() && bundles.back().start.position != exon->where.start) first_of_start = bundles.size();
    const auto same = std::find_if(bundles.begin() + static_cast<std::ptrdiff_t>(first_of_start), bundles.end(),
                                   [&](const bundle& other) {
                                     return !is_literal && other.start.family == exon->families.start &&
                                            other.start.begins == add(exon->roles.begins, other.start.weight) &&
                                            other.start.follows == add(exon->roles.follows, other.start.weight) &&
                                            other.start.begins_cut == add(exon->roles.begins_cut, other.start.weight);
                                   });
    bundle& into = same != bundles.end()
                       ? *same
                       : bundles.emplace_back(bundle{{exon->where.start, add(exon->roles.begins, exon->weight),
                                                      add(exon->roles.follows, exon->weight), exon->families.start,
                                                      exon->weight, false, add(exon->roles.begins_cut, exon->weight)},
                                                     {}});
    into.exits.push_back({exon->where.end, exon->weight - into.start.weight, exon->roles.ends, exon->roles.goes_on,
                          exon->families.end, exon->roles.ends_cut});
  }
  return bundles;
}

void add_candidates(std::span<const strand_exon> exons, const graph_options& options, std::vector<stretch>& stretches) {
  std::map<std::pair<std::int64_t, candidate_exit>, std::size_t> known;  // (outer stretch, exit) -> stretch
  const auto bundles = make_bundles(exons, options.is_literal);
  for (std::size_t b = 0; b < bundles.size(); ++b) {
    // One root for all, or one each.
    std::int64_t outer = options.is_literal ? -1 - static_cast<std::int64_t>(b) : -1;
    for (const candidate_exit& leaves : bundles[b].exits) {
      const auto [found, is_new] = known.try_emplace({outer, leaves}, stretches.size());
      if (is_new)
        stretches.push_back({leaves.end,
                             leaves.end,
                             {{add(leaves.ends, leaves.weight), add(leaves.goes_on, leaves.weight), leaves.family,
                               leaves.weight, add(leaves.ends_cut, leaves.weight)}},
                             {},
                             outer < 0 ? stretch::none : static_cast<std::size_t>(outer)});
      outer = static_cast<std::int64_t>(found->second);
    }
    stretches[static_cast<std::size_t>(outer)].starts.push_back(bundles[b].start);
  }
}

// Two sorted parts, of which the second begins at `middle`, become one; of equals those of the first come first.
template <class Value, class Place>
void merge_parts(std::vector<Value>& parts, std::size_t middle, Place place) {
  std::ranges::inplace_merge(parts, parts.begin() + static_cast<std::ptrdiff_t>(middle), {}, place);
}

// All starts by all ends: cut at the ends, each part goes on into the next. They begin with the region, not with the
// first start: the bases of a split start codon lie before a donor, wherever that is.
void add_blocks(const block_sites& blocks, const strand_region& region, std::vector<stretch>& stretches) {
  std::vector<std::pair<std::int64_t, stretch_exit>> exits;
  exits.reserve(blocks.sites.donors.size() + blocks.ends.size() + blocks.cut_ends.size());
  for (const auto& donor : blocks.sites.donors)
    exits.push_back({donor.position, {spliced::unreachable, donor.weight, donor.family}});
  for (const std::int64_t end : blocks.ends) exits.push_back({end, {0, spliced::unreachable, splice_family::major}});
  merge_parts(exits, blocks.sites.donors.size(), &decltype(exits)::value_type::first);
  const std::size_t n_exits = exits.size();
  for (const auto& [position, weight, family] : blocks.cut_ends)
    exits.push_back({position, {spliced::unreachable, spliced::unreachable, family, 0, weight, false}});
  merge_parts(exits, n_exits, &decltype(exits)::value_type::first);
  std::vector<stretch_start> starts;
  starts.reserve(blocks.sites.acceptors.size() + blocks.sites.starts.size() + blocks.begins.size());
  stretches.reserve(stretches.size() + exits.size() + 1);
  for (const auto& acceptor : blocks.sites.acceptors)
    starts.push_back({acceptor.position, spliced::unreachable, acceptor.weight, acceptor.family});
  for (const auto& start : blocks.sites.starts)
    starts.push_back({start.position, start.weight, spliced::unreachable, splice_family::major, 0, true,
                      spliced::unreachable, false});
  merge_parts(starts, blocks.sites.acceptors.size(), &stretch_start::position);
  for (const std::int64_t begin : blocks.begins) starts.push_back({begin, 0, spliced::unreachable});
  merge_parts(starts, blocks.sites.acceptors.size() + blocks.sites.starts.size(), &stretch_start::position);
  const std::size_t n_starts = starts.size();
  for (const auto& [position, weight, family] : blocks.cut_begins)
    starts.push_back({position, spliced::unreachable, spliced::unreachable, family, 0, false, weight, false});
  merge_parts(starts, n_starts, &stretch_start::position);
  auto start = starts.begin();
  std::int64_t begin = region.start;
  for (auto exit = exits.begin(); begin < region.end();) {
    const std::int64_t end = exit == exits.end() ? region.end() : exit->first;
    std::vector<stretch_exit> at_end;
    for (; exit != exits.end() && exit->first == end; ++exit) at_end.push_back(exit->second);
    if (end <= begin) continue;
    stretch made{begin, end, std::move(at_end), {}, stretches.size() + 1, true};
    for (; start != starts.end() && start->position < end; ++start) made.starts.push_back(*start);
    stretches.push_back(std::move(made));
    begin = end;
  }
  if (!stretches.empty() && stretches.back().is_blocks) stretches.back().outer = stretch::none;
}

}  // namespace

std::vector<stretch> make_stretches(const exon_material& material, const strand_region& region,
                                    const graph_options& options) {
  std::vector<stretch> stretches;
  add_candidates(material.exons, options, stretches);
  for (stretch& each : stretches) std::ranges::stable_sort(each.starts, {}, &stretch_start::position);
  if (material.blocks != nullptr) add_blocks(*material.blocks, region, stretches);
  for (stretch& each : stretches)
    if (!each.starts.empty()) each.begin = std::min(each.begin, each.starts.front().position);
  for (std::size_t s = 0; s < stretches.size(); ++s)  // an inner stretch is entered from where it ends
    if (const std::size_t outer = stretches[s].outer; outer != stretch::none)
      stretches[outer].begin = std::min(stretches[outer].begin, stretches[s].end);
  return stretches;
}

}  // namespace exonweave
