// What MultiQC is told of results, and under which name.
#include <set>

#include "catch.hpp"
#include "predict/predict_summary.hpp"

using namespace exonweave;
using namespace exonweave::apps;
using nlohmann::json;

namespace {

gene_model made_model(spliced::score score, double identity, double coverage) {
  gene_model made;
  made.score = score;
  made.identity = identity;
  made.coverage = coverage;
  return made;
}

locus_result result_of(std::size_t target, std::vector<gene_model> models) {
  locus_result made;
  made.locus.target = target;
  made.outcome = locus_outcome::model;
  made.models = std::move(models);
  return made;
}

locus_result result_of(std::size_t target, locus_outcome outcome) {
  locus_result made;
  made.locus.target = target;
  made.outcome = outcome;
  return made;
}

json row_of(std::size_t n_targets, const std::vector<locus_result>& results,
            const std::optional<locus_account>& genes = {}) {
  multiqc_figures figures(n_targets);
  for (const auto& each : results) figures.add(each);
  return figures.row(genes);
}

// Of 8 genes.
locus_account gene_set() {
  locus_account genes;
  genes.n_written = 8;
  genes.n_complete = 5;
  genes.n_partial = 1;
  genes.n_pseudo = 2;
  genes.n_by_model = 3;
  genes.model.verdict = model_verdict::passed;
  genes.median_support = 0.91234;
  return genes;
}

}  // namespace

TEST_CASE("of nothing there are numbers, and neither shares nor medians") {
  CHECK(row_of(0, {}) == json({{"targets", 0}, {"models", 0}, {"untried", 0}, {"results", 0}}));
  CHECK(row_of(3, {}) == json({{"targets", 3}, {"with_model", 0.0}, {"models", 0}, {"untried", 3}, {"results", 0}}));
}

TEST_CASE("medians are over the best model of each target, of equal scores that of higher identity") {
  const auto better = result_of(0, {made_model(50, 0.9, 0.8), made_model(45, 0.1, 0.1)});
  const auto equal = result_of(0, {made_model(50, 0.3, 0.3)});
  const auto worse = result_of(0, {made_model(40, 0.2, 0.2)});
  const auto other = result_of(1, {made_model(10, 0.5, 1)});
  auto row = row_of(3, {worse, equal, better, other});
  CHECK(row["with_model"] == 66.67);
  CHECK(row["models"] == 5);
  CHECK(row["identity"] == 70);
  CHECK(row["coverage"] == 90);
  row = row_of(3, {better, other, result_of(2, {made_model(7, 0.60004, 0)})});
  CHECK(row["identity"] == 60);
  CHECK(row["coverage"] == 80);
}

TEST_CASE("figures of the gene set are shares of its genes, not of the alignments") {
  const auto row = row_of(3, {result_of(0, {made_model(1, 1, 1)}), result_of(1, {made_model(1, 1, 1)})}, gene_set());
  CHECK(row["genes"] == 8);
  CHECK(row["complete"] == 62.5);
  CHECK(row["partial"] == 12.5);
  CHECK(row["disrupted"] == 25);
  CHECK(row["by_model"] == 37.5);
  CHECK(row["support"] == 0.9123);
  CHECK(row["models"] == 2);
  const auto none = row_of(3, {}, locus_account());
  CHECK(none["genes"] == 0);
  CHECK_FALSE(none.contains("complete"));
  CHECK_FALSE(none.contains("support"));
}

TEST_CASE("without a gene model there is no share of its genes") {
  locus_account genes = gene_set();
  for (const auto verdict : {model_verdict::not_requested, model_verdict::failed, model_verdict::too_few_genes}) {
    genes.model.verdict = verdict;
    CHECK_FALSE(row_of(3, {}, genes).contains("by_model"));
  }
}

TEST_CASE("without a gene set, models that are partial or disrupted are shares of all models") {
  auto whole = made_model(9, 1, 1);
  whole.is_coding = whole.has_start = whole.has_stop = true;
  auto cut = whole, shifted = whole, stopped = whole;
  cut.has_stop = false;
  shifted.n_frameshifts = 2;
  stopped.n_internal_stops = stopped.n_frameshifts = 1;
  const auto row = row_of(1, {result_of(0, {whole, cut, shifted, stopped, made_model(1, 1, 1)})});
  CHECK(row["partial"] == 20);
  CHECK(row["disrupted"] == 40);
}

TEST_CASE("results without a model are counted by the reason, and those that no result has are left out") {
  const auto row = row_of(4, {result_of(0, locus_outcome::no_chain), result_of(0, locus_outcome::too_large),
                              result_of(1, locus_outcome::no_chain), result_of(3, {made_model(1, 1, 1)})});
  CHECK(row["results"] == 4);
  CHECK(row["untried"] == 1);
  CHECK(row["no_chain"] == 2);
  CHECK(row["too_large"] == 1);
  CHECK_FALSE(row.contains("model"));
  CHECK_FALSE(row.contains("below_min_score"));
}

TEST_CASE("every figure has a column, and every column another id and title") {
  std::vector<locus_result> results{result_of(0, {made_model(1, 1, 1)})};
  for (const auto outcome :
       {locus_outcome::no_candidate, locus_outcome::nothing_known, locus_outcome::no_start_codon,
        locus_outcome::no_stop_codon, locus_outcome::no_chain, locus_outcome::below_min_score,
        locus_outcome::below_min_coverage, locus_outcome::too_large, locus_outcome::beyond_32_bits})
    results.push_back(result_of(0, outcome));
  multiqc_figures figures(1);
  for (const auto& each : results) figures.add(each);
  const auto row = figures.row(gene_set());
  const json content = json::parse(multiqc_text("s", row));
  CHECK(content["data"]["s"] == json(row));
  std::set<std::string> titles;
  std::vector<std::string> ids, requested;
  for (const auto& column : content["pconfig"]) {
    REQUIRE(column.size() == 1);
    ids.push_back(column.begin().key());
    titles.insert(column.begin().value().at("title"));
  }
  for (const auto& [id, value] : row.items()) requested.push_back(id);
  CHECK(ids == requested);
  CHECK(titles.size() == ids.size());
}

TEST_CASE("a sample is called by the prefix of its run, its folders, its file or its genome") {
  output_requests outputs;
  const std::string genome = "data/g.fa.gz";
  outputs.multiqc_out = "-";
  CHECK(multiqc_sample(outputs, genome) == "g.fa.gz");
  outputs.multiqc_out = "out.d/human.chr1_mqc.json";
  CHECK(multiqc_sample(outputs, genome) == "human.chr1");
  outputs.folder = "/data/fly/out";
  CHECK(multiqc_sample(outputs, genome) == "fly_out");
  outputs.folder = "/data/worm/x/../out/";
  CHECK(multiqc_sample(outputs, genome) == "worm_out");
  outputs.folder = "/out";
  CHECK(multiqc_sample(outputs, genome) == "out");
  outputs.id_prefix = "run2.";
  CHECK(multiqc_sample(outputs, genome) == "run2.");
}

TEST_CASE("files that MultiQC would not find are refused, devices and standard output have any name") {
  const auto check_name = [](const std::string& name) {
    output_requests outputs;
    outputs.multiqc_out = name;
    check_multiqc(outputs);
  };
  for (const char* name : {"a_mqc.json", "d/a_mqc.json", "-", "/dev/null", ""}) CHECK_NOTHROW(check_name(name));
  for (const char* name : {"_mqc.json", "d/_mqc.json", "a.json", "a_mqc.json.gz", "a_MQC.json", "a_mqc.json/b"})
    CHECK_THROWS_AS(check_name(name), bad_usage);
}
