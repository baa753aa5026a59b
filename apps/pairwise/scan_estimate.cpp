#include "pairwise/scan_estimate.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "base/memory/memory_budget.hpp"

namespace exonweave::apps {

scan_sizes sizes_of_scan(const target_set& queries, const scan_database* database) {
  scan_sizes sizes;
  for (const target& each : queries.targets) sizes.queries.push_back(each.residues.size());
  if (database == nullptr) return sizes;
  sizes.n_sequences = database->blocks().n_sequences();
  sizes.n_residues = database->n_residues();
  sizes.packed_residues = database->blocks().words.size_bytes();
  return sizes;
}

pairwise_run run_of_scan(const std::vector<int>& devices, unsigned n_threads, bool has_linear_gaps,
                         const scan_sizes& sizes) {
  pairwise_run run{.command = "scan",
                   .has_linear_gaps = has_linear_gaps,
                   .n_threads = n_threads,
                   .max_gpus = std::numeric_limits<std::size_t>::max()};
  if (!devices.empty()) run.max_gpus = devices.size();
  const auto n_residues = static_cast<double>(sizes.n_residues);
  run.work[pairwise_unit::residue] = n_residues;
  for (const std::uint64_t of_query : sizes.queries)
    run.work += work_of_query(static_cast<double>(of_query), n_residues);
  return run;
}

pairwise_facts facts_of_scan(const scan_sizes& sizes, std::uint64_t max_hits, std::optional<std::uint64_t> memory) {
  constexpr double of_sequence = 32;  // bytes: length, place, and what it can score
  constexpr double of_letter = 1;     // that scan-cpu keeps
  const std::uint64_t n_queries = sizes.queries.size(), n_sequences = sizes.n_sequences;
  const std::uint64_t n_of_queries = std::accumulate(sizes.queries.begin(), sizes.queries.end(), std::uint64_t{0});
  const auto words = static_cast<double>(sizes.packed_residues);
  return {.counts = {{"queries", n_queries},
                     {"sequences", n_sequences},
                     {"residues", sizes.n_residues},
                     {"cells", n_of_queries * sizes.n_residues}},
          .max_alignments = n_queries * (max_hits == 0 ? n_sequences : std::min(max_hits, n_sequences)),
          .memory = bytes_of_program + words + of_sequence * static_cast<double>(n_sequences) +
                    of_letter * static_cast<double>(sizes.n_residues),
          .memory_bound = static_cast<double>(memory.value_or(half_of_memory())),
          .device_memory = words};
}

}  // namespace exonweave::apps
