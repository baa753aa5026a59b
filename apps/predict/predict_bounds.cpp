#include "predict/predict_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>

#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "exons/loci/locus_copies.hpp"
#include "exons/run/bound_search.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/sweep/bound_devices.hpp"
#include "predict/predict_engine.hpp"
#include "predict/predict_search.hpp"

namespace exonweave::apps {
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

std::vector<found_locus> sweep_for_loci(const placed_run& run, const prediction_options& how, report& problems) {
  const run_rules& rules = run.inputs.rules;
  run_control control;
  std::vector<found_locus> loci;
  {
    const stoppable_run stoppable(control);
    std::optional<progress> shown;
    loci = search_by_bounds(
        run.input(), how, rules.search, finder_on(plan_sweeps(rules, work_of_sweeps(run.inputs)).devices, problems),
        control, [&](std::uint64_t n_cells) {
          shown.reset();  // ends its line first
          const std::uint64_t n_before = control.cells();
          // Cells that are swept anew come on top.
          const auto n_done = [&control, n_cells, n_before] { return std::min(control.cells() - n_before, n_cells); };
          shown.emplace("sweeping", "cells", n_cells, n_done, rules.is_quiet);
        });
  }
  control.throw_if_stopped();
  if (how.max_loci == 1) count_copies(loci, rules.min_loci_score);
  return loci;
}

}  // namespace exonweave::apps
