#include "exons/graph/split_codons.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace exonweave {

using spliced::edge;
using spliced::is_reachable;
using spliced::no_residue;
using spliced::node_id;
using spliced::residue_code;
using spliced::score;

// ---- into exons ----

void split_codons::enter(const stretch_start& start, std::optional<std::int64_t> only_from, stretch_rows& rows,
                         std::vector<edge>& entering) {
  using requested = waiting_codon::requested;
  parts_.junctions.enter({border_kind::whole, start.family}, start.position, start.follows, only_from, entering);
  if (start.position >= parts_.region.end()) return;
  const residue_code first = parts_.region.at(start.position);
  for (residue_code base = 1; base < spliced::n_dna_codes; ++base)
    add_waiting({requested::any, 1, base}, {border_kind::one, start.family, base}, start, only_from, rows);
  add_waiting({requested::last_base, 2}, {border_kind::two, start.family, first}, start, only_from, rows);
  add_waiting({requested::last_stop, 2}, {border_kind::stop, start.family, first}, start, only_from, rows);
  if (first == standard_start[1])
    add_waiting({requested::start, 1, standard_start[0]}, {border_kind::start, start.family}, start, only_from, rows);
}

void split_codons::add_waiting(const waiting_codon& like, intron_phase border, const stretch_start& start,
                               std::optional<std::int64_t> only_from, stretch_rows& rows) {
  if (!parts_.junctions.has(border)) return;
  edges_.clear();
  parts_.junctions.enter(border, start.position, start.follows, only_from, edges_);
  for (const edge& over : edges_) {
    rows.waiting.push_back(like);
    rows.waiting.back().begin = start.position;
    rows.waiting.back().over = over;
  }
}

void split_codons::complete(std::int64_t position, score stop_weight, stretch_rows& rows, std::vector<edge>& inputs) {
  if (rows.waiting.empty()) return;
  for (const waiting_codon& each : rows.waiting)
    if (each.row() == position) complete(each, stop_weight, inputs);
  std::erase_if(rows.waiting, [&](const waiting_codon& each) { return each.row() <= position; });
}

void split_codons::complete(const waiting_codon& codon, score stop_weight, std::vector<edge>& inputs) {
  using requested = waiting_codon::requested;
  const auto n_nt = static_cast<std::uint8_t>(codon_length - codon.n_known);
  const auto end_chain = [&] {
    if (is_reachable(stop_weight))
      parts_.ends.end({parts_.graph.add_pass(codon.begin, std::span(&codon.over, 1)), stop_weight, no_residue, n_nt});
  };
  if (codon.what == requested::last_base)
    return inputs.push_back({codon.over.source, codon.over.weight, no_residue, n_nt});
  if (codon.what == requested::last_stop) return end_chain();

  std::array<residue_code, codon_length> bases{codon.base};
  for (std::size_t n = codon.n_known; n < codon_length; ++n)
    bases[n] = parts_.region.at(codon.begin + static_cast<std::int64_t>(n - codon.n_known));
  const genetic_code& code = *parts_.reading.code;
  const bool is_start = codon.what == requested::start;
  if (is_start && !is_start_codon(bases, codon.n_known, code)) return;
  if (codon.what == requested::any && code.may_end(bases[0], bases[1], bases[2])) end_chain();
  const auto [own_residue, in_gap] = read(bases[0], bases[1], bases[2]);
  const residue_code residue = is_start ? start_amino : own_residue;
  if (!parts_.reading.may_align(residue)) return;
  const edge entered =
      codon.over.n_nt == 0 ? codon.over : edge{parts_.graph.add_pass(codon.begin, std::span(&codon.over, 1)), 0};
  inputs.push_back({entered.source, entered.weight - parts_.reading.cost_of(residue), residue, n_nt, in_gap});
}

// ---- out of exons ----

bool split_codons::begins_start_codon(std::int64_t begin, std::int64_t end) const {
  for (std::int64_t base = begin; base < end; ++base)
    if (parts_.region.at(base) != standard_start[static_cast<std::size_t>(base - begin)]) return false;
  return true;
}

void split_codons::leave(std::int64_t position, std::span<const stretch_exit> exits, const block_sites* starts,
                         stretch_rows& rows) {
  if (std::ranges::none_of(exits, is_reachable, &stretch_exit::goes_on)) return;
  leave_after_one(position, exits, starts, rows);
  collect_prefixes(position, starts, rows);
  for (std::span<prefix> left(prefixes_); !left.empty();) {
    std::size_t n = 1;
    while (n < left.size() && left[n].is_start == left[0].is_start && left[n].first == left[0].first) ++n;
    leave_aligned(position, exits, left.first(n));
    for (prefix& begun : left.first(n))
      if (!begun.is_start) leave_to_stop(position, exits, begun);
    left = left.subspan(n);
  }
}

void split_codons::leave_after_one(std::int64_t position, std::span<const stretch_exit> exits,
                                   const block_sites* starts, stretch_rows& rows) {
  const std::int64_t begin = position - 1;
  if (begin < parts_.region.start) return;
  const residue_code base = parts_.region.at(begin);
  const auto leave_over = [&](border_kind kind, const edge& over) {
    const node_id pass = parts_.graph.add_pass(begin, std::span(&over, 1));
    leave_all(kind, kind == border_kind::one ? base : residue_code{0}, {pass, 0, no_residue, 1}, exits);
  };
  if (row_lane& lane = parts_.lanes.lane_at(rows.lanes, begin); lane.is_at(begin))
    leave_all(border_kind::one, base, {parts_.lanes.node_of(lane), 0, no_residue, 1}, exits);
  for (const waiting_codon& each : rows.waiting) {
    if (each.n_known > 0 || each.is_whole || each.begin != begin) continue;
    if (each.what == waiting_codon::requested::any)
      leave_over(border_kind::one, each.over);
    else if (begins_start_codon(begin, position))
      leave_over(border_kind::start, each.over);
  }
  if (starts != nullptr && begins_start_codon(begin, position) && starts->may_start(begin))
    leave_over(border_kind::start, parts_.ends.begin_before(begin, 0));
}

void split_codons::collect_prefixes(std::int64_t position, const block_sites* starts, stretch_rows& rows) {
  prefixes_.clear();
  const std::int64_t begin = position - 2;
  const bool has_two = begin >= parts_.region.start;
  if (has_two) {
    if (row_lane& lane = parts_.lanes.lane_at(rows.lanes, begin); lane.is_at(begin))
      prefixes_.push_back({false, parts_.region.at(begin), begin, {parts_.lanes.node_of(lane), 0}, true});
  }
  for (const waiting_codon& each : rows.waiting) {
    if (each.n_known > 1 || each.is_whole || each.begin != begin + each.n_known) continue;
    const bool is_start = each.what == waiting_codon::requested::start;
    const residue_code first = each.n_known == 1 ? each.base : parts_.region.at(begin);
    if (is_start && (first != standard_start[0] || parts_.region.at(position - 1) != standard_start[1])) continue;
    prefixes_.push_back({is_start, first, each.begin, each.over, false});
  }
  if (starts != nullptr && has_two && begins_start_codon(begin, position) && starts->may_start(begin))
    prefixes_.push_back({true, standard_start[0], begin, parts_.ends.begin_before(begin, 0), false});
  if (prefixes_.size() > 1)
    std::ranges::sort(prefixes_, {}, [](const prefix& each) {
      return std::tuple(each.is_start, each.first, each.begin, each.over.source, each.over.weight, each.over.n_nt);
    });
}

// `same` have the same two bases: equal residues that earn alike share one row, whatever base they are for.
void split_codons::leave_aligned(std::int64_t position, std::span<const stretch_exit> exits, std::span<prefix> same) {
  std::vector<std::pair<aligned_codon, node_id>> rows;
  const residue_code first = same.front().first, second = parts_.region.at(position - 1);
  for (const stretch_exit& exit : exits) {
    if (!is_reachable(exit.goes_on)) continue;
    for (const residue_code third : after(exit).all) {
      if (same.front().is_start && third != standard_start[2]) continue;
      const aligned_codon codon = read(first, second, third);
      if (!parts_.reading.may_align(codon.residue)) continue;
      auto like = std::ranges::find(rows, codon, &std::pair<aligned_codon, node_id>::first);
      if (like == rows.end()) like = rows.insert(like, {codon, align(position, codon, same)});
      parts_.junctions.leave({border_kind::two, exit.family, third}, {like->second, exit.goes_on});
    }
  }
}

node_id split_codons::align(std::int64_t position, aligned_codon codon, std::span<prefix> same) {
  edges_.clear();
  for (prefix& begun : same) {
    const edge entered = begun.over.n_nt == 0 ? begun.over : inside(begun);
    edges_.push_back({entered.source, entered.weight - parts_.reading.cost_of(codon.residue), codon.residue,
                      static_cast<std::uint8_t>(position - begun.begin), codon.in_gap});
  }
  return parts_.graph.add_open_pass(position, edges_);
}

void split_codons::leave_to_stop(std::int64_t position, std::span<const stretch_exit> exits, prefix& begun) {
  const residue_code second = parts_.region.at(position - 1);
  for (const stretch_exit& exit : exits) {
    if (!is_reachable(exit.goes_on)) continue;
    for (const residue_code third : after(exit).of_stops) {
      if (!parts_.reading.code->may_end(begun.first, second, third)) continue;
      const edge over = inside(begun);
      parts_.junctions.leave(
          {border_kind::stop, exit.family, third},
          {over.source, over.weight + exit.goes_on, no_residue, static_cast<std::uint8_t>(position - begun.begin)});
    }
  }
}

void split_codons::leave_all(border_kind kind, residue_code base, const edge& input,
                             std::span<const stretch_exit> exits) {
  for (const stretch_exit& exit : exits)
    if (is_reachable(exit.goes_on))
      parts_.junctions.leave({kind, exit.family, base},
                             {input.source, input.weight + exit.goes_on, no_residue, input.n_nt});
}

edge split_codons::inside(prefix& begun) {
  if (!begun.is_inside) {
    begun.over = {parts_.graph.add_pass(begun.begin, std::span(&begun.over, 1)), 0};
    begun.is_inside = true;
  }
  return begun.over;
}

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
