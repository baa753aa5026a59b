#include "runtime_model/memory/run_memory.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <set>
#include <span>
#include <string>

#include "base/memory/memory_budget.hpp"
#include "exons/gene_finding/gene_finder.hpp"
#include "exons/loci/genome_segments.hpp"
#include "exons/run/workers.hpp"

namespace exonweave {
namespace {

// Bytes of one, about.
constexpr std::uint64_t bytes_of_target = 200, bytes_of_candidate = 200;  // next to its letters
constexpr std::uint64_t bytes_of_found_locus = 2 * sizeof(found_locus);
constexpr std::uint64_t bytes_of_locus = bytes_of_found_locus + 2 * sizeof(alignment_task);
constexpr std::uint64_t bytes_of_case = 180;  // with the work that is planned for it

// Of a model with its rows, as text, and for each symbol of its target columns, edits, bases and exons; and what stands
// for election of it, its exons, bases and protein.
struct model_bytes {
  double of_model, of_letter;
};
constexpr model_bytes protein_model{1'500, 10}, cdna_model{1'500, 4};
constexpr model_bytes elective_protein{1'100, 4}, elective_cdna{1'100, 1};

constexpr std::uint64_t max_for_one_target = std::uint64_t{16} << 30;  // whatever the threads
constexpr double max_of_region = 11;  // models of a target on a region: most of more are repeats within the target
constexpr double max_by_chance = 10;  // models of a target that was tried everywhere, in the mean

// What of a name is more than others have. It stands in each row of a model, and among the supporters of its exons.
std::uint64_t long_part(const std::string& name) {
  constexpr std::uint64_t usual = 64;
  return name.size() - std::min<std::uint64_t>(usual, name.size());
}
constexpr double names_of_model = 10;

// Names, lengths and places, and the piece of each that a search reads. A few are among what a program takes anyway,
// but for names that are long, which stand in the heads of outputs as well.
std::uint64_t memory_of_sequences(const sequence_catalog& sequences) {
  constexpr std::uint64_t few = 50'000, bytes_of_sequence = 250, n_names = 5;
  std::uint64_t bytes = 0;
  for (const std::string& name : sequences.names()) bytes += n_names * long_part(name);
  if (sequences.size() <= few) return bytes;
  bytes += sequences.size() * bytes_of_sequence;
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
  return memory_of_sequences(run.sequences) + run.n_candidates * bytes_of_candidate +
         (run.expected != nullptr ? memory_of_targets(*run.expected) : 0);
}

std::uint64_t scaled(std::uint64_t bytes, double scale) {
  return static_cast<std::uint64_t>(std::llround(scale * static_cast<double>(bytes)));
}

std::uint64_t memory_of_block(const sequence_catalog& sequences, std::int64_t max_nt) {
  return bytes_of_block(std::min(max_nt, static_cast<std::int64_t>(count_nt(sequences))));
}

// With the index of all targets, and the smallest block of the genome.
std::uint64_t memory_while_searching(const run_contents& run) {
  return memory_of_inputs(run) + memory_of_block(run.sequences, smallest_block) +
         scaled(memory_of_targets(run.targets) + bytes_of_search(run.targets, run.sequences), run.scale);
}

// What a larger block takes next to that.
std::uint64_t memory_of_usual_block(const sequence_catalog& sequences) {
  return memory_of_block(sequences, usual_block) - memory_of_block(sequences, smallest_block);
}

// Of what --memory leaves half is for what is found and for larger blocks, see search_threads() and search_block().
std::uint64_t memory_of_pieces(const run_contents& run, const memory_terms& terms, std::uint64_t searching) {
  constexpr std::uint64_t bytes_of_nt = 5;
  const std::uint64_t pieces = terms.n_threads * std::min(bytes_of_piece, bytes_of_nt * count_nt(run.sequences)) +
                               memory_of_usual_block(run.sequences);
  if (!terms.requested) return pieces;
  return std::min(pieces, std::max(bytes_of_piece, (*terms.requested - std::min(*terms.requested, searching)) / 2));
}

// Bytes of all models that there will be, by where they are.
class expected_models {
 public:
  expected_models(const run_contents& run, const memory_terms& terms)
      : run_(run), terms_(terms), of_sequence_(run.sequences.size()) {
    run.is_searched ? add_chains() : add_cases();
  }

  [[nodiscard]] double all() const { return std::accumulate(of_sequence_.begin(), of_sequence_.end(), 0.0); }
  [[nodiscard]] double of_largest_sequence() const { return of_sequence_.empty() ? 0 : std::ranges::max(of_sequence_); }
  /// What stands for election of them.
  [[nodiscard]] double elective() const { return elective_; }

 private:
  // Whatever chains are known of a target most likely are models.
  void add_chains() {
    for (std::size_t k = 0; k < run_.places.chains.size(); ++k) {
      const expected_chain& found = run_.places.chains[k];
      const double n = std::min(found.n_chains, max_of_region);
      add(run_.places.cases[k], n, found.n_codons * n / found.n_chains);
    }
  }

  void add_cases() {
    std::vector<double> n(run_.targets.targets.size());
    for (const alignment_task& each : run_.places.cases) ++n[each.target];
    for (const alignment_task& each : run_.places.cases) {
      const double n_models = terms_.has_pairs ? 1 : std::min(1.0, max_by_chance / n[each.target]);
      add(each, n_models, n_models * static_cast<double>(run_.targets.targets[each.target].residues.size()));
    }
  }

  // So many models, of so many letters together.
  void add(const alignment_task& where, double n, double n_letters) {
    const bool is_protein = run_.targets.kind == molecule::protein;
    const auto n_chains = static_cast<double>(terms_.n_chains);
    const auto bytes = [&](const model_bytes& each) {
      return n_chains * (n * each.of_model + n_letters * each.of_letter);
    };
    const auto of_names = static_cast<double>(long_part(run_.sequences.name(where.sequence)) +
                                              long_part(run_.targets.targets[where.target].name));
    of_sequence_[where.sequence] +=
        bytes(is_protein ? protein_model : cdna_model) + n_chains * n * names_of_model * of_names;
    elective_ += bytes(is_protein ? elective_protein : elective_cdna) / n_chains;
  }

  const run_contents& run_;
  const memory_terms& terms_;
  std::vector<double> of_sequence_;
  double elective_ = 0;
};

// What a run holds of its models at once. Outputs take those of a sequence when its last one is there, and some after
// wait meanwhile. What a run before, or parts, have left is read first. Of all models that part stays from which those
// of loci are chosen.
std::uint64_t memory_of_models(const run_contents& run, const memory_terms& terms) {
  const expected_models expected(run, terms);
  const double all = run.scale * expected.all(), largest = run.scale * expected.of_largest_sequence();
  const double waiting = std::min(all - largest, static_cast<double>(max_waiting_results));
  const double listed = terms.needs_all_models && !terms.is_part ? all : largest + waiting;
  return static_cast<std::uint64_t>(
      std::llround(listed + (terms.has_elections ? run.scale * expected.elective() : 0.0)));
}

// A part leaves its models to its journal. Where the whole run has room for them it leaves that free all the same, so
// that its regions have as much memory as they have there.
std::uint64_t models_next_to(std::uint64_t data, const run_contents& run, const memory_terms& terms) {
  if (terms.is_part && !terms.requested) return 0;
  const std::uint64_t models = memory_of_models(run, terms);
  return terms.is_part && data + models >= *terms.requested ? 0 : models;
}

// As was measured on fission yeast with 2 and 16 threads.
std::uint64_t memory_of_finding(const run_contents& run, const memory_terms& terms) {
  constexpr std::uint64_t of_base = 30;
  const std::int64_t piece = std::min(run.sequences.longest(), piece_length + 2 * piece_flank);
  return terms.n_threads * static_cast<std::uint64_t>(piece) * of_base;
}

// What is left of all that was requested: where that is nothing, graphs and rows have too little.
std::uint64_t left_next_to(std::uint64_t held, std::uint64_t requested) {
  return requested - std::min(requested - 1, held);
}

// Nobody knows beforehand which they are: of ten in the order of what it takes the last one.
void add_rechecks(std::vector<result_memory>& results) {
  constexpr std::size_t one_of = 10;
  std::ranges::stable_sort(results, std::greater(), &result_memory::recheck);
  for (std::size_t k = one_of - 1; k < results.size(); k += one_of) results[k].rows += results[k].recheck;
}

}  // namespace

double memory_plan::peak(std::vector<result_memory> results) const {
  const std::size_t n = std::min<std::size_t>(n_threads, results.size());
  add_rechecks(results);
  std::ranges::partial_sort(results, results.begin() + static_cast<std::ptrdiff_t>(n), std::greater(),
                            &result_memory::all);
  const double fraction =
      std::min(static_cast<double>(for_graphs) / static_cast<double>(n_threads), static_cast<double>(alone));
  double side_by_side = 0, by_itself = 0;
  std::set<std::size_t> is_held;  // problems
  for (std::size_t k = 0; k < n; ++k) {
    const result_memory& each = results[k];
    const bool is_new = is_held.insert(each.first_problem).second;
    side_by_side += std::min(is_new ? each.all() : each.rows, fraction);
    by_itself = std::max(by_itself, std::min(each.all(), static_cast<double>(alone)));
  }
  const double aligning = static_cast<double>(held) + std::max({side_by_side, by_itself, static_cast<double>(finding)});
  return bytes_of_program + std::max(static_cast<double>(searching + pieces), aligning);
}

std::uint64_t memory_of_data(const run_contents& run) {
  return memory_of_inputs(run) + scaled(memory_of_targets(run.targets) + memory_of_places(run.places), run.scale);
}

double memory_of_search(const run_contents& run, unsigned n_threads) {
  return bytes_of_program + static_cast<double>(memory_while_searching(run)) +
         static_cast<double>(n_threads * bytes_of_piece + memory_of_usual_block(run.sequences)) +
         run.scale * static_cast<double>(memory_of_loci(run.places.loci, bytes_of_found_locus));
}

memory_plan plan_memory(const run_contents& run, const memory_terms& terms) {
  const std::uint64_t data = memory_of_data(run);
  memory_plan plan;
  plan.held = data + models_next_to(data, run, terms);
  if (run.is_searched) {
    plan.searching = memory_while_searching(run);
    plan.pieces = memory_of_pieces(run, terms, plan.searching);
  }
  if (terms.may_find_genes) plan.finding = memory_of_finding(run, terms);
  plan.n_threads = terms.n_threads;
  plan.is_bound = terms.requested.has_value();
  plan.for_graphs = terms.usual_for_graphs;
  plan.alone = std::min(terms.usual_alone, max_for_one_target);
  if (plan.is_bound) plan.for_graphs = plan.alone = left_next_to(plan.held, *terms.requested);
  return plan;
}

}  // namespace exonweave
