// Which engine a scan or an alignment of pairs is done by, as the command line says it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/threads/on_threads.hpp"
#include "cli/command_line.hpp"
#include "cli/device_options.hpp"
#include "cli/estimate_request.hpp"
#include "cli/options.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "cli/run_costs.hpp"
#include "exons/sequences/targets.hpp"
#include "pairwise/align/align_engine.hpp"
#include "pairwise/engine/pairwise_engine.hpp"
#include "pairwise/scan/scan_database.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave::apps {

struct pairwise_engine_options {
  std::string engine = "auto";
  std::vector<int> devices;  // of GPU engines; empty: all that are usable
};

/// Adds --engine. `command` is "scan" or "align", here and below; its engines are listed in the help.
void add_engine_options(CLI::App& app, std::string_view command, pairwise_engine_options& options);

/// Refuses, before anything is read, an engine that does not exist (bad_usage) or cannot run here (no_usable_device).
void check_engine_options(std::string_view command, const pairwise_engine_options& options);

/// Throws bad_usage where an engine takes no such scoring: `refusal` is why, empty where it does.
void refuse_scoring(std::string_view engine, const std::string& refusal);

// Which engine aligns pairs of sequences.

/// `of_gpu`, and `of_cpu` for what a device failure of `of_gpu` leaves undone, with a warning: all from then on, but
/// where its memory was exceeded. `warnings` must outlive it.
std::unique_ptr<align_engine> with_cpu_after(std::unique_ptr<align_engine> of_gpu, std::unique_ptr<align_engine> of_cpu,
                                             engine_warnings& warnings);

/// The one of that name, which is not `auto`. Those of GPUs that `auto` may take have the CPU after them; one that
/// nobody requested (`is_automatic`) may fail to begin as well. Throws bad_usage where an engine does not take the
/// scoring, device_failure where it cannot begin.
std::unique_ptr<align_engine> make_align_engine(const pairwise_engine_options& options, bool is_automatic,
                                                const align_scoring& scoring, engine_warnings& warnings);

// Work of a command that shows how far it is, and may be told to stop.

/// As progress has it.
struct shown_stage {
  std::string what;
  std::string unit{};
  std::uint64_t total = 0;
  bool is_quiet = false;
};

/// What `work` returns. Signals stop the control, whose cells are shown.
template <class Work>
auto stoppable(const shown_stage& stage, run_control& control, const Work& work) {
  const stoppable_run run(control);
  const progress shown(
      stage.what, stage.unit, stage.total, [&control] { return control.cells(); }, stage.is_quiet);
  return work();
}

// Which engine a scan, or an alignment of pairs, is done by, and how long it will take: what `auto` goes by and
// --estimate says.

/// Adds --estimate and --json of scan and align.
void add_pairwise_options(CLI::App& command, estimate_request& request);

/// Adds --threads. They are resolved for any machine: see threads_of.
void add_pairwise_threads(CLI::App& command, thread_numbers& threads);

/// Those that work here, or those of the run that is estimated. Once the command line is read.
unsigned threads_of(const thread_numbers& threads, const estimate_request& request);

/// check_paths() with the calibration among the inputs, and --json in place of an estimate's outputs. Throws bad_usage
/// for --json without one.
void check_pairwise_paths(const estimate_request& request, std::vector<named_path> inputs,
                          const std::vector<named_path>& outputs);

/// The engine that was requested; for "auto" the CPU's, unless that of a GPU takes the scoring and is expected to take
/// less time, its start included, and a GPU is usable. Warns on standard error where one of a GPU goes by costs of
/// other GPUs.
const pairwise_engine& choose_pairwise_engine(const std::string& requested, const pairwise_run& run,
                                              const run_costs& costs);

/// What a command is about to do, and what does it.
struct pairwise_plan {
  pairwise_run run;
  run_costs costs;
  bool is_automatic = false;                // nobody requested the engine
  const pairwise_engine* engine = nullptr;  // never null
};

/// With the engine of choose_pairwise_engine().
pairwise_plan make_pairwise_plan(const std::string& requested, const pairwise_run& run, run_costs costs);

/// What an estimate says next to seconds.
struct pairwise_facts {
  std::vector<std::pair<std::string, std::uint64_t>> counts;  // by what is counted, in the order of the report
  std::uint64_t max_alignments = 0;
  double memory = 0;         // bytes of the host, without rows of alignments
  double memory_bound = 0;   // bytes that these may take
  double device_memory = 0;  // bytes: what the GPU engine that auto may take keeps of the data, not what it works in
};

/// To standard output; where JSON goes there to standard error, unless `is_quiet`. `json_path`: of its figures; empty:
/// none. Throws io_failure.
void write_pairwise_estimate(const pairwise_plan& plan, const pairwise_facts& facts, const std::string& json_path,
                             bool is_quiet);

/// Says where `what`, which the engine has done, took 5 s or more and not what was predicted for it, unless its costs
/// are not known.
void tell_pairwise_drift(const std::string& what, const pairwise_plan& plan, const timed_pairwise& done);

// What a scan is about to do, as far as its inputs tell.

/// How much of it there is. `database` may be null: there is nothing to compare with.
struct scan_sizes {
  std::vector<std::uint64_t> queries;  // residues of each
  std::uint64_t n_sequences = 0;
  std::uint64_t n_residues = 0;       // of these
  std::uint64_t packed_residues = 0;  // bytes, as engines read them
};
scan_sizes sizes_of_scan(const target_set& queries, const scan_database* database);

/// `devices`: those that were requested; empty: all.
pairwise_run run_of_scan(const std::vector<int>& devices, unsigned n_threads, bool has_linear_gaps,
                         const scan_sizes& sizes);

/// `max_hits`: of a query, 0: all. `memory`: bytes for rows of alignments, half of the machine's where not given.
pairwise_facts facts_of_scan(const scan_sizes& sizes, std::uint64_t max_hits, std::optional<std::uint64_t> memory);

/// A scan engine, and how long its scans took.
class timed_scan final : public scan_engine {
 public:
  /// `engine` must outlive it.
  explicit timed_scan(const scan_engine& engine) : engine_(engine) {}

  [[nodiscard]] const pairwise_engine& facts() const override { return engine_.facts(); }
  [[nodiscard]] std::string refusal(const scan_scoring& scoring) const override { return engine_.refusal(scoring); }
  [[nodiscard]] std::size_t batch_residues() const override { return engine_.batch_residues(); }
  [[nodiscard]] std::unique_ptr<opened_scan> open(const sequence_blocks& database,
                                                  const scan_scoring& scoring) const override;

  /// What was scanned to its end.
  [[nodiscard]] const timed_pairwise& done() const { return done_; }

 private:
  const scan_engine& engine_;
  mutable timed_pairwise done_;  // open() changes nothing else
};

}  // namespace exonweave::apps
