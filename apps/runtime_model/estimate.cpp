#include "runtime_model/estimate.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "cli/estimate_request.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/input_watch.hpp"
#include "cli/subcommands.hpp"
#include "predict/predict_bounds.hpp"
#include "predict/predict_output_options.hpp"
#include "predict/predict_parts.hpp"
#include "predict/predict_stages.hpp"
#include "runtime_model/estimate_report.hpp"
#include "runtime_model/estimate_run.hpp"

namespace exonweave::apps {
namespace {

void write_estimate(const run_estimate& found, const predict_inputs& inputs, const predict_options& options,
                    estimate_output& output) {
  const std::optional<double>& budget = options.estimate.budget;
  if (output.has_table()) output.write_table(locus_table(found, inputs));
  output.write(estimate_json(found, inputs, budget), estimate_text(found, inputs, budget));
}

void check_estimate(const predict_options& options) {
  const auto inputs = run_input_paths(options);
  check_paths(inputs, options.other_outputs);
  check_run(options);
  check_readable(inputs);
}

}  // namespace

void print_estimate(const predict_options& options) {
  check_estimate(options);
  estimate_output output(options.estimate.json_out, options.quiet, options.estimate.by_locus_out);
  run_context run(options);
  const predict_inputs inputs = sample_inputs(options, read_run(options, run), run.costs);
  const run_estimate found = estimate_run(options, inputs, run);
  run.finish();
  write_estimate(found, inputs, options, output);
  run.check_inputs();
  output.commit();
}

void add_estimate(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("estimate", "Estimate time and memory of a run of predict, as predict --estimate does");
  show_examples(*command, {{{"exonweave estimate genome.fa proteins.fa -t 16"},
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
