// Regions that are too long to be aligned at once.
#include "catch.hpp"
#include "exons/batch_engine.hpp"
#include "exons/run/locus_division.hpp"
#include "exons/run/small_job.hpp"
#include "exons/sites/site_models.hpp"
#include "exons/solving/split_gene.hpp"

using namespace exonweave;
using exonweave::testing::batch_engine;
using exonweave::testing::codon_scoring;
using exonweave::testing::flat_model;
using exonweave::testing::small_job;

namespace {

const std::string gap(40, 'T');
const std::string whole = "ATGGCTTGGGATAAATGGTTTCATTAA", worse = "ATGGCTTGGGATAAATGGGGTCATTAA";
const std::string on_forward = gap + whole + gap + worse + gap + whole + gap;

// A protein on ORF exons of both strands, on which it has copies.
struct copies_job : small_job {
  copies_job() : small_job(on_forward + reverse_complement(whole) + gap, {}, {"MAWDKWFH"}) {
    targets.kind = molecule::protein;
    options.scoring = codon_scoring();
    options.scoring.free_target_ends = true;
    options.block_sites.emplace(flat_model());
    options.blocks = block_mode::add;
    options.max_loci = 10;
    options.solver.locus_fraction = 0.7;
    options.solver.with_margins = true;
    const interval region{0, sequences.catalog().length(0)};
    cases = {{0, region, strand::forward, 0}, {0, region, strand::reverse, 0}};
  }
};

std::vector<std::pair<interval, std::size_t>> places(const locus_result& result) {
  std::vector<std::pair<interval, std::size_t>> found;
  for (const gene_model& each : result.models) found.emplace_back(each.span(), each.place);
  return found;
}

gene_model model_at(interval where, spliced::score score) {
  gene_model made;
  made.score = score;
  made.exons.emplace_back().where = where;
  return made;
}

locus_result result_of(std::vector<gene_model> models, locus_outcome outcome = locus_outcome::model) {
  locus_result made;
  made.outcome = outcome;
  for (gene_model& each : models) {
    made.best_score = std::max(made.best_score, each.score);
    each.place = models.size() > 1 ? static_cast<std::size_t>(&each - models.data()) + 1 : 0;
  }
  made.models = std::move(models);
  made.seconds = 1;
  return made;
}

}  // namespace

TEST_CASE("windows go over a whole region, overlap by as much as they should, and are no longer than the longest") {
  CHECK(windows_of({5, 25}, {20, 6}) == std::vector<interval>{{5, 25}});
  CHECK(windows_of({5, 26}, {20, 6}) == std::vector<interval>{{5, 18}, {12, 26}});
  for (std::int64_t length = 21; length < 200; ++length) {
    const auto windows = windows_of({3, 3 + length}, {20, 6});
    CHECK(windows.front().start == 3);
    CHECK(windows.back().end == 3 + length);
    for (std::size_t w = 0; w < windows.size(); ++w) {
      CHECK(windows[w].length() <= 20);
      if (w > 0) CHECK(windows[w - 1].end - windows[w].start == 6);
    }
  }
}

TEST_CASE("of what windows have found the best remain, and none that overlaps a better one") {
  solver_settings settings;
  settings.locus_fraction = 0.5;
  const auto joined = [&](std::size_t most) {
    return join_windows({result_of({model_at({0, 10}, 50), model_at({60, 80}, 80)}),
                         result_of({model_at({60, 90}, 100), model_at({120, 130}, 49)}),
                         result_of({model_at({140, 150}, 60)}), result_of({}, locus_outcome::no_chain)},
                        {0, 200}, settings, most);
  };
  const locus_result all = joined(10);
  CHECK(places(all) == std::vector<std::pair<interval, std::size_t>>{{{60, 90}, 1}, {{140, 150}, 2}, {{0, 10}, 3}});
  CHECK(all.outcome == locus_outcome::model);
  CHECK(all.best_score == 100);
  CHECK(all.locus.region == interval{0, 200});
  CHECK(all.n_left_out == 0);
  CHECK(all.seconds == 4);
  for (const gene_model& each : all.models) CHECK(each.window == proof_window::limited);
  CHECK(places(joined(1)) == std::vector<std::pair<interval, std::size_t>>{{{60, 90}, 0}});
  CHECK(joined(2).n_left_out == 1);
}

TEST_CASE("windows without any model have the result that comes closest to one") {
  const auto poor = [](spliced::score score) {
    locus_result made = result_of({}, locus_outcome::below_min_score);
    made.best_score = score;
    return made;
  };
  const auto joined = join_windows({result_of({}, locus_outcome::no_chain), poor(3), poor(7)}, {0, 9}, {}, 1);
  CHECK(joined.outcome == locus_outcome::below_min_score);
  CHECK(joined.best_score == 7);
}

TEST_CASE("a region in windows has the genes that it has as a whole") {
  copies_job job;
  const batch_engine in_batches;
  if (GENERATE(false, true)) job.options.solver.engine = &in_batches;
  const auto expected = job.run();
  REQUIRE(places(expected.front()).size() == 4);
  job.options.windows = {120, 60};
  for (const unsigned n_threads : {1u, 3u}) {
    run_control control;
    job.options.control = &control;
    const auto found = job.run(n_threads);
    REQUIRE(found.size() == 1);
    CHECK(places(found.front()) == places(expected.front()));
    CHECK(found.front().best_score == expected.front().best_score);
    CHECK(found.front().tried == expected.front().tried);
    const std::uint64_t planned = count_planned_cells(job.input(), job.options);
    CHECK(control.cells() >= planned);
    CHECK(control.cells() <= planned + planned / 10);
    job.options.control = nullptr;
  }
}
