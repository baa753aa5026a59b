// Help shows the common options, and all options where that is asked for.
#include <CLI/CLI.hpp>
#include <string>

#include "catch.hpp"
#include "cli/command_line.hpp"
#include "cli/help_formatter.hpp"
#include "contains.hpp"

using namespace exonweave::apps;
using exonweave::testing::contains;

namespace {

// Two groups, one of which is advanced as a whole.
struct weaver {
  CLI::App app{"Weaves.", "weave"};
  CLI::App* command = nullptr;
  bool is_set = false;

  weaver() {
    app.set_help_flag("-h,--help", "Help");
    use_help_formatter(app);
    command = app.add_subcommand("one", "The first");
    begin_option_group(*command, "Input");
    command->add_flag("--common", is_set, "Weave")->required();
    command->add_flag("-r,--rare", is_set, "Weave backwards");
    begin_option_group(*command, "Odd");
    command->add_flag("--odd", is_set, "Weave sideways");
    mark_advanced(*command, {"--rare", "--odd"});
    show_examples(*command, {{{"weave one --common"}, "Weave once."}});
    put_help_last(*command);
  }
};

}  // namespace

TEST_CASE("advanced options are in the help of all options alone, and so are groups of nothing else") {
  const weaver made;
  const std::string common = made.command->help("", CLI::AppFormatMode::Normal);
  CHECK_THAT(common, contains("Weave once.\n\n    weave one --common\n") && contains("\nInput:\n") &&
                         contains("  --common (required)") && contains("\nRun:\n  -h,--help"));
  CHECK(common.find("--rare") == std::string::npos);
  CHECK(common.find("Odd:") == std::string::npos);
  CHECK(common.ends_with("\n'exonweave one --help-all' lists 2 more options.\n"));
  const std::string every = made.command->help("", CLI::AppFormatMode::All);
  CHECK_THAT(every, contains("  -r,--rare") && contains("\nOdd:\n  --odd"));
  CHECK(every.find("more options") == std::string::npos);
}

TEST_CASE("what one command marks another one does not have") {
  weaver made;
  CLI::App* second = made.app.add_subcommand("two", "The second");
  second->add_flag("--rare", made.is_set, "Weave");
  CHECK_THAT(second->help("", CLI::AppFormatMode::Normal), contains("--rare"));
  CHECK(examples_of(*second).empty());
  CHECK(examples_of(*made.command).size() == 1);
}

TEST_CASE("the table of manual and completions has advanced options too") {
  const weaver made;
  const auto groups = command_table(made.app).commands.at(0).groups;
  REQUIRE(groups.size() == 3);
  CHECK(groups[0].options.size() == 2);
  CHECK(groups[1].name == "Odd");
  CHECK(groups[2].options.back().names.back() == "--help-all");
}

TEST_CASE("values that few need are in the help of all options alone, and groups of another command in none") {
  weaver made;
  std::string pattern;
  made.command->add_option("--pattern", pattern, "Weave it")->type_name("plain|twill|ikat")->group("Input");
  show_common_values(*made.command, "--pattern", "plain|twill");
  CHECK_THAT(made.command->help("", CLI::AppFormatMode::Normal), contains("--pattern plain|twill "));
  CHECK_THAT(made.command->help("", CLI::AppFormatMode::All), contains("--pattern plain|twill|ikat "));
  leave_to_note(*made.command, {"Input"}, "See another command.");
  const std::string common = made.command->help("", CLI::AppFormatMode::Normal);
  CHECK(common.ends_with("\nSee another command.\n\n'exonweave one --help-all' lists 1 more options.\n"));
  const std::string every = made.command->help("", CLI::AppFormatMode::All);
  CHECK_THAT(every, contains("\nOdd:\n  --odd"));
  for (const std::string& text : {common, every}) CHECK(text.find("Input:") == std::string::npos);
  CHECK(command_table(made.app).commands.at(0).groups.at(0).options.size() == 3);
}
