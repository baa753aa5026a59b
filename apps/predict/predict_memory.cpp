#include "predict/predict_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "exons/loci/genome_segments.hpp"

namespace exonweave::apps {
namespace {

run_contents contents_of(const predict_inputs& read, const known_places& places, double scale) {
  return {.sequences = read.sequences.catalog(),
          .targets = read.targets,
          .n_candidates = read.candidates.exons.size(),
          .is_searched = read.is_searched(),
          .places = places,
          .scale = scale,
          .expected = &read.expected};
}

// What a run before, or parts, have left is read first.
bool needs_all_models(const predict_options& options) { return options.resumes || options.role.is_merge(); }

memory_terms terms_of(const predict_options& options) {
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  return {.n_chains = options.models.n_chains,
          .has_pairs = options.data.has_pairs(),
          .is_part = options.role.is_of_parts(),
          .needs_all_models = needs_all_models(options),
          .has_elections = options.outputs.has_locus_models(),
          .may_find_genes = options.genes.gene_model != gene_model_request::off,
          .n_threads = options.threads.of_run,
          .requested = options.memory,
          .usual_for_graphs = memory_of(options),
          .usual_alone = is_of_another_machine(options) ? any : half_of_memory()};
}

void check_needed(std::uint64_t needed, const predict_options& options, problem_report problem) {
  if (needed <= *options.memory) return;
  problem.got = fmt::format("{} bytes", *options.memory);
  problem.need = fmt::format("{} bytes", needed);
  throw not_enough_memory(std::move(problem));
}

}  // namespace

memory_plan plan_memory(const predict_options& options, const predict_inputs& read, const known_places& places,
                        double scale) {
  return exonweave::plan_memory(contents_of(read, places, scale), terms_of(options));
}

memory_plan plan_unbound(predict_options options, const predict_inputs& read, const known_places& places,
                         double scale) {
  options.memory.reset();
  return plan_memory(options, read, places, scale);
}

predict_options with_locus_models(predict_options options) {
  options.outputs.locus_out = "-";
  return options;
}

memory_limits solver_memory(const predict_options& options, const predict_inputs& read, const known_places& places) {
  const memory_plan plan = plan_memory(options, read, places);
  memory_limits limits{.usable = plan.for_graphs, .max_alone = plan.alone};
  if (!plan.is_bound) return limits;
  limits.held = plan.held;
  limits.requested = *options.memory;
  return limits;
}

std::uint64_t held_without_models(const predict_options& options, const predict_inputs& read,
                                  const known_places& places) {
  return options.memory ? memory_of_data(contents_of(read, places, 1)) : 0;
}

std::uint64_t page_memory(const predict_options& options, const predict_inputs& read) {
  if (!options.memory) return std::numeric_limits<std::uint64_t>::max();
  return *options.memory - std::min(*options.memory, held_without_models(options, read, {}));
}

unsigned search_threads(const predict_options& options, const predict_inputs& read) {
  const std::uint64_t most = options.threads.here;
  if (!options.memory) return options.threads.here;
  const std::uint64_t left = *options.memory - std::min(*options.memory, plan_memory(options, read, {}).searching);
  return static_cast<unsigned>(std::clamp<std::uint64_t>(left / 2 / bytes_of_piece, 1, most));
}

std::int64_t search_block(const predict_options& options, const predict_inputs& read) {
  if (!options.memory) return usual_block;
  constexpr std::int64_t unit = 1 << 10;  // nt
  const std::uint64_t left = *options.memory - std::min(*options.memory, plan_memory(options, read, {}).searching);
  const auto more = static_cast<std::int64_t>(std::min<std::uint64_t>(left / 4 / bytes_of_block(unit), usual_block));
  return std::min(usual_block, smallest_block + more * unit);
}

void check_search_memory(const predict_options& options, const predict_inputs& read) {
  if (!options.memory) return;
  check_needed(plan_memory(options, read, {}).searching, options,
               {.where = {read.targets.path()},
                .what = "not enough memory for the search for loci",
                .hint = memory_hint(*options.memory) + ", or give fewer targets to one run"});
}

namespace {

// What a run would do with less memory, where that helps. Parts hold no models already.
std::string ways_with_less(const predict_options& options, const predict_inputs& read, const known_places& places,
                           double scale) {
  if (options.role.is_of_parts() || options.role.is_merge() || options.is_annotation()) return "";
  const run_contents contents = contents_of(read, places, scale);
  const auto is_enough = [&](bool memory_terms::*without) {
    memory_terms terms = terms_of(options);
    terms.*without = false;
    return exonweave::plan_memory(contents, terms).held < *options.memory;
  };
  std::string text;
  if (options.resumes && is_enough(&memory_terms::needs_all_models)) text += "; without --resume it is enough";
  if (options.outputs.has_locus_models() && is_enough(&memory_terms::has_elections))
    text += "; without a gene set (--locus-out and the like) it is enough";
  if (memory_of_data(contents) < *options.memory)
    text += "; 'exonweave shard' makes parts that need less, but 'merge' needs as much";
  return text;
}

}  // namespace

void check_held_memory(const predict_options& options, const predict_inputs& read, const known_places& places,
                       double scale) {
  constexpr std::uint64_t little = std::uint64_t{1} << 20;  // a program takes more or less of this anyway
  if (!options.memory) return;
  const std::uint64_t held = plan_memory(options, read, places, scale).held;
  if (held >= little)
    check_needed(held + 1, options,
                 {.where = {read.targets.path()},
                  .what = "not enough memory for the inputs and models of the run",
                  .hint = memory_hint(*options.memory) + ", or give fewer targets or loci to one run" +
                          ways_with_less(options, read, places, scale)});
  if (read.expected.targets.empty()) return;
  const run_contents expected{.sequences = read.sequences.catalog(), .targets = read.expected, .is_searched = true};
  check_needed(held + exonweave::plan_memory(expected, terms_of(options)).searching, options,
               {.where = {read.expected.path()},
                .what = "not enough memory for the search for the proteins of --completeness",
                .hint = memory_hint(*options.memory) + ", or give fewer of them"});
}

}  // namespace exonweave::apps
