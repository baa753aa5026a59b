// -t was --targets once: what is no number still is.
#include <string>
#include <vector>

#include "catch.hpp"
#include "cli/command_line.hpp"

using exonweave::apps::with_targets_named;
using words = std::vector<std::string>;

TEST_CASE("-t with a file is --targets, and with a number it is left to be threads") {
  CHECK(with_targets_named({"predict", "-t", "a.fa", "-t", "4"}) == words{"predict", "--targets", "a.fa", "-t", "4"});
  CHECK(with_targets_named({"search", "-ta.fa", "-t16"}) == words{"search", "--targets=a.fa", "-t16"});
  CHECK(with_targets_named({"merge", "-t", "./4", "-t", "-"}) == words{"merge", "--targets", "./4", "--targets", "-"});
  CHECK(with_targets_named({"predict", "-t", "4.fa", "-t", "1.5"}) ==
        words{"predict", "--targets", "4.fa", "--targets", "1.5"});
}

TEST_CASE("-t is left alone where it has no value, or is none") {
  for (const words& same :
       {words{}, {"predict", "-t"}, {"predict", "-t", ""}, {"predict", "--", "-t", "a.fa"}, {"predict", "--trans"}})
    CHECK(with_targets_named(same) == same);
}

TEST_CASE("commands whose -t was never --targets keep it") {
  for (const char* command : {"miniprot", "scan", "align", "annotate", "genes", "report"}) {
    const words same{command, "-t", "a.fa"};
    CHECK(with_targets_named(same) == same);
  }
}
