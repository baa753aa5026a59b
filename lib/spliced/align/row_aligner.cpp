#include "spliced/align/row_aligner.hpp"

#include <algorithm>
#include <utility>

#include "spliced/engine/scalar.hpp"
#include "spliced/engine/simd/simd.hpp"
#include "spliced/graph/row_graph.hpp"
#include "spliced/graph/schedule_maker.hpp"

namespace exonweave::spliced {
namespace {

// Residues of a run. One run of all would be right as well, but what an engine computes again when its rows are read begins where a run
// does.
constexpr std::size_t run_length = 2'048;

// Runs one behind the other, of one exon.
row_graph graph_of(std::span<const residue_code> query) {
  row_graph graph({query.begin(), query.end()});
  edge from_above{.source = 0, .weight = 0};
  for (std::size_t first = 0; first < query.size(); first += run_length) {
    const std::size_t n = std::min(run_length, query.size() - first);
    from_above.source = graph.add_run(first, static_cast<std::uint32_t>(n),
                                      static_cast<std::int64_t>(first + n), {&from_above, 1});
  }
  graph.add_junction(static_cast<std::int64_t>(query.size()), {&from_above, 1});
  return graph;
}

// Residues of the target outside the chain are gaps as well.
std::vector<edit_run> edits_of(const alignment& path, std::size_t target_length) {
  const aligned_exon& exon = path.exons.front();
  std::vector<edit_run> edits;
  append_edits(edits, edit::insertion, exon.target_begin);
  for (const edit_run& run : exon.edits) append_edits(edits, run.op, run.length);
  append_edits(edits, edit::insertion, target_length - exon.target_end);
  return edits;
}

// Times the least memory. With more, a pass keeps whole groups of blocks, for readers who come back to rows; a path of one run never does,
// and is found faster without. Wider lanes need twice the least.
constexpr std::uint64_t enough_times = 3;

template <class Engine>
class row_aligner final : public align_engine {
 public:
  [[nodiscard]] std::string_view name() const override { return engine_name_; }

  [[nodiscard]] global_alignment align(const align_request& request) const override {
    check_score_range(request);
    if (request.n_cells() == 0) return align_with_nothing(request);
    const row_graph graph = graph_of(request.query);
    const problem of{graph.view(),         request.target, request.scoring.substitution,
                     request.scoring.gaps, false,          {}};
    const row_schedule schedule = make_schedule(of.graph, of.residue_ends, engine_.schedule(of));
    planned_cells planned(request.control, request.n_cells(), 1);
    alignment_job job{.of = of,
                      .schedule = &schedule,
                      .memory = request.memory,
                      .control = request.control,
                      .planned = &planned};
    job.memory = std::min(job.memory, enough_times * engine_.least_memory(job));
    const auto pass = engine_.align(job);
    global_alignment made{pass->end().total, {}};
    if (request.wants_path_of(made.total)) made.edits = edits_of(trace_back(*pass), request.target.size());
    planned.finish();
    return made;
  }

 private:
  Engine engine_;
  std::string engine_name_{engine_.name()};
};

}  // namespace

std::unique_ptr<align_engine> make_simd_aligner() { return std::make_unique<row_aligner<simd_engine>>(); }

void add_row_aligners(align_registry& to) {
  to.add("simd", make_simd_aligner);
  to.add("scalar", [] { return std::make_unique<row_aligner<scalar_engine>>(); });
}

}  // namespace exonweave::spliced
