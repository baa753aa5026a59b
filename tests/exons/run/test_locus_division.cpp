// Several loci of one target on a region.
#include "catch.hpp"
#include "exons/run/small_job.hpp"

using namespace exonweave;
using exonweave::testing::both_engines;
using exonweave::testing::small_job;

namespace {

// Where the models of the only target lie, place by place: "10-16+ 30-36+".
std::string places(small_job& job, double fraction = 0.7, std::size_t most = 10) {
  job.options.scoring.free_target_ends = true;
  job.options.max_loci = most;
  job.options.solver.locus_fraction = fraction;
  const auto results = job.run();
  REQUIRE(results.size() == 1);
  std::string text;
  for (const gene_model& model : results.front().models)
    text += (text.empty() ? "" : " ") + std::to_string(model.span().start) + "-" + std::to_string(model.span().end) +
            to_char(model.on);
  return text;
}

const std::string gap(10, 'T');
const std::string copy = "ACGGAC";  // not on the other strand

}  // namespace

TEST_CASE("each copy of a gene is a locus, the best one first") {
  small_job job(gap + "ACGGTC" + gap + copy + gap + copy + gap,
                {{{10, 16}, strand::forward}, {{26, 32}, strand::forward}, {{42, 48}, strand::forward}}, {copy});
  job.use(GENERATE(from_range(both_engines)));
  job.options.scoring.introns.lines.front().cost = 8;  // no intron pays
  CHECK(places(job, 0.2) == "26-32+ 42-48+ 10-16+");
  CHECK(places(job, 0.7) == "26-32+ 42-48+");
  CHECK(places(job, 0.2, 2) == "26-32+ 42-48+");
  CHECK(places(job, 0.2, 1) == "26-32+");
  CHECK(places(job, 0) == "42-48+");  // the traceback ends as late as it may
}

TEST_CASE("models of several places are numbered") {
  small_job job(gap + copy + gap + copy + gap, {{{10, 16}, strand::forward}, {{26, 32}, strand::forward}}, {copy});
  job.use(GENERATE(from_range(both_engines)));
  job.options.scoring.introns.lines.front().cost = 8;
  REQUIRE(places(job) == "10-16+ 26-32+");
  const auto models = job.run().front().models;
  CHECK(models[0].place == 1);
  CHECK(models[1].place == 2);
  CHECK(models[0].rank == 0);
  job.options.solver.locus_fraction = 0;
  CHECK(job.run().front().models.front().place == 0);
}

TEST_CASE("a chain over two copies is divided where each of them is nearly as good") {
  // ACGG|AC: in the first copy the second exon is worse, in the second copy the first.
  const std::string first = "ACGG" + gap + "TC", second = "ACTG" + gap + "AC";
  small_job job(gap + first + gap + second + gap,
                {{{10, 14}, strand::forward},
                 {{24, 26}, strand::forward},
                 {{36, 40}, strand::forward},
                 {{50, 52}, strand::forward}},
                {copy});
  job.use(GENERATE(from_range(both_engines)));
  CHECK(places(job, 0) == "10-52+");
  CHECK(places(job, 0.3) == "10-14+ 36-40+ 50-52+");
  CHECK(places(job, 0.9) == "10-52+");
}

TEST_CASE("a region whose parts turn out to hold no locus is not divided, and keeps its margins") {
  // With whole targets each half of the chain alone lacks residues, which only solving it tells.
  small_job job(gap + "ACGG" + gap + "AC" + gap, {{{10, 14}, strand::forward}, {{24, 26}, strand::forward}}, {copy});
  job.use(GENERATE(from_range(both_engines)));
  job.options.scoring.free_target_ends = false;
  job.options.scoring.gaps = {.open = 20, .extend = 20};
  job.options.max_loci = 10;
  job.options.solver.with_margins = true;
  const auto undivided = job.run().front().models;
  job.options.solver.locus_fraction = 0.2;
  const auto models = job.run().front().models;
  REQUIRE(models.size() == 1);
  CHECK(models.front().span() == interval{10, 26});
  CHECK(models.front().exons.front().margin == undivided.front().exons.front().margin);
  CHECK(models.front().exons.front().margin.has_value());
}

TEST_CASE("a region is whole where its parts, but not the best chain, score less than is asked for") {
  // Each half of the chain scores 6 by itself, which a cut promises, and 3 when it pays for the other half's residues.
  small_job job(gap + "ACG" + gap + "GAC" + gap, {{{10, 13}, strand::forward}, {{23, 26}, strand::forward}},
                {"ACGGAC"});
  job.use(GENERATE(from_range(both_engines)));
  job.options.scoring.gaps = {0, 1};
  job.options.solver.locus_fraction = 0.2;
  job.options.max_loci = 10;
  const auto spans = [&](spliced::score min_score) {
    job.options.min_score = min_score;
    const auto models = job.run().front().models;
    std::vector<interval> found;
    for (const gene_model& model : models) found.push_back(model.span());
    return found;
  };
  CHECK(spans(3) == std::vector<interval>{{10, 13}, {23, 26}});
  CHECK(spans(4) == std::vector<interval>{{10, 26}});
}

TEST_CASE("where a search has found one chain the region holds one locus, unless another strand may have one") {
  small_job job(gap + copy + gap + copy + gap + "GTCCGT" + gap,
                {{{10, 16}, strand::forward}, {{26, 32}, strand::forward}, {{42, 48}, strand::reverse}}, {copy});
  job.use(GENERATE(from_range(both_engines)));
  job.options.scoring.introns.lines.front().cost = 8;
  REQUIRE(places(job) == "10-16+ 26-32+ 42-48-");
  for (alignment_task& each : job.cases) each.is_single = true;
  CHECK(places(job) == "10-16+ 26-32+ 42-48-");
  job.cases.pop_back();
  CHECK(places(job) == "26-32+");
  CHECK(job.run().front().n_left_out == 0);
}

TEST_CASE("loci of both strands stand together, but not in one place") {
  const std::string engine = GENERATE(from_range(both_engines));
  const std::string palindrome = "ACGCGT";
  small_job apart(gap + copy + gap + "GTCCGT" + gap, {{{10, 16}, strand::forward}, {{26, 32}, strand::reverse}},
                  {copy});
  apart.use(engine);
  CHECK(places(apart) == "10-16+ 26-32-");
  small_job together(gap + palindrome + gap, {{{10, 16}, strand::forward}, {{10, 16}, strand::reverse}}, {palindrome});
  together.use(engine);
  CHECK(places(together) == "10-16+");
}

TEST_CASE("loci below the least score are none") {
  small_job job(gap + copy + gap + copy + gap, {{{10, 16}, strand::forward}, {{26, 32}, strand::forward}}, {copy});
  job.use(GENERATE(from_range(both_engines)));
  job.options.scoring.introns.lines.front().cost = 8;
  job.options.min_score = 1000;
  CHECK(places(job).empty());
}

TEST_CASE("any number of threads finds the same loci") {
  small_job job(gap + copy + gap + copy + gap, {{{10, 16}, strand::forward}, {{26, 32}, strand::forward}},
                std::vector<std::string>(20, copy));
  job.use(GENERATE(from_range(both_engines)));
  job.options.scoring.free_target_ends = true;
  job.options.scoring.introns.lines.front().cost = 8;
  job.options.max_loci = 4;
  job.options.solver.locus_fraction = 0.5;
  job.options.solver.with_margins = true;
  const std::string alone = job.text(1);
  CHECK(alone.find("place=2") != std::string::npos);
  CHECK(job.text(4) == alone);
}
