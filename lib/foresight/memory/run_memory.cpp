#include "foresight/memory/run_memory.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <span>

#include "base/memory/memory_of_program.hpp"
#include "exons/places/piece_search.hpp"
#include "exons/run/waiting_results.hpp"

namespace exonweave {
namespace {

// Bytes of one, about.
constexpr std::uint64_t bytes_of_target = 200, bytes_of_candidate = 200;  // beside its letters
constexpr std::uint64_t bytes_of_found_locus = 2 * sizeof(found_locus);
constexpr std::uint64_t bytes_of_locus = bytes_of_found_locus + 2 * sizeof(alignment_case);
constexpr std::uint64_t bytes_of_case = 180;                // with the work that is planned for it
constexpr std::uint64_t bytes_of_model = 1'500;             // with its rows, as text
constexpr std::uint64_t bytes_of_model_by_amino_acid = 10;  // its columns, edits, bases and exons
constexpr std::uint64_t bytes_of_model_by_nucleotide = 4;   // the same of a cDNA

constexpr std::uint64_t most_for_one_target = std::uint64_t{16} << 30;  // whatever the threads
constexpr std::size_t most_of_region = 10;  // of several places in a region: most are repeats within the target
constexpr double most_by_chance = 10;       // models of a target that was tried everywhere, in the mean

// Names, lengths and places, and the piece of each that a search reads. A few are among what a program takes anyway.
std::uint64_t memory_of_sequences(const sequence_catalog& sequences) {
  constexpr std::uint64_t few = 50'000, bytes_of_sequence = 250;
  if (sequences.size() <= few) return 0;
  std::uint64_t bytes = sequences.size() * bytes_of_sequence;
  for (const std::string& name : sequences.names()) bytes += name.size();
  return bytes;
}

std::uint64_t memory_of_targets(const target_set& targets) {
  std::uint64_t bytes = 0;
  for (const target& each : targets.targets) bytes += bytes_of_target + each.name.size() + each.residues.size();
  return bytes;
}

std::uint64_t memory_of_loci(std::span<const found_locus> loci, std::uint64_t bytes_of_each) {
  std::uint64_t bytes = loci.size() * bytes_of_each;
  for (const found_locus& locus : loci) bytes += locus.others.size() * sizeof(found_chain);
  return bytes;
}

std::uint64_t memory_of_places(const known_places& places) {
  return places.cases.size() * bytes_of_case + memory_of_loci(places.loci, bytes_of_locus);
}

// What does not grow with targets.
std::uint64_t memory_of_inputs(const run_contents& run) {
  return memory_of_sequences(run.sequences) + run.n_candidates * bytes_of_candidate;
}

std::uint64_t scaled(std::uint64_t bytes, double scale) {
  return static_cast<std::uint64_t>(std::llround(scale * static_cast<double>(bytes)));
}

// With the index of all targets.
std::uint64_t memory_while_searching(const run_contents& run) {
  return memory_of_inputs(run) + scaled(memory_of_targets(run.targets) + bytes_of_search(run.targets), run.scale);
}

// Bytes of all models that there will be, by where they are.
class expected_models {
 public:
  expected_models(const run_contents& run, const memory_terms& terms)
      : run_(run), terms_(terms), of_sequence_(run.sequences.size()) {
    run.is_searched ? add_loci() : add_cases();
  }

  [[nodiscard]] double all() const { return std::accumulate(of_sequence_.begin(), of_sequence_.end(), 0.0); }
  [[nodiscard]] double of_largest_sequence() const { return of_sequence_.empty() ? 0 : std::ranges::max(of_sequence_); }

 private:
  // Whatever places are known of a target most likely holds one.
  void add_loci() {
    for (const found_locus& each : run_.places.loci)
      add(each.where, 1 + static_cast<double>(std::min(each.others.size(), most_of_region)));
  }

  void add_cases() {
    std::vector<double> n(run_.targets.targets.size());
    for (const alignment_case& each : run_.places.cases) ++n[each.target];
    for (const alignment_case& each : run_.places.cases)
      add(each, terms_.has_pairs ? 1 : std::min(1.0, most_by_chance / n[each.target]));
  }

  void add(const alignment_case& where, double n) {
    const bool is_protein = run_.targets.kind == molecule::protein;
    const std::uint64_t by_letter = is_protein ? bytes_of_model_by_amino_acid : bytes_of_model_by_nucleotide;
    const std::uint64_t bytes =
        terms_.n_chains * (bytes_of_model + by_letter * run_.targets.targets[where.target].residues.size());
    of_sequence_[where.sequence] += n * static_cast<double>(bytes);
  }

  const run_contents& run_;
  const memory_terms& terms_;
  std::vector<double> of_sequence_;
};

// What a run holds of its models at once. Outputs take those of a sequence when its last one is there, and some behind
// wait meanwhile. Models of loci are chosen from all, and what a run before, or parts, have left is read first.
std::uint64_t memory_of_models(const run_contents& run, const memory_terms& terms) {
  const expected_models expected(run, terms);
  const double all = run.scale * expected.all(), largest = run.scale * expected.of_largest_sequence();
  const double waiting = std::min(all - largest, static_cast<double>(most_waiting_results));
  return static_cast<std::uint64_t>(std::llround(terms.needs_all_models && !terms.is_part ? all : largest + waiting));
}

// A part leaves its models to its journal. Where the whole run has room for them it leaves that free all the same, so
// that its regions have as much memory as they have there.
std::uint64_t models_beside(std::uint64_t data, const run_contents& run, const memory_terms& terms) {
  if (terms.is_part && !terms.asked) return 0;
  const std::uint64_t models = memory_of_models(run, terms);
  return terms.is_part && data + models >= *terms.asked ? 0 : models;
}

// What is left of all that was asked for: where that is nothing, graphs and rows have too little.
std::uint64_t left_beside(std::uint64_t held, std::uint64_t asked) { return asked - std::min(asked - 1, held); }

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

std::uint64_t memory_of_data(const run_contents& run) {
  return memory_of_inputs(run) + scaled(memory_of_targets(run.targets) + memory_of_places(run.places), run.scale);
}

double memory_of_search(const run_contents& run, unsigned n_threads) {
  return bytes_of_program + static_cast<double>(memory_while_searching(run)) +
         static_cast<double>(n_threads * bytes_of_piece) +
         run.scale * static_cast<double>(memory_of_loci(run.places.loci, bytes_of_found_locus));
}

memory_plan plan_memory(const run_contents& run, const memory_terms& terms) {
  const std::uint64_t data = memory_of_data(run);
  memory_plan plan;
  plan.held = data + models_beside(data, run, terms);
  if (run.is_searched) plan.searching = memory_while_searching(run);
  plan.n_threads = terms.n_threads;
  plan.is_bound = terms.asked.has_value();
  plan.for_graphs = terms.usual_for_graphs;
  plan.alone = std::min(terms.usual_alone, most_for_one_target);
  if (plan.is_bound) plan.for_graphs = plan.alone = left_beside(plan.held, *terms.asked);
  return plan;
}

}  // namespace exonweave
