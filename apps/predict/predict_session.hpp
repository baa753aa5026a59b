// A run of predict up to where its cases are aligned: what it has read, found and learnt. The same for a whole run, a
// part of one, its division and the merge of parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/files/report.hpp"
#include "exons/run/self_training.hpp"
#include "predict/predict_engine.hpp"
#include "predict/predict_input_files.hpp"
#include "predict/predict_inputs.hpp"
#include "predict/predict_journal.hpp"
#include "predict/predict_options.hpp"
#include "shell/input_watch.hpp"
#include "shell/run_costs.hpp"
#include "shell/stage_clock.hpp"

namespace exonweave::apps {

/// Refuses what can be refused before anything is read, and keeps within --memory from now on. Throws bad_usage,
/// no_usable_device.
void check_run(const predict_options& options);

class predict_session {
 public:
  /// Reads and checks the inputs of what check_run() let pass. `options` must outlive it. Throws bad_data and what else
  /// readers throw, bad_usage.
  explicit predict_session(const predict_options& options);
  ~predict_session();
  predict_session(const predict_session&) = delete;
  predict_session& operator=(const predict_session&) = delete;

  /// The checksums of what was read. Throws io_failure, and bad_data where that was changed since.
  void sum_inputs();

  /// Searches for loci where the options say so and `notes` do not know them, and takes an engine. Throws as these do.
  void find_cases(progress_notes& notes);

  /// Behind that: learns a splice model where the options say so, as far as `notes` do not know the outcome, and makes
  /// the cases that were searched for anew by what introns cost now. Throws as it does.
  void learn(progress_notes& notes);

  /// Both, and what else comes before the cases are aligned. Throws as these do.
  void prepare(progress_notes& notes);

  /// Once cases are there.
  [[nodiscard]] const spliced::engine& engine() const { return *engine_; }

  /// As cost models call it.
  [[nodiscard]] spliced::work_kind kind_of_work() const;
  /// Of the engine, for this work.
  [[nodiscard]] const spliced::cost_model& cost_model() const;

  /// Aligns, but for what is known. Results come in the order of the cases. Only once prepared.
  void align(const std::function<void(locus_result&&)>& sink, result_log log);

  /// When nothing is aligned any more: what the engine had to say is with the problems.
  void finish() { warnings_.tell(problems); }

  /// Before outputs appear: prints all warnings, then looks whether an input was changed. Throws bad_data.
  void check_inputs() { print_and_check(problems, watch, sums_); }

  /// When the run has failed: whether what was found is of inputs that are no more.
  [[nodiscard]] bool has_other_inputs() const { return watch.has_other_bytes(sums_); }

  /// Once the plan and parts of a run that has them are read too: see input_watch.
  void all_are_open() { watch.all_are_open(); }

  const predict_options& options;
  input_watch watch;
  stage_clock clock{};
  report problems{};
  predict_inputs inputs;
  std::vector<input_file> files{};          // empty before sum_inputs()
  std::vector<training_round> rounds{};     // of rounds of learning
  std::optional<prediction_options> how{};  // once prepared
  std::vector<bool> asked{};                // [places] which results are wanted; empty: all
  std::optional<std::size_t> n_planned{};   // places that a plan divides; nothing: there is none
  double scale = 1;                         // of a sample of the targets: results of the run for one of theirs
  run_costs costs;                          // what work costs here

  [[nodiscard]] prediction_input input();
  /// Those that are asked for.
  [[nodiscard]] std::vector<locus_target> wanted_targets();

 private:
  // Throws bad_data where the plan divides another number of places than there are.
  void check_planned();

  std::vector<input_file> sums_{};            // `files`, and others that the watch has; empty before sum_inputs()
  std::vector<std::uint64_t> expected_us_{};  // see prediction_input; empty: none
  engine_warnings warnings_;
  std::unique_ptr<spliced::engine> engine_;
};

}  // namespace exonweave::apps
