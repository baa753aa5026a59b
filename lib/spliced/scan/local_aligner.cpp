#include "spliced/scan/local_aligner.hpp"

#include <algorithm>
#include <stdexcept>

#include "spliced/engine/simd/simd.hpp"
#include "spliced/graph/row_graph.hpp"
#include "spliced/graph/schedule_maker.hpp"

namespace exonweave::spliced {
namespace {

std::vector<residue_code> reversed(std::span<const residue_code> residues) {
  return {residues.rbegin(), residues.rend()};
}

// All of both: a graph of one run.
alignment align_all(std::span<const residue_code> query, std::span<const residue_code> sequence,
                    const scan_scoring& scoring, std::uint64_t memory, run_control* control) {
  row_graph graph({sequence.begin(), sequence.end()});
  const auto length = static_cast<std::int64_t>(sequence.size());
  const edge from_source{.source = 0, .weight = 0};
  const node_id run =
      graph.add_run(0, static_cast<std::uint32_t>(sequence.size()), length, {&from_source, 1});
  const edge to_sink{.source = run, .weight = 0};
  graph.add_junction(length, {&to_sink, 1});
  const problem of{graph.view(), query, scoring.substitution, scoring.gaps, false, {}};
  const simd_engine engine;
  const row_schedule schedule = make_schedule(of.graph, of.residue_ends, engine.schedule(of));
  const auto pass = engine.align({.of = of, .schedule = &schedule, .memory = memory, .control = control});
  return trace_back(*pass);
}

}  // namespace

local_aligner::local_aligner(std::span<const residue_code> query, const scan_scoring& scoring)
    : query_(query), scoring_(scoring), with_(scoring), profile_(with_, query) {}

local_alignment local_aligner::align(std::span<const residue_code> sequence, std::uint64_t memory,
                                     run_control* control) const {
  const local_end end = profile_.align(parasail_letters(sequence));
  if (end.total == 0) return {};
  const auto query_to_end = query_.first(end.in_query);
  const auto sequence_to_end = sequence.first(end.in_sequence);
  const auto query_backwards = reversed(query_to_end);
  const local_end begin =
      parasail_profile(with_, query_backwards).align(parasail_letters(reversed(sequence_to_end)));
  local_alignment made{end.total,       end.in_query - begin.in_query,
                       end.in_query,    end.in_sequence - begin.in_sequence,
                       end.in_sequence, {}};
  const alignment path = align_all(query_to_end.subspan(made.query_begin),
                                   sequence_to_end.subspan(made.sequence_begin), scoring_, memory, control);
  if (path.total != made.total)
    throw std::logic_error("a local alignment scores other than between its ends");
  made.edits = path.exons.front().edits;
  return made;
}

}  // namespace exonweave::spliced
