#include "spliced/paths/exon_cuts.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <optional>
#include <stdexcept>

namespace exonweave::spliced {
namespace {

enum class border : std::uint8_t { start, end };

// One border of an exon.
struct site {
  border which;
  std::int64_t position;  // nt
  auto operator<=>(const site&) const = default;
};

// The cut that all paths over a site cross where they use it.
struct cut {
  site place;
  node_id first_after = std::numeric_limits<node_id>::max();  // nodes from here on lie after it
  node_id last_user = 0;                                      // source of an edge that uses the site
};

// What a path begins or ends by going over an edge to `v`.
std::optional<site> site_over(const graph_view& graph, const edge& input, node_id v) {
  if (ends_exon(graph, input, v)) return site{border::end, end_over(graph, input)};
  if (begins_exon(graph, input, v)) return site{border::start, begin_over(graph, input, v)};
  return std::nullopt;
}

// Which positions some borders may have: most others are distinguished apart at a glance.
class position_filter {
 public:
  void add(const site& cut) { bits_of(cut.which) |= bit(cut.position); }
  [[nodiscard]] bool may_have(const site& cut) const {
    return (bits_[static_cast<std::size_t>(cut.which)] & bit(cut.position)) != 0;
  }

 private:
  static std::uint64_t bit(std::int64_t position) {
    return std::uint64_t{1} << (static_cast<std::uint64_t>(position) % 64);
  }
  std::uint64_t& bits_of(border which) { return bits_[static_cast<std::size_t>(which)]; }

  std::array<std::uint64_t, 2> bits_{};  // [border]
};

template <class Visit>
void for_each_edge(const graph_view& graph, const Visit& visit) {
  for (node_id v = 0; v < graph.size(); ++v)
    for (const edge& input : graph.inputs(v)) visit(input, v);
}

// Sorted by site.
std::vector<cut> make_cuts(const graph_view& graph, std::span<const path_exon> exons) {
  std::vector<cut> cuts;
  for (const path_exon& each : exons) {
    cuts.push_back({{border::start, each.begin}});
    cuts.push_back({{border::end, each.end}});
  }
  std::ranges::sort(cuts, {}, &cut::place);
  const auto repeated = std::ranges::unique(cuts, {}, &cut::place);
  cuts.erase(repeated.begin(), repeated.end());
  position_filter of_cuts;
  for (const cut& each : cuts) of_cuts.add(each.place);
  for_each_edge(graph, [&](const edge& input, node_id v) {
    const auto used = site_over(graph, input, v);
    if (!used || !of_cuts.may_have(*used)) return;
    const auto found = std::ranges::lower_bound(cuts, *used, {}, &cut::place);
    if (found == cuts.end() || found->place != *used) return;
    found->first_after = std::min(found->first_after, v);
    found->last_user = std::max(found->last_user, input.source);
  });
  for (const cut& each : cuts)
    if (each.last_user >= each.first_after)
      throw std::logic_error("no cut separates what comes before a splice site from what follows it");
  return cuts;
}

}  // namespace

exon_cuts cut_exons(const graph_view& graph, std::span<const path_exon> exons) {
  assert(!exons.empty());
  std::vector<cut> cuts = make_cuts(graph, exons);
  std::ranges::stable_sort(cuts, {}, &cut::first_after);
  exon_cuts made;
  const auto set_of = [&](border which, std::int64_t position) {
    const auto found = std::ranges::find(cuts, site{which, position}, &cut::place);
    return static_cast<std::size_t>(found - cuts.begin());
  };
  for (const path_exon& each : exons)
    made.exons.push_back(
        {set_of(border::start, each.begin), set_of(border::end, each.end), cuts.size() + made.exons.size()});
  made.n_sets = cuts.size() + exons.size();
  std::size_t n_before = 0;  // cuts before v
  for_each_edge(graph, [&](const edge& input, node_id v) {
    while (n_before < cuts.size() && cuts[n_before].first_after <= v) ++n_before;
    const auto used = site_over(graph, input, v);
    std::size_t first = n_before;
    while (first > 0 && cuts[first - 1].first_after > input.source) --first;
    for (std::size_t k = first; k < n_before; ++k)
      if (used != cuts[k].place) made.crossings.push_back({&input, v, k});
    if (!used || used->which != border::end) return;
    if (used->position <= exons.front().begin || used->position >= exons.back().end) return;
    const auto exon = std::ranges::upper_bound(exons, used->position, {}, &path_exon::end);
    if (exon != exons.end() && exon->begin < used->position)
      made.crossings.push_back({&input, v, made.exons[static_cast<std::size_t>(exon - exons.begin())].inside});
  });
  return made;
}

void visit_other_ends(const graph_view& graph, std::span<const path_exon> exons,
                      const std::function<void(const crossing&)>& visit) {
  for_each_edge(graph, [&](const edge& input, node_id v) {
    if (!ends_exon(graph, input, v)) return;
    if (!std::ranges::binary_search(exons, end_over(graph, input), {}, &path_exon::end)) visit({&input, v, 0});
  });
}

}  // namespace exonweave::spliced
