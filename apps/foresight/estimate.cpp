#include "foresight/estimate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "base/files/output_group.hpp"
#include "foresight/estimate_report.hpp"
#include "foresight/estimate_run.hpp"
#include "predict/predict_bounds.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_parts.hpp"
#include "predict/predict_stages.hpp"
#include "shell/failures.hpp"
#include "shell/help_formatter.hpp"
#include "shell/messages.hpp"
#include "shell/readable_inputs.hpp"
#include "shell/subcommands.hpp"

namespace exonweave::apps {
namespace {

// Those of its options that were given.
class estimate_outputs {
 public:
  explicit estimate_outputs(const predict_options& options)
      : json_(opened(options.estimate.json_out)), by_locus_(opened(options.estimate.by_locus_out)) {
    const auto outs = {options.estimate.json_out, options.estimate.by_locus_out};
    if (std::ranges::find(outs, "-") == outs.end()) text_.emplace("-");
  }

  void write(const run_estimate& found, const predict_inputs& inputs, const predict_options& options) {
    if (json_) json_->write(estimate_json(found, inputs, options.estimate.budget).dump(1) + "\n");
    if (by_locus_) by_locus_->write(locus_table(found, inputs));
    const std::string text = estimate_text(found, inputs, options.estimate.budget);
    if (text_)
      text_->write(text);
    else if (!options.quiet)
      tell("{}", text);
  }

  void commit() {
    output_group all;
    for (auto* file : {&json_, &by_locus_, &text_})
      if (*file) all.add(**file);
    all.commit();
  }

 private:
  static std::optional<output_file> opened(const std::string& path) {
    return path.empty() ? std::nullopt : std::optional<output_file>(std::in_place, path);
  }

  std::optional<output_file> json_, by_locus_;
  std::optional<output_file> text_;  // unless one of the others is there
};

void check_estimate(const predict_options& options) {
  const auto inputs = run_input_paths(options);
  check_paths(inputs, options.other_outputs);
  check_run(options);
  check_readable(inputs);
}

}  // namespace

void print_estimate(const predict_options& options) {
  check_estimate(options);
  estimate_outputs outputs(options);
  run_context run(options);
  const predict_inputs inputs = sample_inputs(run, read_run(run));
  const run_estimate found = estimate_run(run, inputs);
  run.finish();
  outputs.write(found, inputs, options);
  run.check_inputs();
  outputs.commit();
}

void add_estimate(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("estimate", "Estimate time and memory of a run of predict, as predict --estimate does");
  show_examples(*command, {{{"exonweave estimate --genome genome.fa --targets proteins.fa --threads 16"},
                            "Print the time and memory that this run of predict needs with 16 threads."}});
  const auto options = std::make_shared<predict_options>();
  options->role.is_estimate = true;
  add_predict_options(*command, *options, run_command::estimate);
  add_other_options(*command, *options);
  command->callback([options, command] {
    settle_options(*options, *command);
    print_estimate(*options);
  });
}

}  // namespace exonweave::apps
