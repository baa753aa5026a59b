// `exonweave estimate`: how long a run of predict will take, before it is run. Nothing is aligned.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "estimate_report.hpp"
#include "exons/io/output.hpp"
#include "exons/io/plain_decimal.hpp"
#include "failures.hpp"
#include "predict_output_options.hpp"
#include "predict_parts.hpp"
#include "predict_session.hpp"
#include "subcommands.hpp"

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
        {{}, option + ": not a time", text, "a number above 0 and s, m, h or d, such as 90m", ""});
  return *value * unit;
}

void estimate(const estimate_options& options) {
  check_paths(run_input_paths(options.run),
              {{"--json", options.json_out}, {"--by-locus", options.by_locus_out}});
  check_run(options.run);
  std::optional<output_file> json, by_locus;
  if (!options.json_out.empty()) json.emplace(options.json_out);
  if (!options.by_locus_out.empty()) by_locus.emplace(options.by_locus_out);
  predict_session session(options.run);
  const run_estimate found = estimate_run(session);
  session.finish();
  print_warnings(session.problems);
  if (by_locus) by_locus->write(locus_table(found, session));
  if (json) json->write(estimate_json(found, session, options.budget).dump(1) + "\n");
  output_file out("-");
  out.write(estimate_text(found, session, options.budget));
  if (by_locus) by_locus->finish();
  if (json) json->finish();
  if (by_locus) by_locus->commit();
  if (json) json->commit();
  out.commit();
}

}  // namespace

void add_estimate(CLI::App& app) {
  CLI::App* command = app.add_subcommand("estimate", "How long a run of predict will take, before it is run");
  const auto options = std::make_shared<estimate_options>();
  options->run.out.clear();
  options->run.journal = no_journal;
  add_predict_options(*command, options->run, run_command::estimate);
  command->add_option("--json", options->json_out, "all figures, JSON")->type_name("FILE");
  command->add_option("--by-locus", options->by_locus_out, "seconds of each result; a table")
      ->type_name("FILE");
  add_parsed_option(
      *command, "--budget", options->budget, parse_duration,
      "says how much of the run is done in this time, the shortest first, and what takes longest: 90m, 2h",
      "TIME");
  command->callback([options, command] {
    options->run.given = given_options(*command);
    estimate(*options);
  });
}

}  // namespace exonweave::apps
