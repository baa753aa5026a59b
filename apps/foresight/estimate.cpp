// `exonweave estimate`: how long a run of predict will take, before it is run. Nothing is aligned but what a splice
// model is learnt from.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/files/output_group.hpp"
#include "base/files/plain_decimal.hpp"
#include "foresight/estimate_report.hpp"
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

struct estimate_options {
  predict_options run;
  std::string json_out;  // empty: none; this and the next
  std::string by_locus_out;
  std::optional<double> budget;  // seconds
};

// "90", "90s", "15m", "2h", "1.5d".
double parse_duration(const std::string& option, const std::string& text) {
  constexpr std::pair<char, double> units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
  double unit = 1;
  std::string number = text;
  for (const auto& [letter, seconds] : units)
    if (!text.empty() && text.back() == letter) {
      unit = seconds;
      number.pop_back();
    }
  const auto value = parse_plain_decimal(number);
  if (!value || *value <= 0)
    throw bad_usage(
        {.what = option + ": not a time", .got = text, .need = "a number above 0 and s, m, h or d, such as 90m"});
  return *value * unit;
}

// Those of its options that were given.
class estimate_outputs {
 public:
  explicit estimate_outputs(const estimate_options& options)
      : json_(opened(options.json_out)), by_locus_(opened(options.by_locus_out)) {
    const auto outs = {options.json_out, options.by_locus_out};
    if (std::ranges::find(outs, "-") == outs.end()) text_.emplace("-");
  }

  void write(const run_estimate& found, const predict_inputs& inputs, const estimate_options& options) {
    if (json_) json_->write(estimate_json(found, options.run, inputs, options.budget).dump(1) + "\n");
    if (by_locus_) by_locus_->write(locus_table(found, inputs));
    const std::string text = estimate_text(found, options.run, inputs, options.budget);
    if (text_)
      text_->write(text);
    else if (!options.run.quiet)
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

void check(const estimate_options& options) {
  const auto inputs = run_input_paths(options.run);
  check_paths(inputs, options.run.other_outputs);
  check_run(options.run);
  check_readable(inputs);
}

void estimate(const estimate_options& options) {
  check(options);
  estimate_outputs outputs(options);
  run_context run(options.run);
  predict_inputs inputs = read_run(run);
  const run_estimate found = estimate_run(run, inputs);
  run.finish();
  outputs.write(found, inputs, options);
  run.check_inputs();
  outputs.commit();
}

}  // namespace

void add_estimate(CLI::App& app) {
  CLI::App* command = app.add_subcommand("estimate", "How long a run of predict will take, before it is run");
  const auto options = std::make_shared<estimate_options>();
  options->run.out.clear();
  options->run.journal = no_journal;
  options->run.is_estimate = true;
  add_predict_options(*command, options->run, run_command::estimate);
  begin_option_group(*command, "Outputs");
  command->add_option("--json", options->json_out, "all figures, JSON")->type_name("FILE");
  command
      ->add_option("--by-locus", options->by_locus_out,
                   "seconds, memory and units of work of each result, and what Eq. 3 to 5 count; a table")
      ->type_name("FILE");
  add_parsed_option(
      *command, "--budget", options->budget, parse_duration,
      "says how many results would be done in this time, the shortest first, and which take longest: 90m, 2h", "TIME");
  add_other_options(*command, options->run);
  command->callback([options, command] {
    options->run.given = given_options(*command);
    options->run.other_outputs = {{"--json", options->json_out}, {"--by-locus", options->by_locus_out}};
    estimate(*options);
  });
}

}  // namespace exonweave::apps
