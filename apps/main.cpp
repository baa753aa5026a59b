// The command line: picks the subcommand and turns every failure into a message and an exit code.
#include <fmt/format.h>
#include <htslib/hts.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/failures.hpp"
#include "cli/help_formatter.hpp"
#include "cli/messages.hpp"
#include "cli/process.hpp"
#include "cli/subcommands.hpp"
#include "gpu/device/devices.hpp"
#include "predict/predict_parts.hpp"
#include "report/page/page_frame.hpp"
#include "runtime_model/estimate.hpp"

namespace {

using namespace exonweave::apps;

constexpr auto footer =
    "Exit codes: 0 ok, 2 usage, 65 bad data, 66 missing input, 69 no usable device, 70 bug.\n"
    "73 cannot create output, 74 I/O error, 137 out of memory, 128 + N ended by signal N.";

std::string build_info() {
  return fmt::format("exonweave {}\nCUDA: {}\nhtslib: {}\nreport: {}", EXONWEAVE_VERSION, exonweave::gpu::build_text(),
                     hts_version(), exonweave::report_libraries_text());
}

CLI::Option* add_version(CLI::App& command) {
  return command.set_version_flag("-V,--version", EXONWEAVE_VERSION, "Print the version and exit");
}

void add_subcommands(CLI::App& app) {
  add_annotate(app);
  add_predict(app, print_estimate);
  add_miniprot(app);
  add_estimate(app);
  add_shard(app);
  add_merge(app);
  add_report(app);
  add_compare(app);
  add_genes(app);
  add_graph(app);
  add_validate(app);
  add_simulate(app);
  add_analyze(app);
  add_blocks(app);
  add_search(app);
  add_scan(app);
  add_align(app);
  add_train(app);
  add_devices(app);
  add_calibrate(app);
  add_manual(app);
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    put_help_last(*command);
    if (command->get_option_no_throw("--version") == nullptr)
      add_version(*command)->group("");  // --help of the program has it
  }
}

// CLI11 takes them from the last to the first.
std::vector<std::string> read_arguments(const std::vector<const char*>& words) {
  std::vector<std::string> arguments = with_options_of_plan(with_targets_named({words.begin() + 1, words.end()}));
  std::ranges::reverse(arguments);
  return arguments;
}

// A link to the program that has the name of miniprot runs that command: pipelines find it in PATH.
std::vector<const char*> words_of(int argc, char** argv) {
  std::vector<const char*> words(argv, argv + argc);
  if (!words.empty() && std::filesystem::path(words.front()).filename() == "miniprot")
    words.insert(words.begin() + 1, "miniprot");
  return words;
}

int run(const std::vector<const char*>& words) {
  CLI::App app{"Gene prediction by exact spliced alignment.", "exonweave"};
  add_version(app);
  app.add_flag_callback(
      "--build-info", [] { throw CLI::CallForVersion(build_info(), 0); },
      "Print the version and the libraries of the program and exit");
  app.set_help_flag("-h,--help", "Print this help and exit");
  use_help_formatter(app);
  app.footer(footer);
  app.require_subcommand(1);
  add_subcommands(app);
  refuse_empty_values(app);
  refuse_empty_assignments(app, words);
  if (words.size() < 2) tell("{}\n", app.help());
  try {
    app.parse(read_arguments(words));
  } catch (const CLI::ParseError& error) {
    return explain_parse_error(app, error);
  }
  return exit_ok;
}

}  // namespace

int main(int argc, char** argv) {
  prepare_process();
  try {
    return finish_standard_output(run(words_of(argc, argv)));
  } catch (...) {
    return explain_current_exception();
  }
}
