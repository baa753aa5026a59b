#include "predict/predict_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <utility>

#include "cli/estimate_request.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "exons/loci/locus_cases.hpp"
#include "exons/run/bound_search.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/gapless/device_gapless.hpp"
#include "gpu/sweep/bound_devices.hpp"
#include "predict/placed_run.hpp"
#include "predict/predict_engine.hpp"
#include "predict/predict_memory.hpp"
#include "runtime_model/calibration/calibration.hpp"

namespace exonweave::apps {
namespace {

using spliced::cost_unit;

double count_cells_everywhere(const predict_inputs& inputs) {
  return count_places(inputs.sequences.catalog()) * inputs.n_residues;
}

// Of sweeps of all targets over both strands of every sequence, and once more to learn from.
spliced::by_cost_unit work_everywhere(const predict_inputs& inputs) {
  constexpr double n_sweeps = 2, rows_of_nt = 3.65;       // in sequence of half G and C
  constexpr double track_cells = 3'388, row_cells = 250;  // that take as long as a nt of a track, and a row
  const sequence_catalog& sequences = inputs.sequences.catalog();
  const double n_places = n_sweeps * count_places(sequences);
  const auto n_targets = static_cast<double>(inputs.targets.targets.size());
  spliced::by_cost_unit work;
  work[cost_unit::result] = n_sweeps * n_targets * static_cast<double>(sequences.size());
  work[cost_unit::sweep_cell] = n_places * (track_cells + rows_of_nt * (row_cells * n_targets + inputs.n_residues));
  return work;
}

// By the prices that come with the program, whatever this machine is: where genes are looked for depends on no machine.
bool is_soon_everywhere(const predict_inputs& inputs) {
  return usual_calibration().prices.predict(work_everywhere(inputs)) <= max_seconds_everywhere;
}

// What --memory does for depends on no number of threads: where it does not do for several, it may for one, and for
// the smallest block.
searched_loci find_within_memory(const predict_inputs& inputs, search_rules rules, const problem_report& problem) {
  const auto find = [&](unsigned n_threads, std::int64_t block) {
    rules.n_threads = n_threads;
    rules.block = block;
    return within_memory(inputs.rules.memory.requested, held_without_models(inputs, {}), problem, [&] {
      return find_loci(inputs.sequences, inputs.targets, inputs.codes, rules, inputs.rules.is_quiet);
    });
  };
  const unsigned n_threads = search_threads(inputs);
  const std::int64_t block = search_block(inputs);
  if (n_threads > 1 || block > smallest_block) try {
      return find(n_threads, block);
    } catch (const not_enough_memory&) {
    }
  return find(1, smallest_block);
}

// On which the search compares every residue of all targets with every codon: where GPUs are requested and that is soon
// done. Parts of a run have the loci of its plan.
std::vector<int> devices_of_search(const predict_inputs& inputs) {
  constexpr double most_cells = 3e15;
  const run_rules& rules = inputs.rules;
  if (count_cells_everywhere(inputs) > most_cells || !takes_devices(rules.engine)) return {};
  if (!gpu::discover().why_none.empty()) return {};
  return rules.engine.devices.empty() ? gpu::usable_devices() : rules.engine.devices;
}

searched_loci search_on_gpu_or_cpu(const predict_inputs& inputs, const problem_report& problem, report& problems) {
  const search_rules& with_seeds = inputs.rules.search;
  const auto find = [&](const search_rules& rules, bool is_of_gpu) {
    searched_loci found = find_within_memory(inputs, rules, problem);
    found.is_of_gpu = is_of_gpu;
    return found;
  };
  const auto on_cpu = [&] { return find(with_seeds, false); };
  const std::vector<int> devices = devices_of_search(inputs);
  if (devices.empty()) return on_cpu();
  const auto on_gpu = [&] {
    search_rules rules = with_seeds;
    rules.without_seeds = [devices](const spliced::gapless_queries& targets) {
      return gpu::make_gapless_devices(devices, targets);
    };
    return find(rules, true);
  };
  const auto warn = [&problems](std::string what) { problems.warn({.what = std::move(what)}); };
  return gpu::on_gpu_or_cpu("searches with seeds", warn, on_gpu, on_cpu);
}

}  // namespace

bool must_search(const predict_inputs& inputs) {
  const run_rules& rules = inputs.rules;
  const bool is_possible = inputs.targets.kind == molecule::protein && rules.may_search;
  const bool is_sensitive = rules.search.is_sensitive;
  if ((is_sensitive || rules.search.seeds_soft_masked) && !is_possible)
    throw bad_usage(
        {.what = std::string(is_sensitive ? "--sensitive" : "--seed-soft-masked") + " where no loci are searched for",
         .need = "protein targets, no candidates, no pairs, no hits, not everywhere"});
  const bool is_requested = rules.where == search_where::loci || rules.where == search_where::exhaustive;
  if (is_requested && !is_possible)
    throw bad_usage({.what = rules.where == search_where::loci ? "--where loci where no search is possible"
                                                               : "--where exhaustive where no search is possible",
                     .need = "protein targets, no candidates, no pairs, no hits"});
  return is_possible && (is_requested || !is_soon_everywhere(inputs));
}

found_places find_places(const predict_inputs& inputs, progress_notes& notes, report& problems) {
  const problem_report problem{.where = {inputs.targets.path()},
                               .what = "not enough memory for the loci that the search finds",
                               .hint = ", give fewer targets to one run, or lower --max-loci"};
  const run_rules& rules = inputs.rules;
  searched_loci found;
  if (auto known = notes.take_loci()) {
    found.loci = std::move(*known);
  } else {
    check_search_memory(inputs);
    found = search_on_gpu_or_cpu(inputs, problem, problems);
    notes.note(found.loci);
  }
  return within_memory(rules.memory.requested, held_without_models(inputs, {.loci = found.loci}), problem, [&] {
    if (rules.models.base.max_loci == 1) count_copies(found.loci, rules.min_loci_score);
    return make_places(inputs, inputs.first_model, std::move(found));
  });
}

std::string everywhere_text(const predict_inputs& inputs) {
  constexpr double usual_speed = 2e9;  // cells a second on one thread, about, on candidates
  const double cells = count_cells_everywhere(inputs);
  const unsigned n_threads = inputs.rules.threads.of_run;
  const bool is_swept = inputs.targets.kind == molecule::protein && inputs.rules.models.base.blocks == block_mode::add;
  const double seconds = is_swept ? inputs.rules.costs.prices().predict(work_everywhere(inputs)) : cells / usual_speed;
  return fmt::format("everywhere: {:.2g} cells, some {} on {} thread{}", cells, time_text(seconds / n_threads),
                     n_threads, n_threads == 1 ? "" : "s");
}

namespace {

// As long as its devices work; it reports when they do not.
class while_it_works final : public spliced::bound_finder {
 public:
  while_it_works(std::unique_ptr<spliced::bound_finder> finder, report& problems)
      : finder_(std::move(finder)), problems_(problems) {}

  [[nodiscard]] bool takes(const spliced::bound_job& job) const override { return works_ && finder_->takes(job); }
  std::optional<spliced::window_bounds> find(std::span<const spliced::bound_job> jobs, run_control& control) override {
    try {
      return finder_->find(jobs, control);
    } catch (const gpu::device_failure& error) {
      if (works_.exchange(false)) tell_of_cpu(problems_, error);
      return std::nullopt;
    }
  }

  static void tell_of_cpu(report& problems, const gpu::device_failure& error) {
    problems.warn({.what = std::string(error.what()) + "; the CPU does all"});
  }

 private:
  std::unique_ptr<spliced::bound_finder> finder_;
  report& problems_;
  std::atomic<bool> works_ = true;
};

// Null: the CPU does all.
bound_finder_maker finder_on(const std::vector<int>& devices, report& problems) {
  if (devices.empty()) return nullptr;
  return
      [devices, &problems](const spliced::bound_scoring& scoring,
                           std::span<const spliced::bound_stream> strands) -> std::unique_ptr<spliced::bound_finder> {
        try {
          auto made = gpu::make_bound_devices(devices, scoring, strands);
          if (!made) return made;
          return std::make_unique<while_it_works>(std::move(made), problems);
        } catch (const gpu::device_failure& error) {
          while_it_works::tell_of_cpu(problems, error);
          return nullptr;
        }
      };
}

}  // namespace

void refuse_bounds(const predict_options& options, const std::string& what) {
  if (options.places.where == search_where::exhaustive)
    throw bad_usage({.what = what + " with --where exhaustive", .need = "--where loci or everywhere"});
}

void check_bounds(const predict_inputs& inputs) {
  if (inputs.rules.where != search_where::exhaustive) return;
  const scoring_options& scoring = inputs.scoring;
  if (!scoring.frameshift && !scoring.internal_stop && !scoring.incomplete && !inputs.limits_introns() &&
      !scoring.sites.at_ac)
    return;
  throw bad_usage({.what = "--where exhaustive does not support this scoring",
                   .need = "whole genes with introns of any length: no frameshift, internal_stop, incomplete, "
                           "max_intron or at_ac",
                   .hint = "genes with a frameshift are found without the key frameshift too"});
}

bound_work work_of_sweeps(const predict_inputs& read) {
  const sequence_catalog& catalog = read.sequences.catalog();
  return {count_places(catalog), read.n_residues, static_cast<double>(catalog.longest())};
}

sweep_plan plan_sweeps(const run_rules& rules, const bound_work& work) {
  const spliced::cost_model& prices = rules.costs.prices();
  const engine_request& engine = rules.engine;
  const unsigned n_threads = rules.threads.of_run;
  const sweep_plan on_cpu{{}, seconds_on_cpu(prices, work, n_threads)};
  const bool may_pay = engine.name == "auto" && on_cpu.seconds > prices.seconds[spliced::cost_unit::launch];
  if (!may_pay && !takes_devices(engine)) return on_cpu;
  if (!gpu::discover().why_none.empty()) return on_cpu;
  sweep_plan on_gpus{engine.devices.empty() ? gpu::usable_devices() : engine.devices, 0};
  on_gpus.seconds = seconds_on_gpus(prices, work, n_threads, on_gpus.devices.size());
  return takes_devices(engine) || on_gpus.seconds < on_cpu.seconds ? on_gpus : on_cpu;
}

searched_loci sweep_for_loci(const placed_run& run, const prediction_options& how, report& problems) {
  const run_rules& rules = run.inputs.rules;
  const std::vector<int> devices = plan_sweeps(rules, work_of_sweeps(run.inputs)).devices;
  run_control control;
  searched_loci found{.n_window_bases = run.found->n_window_bases, .is_of_gpu = !devices.empty()};
  {
    const stoppable_run stoppable(control);
    std::optional<progress> shown;
    found.loci = search_by_bounds(
        run.input(), how, rules.search, finder_on(devices, problems), control, [&](std::uint64_t n_cells) {
          shown.reset();  // ends its line first
          const std::uint64_t n_before = control.cells();
          // Cells that are swept anew come on top.
          const auto n_done = [&control, n_cells, n_before] { return std::min(control.cells() - n_before, n_cells); };
          shown.emplace("sweeping", "cells", n_cells, n_done, rules.is_quiet);
        });
  }
  control.throw_if_stopped();
  if (how.max_loci == 1) count_copies(found.loci, rules.min_loci_score);
  return found;
}

}  // namespace exonweave::apps
