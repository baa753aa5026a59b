// The files of a folder of annotate.
#include <algorithm>

#include "annotate/annotation_files.hpp"
#include "base/files/report.hpp"
#include "catch.hpp"
#include "predict/predict_output_options.hpp"

using namespace exonweave;
using namespace exonweave::apps;

TEST_CASE("further outputs are words with commas between them") {
  CHECK(parse_also("--also", "paf") == std::vector<std::string>{"paf"});
  CHECK(parse_also("--also", "evm,hints,evm") == std::vector<std::string>{"evm", "hints", "evm"});
  CHECK(parse_also("--also", also_words()).size() == 5);
  for (const char* text : {"", "gff", "paf,", ",paf", "paf;evm", "PAF"})
    CHECK_THROWS_AS(parse_also("--also", text), bad_usage);
}

TEST_CASE("all outputs lie in the folder, those of --also where they are asked for") {
  predict_options options;
  options.outputs.folder = "out";
  set_outputs(options, {"evm"});
  CHECK(options.outputs.is_annotation());
  CHECK(options.outputs.locus_out == "out/genes.gff3.gz");
  CHECK(options.outputs.evm_out == "out/evm.gff3.gz");
  CHECK(options.outputs.paf_out.empty());
  CHECK(options.outputs.page_out == "out/report.html");
  const auto& superseded = options.outputs.superseded;
  for (const char* path :
       {"out/alignments.paf.gz", "out/hints.gff.gz", "out/hints.gff.gz.tbi", "out/genes.pep.fa.gz.fai"})
    CHECK(std::ranges::find(superseded, path) != superseded.end());
  CHECK(std::ranges::find(superseded, "out/evm.gff3.gz") == superseded.end());
  for (const named_path& each : output_paths(options)) {
    CHECK((each.path.empty() || each.path.starts_with("out/")));
    CHECK(each.option == "--out");
  }
}
