#include "pairwise/align/row_aligner.hpp"

#include <utility>

#include "base/memory/memory_exceeded.hpp"
#include "pairwise/align/pair_pass.hpp"
#include "spliced/engine/simd/simd.hpp"
#include "spliced/engines/scalar_machine.hpp"
#include "spliced/graph/row_graph.hpp"

namespace exonweave {
namespace {

// All of the query is one run of one exon.
spliced::row_graph graph_of(std::span<const spliced::residue_code> query) {
  spliced::row_graph graph({query.begin(), query.end()});
  const auto end = static_cast<std::int64_t>(query.size());
  spliced::edge from_above{.source = spliced::graph_view::source(), .weight = 0};
  from_above.source = graph.add_run(0, static_cast<std::uint32_t>(query.size()), end, {&from_above, 1});
  graph.add_junction(end, {&from_above, 1});
  return graph;
}

class row_aligner final : public align_engine {
 public:
  /// `machines`: tried in this order. All but the last may take no such problem, or find a score that is not exact.
  row_aligner(const pairwise_engine& facts, std::vector<machine_maker> machines)
      : facts_(facts), machines_(std::move(machines)) {}

  [[nodiscard]] const pairwise_engine& facts() const override { return facts_; }

  [[nodiscard]] global_alignment align(const align_request& request) const override {
    check_score_range(request);
    if (request.n_cells() == 0) return align_with_nothing(request);
    const spliced::row_graph graph = graph_of(request.query);
    const auto& [substitution, gaps] = request.scoring;
    const spliced::problem p{graph.view(), request.target, substitution, gaps, false, {}};
    std::uint64_t needed = 0;  // bytes, of the last one
    for (const machine_maker make : machines_) {
      const pair_plan plan = pair_plan::make(p, request, make);
      if (!plan.machine) continue;
      needed = plan.bytes;
      if (needed > request.memory) continue;
      planned_cells planned(request.control, request.n_cells(), 1);  // those of a pass in vain are taken back
      pair_pass pass(p, request, plan, planned);
      if (pass.total() <= plan.machine->exact_above()) continue;
      global_alignment made{pass.total(), {}};
      if (request.wants_path_of(made.total)) made.edits = pass.find_path();
      planned.finish();
      return made;
    }
    throw memory_exceeded(needed, request.memory);
  }

 private:
  const pairwise_engine& facts_;
  std::vector<machine_maker> machines_;
};

}  // namespace

std::unique_ptr<align_engine> make_simd_aligner() {
  return std::make_unique<row_aligner>(simd_aligner,
                                       std::vector{spliced::make_narrow_machine, spliced::make_wide_machine});
}

void add_row_aligners(align_registry& registry) {
  registry.add(simd_aligner, make_simd_aligner);
  registry.add(scalar_aligner, [] {
    return std::make_unique<row_aligner>(scalar_aligner, std::vector<machine_maker>{spliced::make_scalar_machine});
  });
}

}  // namespace exonweave
