// `exonweave man` and `exonweave completion`: what packages install next to the program, made from its own options.
#include <memory>
#include <string>

#include "base/files/output.hpp"
#include "cli/completion.hpp"
#include "cli/help_formatter.hpp"
#include "cli/man_page.hpp"
#include "cli/options.hpp"
#include "cli/subcommands.hpp"

namespace exonweave::apps {
namespace {

void print(const std::string& text) {
  output_file out("");
  out.write(text);
  out.commit();
}

}  // namespace

void add_manual(CLI::App& app) {
  CLI::App* man = app.add_subcommand("man", "Print the manual page");
  show_examples(*man, {{{"exonweave man | man -l -"}, "Read the manual page of all subcommands."}});
  man->callback([&app] { print(man_page(command_table(app), EXONWEAVE_VERSION, app.get_footer())); });
  CLI::App* command = app.add_subcommand("completion", "Print the completion script of a shell: bash, zsh or fish");
  show_examples(*command, {{{"source <(exonweave completion bash)"}, "Complete command lines in this shell."}});
  const auto script = std::make_shared<decltype(&bash_completion)>();
  add_choice_option<decltype(&bash_completion)>(
      *command, "shell", *script, {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}},
      "Shell of the script");
  command->get_option("shell")->required();
  command->callback([&app, script] { print((*script)(command_table(app))); });
}

}  // namespace exonweave::apps
