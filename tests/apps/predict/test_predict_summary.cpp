// What a summary says of a run that needs a machine of its own.
#include "catch.hpp"
#include "predict/predict_summary.hpp"
#include "spliced/engines/engine_registry.hpp"

using namespace exonweave;
using namespace exonweave::apps;

TEST_CASE("a summary lists the GPUs that were asked for, as they were numbered") {
  report problems;
  predict_inputs read{.sequences = genome::open(EXONWEAVE_SOURCE_DIR "/test-data/tiny/genome.fa", problems)};
  read.cases.emplace();
  const auto engine = spliced::cpu_engines().make("simd");
  prediction_options how;
  const spliced::cost_model costs;
  how.solver.engine = engine.get();
  const auto devices_of = [&] {
    const std::string text = predict_summary({}, {read}, how, {{}, {}, summary_results(false, read.unit(), costs)}, {});
    return nlohmann::json::parse(text)["parameters"].at("devices");
  };
  CHECK(devices_of().is_null());
  read.rules.engine.devices = {2, 0};
  CHECK(devices_of() == nlohmann::json({2, 0}));
}

TEST_CASE("a summary tells how far times were off, where results took some seconds") {
  report problems;
  genome sequences = genome::open(EXONWEAVE_SOURCE_DIR "/test-data/tiny/genome.fa", problems);
  const candidate_set candidates;
  const target_set targets;
  spliced::cost_model costs;
  costs.seconds[spliced::cost_unit::result] = 2;
  const auto drift_of = [&](double seconds) {
    summary_results results(false, score_unit::whole(), costs);
    locus_result result;
    result.work.costs[spliced::cost_unit::result] = 3;
    result.seconds = 100;
    result.cpu_seconds = seconds;
    results.add(result, {sequences, candidates, targets, {}});
    CHECK(results.drift(true) == std::optional(100.0 / 6));
    return results.drift(false);
  };
  CHECK(drift_of(9) == std::optional(1.5));
  CHECK(drift_of(6) == std::optional(1.0));
  CHECK_FALSE(drift_of(4.9));
}
