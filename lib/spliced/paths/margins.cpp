#include "spliced/paths/margins.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>

#include "spliced/dp/recurrence.hpp"
#include "spliced/engine/row_store.hpp"

namespace exonweave::spliced {
namespace {

enum class border : std::uint8_t { start, end };

// One end of an exon.
struct site {
  border which;
  std::int64_t position;  // nt
  auto operator<=>(const site&) const = default;
};

// The cut that all paths over a site cross where they use it.
struct cut {
  site of;
  node_id first_behind = std::numeric_limits<node_id>::max();  // nodes from here on lie behind it
  node_id last_user = 0;                                       // source of an edge that uses the site
  score best = unreachable;                                    // of the paths that do not use it
};

// An edge whose best path counts for `best`.
struct crossing {
  edge over;
  node_id behind;  // the node that the edge leads to
  score* best;
};

class edge_study {
 public:
  edge_study(forward_pass& pass, std::span<const path_exon> exons)
      : pass_(pass), graph_(pass.of().graph), exons_(exons), inner_(exons.size(), unreachable) {
    make_cuts();
    find_crossings();
  }

  // The backward pass goes from row to row that is looked at, and keeps none; the forward rows are asked for in the same
  // order, from the sink to the source. Returns the cells of the backward pass.
  std::uint64_t solve(const engine& with, const reversal& reversed) {
    const problem backwards = reversed.view();
    const auto readers = last_readers(backwards.graph);
    row_store store(backwards.graph, readers, backwards.layout().width(), false);
    store.begin({0, static_cast<node_id>(backwards.graph.size())}, {});
    std::ranges::stable_sort(crossings_, std::greater<>(), &crossing::behind);
    node_id next = 0;
    for (const crossing& each : crossings_) {
      const node_id behind = reversed.mirror(each.behind);
      if (behind >= next) {
        with.advance(backwards, {next, behind + 1}, store);
        next = behind + 1;
      }
      if (!store.holds(behind)) continue;  // nothing before it leads to it
      *each.best = std::max(*each.best, best_over(each.over, store.row(behind)));
    }
    return count_rows(backwards.graph, {0, next}) * backwards.target.size();
  }

  [[nodiscard]] score best_without(std::size_t exon) const {
    const auto avoiding = [&](site used) { return std::ranges::find(cuts_, used, &cut::of)->best; };
    return std::max({avoiding({border::start, exons_[exon].begin}), avoiding({border::end, exons_[exon].end}),
                     inner_[exon]});
  }

 private:
  // The sites that a path uses by going over an edge to `v`: what it begins or ends there.
  template <class Visit>
  void for_each_use(node_id v, const edge& input, const Visit& visit) const {
    const bool from_inside = graph_.is_inside(input.source), to_inside = graph_.is_inside(v);
    if (from_inside && !to_inside) visit(site{border::end, graph_.nodes[input.source].end + input.n_nt});
    if (to_inside && !from_inside) visit(site{border::start, graph_.nodes[v].begin - input.n_nt});
  }

  void make_cuts() {
    std::map<site, cut> cuts;
    for (const path_exon& each : exons_)
      for (const site of : {site{border::start, each.begin}, site{border::end, each.end}})
        cuts.insert({of, cut{of}});
    for (node_id v = 0; v < graph_.size(); ++v)
      for (const edge& input : graph_.inputs(v))
        for_each_use(v, input, [&](site used) {
          const auto found = cuts.find(used);
          if (found == cuts.end()) return;
          found->second.first_behind = std::min(found->second.first_behind, v);
          found->second.last_user = std::max(found->second.last_user, input.source);
        });
    for (const auto& [of, each] : cuts) {
      if (each.last_user >= each.first_behind)
        throw std::logic_error("no cut separates what comes before a splice site from what follows it");
      cuts_.push_back(each);
    }
    std::ranges::sort(cuts_, {}, &cut::first_behind);
  }

  void find_crossings() {
    for (node_id v = 0; v < graph_.size(); ++v)
      for (const edge& input : graph_.inputs(v)) {
        const auto uses = [&](const cut& at) {
          bool it_does = false;
          for_each_use(v, input, [&](site used) { it_does |= used == at.of; });
          return it_does;
        };
        auto at = std::ranges::upper_bound(cuts_, input.source, {}, &cut::first_behind);
        for (; at != cuts_.end() && at->first_behind <= v; ++at)
          if (!uses(*at)) crossings_.push_back({input, v, &at->best});
        for_each_use(v, input, [&](site used) {
          if (used.which != border::end) return;
          const auto exon = std::ranges::upper_bound(exons_, used.position, {}, &path_exon::end);
          if (exon != exons_.end() && exon->begin < used.position)
            crossings_.push_back({input, v, &inner_[static_cast<std::size_t>(exon - exons_.begin())]});
        });
      }
  }

  score best_over(const edge& across, std::span<const score> behind) {
    const auto last = cross(pass_.of(), profile_, across, pass_.row(across.source), crossed_);
    const score joined = join(pass_.of(), last, behind);
    return is_reachable(joined) ? joined + across.weight : unreachable;
  }

  forward_pass& pass_;
  const graph_view& graph_;
  std::span<const path_exon> exons_;
  target_profile profile_{*pass_.of().substitution, pass_.of().target};
  std::vector<cut> cuts_;     // by first_behind
  std::vector<score> inner_;  // [exons] the best chain with an exon that ends inside this one
  std::vector<crossing> crossings_;
  std::vector<score> crossed_ = std::vector<score>(pass_.of().layout().width());  // scratch
};

}  // namespace

margin_study best_without(forward_pass& pass, const engine& with, std::span<const path_exon> exons,
                          const reversal& reversed) {
  edge_study study(pass, exons);
  margin_study found;
  found.cells_computed = study.solve(with, reversed);
  for (std::size_t e = 0; e < exons.size(); ++e) {
    const score without = study.best_without(e);
    found.scores.push_back(is_reachable(without) ? std::optional(without) : std::nullopt);
  }
  return found;
}

}  // namespace exonweave::spliced
