#include "exons/solving/region_problem.hpp"

#include <algorithm>
#include <future>
#include <stdexcept>
#include <string>
#include <utility>

#include "exons/solving/alignment_memory.hpp"
#include "exons/solving/chain_weights.hpp"
#include "exons/sweep/target_sweep.hpp"
#include "spliced/graph/row_schedule.hpp"
#include "spliced/sweep/sweep_machine.hpp"

namespace exonweave {

namespace {

exon_counts count_exons_of(const region_material& material) {
  std::vector<interval> places;
  for (const strand_exon& each : material.exons) places.push_back(each.where);
  return count_exons(places);
}

bool has_places_of_two_kinds(const block_sites& blocks) {
  const auto has_pair = [](const std::vector<scored_site>& sites) {
    return std::ranges::adjacent_find(sites, {}, &scored_site::position) != sites.end();
  };
  const auto is_begin = [&](const scored_site& start) {
    return std::ranges::binary_search(blocks.begins, start.position);
  };
  return has_pair(blocks.sites.acceptors) || has_pair(blocks.sites.donors) ||
         std::ranges::any_of(blocks.sites.starts, is_begin);
}

// Every intron is found once for each line that has junctions of its own.
bool has_lines_of_junctions(const region_material& material, const chain_scoring& scoring, const graph_options& graph) {
  const auto longest = static_cast<std::int64_t>(material.region.residues.size());
  return !graph.is_literal && useful_lines(scoring.introns, longest).size() > 1;
}

bool may_be_cut(const region_material& material) {
  const auto is_cut = [](const strand_exon& exon) {
    return spliced::is_reachable(exon.roles.begins_cut) || spliced::is_reachable(exon.roles.ends_cut);
  };
  const bool has_cut_blocks =
      material.blocks && !(material.blocks->cut_begins.empty() && material.blocks->cut_ends.empty());
  return has_cut_blocks || std::ranges::any_of(material.exons, is_cut);
}

// A stop codon at the end fixes the frame of every exon before it. An ORF exon whose site is of both families, or
// where a chain may begin in two ways, is found twice.
spliced::spelling spelling_of(const region_material& material, bool has_exons_and_blocks, const chain_scoring& scoring,
                              const graph_options& graph) {
  const bool repeat = scoring.incomplete || may_be_cut(material) || has_exons_and_blocks || scoring.frameshift ||
                      has_lines_of_junctions(material, scoring, graph) ||
                      (material.blocks && has_places_of_two_kinds(*material.blocks));
  return repeat ? spliced::spelling::chains_repeat : spliced::spelling::each_chain_once;
}

// ORF exons are countless: the literal recurrence takes them in the shared graph.
graph_options graph_for(const region_material& material, const solver_settings& settings) {
  return {.is_literal = settings.engine->facts().is_literal && !material.blocks};
}

void check_literal_edges(const region_material& material, const chain_scoring& scoring, const solver_settings& settings,
                         const memory_budget& memory) {
  if (!graph_for(material, settings).is_literal) return;
  const std::uint64_t bytes =
      count_literal_edges(material.exons, scoring.introns) * (scoring.code ? max_classes : 1) * sizeof(spliced::edge);
  if (bytes + memory.reserved() > memory.limits().usable) throw problem_too_large("", bytes, memory);
}

// Large problems that cannot fit are not made: they may take more than the machine has. Of small ones what they need is
// reported when they are made, to the byte. Where a target will have more later other threads make problems next to,
// and all count.
constexpr std::uint64_t small_problem = std::uint64_t{8} << 20;  // bytes, with what its making takes
constexpr std::uint64_t small_of_many = std::uint64_t{1} << 20;

// What a problem may hold while it is made.
std::uint64_t memory_for_problem(const memory_budget& memory) {
  return std::max(memory.limits().may_grow() ? small_of_many : small_problem, memory.left());
}

std::uint64_t difference(std::uint64_t a, std::uint64_t b) { return a - std::min(a, b); }

// For the graph of one direction. With its schedule, and what that takes to be made, it needs three quarters more than
// itself at least.
std::uint64_t memory_for_graph(const region_material& material, std::uint64_t n_passes, const memory_budget& memory) {
  constexpr std::uint64_t quarters = 4, of_schedule = 3;
  const std::uint64_t left = difference(memory_for_problem(memory), bytes_of(material));
  return left / (quarters * n_passes + of_schedule) * quarters;
}

spliced::row_graph make_graph(const region_material& material, std::span<const strand_exon> exons,
                              const chain_scoring& scoring, const solver_settings& settings,
                              const memory_budget& memory) {
  // Times as much, with schedule and rows: ORF exons take 2.7 to 3. What making a schedule takes is as much again,
  // once.
  constexpr std::uint64_t in_all = 3;
  graph_options how = graph_for(material, settings);
  how.max_bytes = memory_for_graph(material, settings.n_passes(), memory);
  try {
    return build_row_graph({exons, material.blocks ? &*material.blocks : nullptr}, material.region, scoring.introns,
                           scoring.reading(), how);
  } catch (const graph_too_large& error) {
    throw problem_too_large("about ", bytes_of(material) + error.expected_bytes * (settings.n_passes() * in_all + 1),
                            memory);
  }
}

// What is held while a graph becomes schedules, one after the other, and how much there may be of it.
class making {
 public:
  making(const region_material& material, const spliced::graph_view& graph, const chain_scoring& scoring,
         const solver_settings& settings, const memory_budget& memory)
      : graph_(graph),
        n_passes_(settings.n_passes()),
        memory_(memory),
        most_(memory_for_problem(memory)),
        of_material_(bytes_of(material)),
        next_to_(spliced::bytes_of_making_schedule(graph, settings.engine->schedule(scoring.problem_on(graph, {})))) {}

  // With a schedule of so many bytes for each direction.
  [[nodiscard]] std::uint64_t bytes(std::uint64_t of_schedule) const {
    return of_material_ + n_passes_ * (bytes_of(graph_) + of_schedule) + next_to_;
  }

  // For the schedule of one direction. Throws not_enough_memory where that is surely too little.
  [[nodiscard]] std::uint64_t max_of_schedule() const {
    const std::uint64_t left = difference(most_, bytes(0)) / n_passes_;
    if (bytes(0) > most_ || left < spliced::min_bytes_of_schedule(graph_))
      throw problem_too_large("about ", bytes(bytes_of(graph_)), memory_);
    return left;
  }

  // For that of the other direction, where that is requested when one of so many bytes is there.
  [[nodiscard]] std::uint64_t max_of_late_schedule(std::uint64_t of_first) const {
    return difference(most_, of_material_ + 2 * bytes_of(graph_) + of_first + next_to_);
  }

  // Whether both schedules may be made at once: they are hardly ever half as large again as the graph.
  [[nodiscard]] bool may_be_both_at_once() const {
    return bytes(bytes_of(graph_) + bytes_of(graph_) / 2) + next_to_ <= most_;
  }

 private:
  spliced::graph_view graph_;
  std::uint64_t n_passes_;
  const memory_budget& memory_;
  std::uint64_t most_, of_material_, next_to_;  // bytes
};

// No intron is longer than its region: a limit that is as long is none.
chain_scoring without_idle_limit(chain_scoring scoring, const region_material& material) {
  if (scoring.introns.max_intron >= std::ssize(material.region.residues))
    scoring.introns.max_intron = intron_rules::no_limit;
  return scoring;
}

}  // namespace

region_problem::region_problem(region_material material, const chain_scoring& scoring, const solver_settings& settings,
                               const memory_budget& memory, spare_threads* spare)
    : material_(std::move(material)),
      engine_(settings.engine),
      scoring_(without_idle_limit(scoring, material_)),
      exons_(count_exons_of(material_)) {
  if (material_.exons.empty() && !material_.blocks) return;
  if (can_sweep(material_, scoring_, settings)) {
    make_swept(settings.sweep_window, memory);
    return;
  }
  if (scoring_.coding && !settings.engine->facts().weighs_gaps)
    throw std::invalid_argument("the engine " + std::string(settings.engine->name()) +
                                " has no coding weights on graphs");
  check_literal_edges(material_, scoring_, settings, memory);
  const std::vector<strand_exon> exons = exons_next_to_blocks(material_, scoring_);
  graph_ = make_graph(material_, exons, scoring_, settings, memory);
  const making how(material_, graph(), scoring_, settings, memory);
  max_of_schedule_ = how.max_of_schedule();
  try {
    make_schedules(how.may_be_both_at_once() ? spare : nullptr, settings.reads_backwards());
  } catch (const spliced::schedule_too_large& error) {
    throw problem_too_large("about ", how.bytes(error.expected_bytes), memory);
  }
  counts_reversed_ = settings.reads_backwards();
  if (!counts_reversed_) max_of_schedule_ = how.max_of_late_schedule(schedule_.bytes());
  spelling_ = spelling_of(material_, material_.blocks && !exons.empty(), scoring_, graph_for(material_, settings));
}

void region_problem::make_swept(std::int64_t window, const memory_budget& memory) {
  // Windows that are made once and kept have a fraction of the memory: targets that come later read them again.
  constexpr std::uint64_t max_windows = std::uint64_t{16} << 20, fraction = 4;
  swept_.emplace(material_, scoring_, window, std::min(max_windows, memory_for_problem(memory) / fraction));
  constexpr std::size_t usual_target = 500;  // residues: its rows are requested, too
  const auto needed = bytes_of(material_) + swept_->bytes() + min_rows_of_sweep(*swept_, usual_target);
  if (needed > memory_for_problem(memory)) throw problem_too_large("about ", needed, memory);
}

void region_problem::make_schedules(spare_threads* spare, bool with_reversed) {
  std::future<void> reversing;
  if (with_reversed) reversing = start_next_to(spare, [this] { (void)reversed(); });
  schedule_ = make_schedule(graph());
  compiled_ = compile(graph(), schedule_);
  if (reversing.valid()) reversing.get();
}

const region_problem::backwards& region_problem::reversed() const {
  std::call_once(reversed_once_, [this] {
    if (const auto least = spliced::min_bytes_of_schedule(graph()); least > max_of_schedule_)
      throw spliced::schedule_too_large(least);
    const auto turned = std::make_shared<spliced::reversed_graph>(graph());
    reversed_.schedule = make_schedule(turned->view());  // where it stays: what is compiled refers to it
    reversed_.compiled = compile(turned->view(), reversed_.schedule);
    reversed_.graph = turned;
  });
  return reversed_;
}

spliced::row_schedule region_problem::make_schedule(const spliced::graph_view& graph) const {
  return spliced::make_schedule_within(graph, scoring_.residue_ends, engine_->schedule(scoring_.problem_on(graph, {})),
                                       max_of_schedule_);
}

std::shared_ptr<const spliced::compiled_schedule> region_problem::compile(const spliced::graph_view& graph,
                                                                          const spliced::row_schedule& schedule) const {
  return engine_->compile(scoring_.problem_on(graph, {}), schedule);
}

std::uint64_t region_problem::bytes(bool with_reversed) const {
  if (is_empty()) return bytes_of(material_);
  if (swept_) return bytes_of(material_) + swept_->bytes();
  const auto of_engine = [](const auto& compiled) { return compiled ? compiled->bytes() : 0; };
  const std::uint64_t of_forward = bytes_of(graph()) + schedule_.bytes() + of_engine(compiled_);
  const std::uint64_t of_reversed =
      counts_reversed_ ? bytes_of(graph()) + reversed_.schedule.bytes() + of_engine(reversed_.compiled) : of_forward;
  return bytes_of(material_) + of_forward + (with_reversed ? of_reversed : 0);
}

swept_region::swept_region(const region_material& material, const chain_scoring& scoring, std::int64_t window_length,
                           std::uint64_t max_bytes, std::vector<std::int64_t> part_ends)
    : track_(make_track(material.region, *material.blocks, scoring.reading())),
      program_(track_, scoring, window_length, max_bytes, std::move(part_ends)) {}

std::uint64_t swept_region::bytes() const { return track_.bytes() + program_.bytes(); }

bool can_sweep(const region_material& material, const chain_scoring& scoring, const solver_settings& settings) {
  return settings.may_sweep && settings.engine->facts().may_sweep && scoring.code && material.blocks &&
         !material.blocks->limits && material.exons.empty() && settings.n_chains == 1;
}

// Above 0: what is less is not exact in 16 bits, and margins may well be less. Then all is swept again.
bool needs_wide_lanes(const swept_region& on, const spliced::problem& target) {
  const auto lanes = spliced::lane_values::narrow(target, spliced::path_weights_of(on.program().outline()));
  return !lanes || lanes->exact_above > 0;
}

std::uint64_t min_rows_of_sweep(const swept_region& on, std::size_t target_length) {
  return target_sweep::min_bytes(on.program(), target_length, true);
}

}  // namespace exonweave
