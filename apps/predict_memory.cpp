#include "predict_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exons/io/memory_hint.hpp"

namespace exonweave::apps {
namespace {

constexpr std::uint64_t most_alone = std::uint64_t{16} << 30;  // whatever the threads
constexpr std::uint64_t of_target = 200, of_candidate = 200;   // beside its letters
constexpr std::uint64_t of_locus = 2 * (sizeof(found_locus) + sizeof(alignment_case));
constexpr std::uint64_t of_case = 180;      // with the work that is planned for it
constexpr std::uint64_t of_result = 6'000;  // a model and its rows, as text, in the mean
constexpr std::uint64_t most_results = 10;  // of a target, in the mean

// Names, lengths and places, and the piece of each that a search reads. A few are among what a program takes anyway.
std::uint64_t of_sequences(const sequence_catalog& sequences) {
  constexpr std::uint64_t few = 50'000, of_sequence = 250;
  if (sequences.size() <= few) return 0;
  std::uint64_t bytes = sequences.size() * of_sequence;
  for (const std::string& name : sequences.names()) bytes += name.size();
  return bytes;
}

std::uint64_t of_inputs(const predict_inputs& read) {
  std::uint64_t bytes = of_sequences(read.sequences.catalog()) + read.candidates.exons.size() * of_candidate;
  for (const target& each : read.targets.targets)
    bytes += of_target + each.name.size() + each.residues.size();
  return bytes;
}

}  // namespace

std::uint64_t held_by_data(const predict_inputs& read) {
  const std::uint64_t n_results =
      std::min<std::uint64_t>(read.cases.size(), most_results * read.targets.targets.size());
  std::uint64_t bytes =
      of_inputs(read) + read.cases.size() * of_case + read.loci.size() * of_locus + n_results * of_result;
  for (const found_locus& each : read.loci) bytes += each.others.size() * sizeof(found_chain);
  return bytes;
}

void share_memory(const predict_options& options, const predict_inputs& read, solver_options& solver) {
  solver.memory = memory_of(options);
  if (!options.memory) {
    solver.most_memory = std::min(half_of_memory(), most_alone);
    return;
  }
  solver.asked_memory = solver.memory;
  solver.held = held_by_data(read);
  solver.memory -= std::min(solver.memory - 1, solver.held);
}

void check_search_memory(const predict_options& options, const predict_inputs& read) {
  if (!options.memory) return;
  const std::uint64_t needed = of_inputs(read) + bytes_of_search(read.targets);
  if (needed > *options.memory)
    throw not_enough_memory(
        problem_report{{read.targets.path()},
                       "not enough memory for the search for loci",
                       fmt::format("{} bytes", *options.memory),
                       fmt::format("{} bytes", needed),
                       memory_hint(*options.memory) + ", or give fewer targets to one run"});
}

}  // namespace exonweave::apps
