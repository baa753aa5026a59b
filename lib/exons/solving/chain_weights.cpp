#include "exons/solving/chain_weights.hpp"

#include <algorithm>

#include "exons/solving/alignment_memory.hpp"

namespace exonweave {

namespace {

using spliced::is_reachable;
using spliced::score;
using spliced::unreachable;

std::span<const scored_site> sites_at(const std::vector<scored_site>& sites, std::int64_t position) {
  const auto found = std::ranges::equal_range(sites, position, {}, &scored_site::position);
  return {found.begin(), found.end()};
}

// ORF exons at a place: one for each pair of families that its ends may be of.
class block_finder {
 public:
  block_finder(const region_material& material, bool is_coding)
      : region_(material.region), blocks_(*material.blocks), is_coding_(is_coding) {}

  [[nodiscard]] std::vector<strand_exon> at(interval where) const {
    std::vector<strand_exon> found;
    for (const splice_family start : {splice_family::major, splice_family::minor})
      for (const splice_family end : {splice_family::major, splice_family::minor}) {
        const role_weights roles = {begins(where),
                                    weight_of(blocks_.sites.acceptors, where.start, start),
                                    ends(where),
                                    weight_of(blocks_.sites.donors, where.end, end),
                                    weight_of(blocks_.cut_begins, where.start, splice_family::major),
                                    weight_of(blocks_.cut_ends, where.end, splice_family::major)};
        found.push_back({where, 0, roles, {start, end}});
      }
    return found;
  }

 private:
  static score weight_of(const std::vector<scored_site>& sites, std::int64_t position, splice_family family) {
    for (const scored_site& each : sites_at(sites, position))
      if (each.family == family) return each.weight;
    return unreachable;
  }

  // Nucleotides begin where they are told to; codons with a start codon, or one or two bases of one.
  [[nodiscard]] score begins(interval where) const {
    if (is_coding_ && where.length() < static_cast<std::int64_t>(codon_length)) return begins_start_codon(where);
    score best = std::ranges::binary_search(blocks_.begins, where.start) ? 0 : unreachable;
    for (const auto& each : sites_at(blocks_.sites.starts, where.start)) best = std::max(best, each.weight);
    return best;
  }

  [[nodiscard]] score begins_start_codon(interval where) const {
    if (!blocks_.may_start(where.start)) return unreachable;
    for (std::int64_t i = 0; i < where.length(); ++i)
      if (region_.at(where.start + i) != standard_start[static_cast<std::size_t>(i)]) return unreachable;
    return 0;
  }

  [[nodiscard]] score ends(interval where) const {
    return (is_coding_ && blocks_.may_end(where.end)) || std::ranges::binary_search(blocks_.ends, where.end)
               ? 0
               : unreachable;
  }

  const strand_region& region_;
  const block_sites& blocks_;
  bool is_coding_;
};

// One way to read a place, and whether an incomplete chain may begin or end there: given exons may, ORF exons where an
// intron could be.
struct exon_way {
  strand_exon exon;
  bool begins_incomplete = true;
  bool ends_incomplete = true;
};

std::vector<exon_way> ways_at(interval where, const region_material& material, bool is_coding) {
  std::vector<exon_way> ways;
  if (const auto given = find_exon(material.exons, where)) ways.push_back({material.exons[*given]});
  if (material.blocks)
    for (const strand_exon& block : block_finder(material, is_coding).at(where))
      ways.push_back({block, is_reachable(block.roles.follows), is_reachable(block.roles.goes_on)});
  return ways;
}

score sum(score role, score weight) { return is_reachable(role) && is_reachable(weight) ? role + weight : unreachable; }

// Of the first exon, and of the last one.
score begin_of_chain(const exon_way& first, bool has_start, const chain_scoring& scoring) {
  const role_weights& roles = first.exon.roles;
  score begin = has_start ? roles.begins : roles.begins_cut;
  if (!has_start && scoring.incomplete && first.begins_incomplete) begin = std::max(begin, -*scoring.incomplete);
  return begin;
}

score end_of_chain(const exon_way& last, bool has_stop, const chain_scoring& scoring) {
  const role_weights& roles = last.exon.roles;
  score end = has_stop ? roles.ends : roles.ends_cut;
  if (!has_stop && scoring.incomplete && last.ends_incomplete) end = std::max(end, -*scoring.incomplete);
  return end;
}

// The best way through exons 0..e that ends with each way of exon e.
struct partial_chain {
  score weight = unreachable;
  std::vector<strand_exon> exons;
};

}  // namespace

std::optional<weighed_chain> weigh_chain(std::span<const interval> chain, chain_ends ends,
                                         const region_material& material, const chain_scoring& scoring) {
  std::vector<partial_chain> so_far;
  for (std::size_t e = 0; e < chain.size(); ++e) {
    if (e > 0 && !scoring.introns.precedes(chain[e - 1], chain[e])) return std::nullopt;
    std::vector<partial_chain> next;
    for (const exon_way& each : ways_at(chain[e], material, scoring.code.has_value())) {
      const strand_exon& way = each.exon;
      const bool is_last = e + 1 == chain.size();
      const score leaves = is_last ? end_of_chain(each, ends.has_stop, scoring) : way.roles.goes_on;
      const score begins = e == 0 ? begin_of_chain(each, ends.has_start, scoring) : spliced::unreachable;
      partial_chain best{sum(begins, sum(leaves, way.weight)), {}};
      for (const partial_chain& before : so_far) {
        if (before.exons.back().families.end != way.families.start) continue;
        const score entered = sum(way.roles.follows, -scoring.introns.between(chain[e - 1].end, chain[e].start));
        const score here = sum(entered, sum(leaves, way.weight));
        if (is_reachable(here) && is_reachable(before.weight) && before.weight + here > best.weight)
          best = {before.weight + here, before.exons};
      }
      if (!is_reachable(best.weight)) continue;
      best.exons.push_back(way);
      role_weights& roles = best.exons.back().roles;
      if (e == 0) (ends.has_start ? roles.begins : roles.begins_cut) = begins;
      if (is_last) (ends.has_stop ? roles.ends : roles.ends_cut) = leaves;
      next.push_back(std::move(best));
    }
    so_far = std::move(next);
  }
  const auto best = std::ranges::max_element(so_far, {}, &partial_chain::weight);
  if (best == so_far.end()) return std::nullopt;
  return weighed_chain{best->exons, best->weight};
}

std::vector<strand_exon> exons_next_to_blocks(const region_material& material, const chain_scoring& scoring) {
  if (!material.blocks) return material.exons;
  const block_finder blocks(material, scoring.code.has_value());
  std::vector<strand_exon> needed;
  for (const strand_exon& exon : material.exons) {
    const auto is_as_good = [&](const strand_exon& block) {
      const bool may_be_incomplete = is_reachable(block.roles.follows) && is_reachable(block.roles.goes_on);
      if (scoring.incomplete && !may_be_incomplete) return false;
      return exon.weight <= 0 && exon.families == block.families && exon.roles.begins <= block.roles.begins &&
             exon.roles.follows <= block.roles.follows && exon.roles.ends <= block.roles.ends &&
             exon.roles.goes_on <= block.roles.goes_on && exon.roles.begins_cut <= block.roles.begins_cut &&
             exon.roles.ends_cut <= block.roles.ends_cut;
    };
    if (std::ranges::none_of(blocks.at(exon.where), is_as_good)) needed.push_back(exon);
  }
  return needed;
}

std::vector<interval> places_of(const spliced::alignment& path) {
  std::vector<interval> places;
  for (const auto& exon : path.exons)
    if (exon.is_shifted)
      places.back().end = exon.end;
    else
      places.push_back({exon.begin, exon.end});
  return places;
}

given_chain::given_chain(std::span<const interval> chain, const region_material& material, const chain_scoring& scoring,
                         const spliced::engine& engine, const memory_budget& memory, run_control* control)
    : scoring_(scoring), engine_(engine), memory_(memory), control_(control) {
  exon_reading reading = scoring.reading();
  reading.incomplete.reset();  // the exons have it in their roles
  for (const chain_ends ends : {chain_ends{true, true}, {false, true}, {true, false}, {false, false}}) {
    const auto weighed = weigh_chain(chain, ends, material, scoring);
    if (!weighed) continue;
    auto made = std::make_unique<way>(
        way{build_path_graph(weighed->exons, ends, material.region, scoring.introns, reading), {}});
    made->schedule = spliced::make_schedule(made->graph.view(), scoring.residue_ends,
                                            engine.schedule(scoring.problem_on(made->graph.view(), {})));
    ways_.push_back(std::move(made));
  }
}

std::unique_ptr<spliced::row_pass> given_chain::pass_of(const way& each,
                                                        std::span<const spliced::residue_code> target) const {
  if (control_ != nullptr) control_->throw_if_stopped();
  spliced::alignment_job job = make_job(scoring_.problem_on(each.graph.view(), target), each.schedule, control_);
  check_scores(job);
  job.memory = memory_.left();
  auto pass = fit_in_memory(job.memory, memory_, [&] { return engine_.align(job); });
  return spliced::is_reachable(pass->end().total) ? std::move(pass) : nullptr;
}

std::optional<spliced::alignment> given_chain::align(std::span<const spliced::residue_code> target) const {
  std::optional<spliced::alignment> best;
  for (const auto& each : ways_) {
    const auto pass = pass_of(*each, target);
    if (pass && (!best || pass->end().total > best->total)) best = spliced::trace_back(*pass);
  }
  return best;
}

std::optional<spliced::score> given_chain::score_of(std::span<const spliced::residue_code> target) const {
  std::optional<spliced::score> best;
  for (const auto& each : ways_) {
    const auto pass = pass_of(*each, target);
    if (pass) best = std::max(best.value_or(pass->end().total), pass->end().total);
  }
  return best;
}

}  // namespace exonweave
