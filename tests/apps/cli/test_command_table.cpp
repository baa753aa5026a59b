// What man and shells are told is what the options say.
#include <CLI/CLI.hpp>

#include "catch.hpp"
#include "cli/command_line.hpp"
#include "cli/man_page.hpp"
#include "contains.hpp"

using namespace exonweave::apps;
using exonweave::testing::contains;

namespace {

option_entry taking(std::string value) { return {{"--x"}, std::move(value), "", false}; }

const command_entry program{
    "weave",
    "Weaves.",
    {},
    {{"one",
      "It's [one]: so",
      {{"Options", {{{"-f", "--file"}, "FILE", ".a 'quoted' \\ word", true}, {{"--to"}, "FILE|off", "", false}}}},
      {}}}};

}  // namespace

TEST_CASE("the words that a value may be are those in lower case") {
  CHECK(taking("off|restrict|add").words() == std::vector<std::string>{"off", "restrict", "add"});
  CHECK(taking("FILE|off").words() == std::vector<std::string>{"off"});
  CHECK(taking("N").words().empty());
  CHECK(taking("").words().empty());
}

TEST_CASE("words with commas between them may be taken together") {
  CHECK(taking("paf,evm").words() == std::vector<std::string>{"paf", "evm"});
  CHECK(taking("paf,evm").takes_list());
  for (const char* value : {"off|add", "N", "N,...", "NAME,...", "N|ID=N,...", ""})
    CHECK_FALSE(taking(value).takes_list());
  CHECK(taking("N|ID=N,...").words().empty());
}

TEST_CASE("values that stand alone have titles, and some may come several times") {
  CLI::App app{"Weaves.", "weave"};
  std::string path;
  std::vector<std::string> paths;
  CLI::App* command = app.add_subcommand("one", "The first");
  command->add_option("LOOM", path, "a loom")->type_name("FILE")->required();
  command->add_option("YARN", paths, "yarns")->type_name("FILE");
  const command_entry table = command_table(app);
  const auto options = table.commands[0].options();
  CHECK(options[0].title == "LOOM");
  CHECK_FALSE(options[0].is_repeated);
  CHECK(options[1].title == "YARN");
  CHECK(options[1].is_repeated);
  CHECK_THAT(man_page(table, "1.0", ""), contains("weave one\\fR [\\fIOPTIONS\\fR] \\fILOOM\\fR [\\fIYARN\\fR...]\n"));
  CHECK_THAT(man_page(table, "1.0", ""), contains("\\fILOOM\\fR \\fIFILE\\fR\na loom"));
  CHECK_THAT(zsh_completion(table), contains("'1:LOOM:_files'"));
  CHECK_THAT(zsh_completion(table), contains("'*:YARN:_files'"));
}

TEST_CASE("a value may be a file, or a folder") {
  CHECK(taking("FILE").takes_file());
  CHECK(taking("NAME|FILE").takes_file());
  CHECK(taking("DIR").takes_file());
  CHECK(taking("DIR").takes_folder());
  CHECK_FALSE(taking("PROFILE").takes_file());
}

TEST_CASE("the table has what the command line has") {
  CLI::App app{"Weaves.", "weave"};
  std::string path;
  bool is_loud = false;
  CLI::App* command = app.add_subcommand("one", "The first");
  command->add_option("-f,--file", path, "a file")->type_name("FILE")->required();
  command->add_flag("--loud", is_loud, "louder");
  command->add_option("shell", path, "whose")->type_name("a|b");
  const command_entry table = command_table(app);
  REQUIRE(table.commands.size() == 1);
  const auto options = table.commands[0].options();
  REQUIRE(options.size() == 4);  // what stands alone first, then --help
  CHECK(options[0].names.empty());
  CHECK(options[0].words() == std::vector<std::string>{"a", "b"});
  CHECK(options[2].names == std::vector<std::string>{"-f", "--file"});
  CHECK(options[2].value == "FILE");
  CHECK(options[2].is_required);
  CHECK(options[3].value.empty());
}

TEST_CASE("groups come as --help has them, and what it hides does not") {
  CLI::App app{"Weaves.", "weave"};
  bool is_set = false;
  CLI::App* command = app.add_subcommand("one", "The first");
  app.add_subcommand("secret", "Not told")->group("");
  command->add_flag("--late", is_set, "")->group("Others");
  command->add_flag("--hidden", is_set, "")->group("");
  command->add_flag("--later", is_set, "")->group("Others");
  const command_entry table = command_table(app);
  REQUIRE(table.commands.size() == 1);
  const auto& groups = table.commands[0].groups;
  REQUIRE(groups.size() == 2);  // that of --help first
  CHECK(groups[1].name == "Others");
  REQUIRE(groups[1].options.size() == 2);
  CHECK(groups[1].options[0].names == std::vector<std::string>{"--late"});
  CHECK(groups[1].options[1].names == std::vector<std::string>{"--later"});
  CHECK_THAT(man_page(table, "1.0", ""), contains("\n.PP\n\\fBOthers:\\fR\n.TP\n\\fB\\-\\-late\\fR\n"));
}

TEST_CASE("text is no request of roff, and no word of a shell") {
  CHECK_THAT(man_page(program, "1.0", "0 ok"), contains("\n\\&.a \\(aqquoted\\(aq \\e word (required)\n"));
  CHECK_THAT(zsh_completion(program), contains("'*'{-f+,--file=}'[.a '\\''quoted'\\'' \\\\ word]:FILE:_files'"));
  CHECK_THAT(zsh_completion(program), contains("'one:It'\\''s [one]: so'"));
  CHECK_THAT(bash_completion(program), contains("'one -f'|'one --file') _weave_files ''; return ;;"));
  CHECK_THAT(fish_completion(program), contains(" -s f -l file -r -F -d '.a \\'quoted\\' \\\\ word'\n"));
  CHECK_THAT(fish_completion(program), contains(" -a one -d 'It\\'s [one]: so'\n"));
}

TEST_CASE("what is a file or a word is completed as both") {
  CHECK_THAT(bash_completion(program), contains("'one --to') _weave_files 'off'; return ;;"));
  CHECK_THAT(zsh_completion(program),
             contains("'*--to=[]:FILE|off:{_alternative \"words\\:word\\:(off)\" \"files\\:file\\:_files\"}'"));
}
