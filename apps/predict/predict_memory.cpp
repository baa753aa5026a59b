#include "predict/predict_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "exons/loci/genome_segments.hpp"

namespace exonweave::apps {

run_contents contents_of(const predict_inputs& read, const known_places& places, double scale) {
  return {.sequences = read.sequences.catalog(),
          .targets = read.targets,
          .n_candidates = read.candidates.exons.size(),
          .is_searched = read.is_searched(),
          .places = places,
          .scale = scale,
          .expected = &read.expected};
}

memory_limits solver_memory(const predict_inputs& read, const known_places& places, std::size_t n_chains) {
  memory_terms terms = read.rules.memory;
  terms.n_chains = n_chains;
  const memory_plan plan = plan_memory(contents_of(read, places), terms);
  memory_limits limits{.usable = plan.for_graphs, .max_alone = plan.alone};
  if (!plan.is_bound) return limits;
  limits.held = plan.held;
  limits.requested = *terms.requested;
  return limits;
}

std::uint64_t held_without_models(const predict_inputs& read, const known_places& places) {
  return read.rules.memory.requested ? memory_of_data(contents_of(read, places)) : 0;
}

namespace {

// What is left of `all` bytes next to those.
std::uint64_t left_of(std::uint64_t all, std::uint64_t taken) { return all - std::min(all, taken); }

// Bytes that a search for loci holds at least.
std::uint64_t least_of_search(const predict_inputs& read) {
  return plan_memory(contents_of(read, {}), read.rules.memory).searching;
}

}  // namespace

std::uint64_t page_memory(const predict_inputs& read) {
  const auto& most = read.rules.memory.requested;
  return most ? left_of(*most, held_without_models(read, {})) : std::numeric_limits<std::uint64_t>::max();
}

unsigned search_threads(const predict_inputs& read) {
  const unsigned n_threads = read.rules.threads.here;
  const auto& most = read.rules.memory.requested;
  if (!most) return n_threads;
  const std::uint64_t left = left_of(*most, least_of_search(read));
  return static_cast<unsigned>(std::clamp<std::uint64_t>(left / 2 / bytes_of_piece, 1, n_threads));
}

std::int64_t search_block(const predict_inputs& read) {
  const auto& most = read.rules.memory.requested;
  if (!most) return usual_block;
  constexpr std::int64_t unit = 1 << 10;  // nt
  const std::uint64_t left = left_of(*most, least_of_search(read));
  const auto more = static_cast<std::int64_t>(std::min<std::uint64_t>(left / 4 / bytes_of_block(unit), usual_block));
  return std::min(usual_block, smallest_block + more * unit);
}

namespace {

void check_needed(std::uint64_t needed, std::uint64_t most, problem_report problem) {
  if (needed <= most) return;
  problem.got = fmt::format("{} bytes", most);
  problem.need = fmt::format("{} bytes", needed);
  throw not_enough_memory(std::move(problem));
}

// What a run would do with less memory, where that helps. Parts hold no models already.
std::string ways_with_less(const predict_inputs& read, const run_contents& contents) {
  const memory_terms& terms = read.rules.memory;
  if (!read.rules.may_be_divided) return "";
  const auto is_enough = [&](bool memory_terms::*without) {
    memory_terms fewer = terms;
    fewer.*without = false;
    return plan_memory(contents, fewer).held < *terms.requested;
  };
  std::string text;
  if (terms.needs_all_models && is_enough(&memory_terms::needs_all_models)) text += "; without --resume it is enough";
  if (terms.has_elections && is_enough(&memory_terms::has_elections))
    text += "; without a gene set (--locus-out and the like) it is enough";
  if (memory_of_data(contents) < *terms.requested)
    text += "; 'exonweave shard' makes parts that need less, but 'merge' needs as much";
  return text;
}

}  // namespace

void check_search_memory(const predict_inputs& read) {
  const auto& most = read.rules.memory.requested;
  if (!most) return;
  check_needed(least_of_search(read), *most,
               {.where = {read.targets.path()},
                .what = "not enough memory for the search for loci",
                .hint = memory_hint(*most) + ", or give fewer targets to one run"});
}

void check_held_memory(const predict_inputs& read, const known_places& places) {
  constexpr std::uint64_t little = std::uint64_t{1} << 20;  // a program takes more or less of this anyway
  const memory_terms& terms = read.rules.memory;
  if (!terms.requested) return;
  const run_contents contents = contents_of(read, places, read.scale);
  const std::uint64_t most = *terms.requested, held = plan_memory(contents, terms).held;
  if (held >= little)
    check_needed(
        held + 1, most,
        {.where = {read.targets.path()},
         .what = "not enough memory for the inputs and models of the run",
         .hint = memory_hint(most) + ", or give fewer targets or loci to one run" + ways_with_less(read, contents)});
  if (read.expected.targets.empty()) return;
  const run_contents expected{.sequences = read.sequences.catalog(), .targets = read.expected, .is_searched = true};
  check_needed(held + plan_memory(expected, terms).searching, most,
               {.where = {read.expected.path()},
                .what = "not enough memory for the search for the proteins of --completeness",
                .hint = memory_hint(most) + ", or give fewer of them"});
}

}  // namespace exonweave::apps
