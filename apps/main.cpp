// The command line: picks the subcommand and turns every failure into a message and an exit code.
#include <fmt/format.h>

#include <cstdio>

#include "exons/report.hpp"
#include "subcommands.hpp"

int main(int argc, char** argv) {
  CLI::App app{"Gene prediction by exact spliced alignment.", "exonweave"};
  app.set_version_flag("--version", std::string("exonweave ") + EXONWEAVE_VERSION);
  app.require_subcommand(1);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const exonweave::failure& error) {
    fmt::print(stderr, "exonweave: error: {}\n", error.what());
    return 65;
  }
  return 0;
}
