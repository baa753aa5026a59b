#include "exons/graph/graph_builder.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace exonweave {
namespace {

constexpr std::int64_t positions_between_checks = 1024;

}  // namespace

using spliced::edge;
using spliced::is_reachable;
using spliced::no_residue;
using spliced::residue_code;
using spliced::score;

namespace {

// Those that begin last come first, of one place as they stand. ORF exons alone, which are many, ascend.
std::vector<std::size_t> from_the_last(const std::vector<stretch>& stretches) {
  std::vector<std::size_t> order(stretches.size());
  if (std::ranges::adjacent_find(stretches, std::ranges::greater_equal(), &stretch::begin) == stretches.end()) {
    std::iota(order.rbegin(), order.rend(), 0);
    return order;
  }
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t s) { return stretches[s].begin; });
  return order;
}

}  // namespace

graph_builder::graph_builder(const strand_region& region, const intron_rules& introns, const exon_reading& reading,
                             const graph_options& options, const block_sites* blocks,
                             std::optional<only_chain> single_chain)
    : region_(region),
      reading_(reading),
      blocks_(blocks),
      single_chain_(single_chain),
      max_bytes_(options.max_bytes),
      graph_(lane_nodes::residues_of(region, reading),
             reading.code == nullptr ? std::uint8_t{1} : std::uint8_t{codon_length},
             lane_nodes::gap_weights_of(region, reading)),
      lanes_(graph_, region, reading),
      junctions_(graph_, introns, !options.is_literal, static_cast<std::int64_t>(region.residues.size())),
      ends_(graph_, !options.is_literal) {}

spliced::row_graph graph_builder::build(std::vector<stretch> stretches) {
  stretches_ = std::move(stretches);
  place_.resize(stretches_.size());
  next_start_.resize(stretches_.size(), 0);
  reserve();
  if (reads_codons())
    codons_.emplace(graph_parts{region_, reading_, graph_, lanes_, junctions_, ends_}, find_first_bases());
  std::vector<std::size_t> waiting = from_the_last(stretches_);
  for (position_ = region_.start; !(waiting.empty() && active_.empty()); ++position_) {
    if (active_.empty()) position_ = stretches_[waiting.back()].begin;
    sweep_position(waiting);
    if (position_ % positions_between_checks == 0) check_size();
  }
  ends_.finish(position_);
  return std::move(graph_);
}

void graph_builder::check_size() const {
  const std::uint64_t bytes = spliced::bytes_of(graph_.view());
  if (bytes <= max_bytes_) return;
  const auto made = static_cast<double>(position_ + 1 - region_.start);
  const double whole = static_cast<double>(region_.residues.size()) / made;
  throw graph_too_large(static_cast<std::uint64_t>(static_cast<double>(bytes) * std::max(1.0, whole)));
}

// ORF exons make 13 to 15 nodes and 23 to 27 edges for each stretch, of which one is a donor's, and less than as much
// again for each further line of what introns cost. What is not filled costs nothing, and to move a graph takes long.
void graph_builder::reserve() {
  const auto n_blocks = static_cast<std::size_t>(std::ranges::count_if(stretches_, &stretch::is_blocks));
  const std::size_t n_lines = junctions_.n_lines();
  if (reads_codons()) graph_.reserve(20 * n_blocks * n_lines, 36 * n_blocks * n_lines);
}

// All nodes that end here are made before the junctions, so that every path crosses the cut between them.
void graph_builder::sweep_position(std::vector<std::size_t>& waiting) {
  ended_.clear();
  for (const std::size_t s : active_) {
    add_row(s);
    if (stretches_[s].end == position_) ended_.push_back(s);
  }
  for (const std::size_t s : ended_) add_exits(s);
  junctions_.make_junctions(position_);
  ends_.make_sink(position_);
  if (!ended_.empty()) {
    std::erase_if(active_, [&](std::size_t s) { return stretches_[s].end == position_; });
    if (single_chain_) previous_end_ = position_;
  }
  for (; !waiting.empty() && stretches_[waiting.back()].begin == position_; waiting.pop_back())
    activate(waiting.back());
  for (const std::size_t s : ended_) hand_over(s);
  for (const std::size_t s : active_) add_starts(s);
}

// ---- stop ends ----

// What a chain gains at a stop end here; unreachable where there is none.
score graph_builder::stop_weight(const stretch& exons, std::int64_t position) const {
  if (exons.is_blocks) return blocks_->may_end(position) ? 0 : spliced::unreachable;
  score best = spliced::unreachable;
  if (exons.end == position)
    for (const stretch_exit& exit : exons.exits) best = std::max(best, exit.ends);
  return best;
}

first_bases_by_family graph_builder::find_first_bases() const {
  using base_set = std::array<bool, spliced::n_dna_codes>;
  std::array<base_set, intron_phase::n_families> all{}, of_stops{};
  for (const stretch& each : stretches_)
    for (const stretch_start& start : each.starts) {
      if (!is_reachable(start.follows) || start.position >= region_.end()) continue;
      const auto family = static_cast<std::size_t>(start.family);
      const residue_code base = region_.at(start.position);
      all[family][base] = true;
      of_stops[family][base] |= is_reachable(stop_weight(each, start.position + 1));
    }
  first_bases_by_family found;
  for (std::size_t family = 0; family < found.size(); ++family)
    for (residue_code base = 0; base < spliced::n_dna_codes; ++base) {
      if (all[family][base]) found[family].all.push_back(base);
      if (of_stops[family][base]) found[family].of_stops.push_back(base);
    }
  return found;
}

// ---- rows ----

void graph_builder::add_row(std::size_t s) {
  if (reads_codons()) return add_codon_row(s);
  row_lane& lane = rows_of(s).lanes[0];
  if (lane.is_live()) ++lane.n_pending, ++lane.position;
}

// The row of the codon that ends here: from the row three before, and of codons split by introns.
void graph_builder::add_codon_row(std::size_t s) {
  const std::int64_t codon = position_ - static_cast<std::int64_t>(codon_length);
  row_lane& lane = lanes_.lane_at(rows_of(s).lanes, position_);
  edges_.clear();
  if (!rows_of(s).waiting.empty())
    codons_->complete(position_, stop_weight(stretches_[s], position_), rows_of(s), edges_);
  if (lane.is_at(codon) && codon_goes_on(s, lane)) {
    const residue_code residue = lanes_.residue_at(codon);
    const score cost = reading_.cost_of(residue);
    if (edges_.empty() && !reading_.frameshift && cost == 0) {
      ++lane.n_pending;
      lane.position = position_;
      return;
    }
    edges_.push_back({lanes_.node_of(lane), -cost, residue, codon_length, lanes_.weight_in_gap(codon)});
  }
  if (edges_.empty())
    lane.clear();
  else
    lane.stand_on(graph_.add_pass(position_, edges_), position_);
  if (reading_.frameshift) let_in_frameshifts(rows_of(s), lane);
}

// Whether the codon that ends here may be read on; ends the chain where it may.
bool graph_builder::codon_goes_on(std::size_t s, row_lane& lane) {
  const std::int64_t codon = lane.position;
  if (reading_.code->may_end(region_.at(codon), region_.at(codon + 1), region_.at(codon + 2)))
    if (const score weight = stop_weight(stretches_[s], position_); is_reachable(weight))
      ends_.end({lanes_.node_of(lane), weight, no_residue, codon_length});
  return reading_.may_align(lanes_.residue_at(codon));
}

// From the rows of the other frames 1 and 2 nt before, where a codon of the same exon ends.
void graph_builder::let_in_frameshifts(stretch_rows& rows, row_lane& here) {
  if (here.is_live()) {
    lanes_.node_of(here);
    here.of_residue = here.inputs;
  }
  edges_.clear();
  for (const std::uint8_t n_nt : {std::uint8_t{1}, std::uint8_t{2}}) {
    if (position_ - n_nt < region_.start) continue;
    const row_lane& source = lanes_.lane_at(rows.lanes, position_ - n_nt);
    if (!source.is_at(position_ - n_nt)) continue;
    for (const edge& each : source.of_residue) edges_.push_back({each.source, -*reading_.frameshift, no_residue, n_nt});
  }
  lanes_.let_in(here, position_, edges_);
}

// ---- ends ----

void graph_builder::add_exits(std::size_t s) {
  for (const stretch_exit& exit : stretches_[s].exits) {
    leave_whole(s, exit);
    if (const score weight = cut_weight(exit); is_reachable(weight)) end_cut(s, weight);
  }
  if (reads_codons())
    codons_->leave(position_, stretches_[s].exits, stretches_[s].is_blocks ? blocks_ : nullptr, rows_of(s));
}

// After a whole residue; a row that only a frameshift leads to does not do.
void graph_builder::leave_whole(std::size_t s, const stretch_exit& exit) {
  row_lane& lane = lanes_.lane_at(rows_of(s).lanes, position_);
  if (!lane.is_at(position_)) return;
  edges_ = lane.of_residue;
  if (!reading_.frameshift) edges_.assign(1, {lanes_.node_of(lane), 0});
  for (const edge& input : edges_) {
    if (is_reachable(exit.goes_on)) junctions_.leave({border_kind::whole, exit.family}, {input.source, exit.goes_on});
    if (!reads_codons() && is_reachable(exit.ends)) ends_.end({input.source, exit.ends});
  }
}

score graph_builder::cut_weight(const stretch_exit& exit) const {
  if (!reads_codons() || !may_be_last()) return spliced::unreachable;
  if (!reading_.incomplete || !exit.may_be_incomplete) return exit.ends_cut;
  return std::max(exit.ends_cut, exit.weight - *reading_.incomplete);
}

// A chain without a stop codon, with up to two nt left over.
void graph_builder::end_cut(std::size_t s, score weight) {
  for (std::uint8_t n = 0; n < codon_length; ++n) {
    if (position_ - n < region_.start) return;
    row_lane& lane = lanes_.lane_at(rows_of(s).lanes, position_ - n);
    if (!lane.is_at(position_ - n)) continue;
    if (n > 0 || !reading_.frameshift)
      ends_.end({lanes_.node_of(lane), weight, no_residue, n});
    else
      for (const edge& input : lane.of_residue) ends_.end({input.source, weight});
  }
}

// ---- starts ----

void graph_builder::add_starts(std::size_t s) {
  const auto& starts = stretches_[s].starts;
  std::size_t& next = next_start_[s];
  if (next == starts.size() || starts[next].position != position_) return;
  edges_.clear();
  for (; next < starts.size() && starts[next].position == position_; ++next) {
    const stretch_start& start = starts[next];
    if (is_reachable(start.begins)) begin_chain(start, rows_of(s));
    if (is_reachable(start.follows)) {
      if (reads_codons())
        codons_->enter(start, previous_end_, rows_of(s), edges_);
      else
        junctions_.enter({border_kind::whole, start.family}, position_, start.follows, previous_end_, edges_);
    }
    if (const score weight = cut_weight(start); is_reachable(weight)) begin_cut(weight, rows_of(s));
  }
  lanes_.let_in(lanes_.lane_at(rows_of(s).lanes, position_), position_, edges_);
}

void graph_builder::begin_chain(const stretch_start& start, stretch_rows& rows) {
  const edge from_source = ends_.begin(position_, start.begins);
  if (reads_codons())
    rows.waiting.push_back({waiting_codon::requested::start, 0, 0, start.is_whole_codon, position_, from_source});
  else
    edges_.push_back(from_source);
}

score graph_builder::cut_weight(const stretch_start& start) const {
  if (!reads_codons() || !may_be_first()) return spliced::unreachable;
  if (!reading_.incomplete || !start.may_be_incomplete) return start.begins_cut;
  return std::max(start.begins_cut, start.weight - *reading_.incomplete);
}

// In any phase; the first codon waits like a split one, so that no chain ends before it has one.
void graph_builder::begin_cut(score weight, stretch_rows& rows) {
  edge from_source = ends_.begin(position_, weight);
  for (std::uint8_t n_skipped = 0; n_skipped < codon_length; ++n_skipped) {
    from_source.n_nt = n_skipped;
    rows.waiting.push_back({waiting_codon::requested::any, 0, 0, false, position_ + n_skipped, from_source});
  }
}

void graph_builder::activate(std::size_t s) {
  if (free_places_.empty()) {
    free_places_.push_back(static_cast<std::uint32_t>(rows_.size()));
    rows_.emplace_back();
  }
  place_[s] = free_places_.back();
  free_places_.pop_back();
  active_.push_back(s);
}

void graph_builder::release(std::size_t s) {
  for (row_lane& lane : rows_of(s).lanes) lane.clear();
  rows_of(s).waiting.clear();
  free_places_.push_back(place_[s]);
}

// What ended here goes on in the stretch around it.
void graph_builder::hand_over(std::size_t inner) {
  const std::size_t outer = stretches_[inner].outer;
  if (outer == stretch::none) return release(inner);
  stretch_rows& inner_rows = rows_of(inner);
  stretch_rows& into = rows_of(outer);
  for (std::size_t f = 0; f < lanes_.frames(); ++f) lanes_.merge(inner_rows.lanes[f], into.lanes[f]);
  if (into.waiting.empty()) std::swap(inner_rows.waiting, into.waiting);
  into.waiting.insert(into.waiting.end(), inner_rows.waiting.begin(), inner_rows.waiting.end());
  release(inner);
}

}  // namespace exonweave
