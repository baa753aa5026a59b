#include "pairwise/engine_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "base/files/report.hpp"
#include "base/memory/memory_budget.hpp"
#include "cli/device_options.hpp"
#include "cli/estimate_request.hpp"
#include "cli/failures.hpp"
#include "cli/stage_clock.hpp"
#include "gpu/device/devices.hpp"
#include "pairwise/align/align_engine.hpp"
#include "pairwise/engine/pairwise_engine.hpp"
#include "pairwise/gpu/pairwise_engines.hpp"

namespace exonweave::apps {

namespace {

std::string engine_words(std::string_view command, bool of_gpu_alone) {
  std::vector<std::string_view> names;
  for (const pairwise_engine& engine : gpu::pairwise_engines())
    if (engine.command == command && (engine.is_of_gpu || !of_gpu_alone)) names.push_back(engine.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

void add_engine_options(CLI::App& app, std::string_view command, pairwise_engine_options& options) {
  std::vector<named_engine> engines;
  for (const pairwise_engine& each : gpu::pairwise_engines())
    if (each.command == command) engines.push_back({each.name, each.is_automatic});
  add_engine_option(
      app, {options.engine, options.devices}, engines,
      "Engine that computes the alignments. Those of GPUs take numbers of 'exonweave devices', as in NAME:0,2 "
      "(default: auto, and all GPUs)");
}

void check_engine_options(std::string_view command, const pairwise_engine_options& options) {
  const pairwise_engine* const requested = gpu::find_pairwise_engine(command, options.engine);
  if (options.engine != "auto" && requested == nullptr)
    throw bad_usage({.what = "--engine: unknown engine",
                     .got = options.engine,
                     .need = "one of auto, " + engine_words(command, false)});
  const bool is_of_gpu = requested != nullptr && requested->is_of_gpu;
  if (!is_of_gpu && !options.devices.empty())
    throw bad_usage({.what = "--engine: numbers of GPUs without an engine of GPUs",
                     .got = options.engine,
                     .need = "one of " + engine_words(command, true)});
  if (is_of_gpu) check_devices(options.engine, options.devices);
}

void refuse_scoring(std::string_view engine, const std::string& refusal) {
  if (refusal.empty()) return;
  throw bad_usage({.what = fmt::format("--engine {}: {}", engine, refusal), .hint = "--engine auto takes everything"});
}

namespace {

class engine_and_next final : public align_engine {
 public:
  engine_and_next(std::unique_ptr<align_engine> first, std::unique_ptr<align_engine> next, engine_warnings& warnings)
      : first_(std::move(first)), next_(std::move(next)), warnings_(warnings) {}

  [[nodiscard]] const pairwise_engine& facts() const override { return first_->facts(); }
  [[nodiscard]] global_alignment align(const align_request& request) const override {
    return with_either([&](const align_engine& engine) { return engine.align(request); });
  }
  [[nodiscard]] bool is_for_batch(std::size_t query_length, std::size_t target_length,
                                  const align_scoring& scoring) const override {
    return works_ && first_->is_for_batch(query_length, target_length, scoring);
  }
  [[nodiscard]] std::vector<global_alignment> align_all(std::span<const align_request> requests) const override {
    return with_either([&](const align_engine& engine) { return engine.align_all(requests); });
  }

 private:
  template <class Work>
  [[nodiscard]] std::invoke_result_t<Work, const align_engine&> with_either(const Work& work) const {
    const auto on_gpu = [&] { return work(*first_); };
    const auto on_cpu = [&] { return work(*next_); };
    if (!works_) return on_cpu();
    const auto with_memory = [&] {  // others may have room
      const auto warn = [this](const std::string& what) { warnings_.add(what); };
      return gpu::on_gpu_or_cpu<gpu::device_memory_exceeded>("aligns instead", warn, on_gpu, on_cpu);
    };
    const auto give_up = [this](const std::string& what) {
      works_ = false;
      warnings_.add(what);
    };
    return gpu::on_gpu_or_cpu("aligns all that is left", give_up, with_memory, on_cpu);
  }

  std::unique_ptr<align_engine> first_;
  std::unique_ptr<align_engine> next_;
  engine_warnings& warnings_;
  mutable std::atomic<bool> works_ = true;
};

// Those of GPUs that `auto` may take. The published ones show what their authors saw, or fail.
bool is_for_use(const pairwise_engine& engine) { return engine.is_of_gpu && engine.is_automatic; }

std::unique_ptr<align_engine> make_chosen(const align_registry& engines, const std::string& name, bool is_automatic,
                                          engine_warnings& warnings) {
  if (!is_automatic) return engines.make(name);
  const auto warn = [&](const std::string& what) { warnings.add(what); };
  return gpu::on_gpu_or_cpu(
      "aligns instead", warn, [&] { return engines.make(name); }, make_simd_aligner);
}

}  // namespace

std::unique_ptr<align_engine> with_cpu_after(std::unique_ptr<align_engine> of_gpu, std::unique_ptr<align_engine> of_cpu,
                                             engine_warnings& warnings) {
  return std::make_unique<engine_and_next>(std::move(of_gpu), std::move(of_cpu), warnings);
}

std::unique_ptr<align_engine> make_align_engine(const pairwise_engine_options& options, bool is_automatic,
                                                const align_scoring& scoring, engine_warnings& warnings) {
  const align_registry engines = gpu::align_engines({.devices = options.devices, .warn = {}});
  auto chosen = make_chosen(engines, options.engine, is_automatic, warnings);
  refuse_scoring(chosen->facts().name, chosen->refusal(scoring));
  if (!is_for_use(chosen->facts())) return chosen;
  return with_cpu_after(std::move(chosen), make_simd_aligner(), warnings);
}

namespace {

using json = nlohmann::ordered_json;

const pairwise_engine& engine_of(const pairwise_run& run, std::string_view name) {
  const pairwise_engine* const found = gpu::find_pairwise_engine(run.command, name);
  if (found == nullptr) throw std::logic_error("unknown engine " + std::string(name));
  return *found;
}

std::size_t n_gpus_for(const pairwise_run& run) { return std::min(usable_gpus().size(), run.max_gpus); }

// Nothing where the engine's costs are not known.
std::optional<double> seconds_of(const pairwise_engine& engine, const pairwise_run& run, const run_costs& costs,
                                 std::size_t n_gpus) {
  if (!engine.has_rates()) return std::nullopt;
  return expected_seconds(engine, costs.prices(), run, std::max<std::size_t>(n_gpus, 1));
}

// What `auto` takes: that of the CPU, or the fastest of a GPU where that pays. GPUs are requested only where one may.
const pairwise_engine& automatic_engine(const pairwise_run& run, const run_costs& costs) {
  const auto engines =
      automatic_engines(gpu::pairwise_engines(), [&](const pairwise_engine& each) { return run.suits(each); });
  const pairwise_engine& usual = *engines.front();
  const double start = costs.prices().seconds[spliced::cost_unit::launch];
  if (engines.size() == 1 || seconds_of(usual, run, costs, 0).value() <= start) return usual;
  const std::size_t n_gpus = n_gpus_for(run);
  if (n_gpus == 0) return usual;
  return fastest_engine(engines,
                        [&](const pairwise_engine& each) { return seconds_of(each, run, costs, n_gpus).value(); });
}

std::vector<const pairwise_engine*> pairwise_engines_for(const pairwise_plan& plan, bool has_gpu) {
  const auto suits = [&](const pairwise_engine& each) { return plan.run.suits(each) && each.has_rates(); };
  const auto is_measured = [&](const pairwise_engine& each) { return plan.costs.are_measured(each.is_of_gpu); };
  return engines_to_estimate(gpu::pairwise_engines(), *plan.engine, has_gpu, suits, is_measured);
}

json estimate_json(const pairwise_plan& plan, const pairwise_facts& facts) {
  const pairwise_run& run = plan.run;
  const std::size_t n_gpus = n_gpus_for(run);
  json made = {{"program", "exonweave"}, {"version", EXONWEAVE_VERSION}, {"subcommand", run.command}};
  for (const auto& [name, count] : facts.counts) made["counts"][name] = count;
  made["alignments_at_most"] = facts.max_alignments;
  for (const pairwise_engine* each : pairwise_engines_for(plan, n_gpus > 0)) {
    const auto seconds = seconds_of(*each, run, plan.costs, n_gpus);
    made["engines"].push_back({{"engine", each->name},
                               {"seconds", seconds ? json(*seconds) : json(nullptr)},
                               {"measured_here", plan.costs.are_measured(each->is_of_gpu)}});
    if (each == plan.engine) made["seconds"] = made["engines"].back()["seconds"];
  }
  made["engine"] = plan.engine->name;
  made["reason"] = reason_text(plan.is_automatic, plan.engine->is_of_gpu);
  made["threads"] = run.n_threads;
  made["memory_bytes"] = facts.memory;
  made["memory_bound_bytes"] = facts.memory_bound;
  if (plan.engine->is_of_gpu && plan.engine->is_automatic) made["device_memory_bytes"] = facts.device_memory;
  made["work"] = units_json(run.work);
  made["calibration"] = plan.costs.path().empty() ? json(nullptr) : json(plan.costs.path());
  return made;
}

std::string estimate_text(const json& made, bool is_measured) {
  std::string text;
  for (const auto& [name, count] : made["counts"].items())
    text += fmt::format("{:<11} {}\n", name, count.get<std::uint64_t>());
  text += fmt::format("alignments  {} at most\n", made["alignments_at_most"].get<std::uint64_t>());
  const auto time_or_not = [](const json& seconds) {
    return seconds.is_null() ? std::string("not known") : time_text(seconds.get<double>());
  };
  for (const json& each : made["engines"])
    text += fmt::format("{:<11} {}{}\n", each["engine"].get<std::string>(), time_or_not(each["seconds"]),
                        each["measured_here"].get<bool>() ? "" : ", not measured here");
  const auto n_threads = made["threads"].get<unsigned>();
  text += fmt::format("engine      {}: {}\n", made["engine"].get<std::string>(), made["reason"].get<std::string>());
  text += fmt::format("all         {} on {} thread{}\n", time_or_not(made["seconds"]), n_threads,
                      n_threads == 1 ? "" : "s");
  text +=
      fmt::format("memory      {}, and at most {} by --memory for rows of alignments\n",
                  size_text(made["memory_bytes"].get<double>()), size_text(made["memory_bound_bytes"].get<double>()));
  if (made.contains("device_memory_bytes"))
    text += fmt::format("GPU         {}\n", size_text(made["device_memory_bytes"].get<double>()));
  return is_measured ? text : text + fmt::format("{}\n", calibrate_hint);
}

}  // namespace

void add_pairwise_options(CLI::App& command, estimate_request& request) {
  add_estimate_request(command, request, "Print the expected time, engine and memory, and stop");
}

void add_pairwise_threads(CLI::App& command, thread_numbers& threads) {
  add_threads_option(
      command, threads, run_place::elsewhere,
      "Threads to compute with, at most all processors of the run (default: all). An estimate takes any number");
}

unsigned threads_of(const thread_numbers& threads, const estimate_request& request) {
  return request.is_estimate ? threads.of_run : threads.here;
}

void check_pairwise_paths(const estimate_request& request, std::vector<named_path> inputs,
                          const std::vector<named_path>& outputs) {
  if (!request.json.empty() && !request.is_estimate) refuse_without_estimate("--json");
  inputs.push_back(calibration_input(request.calibration));
  check_paths(inputs, request.is_estimate ? std::vector<named_path>{{"--json", request.json}} : outputs);
}

const pairwise_engine& choose_pairwise_engine(const std::string& requested, const pairwise_run& run,
                                              const run_costs& costs) {
  const pairwise_engine& chosen = requested == "auto" ? automatic_engine(run, costs) : engine_of(run, requested);
  if (chosen.is_of_gpu) {
    report problems;
    costs.check_gpus(usable_gpus(), problems);
    print_warnings(problems);
  }
  return chosen;
}

pairwise_plan make_pairwise_plan(const std::string& requested, const pairwise_run& run, run_costs costs) {
  const pairwise_engine& engine = choose_pairwise_engine(requested, run, costs);
  return {run, std::move(costs), requested == "auto", &engine};
}

void write_pairwise_estimate(const pairwise_plan& plan, const pairwise_facts& facts, const std::string& json_path,
                             bool is_quiet) {
  const json figures = estimate_json(plan, facts);
  estimate_output output(json_path, is_quiet);
  output.write(figures, estimate_text(figures, plan.costs.are_measured(plan.engine->is_of_gpu)));
  output.commit();
}

void tell_pairwise_drift(const std::string& what, const pairwise_plan& plan, const timed_pairwise& done) {
  constexpr double fewest_seconds = 5;
  if (done.seconds < fewest_seconds) return;
  pairwise_run run = plan.run;
  run.work = done.work;
  const std::size_t n_gpus = plan.engine->is_of_gpu ? n_gpus_for(run) : 0;
  if (const auto expected = seconds_of(*plan.engine, run, plan.costs, n_gpus); expected && *expected > 0)
    tell_drift(what, done.seconds / *expected);
}

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

namespace {

class timed_opened final : public opened_scan {
 public:
  timed_opened(std::unique_ptr<opened_scan> opened, double n_residues, timed_pairwise& done)
      : opened_(std::move(opened)), n_residues_(n_residues), done_(done) {}

  std::vector<scan_hit> scan(std::span<const scan_query> queries, run_control* control) override {
    const stage_clock clock;
    auto hits = opened_->scan(queries, control);
    done_.seconds += clock.total();
    for (const scan_query& each : queries)
      done_.work += work_of_query(static_cast<double>(each.residues.size()), n_residues_);
    return hits;
  }

 private:
  std::unique_ptr<opened_scan> opened_;
  double n_residues_;
  timed_pairwise& done_;
};

}  // namespace

std::unique_ptr<opened_scan> timed_scan::open(const sequence_blocks& database, const scan_scoring& scoring) const {
  const auto n_residues =
      static_cast<double>(std::accumulate(database.lengths.begin(), database.lengths.end(), std::uint64_t{0}));
  return std::make_unique<timed_opened>(engine_.open(database, scoring), n_residues, done_);
}

}  // namespace exonweave::apps
