// What --memory leaves to the stages of a run, by its options.
#include <functional>

#include "catch.hpp"
#include "contains.hpp"
#include "exons/loci/genome_segments.hpp"
#include "predict/predict_memory.hpp"

using namespace exonweave;
using namespace exonweave::apps;
using exonweave::testing::contains;

namespace {

// One target of 100 residues, tried at so many places.
struct small_run {
  explicit small_run(std::size_t n_places) : read{.sequences = genome::open(path, problems)} {
    read.targets = {{"t.fa"}, molecule::protein, {{"t", std::string(100, 'M'), 1}}};
    cases.resize(n_places);
    read.cases.emplace();
  }

  static constexpr const char* path = EXONWEAVE_SOURCE_DIR "/test-data/tiny/genome.fa";
  report problems;
  predict_options options;
  predict_inputs read;
  std::vector<alignment_task> cases;
  std::vector<found_locus> loci{};
  std::vector<expected_chain> chains{};

  [[nodiscard]] known_places places() const { return {cases, loci, chains}; }
  /// As the options have it now.
  [[nodiscard]] const predict_inputs& inputs() {
    read.rules.threads = options.threads;
    read.rules.memory = memory_terms_of(options);
    read.rules.may_be_divided = !options.role.is_merge();
    return read;
  }
  [[nodiscard]] memory_plan plan() {
    return plan_memory(contents_of(inputs(), places(), read.scale), read.rules.memory);
  }
  void check(double scale = 1) {
    read.scale = scale;
    check_held_memory(inputs(), places());
    read.scale = 1;
  }
};

}  // namespace

TEST_CASE("what a run holds and what is left for graphs are all of --memory") {
  small_run run(20);
  run.options.memory = 1'000'000;
  const memory_plan plan = run.plan();
  CHECK(plan.is_bound);
  CHECK(plan.held + plan.for_graphs == 1'000'000);
  CHECK(plan.alone == plan.for_graphs);
  run.read.scale = 3;
  CHECK(run.plan().held == 3 * plan.held);
  run.read.scale = 1;
  run.options.memory = 10;
  CHECK(run.plan().for_graphs == 1);
  run.options.memory.reset();
  CHECK_FALSE(run.plan().is_bound);
}

TEST_CASE("every place that is known of a target counts as a model, and each of its chains") {
  const auto held = [](small_run& run) { return run.plan().held; };
  small_run many(1'000);
  const std::uint64_t everywhere = held(many);  // most places hold nothing
  many.options.data.pairs = "pairs.tsv";
  const std::uint64_t paired = held(many);
  CHECK(paired > everywhere + 900 * 1'000);
  many.options.models.n_chains = 3;
  CHECK(held(many) > 2 * paired);

  small_run searched(1'000);
  searched.read.cases.reset();
  searched.loci.resize(1'000);
  searched.chains.resize(1'000, {.n_codons = 100});
  CHECK(held(searched) > paired);
  const std::uint64_t single = held(searched);
  searched.loci.front().others.resize(500);  // most of them are parts of one gene
  CHECK(held(searched) == single + 500 * sizeof(found_chain));
  searched.chains.front() = {.n_codons = 50'000, .n_chains = 500};  // or repeats within the target, or copies in tandem
  const std::uint64_t more = held(searched) - single - 500 * sizeof(found_chain);
  CHECK(more > 5 * 1'000);
  CHECK(more < 50 * 1'000);
}

TEST_CASE("models wait for the last one of their sequence, and for what is chosen from all of them") {
  const auto held = [](small_run& run) { return run.plan().held; };
  constexpr std::size_t n_places = 80'000;  // 200 MB of models
  small_run one(n_places), two(n_places);
  one.options.data.pairs = two.options.data.pairs = "pairs.tsv";
  for (std::size_t place = 0; place < n_places; place += 2) two.cases[place].sequence = 1;
  const std::uint64_t all = held(one);
  CHECK(held(two) < all - 80'000'000);
  CHECK(held(two) > all / 2);

  const auto held_with = [&](const std::function<void(predict_options&)>& change) {
    const predict_options before = two.options;
    change(two.options);
    const std::uint64_t changed = two.plan().held;
    two.options = before;
    return changed;
  };
  const std::uint64_t with_elections = held_with([](auto& options) { options.outputs.locus_out = "genes.gff3"; });
  CHECK(with_elections > held(two) + n_places * 1'000);  // exons, bases and protein of each
  CHECK(with_elections < held(two) + n_places * 2'000);
  CHECK(held_with([](auto& options) { options.outputs.locus_bed_out = "genes.bed"; }) == with_elections);
  CHECK(held_with([](auto& options) { options.resumes = true; }) == all);
  CHECK(held_with([](auto& options) { options.role.parts = {"1.part"}; }) == all);
}

TEST_CASE("a part leaves its models to its journal") {
  small_run run(80'000);
  run.options.data.pairs = "pairs.tsv";
  const auto whole = run.plan();
  run.options.role.is_division = true;
  CHECK(run.plan().held < whole.held / 8);
  CHECK(run.plan().peak({}) < whole.peak({}) / 3);
  run.options.role.is_division = false;
  run.options.role.part = 1;
  run.options.resumes = true;
  const std::uint64_t of_part = run.plan().held;
  CHECK(of_part < whole.held / 8);
  CHECK(held_without_models(run.inputs(), run.places()) == 0);
  run.options.memory = whole.held;
  CHECK(held_without_models(run.inputs(), run.places()) == of_part);
  CHECK_NOTHROW(run.check());
  CHECK(run.plan().held == of_part);
  ++*run.options.memory;  // the whole run fits, so what is too large is the same
  CHECK(run.plan().held == whole.held);
}

TEST_CASE("a search has no more threads than --memory does for") {
  small_run run(1);
  run.read.cases.reset();
  run.options.threads = {64, 64};
  CHECK(search_threads(run.inputs()) == 64);
  const std::uint64_t needed = run.plan().searching;
  run.options.memory = needed + 6 * bytes_of_piece;
  CHECK(search_threads(run.inputs()) == 3);
  run.options.memory = needed + 6'000 * bytes_of_piece;
  CHECK(search_threads(run.inputs()) == 64);
  for (const std::uint64_t little : {needed, needed / 2}) {
    run.options.memory = little;
    CHECK(search_threads(run.inputs()) == 1);
  }
}

TEST_CASE("a run that does not fit is told what does") {
  small_run run(80'000);
  run.options.data.pairs = "pairs.tsv";
  run.options.memory = 100'000'000;
  const auto hint = [&] {
    try {
      run.check();
    } catch (const not_enough_memory& error) {
      return error.problems().front().hint;
    }
    return std::string("none");
  };
  CHECK(hint().ends_with("; 'exonweave shard' makes parts that need less, but 'merge' needs as much"));
  run.options.role.parts = {"1.part"};
  CHECK(hint().ends_with("to one run"));
  run.options.role.parts.clear();
  run.options.memory = 5'000'000;  // too little for places alone
  CHECK(hint().ends_with("to one run"));
  for (std::size_t place = 0; place < run.cases.size(); ++place) run.cases[place].sequence = place % 2;
  run.options.memory = 150'000'000;
  CHECK(hint() == "none");
  run.options.outputs.locus_out = "genes.gff3";
  CHECK(hint().find("; without a gene set (--locus-out and the like)") != std::string::npos);
  run.options.outputs.locus_out.clear();
  run.options.resumes = true;
  CHECK(hint().find("; without --resume") != std::string::npos);
}

TEST_CASE("what a run holds is checked before anything is aligned") {
  small_run run(5'000);
  run.options.data.pairs = "pairs.tsv";
  const std::uint64_t held = run.plan().held;
  CHECK_NOTHROW(run.check(1'000));  // no bound
  run.options.memory = held + 1;
  CHECK_NOTHROW(run.check());
  CHECK_THROWS_AS(run.check(2), not_enough_memory);
  run.options.memory = held;
  CHECK_THROWS_AS(run.check(), not_enough_memory);

  run.read.expected = {{"e.fa"}, molecule::protein, {{"e", std::string(1'000, 'M'), 1}}};
  const std::uint64_t with_expected = run.plan().held;
  CHECK(with_expected > held + 1'000);
  run.options.memory = with_expected + 1;  // nothing is left for their search
  CHECK_THROWS_WITH(run.check(), contains("e.fa"));
  run.options.memory = 2 * with_expected;
  CHECK_NOTHROW(run.check());

  small_run few(5);
  few.options.memory = 1;
  CHECK_NOTHROW(few.check());
}
