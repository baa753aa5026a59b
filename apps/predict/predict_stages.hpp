// The stages of a run of predict: what was read, what is aligned and how, its results. Each returns what the next one
// takes. The same for a whole run, a part of one, its division and the merge of parts.
//
//   check_run()
//   read_run()   -> predict_inputs: nothing changes them
//   plan_run()   -> planned_run: the cases that were found, the engine, what was learnt, and with what is predicted
//   align()      -> results, one by one
//
// Options are read by the first two alone. A clock and a report of problems go along where they are needed.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/files/report.hpp"
#include "cli/input_watch.hpp"
#include "cli/stage_clock.hpp"
#include "predict/placed_run.hpp"
#include "predict/predict_engine.hpp"
#include "predict/predict_inputs.hpp"
#include "predict/predict_journal.hpp"
#include "predict/predict_options.hpp"
#include "predict/predict_training.hpp"

namespace exonweave::apps {

/// Refuses what can be refused before anything is read, and keeps within --memory from now on. Throws bad_usage,
/// no_usable_device.
void check_run(const predict_options& options);

/// What the commands of a run have around its stages: a clock, what is wrong, and whether inputs are changed meanwhile.
class run_context {
 public:
  /// Of options that check_run() let pass.
  explicit run_context(const predict_options& options);

  /// The checksums of what was read. Throws io_failure, and bad_data where that was changed since.
  void sum_inputs(const predict_options& options, const predict_inputs& inputs);
  /// Those of the run's settings; empty before sum_inputs().
  [[nodiscard]] const std::vector<input_file>& files() const { return files_; }

  /// Before outputs appear: prints all warnings, then looks whether an input was changed. Throws bad_data.
  void check_inputs() { print_and_check(problems, watch, sums_); }
  /// When the run has failed: whether what was found is of inputs that are no more.
  [[nodiscard]] bool has_other_inputs() const { return watch.has_other_bytes(sums_); }

  input_watch watch;  // all_are_open() once the plan and parts of a run that has them are read too
  stage_clock clock{};
  report problems{};

 private:
  std::vector<input_file> files_{};
  std::vector<input_file> sums_{};  // files_, and others that the watch has
};

/// Reads and checks the inputs. Throws bad_data and what else readers throw, bad_usage.
predict_inputs read_run(const predict_options& options, run_context& run);

/// What is aligned, by which engine and model.
struct planned_run : placed_run {
  std::unique_ptr<engine_warnings> warnings;  // what the engine has to say, for the problems when nothing is aligned
  std::unique_ptr<spliced::engine> engine;
  learnt_model learnt;
  prediction_options how;

  /// Of the engine, for this work.
  [[nodiscard]] spliced::cost_model cost_model() const;
};

/// Searches for loci where inputs have no cases and `notes` do not know them, and takes an engine and the first model.
/// `inputs` must outlive the plan. Throws as these do, and bad_data where a plan divides another number of places.
planned_run find_cases(const predict_inputs& inputs, run_share share, progress_notes& notes, stage_clock& clock,
                       report& problems);

/// `plan` with a splice model that is learnt where the options say so, as far as `notes` do not know the outcome, and
/// with cases of what was searched for anew, by what introns cost now. Throws as learning does.
planned_run with_learnt_model(planned_run plan, progress_notes& notes, stage_clock& clock, report& problems);

/// Both, and what else comes before the cases are aligned. Throws as these do.
planned_run plan_run(const predict_inputs& inputs, run_share share, progress_notes& notes, stage_clock& clock,
                     report& problems);

/// From now on a terminal shows the stages of a whole run with these outputs as its numbered steps, unless it is quiet.
void show_steps(const predict_inputs& inputs, const output_requests& outputs, stage_clock& clock);

/// Aligns, but for what is known. Results come in the order of the cases.
void align(const planned_run& plan, const std::function<void(locus_result&&)>& sink, result_log log,
           stage_clock& clock);

}  // namespace exonweave::apps
