#include "exons/graph/row_lanes.hpp"

#include <utility>

namespace exonweave {

using spliced::edge;
using spliced::node_id;
using spliced::residue_code;

namespace {

// visit(where it begins), frame by frame.
template <class Visit>
void for_each_codon(std::size_t n_bases, const Visit& visit) {
  for (std::size_t frame = 0; frame < codon_length; ++frame)
    for (std::size_t i = frame; i + codon_length <= n_bases; i += codon_length) visit(i);
}

}  // namespace

std::vector<residue_code> lane_nodes::residues_of(const strand_region& region, const exon_reading& reading) {
  if (reading.code == nullptr) return region.residues;
  const auto& bases = region.residues;
  std::vector<residue_code> codons;
  codons.reserve(bases.size());
  for_each_codon(bases.size(), [&](std::size_t i) {
    codons.push_back(reading.code->translate(bases[i], bases[i + 1], bases[i + 2]));
  });
  return codons;
}

std::vector<spliced::gap_weight> lane_nodes::gap_weights_of(const strand_region& region, const exon_reading& reading) {
  if (reading.code == nullptr || reading.coding == nullptr) return {};
  const auto& bases = region.residues;
  std::vector<spliced::gap_weight> weights;
  weights.reserve(bases.size());
  for_each_codon(bases.size(), [&](std::size_t i) {
    const residue_code a = bases[i], b = bases[i + 1], c = bases[i + 2];
    weights.push_back(reading.weight_in_gap(a, b, c, reading.code->translate(a, b, c)));
  });
  return weights;
}

lane_nodes::lane_nodes(spliced::row_graph& graph, const strand_region& region, const exon_reading& reading)
    : graph_(graph), region_start_(region.start), frames_(reading.code == nullptr ? 1 : codon_length) {
  const std::size_t n_bases = region.residues.size();
  for (std::size_t frame = 1; frame < frames_; ++frame)
    first_of_frame_[frame] =
        first_of_frame_[frame - 1] + (n_bases >= frame - 1 ? (n_bases - (frame - 1)) / codon_length : 0);
}

node_id lane_nodes::node_of(row_lane& lane) {
  if (lane.n_pending > 0) {
    const auto nt = static_cast<std::int64_t>(lane.n_pending * frames_);
    const node_id run = graph_.add_run(residue_index(lane.position - nt), lane.n_pending, lane.position, lane.inputs);
    lane.inputs.assign(1, {run, 0});
    lane.n_pending = 0;
  }
  const edge& only = lane.inputs.front();
  if (lane.inputs.size() > 1 || only.weight != 0 || only.n_nt != 0 || !graph_.view().is_inside(only.source))
    lane.inputs.assign(1, {graph_.add_pass(lane.position, lane.inputs), 0});
  return lane.inputs.front().source;
}

void lane_nodes::let_in(row_lane& into, std::int64_t position, std::span<const edge> inputs) {
  if (inputs.empty()) return;
  if (into.n_pending > 0) node_of(into);
  if (!into.is_live()) into.position = position;
  into.inputs.insert(into.inputs.end(), inputs.begin(), inputs.end());
}

void lane_nodes::merge(row_lane& source, row_lane& into) {
  if (!into.is_live()) {
    std::swap(source, into);
  } else if (source.is_live()) {
    if (source.n_pending > 0) node_of(source);
    if (into.n_pending > 0) node_of(into);
    into.inputs.insert(into.inputs.end(), source.inputs.begin(), source.inputs.end());
    into.of_residue.insert(into.of_residue.end(), source.of_residue.begin(), source.of_residue.end());
  }
  source.clear();
}

}  // namespace exonweave
