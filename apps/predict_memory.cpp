#include "predict_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "estimate_words.hpp"
#include "exons/io/memory_hint.hpp"

namespace exonweave::apps {
namespace {

constexpr std::uint64_t most_alone = std::uint64_t{16} << 30;  // whatever the threads
constexpr std::uint64_t of_target = 200, of_candidate = 200;   // beside its letters
constexpr std::uint64_t of_locus = 2 * (sizeof(found_locus) + sizeof(alignment_case));
constexpr std::uint64_t of_case = 180;       // with the work that is planned for it
constexpr std::uint64_t of_model = 1'500;    // with its rows, as text
constexpr std::uint64_t of_amino_acid = 10;  // of a model: its columns, edits, bases and exons
constexpr std::uint64_t of_nucleotide = 4;   // the same of a cDNA
constexpr std::uint64_t most_of_region =
    10;  // of several places in a region: most are repeats within the target
constexpr std::uint64_t most_by_chance = 10;  // models of a target that was tried everywhere, in the mean

// Names, lengths and places, and the piece of each that a search reads. A few are among what a program takes anyway.
std::uint64_t of_sequences(const sequence_catalog& sequences) {
  constexpr std::uint64_t few = 50'000, of_sequence = 250;
  if (sequences.size() <= few) return 0;
  std::uint64_t bytes = sequences.size() * of_sequence;
  for (const std::string& name : sequences.names()) bytes += name.size();
  return bytes;
}

std::uint64_t of_targets(const target_set& targets) {
  std::uint64_t bytes = 0;
  for (const target& each : targets.targets) bytes += of_target + each.name.size() + each.residues.size();
  return bytes;
}

// [targets] how many models each will have. Whatever places are known of it most likely holds one.
std::vector<std::uint64_t> count_models(const predict_options& options, const predict_inputs& read) {
  std::vector<std::uint64_t> n(read.targets.targets.size());
  if (read.is_searched) {
    for (const found_locus& each : read.loci)
      n[each.where.target] += 1 + std::min(each.others.size(), most_of_region);
    return n;
  }
  for (const alignment_case& each : read.cases) ++n[each.target];
  if (!options.data.has_pairs())
    for (std::uint64_t& each : n) each = std::min(each, most_by_chance);
  return n;
}

std::uint64_t of_models(const predict_options& options, const predict_inputs& read) {
  const auto n = count_models(options, read);
  const std::uint64_t of_letter = read.targets.kind == molecule::protein ? of_amino_acid : of_nucleotide;
  std::uint64_t bytes = 0;
  for (std::size_t t = 0; t < n.size(); ++t)
    bytes += n[t] * options.n_chains * (of_model + of_letter * read.targets.targets[t].residues.size());
  return bytes;
}

// Of what there is for each target.
std::uint64_t of_results(const predict_options& options, const predict_inputs& read) {
  std::uint64_t bytes = read.cases.size() * of_case + read.loci.size() * of_locus + of_models(options, read);
  for (const found_locus& each : read.loci) bytes += each.others.size() * sizeof(found_chain);
  return bytes;
}

// What is left of --memory for graphs and rows: where that is nothing they have too little.
std::uint64_t left_of(std::uint64_t memory, std::uint64_t held) {
  return memory - std::min(memory - 1, held);
}

void check_needed(std::uint64_t needed, const predict_options& options, problem_report problem) {
  if (needed <= *options.memory) return;
  problem.got = fmt::format("{} bytes", *options.memory);
  problem.need = fmt::format("{} bytes", needed);
  throw not_enough_memory(std::move(problem));
}

}  // namespace

double memory_plan::peak(std::vector<double> bytes_of_results) const {
  const std::size_t n = std::min<std::size_t>(n_threads, bytes_of_results.size());
  std::ranges::partial_sort(bytes_of_results, bytes_of_results.begin() + static_cast<std::ptrdiff_t>(n),
                            std::greater());
  const double share =
      std::min(static_cast<double>(for_graphs) / static_cast<double>(n_threads), static_cast<double>(alone));
  double side_by_side = 0, by_itself = 0;
  for (std::size_t k = 0; k < n; ++k) {
    side_by_side += std::min(bytes_of_results[k], share);
    by_itself = std::max(by_itself, std::min(bytes_of_results[k], static_cast<double>(alone)));
  }
  const double aligning = static_cast<double>(held) + std::max(side_by_side, by_itself);
  return bytes_of_program + std::max(static_cast<double>(searching), aligning);
}

memory_plan plan_memory(const predict_options& options, const predict_inputs& read, double scale) {
  const std::uint64_t of_inputs =
      of_sequences(read.sequences.catalog()) + read.candidates.exons.size() * of_candidate;
  const auto scaled = [scale](std::uint64_t bytes) {
    return static_cast<std::uint64_t>(std::llround(scale * static_cast<double>(bytes)));
  };
  memory_plan plan;
  plan.held = of_inputs + scaled(of_targets(read.targets) + of_results(options, read));
  if (read.is_searched)
    plan.searching = of_inputs + scaled(of_targets(read.targets) + bytes_of_search(read.targets));
  plan.n_threads = options.threads.of_run;
  plan.is_bound = options.memory.has_value();
  plan.for_graphs = memory_of(options);
  plan.alone = is_of_another_machine(options) ? most_alone : std::min(half_of_memory(), most_alone);
  if (plan.is_bound) plan.for_graphs = plan.alone = left_of(plan.for_graphs, plan.held);
  return plan;
}

memory_plan plan_unbound(predict_options options, const predict_inputs& read, double scale) {
  options.memory.reset();
  return plan_memory(options, read, scale);
}

void share_memory(const predict_options& options, const predict_inputs& read, solver_options& solver) {
  const memory_plan plan = plan_memory(options, read);
  solver.memory = plan.for_graphs;
  solver.most_memory = plan.alone;
  if (!plan.is_bound) return;
  solver.asked_memory = *options.memory;
  solver.held = plan.held;
}

void check_search_memory(const predict_options& options, const predict_inputs& read) {
  if (!options.memory) return;
  check_needed(plan_memory(options, read).searching, options,
               {{read.targets.path()},
                "not enough memory for the search for loci",
                "",
                "",
                memory_hint(*options.memory) + ", or give fewer targets to one run"});
}

void check_held_memory(const predict_options& options, const predict_inputs& read, double scale) {
  constexpr std::uint64_t little = std::uint64_t{1} << 20;  // a program takes more or less of this anyway
  if (!options.memory) return;
  const std::uint64_t held = plan_memory(options, read, scale).held;
  if (held < little) return;
  check_needed(held + 1, options,
               {{read.targets.path()},
                "not enough memory for the models of a run, and what it reads",
                "",
                "",
                memory_hint(*options.memory) +
                    ", or give fewer targets or places to one run; 'exonweave shard' divides a run"});
}

}  // namespace exonweave::apps
