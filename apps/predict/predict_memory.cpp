#include "predict/predict_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "exons/places/piece_search.hpp"
#include "exons/run/waiting_results.hpp"
#include "shell/estimate_words.hpp"

namespace exonweave::apps {
namespace {

constexpr std::uint64_t most_alone = std::uint64_t{16} << 30;  // whatever the threads
constexpr std::uint64_t of_target = 200, of_candidate = 200;   // beside its letters
constexpr std::uint64_t of_locus = 2 * (sizeof(found_locus) + sizeof(alignment_case));
constexpr std::uint64_t of_case = 180;        // with the work that is planned for it
constexpr std::uint64_t of_model = 1'500;     // with its rows, as text
constexpr std::uint64_t of_amino_acid = 10;   // of a model: its columns, edits, bases and exons
constexpr std::uint64_t of_nucleotide = 4;    // the same of a cDNA
constexpr std::uint64_t most_of_region = 10;  // of several places in a region: most are repeats within the target
constexpr double most_by_chance = 10;         // models of a target that was tried everywhere, in the mean

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

// Bytes of all models that there will be, by where they are.
class expected_models {
 public:
  expected_models(const predict_options& options, const predict_inputs& read, const known_places& places)
      : options_(options), read_(read), places_(places), of_sequence_(read.sequences.catalog().size()) {
    read.is_searched() ? add_loci() : add_cases();
  }

  [[nodiscard]] double all() const { return std::accumulate(of_sequence_.begin(), of_sequence_.end(), 0.0); }
  [[nodiscard]] double of_largest_sequence() const { return of_sequence_.empty() ? 0 : std::ranges::max(of_sequence_); }

 private:
  // Whatever places are known of a target most likely holds one.
  void add_loci() {
    for (const found_locus& each : places_.loci)
      add(each.where, 1 + static_cast<double>(std::min(each.others.size(), most_of_region)));
  }

  void add_cases() {
    std::vector<double> n(read_.targets.targets.size());
    for (const alignment_case& each : places_.cases) ++n[each.target];
    for (const alignment_case& each : places_.cases)
      add(each, options_.data.has_pairs() ? 1 : std::min(1.0, most_by_chance / n[each.target]));
  }

  void add(const alignment_case& where, double n) {
    const std::uint64_t of_letter = read_.targets.kind == molecule::protein ? of_amino_acid : of_nucleotide;
    const std::uint64_t of_one =
        options_.n_chains * (of_model + of_letter * read_.targets.targets[where.target].residues.size());
    of_sequence_[where.sequence] += n * static_cast<double>(of_one);
  }

  const predict_options& options_;
  const predict_inputs& read_;
  const known_places& places_;
  std::vector<double> of_sequence_;
};

// What a run holds of its models at once. Outputs take those of a sequence when its last one is there, and some behind
// wait meanwhile. Models of loci are chosen from all, and what a run before, or parts, have left is read first.
std::uint64_t of_models(const predict_options& options, const predict_inputs& read, const known_places& places,
                        double scale) {
  const bool is_part = options.role.is_of_parts();
  const bool needs_all = options.wants_locus_models() || options.resumes || options.role.is_merge();
  const expected_models expected(options, read, places);
  const double all = scale * expected.all(), largest = scale * expected.of_largest_sequence();
  const double waiting = std::min(all - largest, static_cast<double>(most_waiting_results));
  return static_cast<std::uint64_t>(std::llround(needs_all && !is_part ? all : largest + waiting));
}

// A part leaves its models to its journal. Where the whole run has room for them it leaves that free all the same, so
// that its regions have as much memory as they have there.
std::uint64_t of_models_beside(std::uint64_t data, const predict_options& options, const predict_inputs& read,
                               const known_places& places, double scale) {
  const bool is_part = options.role.is_of_parts();
  if (is_part && !options.memory) return 0;
  const std::uint64_t models = of_models(options, read, places, scale);
  return is_part && data + models >= *options.memory ? 0 : models;
}

// Of what there is for each target, without models.
std::uint64_t of_places(const known_places& places) {
  std::uint64_t bytes = places.cases.size() * of_case + places.loci.size() * of_locus;
  for (const found_locus& each : places.loci) bytes += each.others.size() * sizeof(found_chain);
  return bytes;
}

std::uint64_t scaled(std::uint64_t bytes, double scale) {
  return static_cast<std::uint64_t>(std::llround(scale * static_cast<double>(bytes)));
}

std::uint64_t of_inputs(const predict_inputs& read) {
  return of_sequences(read.sequences.catalog()) + read.candidates.exons.size() * of_candidate;
}

// All but models.
std::uint64_t of_data(const predict_inputs& read, const known_places& places, double scale) {
  return of_inputs(read) + scaled(of_targets(read.targets) + of_places(places), scale);
}

// What is left of --memory for graphs and rows: where that is nothing they have too little.
std::uint64_t left_of(std::uint64_t memory, std::uint64_t held) { return memory - std::min(memory - 1, held); }

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

memory_plan plan_memory(const predict_options& options, const predict_inputs& read, const known_places& places,
                        double scale) {
  const std::uint64_t data = of_data(read, places, scale);
  memory_plan plan;
  plan.held = data + of_models_beside(data, options, read, places, scale);
  if (read.is_searched())
    plan.searching = of_inputs(read) + scaled(of_targets(read.targets) + bytes_of_search(read.targets), scale);
  plan.n_threads = options.threads.of_run;
  plan.is_bound = options.memory.has_value();
  plan.for_graphs = memory_of(options);
  plan.alone = is_of_another_machine(options) ? most_alone : std::min(half_of_memory(), most_alone);
  if (plan.is_bound) plan.for_graphs = plan.alone = left_of(plan.for_graphs, plan.held);
  return plan;
}

memory_plan plan_unbound(predict_options options, const predict_inputs& read, const known_places& places,
                         double scale) {
  options.memory.reset();
  return plan_memory(options, read, places, scale);
}

predict_options with_locus_models(predict_options options) {
  options.locus_out = "-";
  return options;
}

memory_limits solver_memory(const predict_options& options, const predict_inputs& read, const known_places& places) {
  const memory_plan plan = plan_memory(options, read, places);
  memory_limits limits{.usable = plan.for_graphs, .most_alone = plan.alone};
  if (!plan.is_bound) return limits;
  limits.held = plan.held;
  limits.asked = *options.memory;
  return limits;
}

std::uint64_t held_without_models(const predict_options& options, const predict_inputs& read,
                                  const known_places& places) {
  return options.memory ? of_data(read, places, 1) : 0;
}

unsigned search_threads(const predict_options& options, const predict_inputs& read) {
  const std::uint64_t most = options.threads.here;
  if (!options.memory) return options.threads.here;
  const std::uint64_t left = *options.memory - std::min(*options.memory, plan_memory(options, read, {}).searching);
  return static_cast<unsigned>(std::clamp<std::uint64_t>(left / 2 / bytes_of_piece, 1, most));
}

void check_search_memory(const predict_options& options, const predict_inputs& read) {
  if (!options.memory) return;
  check_needed(plan_memory(options, read, {}).searching, options,
               {.where = {read.targets.path()},
                .what = "not enough memory for the search for loci",
                .hint = memory_hint(*options.memory) + ", or give fewer targets to one run"});
}

namespace {

predict_options without_locus_models(predict_options options) {
  for (std::string* path : {&options.locus_out, &options.locus_gtf_out, &options.locus_protein_out,
                            &options.locus_cds_out, &options.locus_bed_out})
    path->clear();
  return options;
}

// What a run would do with less memory, where that helps. Parts hold no models already.
std::string ways_with_less(const predict_options& options, const predict_inputs& read, const known_places& places,
                           double scale) {
  if (options.role.is_of_parts() || options.role.is_merge() || options.is_annotation()) return "";
  const auto does = [&](const predict_options& other) {
    return plan_memory(other, read, places, scale).held < *options.memory;
  };
  std::string text;
  predict_options anew = options;
  anew.resumes = false;
  if (options.resumes && does(anew)) text += "; without --resume it is enough";
  if (options.wants_locus_models() && does(without_locus_models(anew)))
    text += "; without a gene set (--locus-out and the like) it is enough";
  if (of_data(read, places, scale) < *options.memory)
    text += "; 'exonweave shard' makes parts that need less, but 'merge' needs as much";
  return text;
}

}  // namespace

void check_held_memory(const predict_options& options, const predict_inputs& read, const known_places& places,
                       double scale) {
  constexpr std::uint64_t little = std::uint64_t{1} << 20;  // a program takes more or less of this anyway
  if (!options.memory) return;
  const std::uint64_t held = plan_memory(options, read, places, scale).held;
  if (held < little) return;
  check_needed(held + 1, options,
               {.where = {read.targets.path()},
                .what = "not enough memory for the inputs and models of the run",
                .hint = memory_hint(*options.memory) + ", or give fewer targets or places to one run" +
                        ways_with_less(options, read, places, scale)});
}

}  // namespace exonweave::apps
