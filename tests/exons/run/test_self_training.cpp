// What is learnt from the models of a first pass, and from which.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/files/temporary_file.hpp"
#include "base/statistics/random_source.hpp"
#include "catch.hpp"
#include "exons/introns/intron_law.hpp"
#include "exons/run/planner.hpp"
#include "exons/run/self_training.hpp"
#include "exons/run/small_job.hpp"
#include "exons/sites/clade_sequence.hpp"
#include "exons/sites/site_models.hpp"
#include "exons/sites/taught_genome.hpp"

using namespace exonweave;
using exonweave::testing::built_in;
using exonweave::testing::equal_targets;
using exonweave::testing::taught_genome;

namespace {

constexpr score_unit unit = score_unit::halves();

gene_model sure_model(std::vector<interval> exons, spliced::score score) {
  gene_model model;
  model.score = score;
  model.kind = molecule::protein;
  model.is_coding = model.has_start = model.has_stop = true;
  for (const interval where : exons) {
    model.exons.emplace_back().where = where;
    model.exons.back().margin = unit.inside(confident_margin);
  }
  return model;
}

locus_result result_of(std::vector<gene_model> models) {
  locus_result result;
  result.outcome = locus_outcome::model;
  result.models = std::move(models);
  return result;
}

const target_set three_targets{{"t.fa"}, molecule::protein, {{"a", "M", 1}, {"b", "M", 2}, {"c", "M", 3}}};

std::vector<std::vector<interval>> exons_of(const std::vector<annotated_transcript>& transcripts) {
  std::vector<std::vector<interval>> all;
  for (const auto& each : transcripts) all.push_back(each.exons);
  return all;
}

}  // namespace

TEST_CASE("a model to learn from is a whole gene of which every exon is sure") {
  const gene_model sure = sure_model({{10, 40}, {90, 120}}, 100);
  CHECK(is_confident(sure, unit));
  const auto spoilt = [&](auto&& spoil) {
    gene_model model = sure;
    spoil(model);
    return is_confident(model, unit);
  };
  CHECK_FALSE(spoilt([](auto& model) { model.has_start = false; }));
  CHECK_FALSE(spoilt([](auto& model) { model.has_stop = false; }));
  CHECK_FALSE(spoilt([](auto& model) { model.n_frameshifts = 1; }));
  CHECK_FALSE(spoilt([](auto& model) { model.n_internal_stops = 1; }));
  CHECK_FALSE(spoilt([](auto& model) { --*model.exons[1].margin; }));
  CHECK_FALSE(spoilt([](auto& model) { model.exons[0].margin.reset(); }));
  CHECK(spoilt([](auto& model) {
    model.exons[0].margin.reset();
    model.exons[0].is_without_alternative = true;
  }));
}

TEST_CASE("of models that overlap on either strand the best one teaches, and each gene once") {
  gene_model best = sure_model({{100, 130}, {190, 220}}, 100);
  gene_model same = sure_model({{100, 130}, {190, 220}}, 90);
  same.target = 1;
  gene_model across = sure_model({{210, 240}, {290, 320}}, 80);
  across.on = strand::reverse;
  gene_model next_to = sure_model({{220, 240}, {290, 320}}, 70);
  next_to.target = 1;
  gene_model elsewhere = sure_model({{110, 130}}, 60);
  elsewhere.sequence = 1;
  elsewhere.target = 2;
  gene_model second = sure_model({{500, 530}}, 200);
  second.rank = 2;
  std::vector<gene_model> models = {best, same, across, next_to, elsewhere, second};
  std::vector<std::vector<std::vector<interval>>> orders;
  for (int order = 0; order < 2; ++order) {
    confident_models confident(unit);
    for (const gene_model& each : models) confident.add(result_of({each}), three_targets);
    orders.push_back(exons_of(confident.transcripts()));
    CHECK(confident.transcripts()[0].id == "a");
    std::ranges::reverse(models);
  }
  CHECK(orders[0] ==
        std::vector<std::vector<interval>>{{{100, 130}, {190, 220}}, {{220, 240}, {290, 320}}, {{110, 130}}});
  CHECK(orders[1] == orders[0]);
}

TEST_CASE("copies of a gene teach once, the best one, and relatives with less in common teach too") {
  const std::string first = "MKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPILSRVGDGTQDNLSGAEKAVQVKVKALPDAQF";
  std::string copy = first, relative = first;
  copy[20] = copy[40] = 'W';                                               // nine in ten of its residues
  for (std::size_t r = 3; r < relative.size(); r += 4) relative[r] = 'W';  // three in four, and no word of six
  confident_models confident(unit);
  std::int64_t start = 100;
  spliced::score score = 90;
  std::size_t n = 0;
  for (const std::string& protein : {copy, first, relative}) {
    gene_model model = sure_model({{start, start + 30}}, score += 5);
    model.target = n++;
    model.protein = protein;
    confident.add(result_of({model}), three_targets);
    start += 100;
  }
  CHECK(exons_of(confident.transcripts()) == std::vector<std::vector<interval>>{{{200, 230}}, {{300, 330}}});
}

TEST_CASE("a target teaches by its best gene alone") {
  confident_models confident(unit);
  confident.add(result_of({sure_model({{100, 130}}, 80), sure_model({{300, 330}}, 90), sure_model({{500, 530}}, 70)}),
                three_targets);
  CHECK(exons_of(confident.transcripts()) == std::vector<std::vector<interval>>{{{300, 330}}});
}

TEST_CASE("a sample is whole targets with all their cases, the same ones in any order of the targets") {
  equal_targets job(50);
  const auto all = sample_cases(job.input(), {50, 1});
  CHECK(all == job.cases);
  const auto some = sample_cases(job.input(), {20, 1});
  CHECK(split_by_target(some).size() == 20);
  CHECK(sample_cases(job.input(), {1, 20}) == some);
  CHECK(
      std::ranges::is_sorted(some, {}, [&](const alignment_task& each) { return std::ranges::find(job.cases, each); }));
  const auto names_of = [&](const std::vector<alignment_task>& cases) {
    std::set<std::string> names;
    for (const auto& each : cases) names.insert(job.targets.targets[each.target].name);
    return names;
  };
  const auto drawn = names_of(some);
  std::ranges::reverse(job.targets.targets);
  CHECK(names_of(sample_cases(job.input(), {20, 1})) == drawn);
}

TEST_CASE("targets that are tried on many sequences are drawn with all of them") {
  equal_targets job(30);
  std::vector<alignment_task> cases;
  for (const alignment_task& each : job.cases)
    for (const std::int64_t start : {0, 1, 2}) {
      cases.push_back(each);
      cases.back().region.start = start;
    }
  std::ranges::sort(cases, {}, [](const alignment_task& each) {
    return std::tuple(each.sequence, each.region.start, each.region.end, each.target, each.on);
  });
  job.cases = cases;
  const auto some = sample_cases(job.input(), {20, 5});
  std::map<std::size_t, std::size_t> n_cases;
  for (const auto& each : some) ++n_cases[each.target];
  CHECK(n_cases.size() == 7);
  for (const auto& [target, n] : n_cases) CHECK(n == 6);
  CHECK(sample_cases(job.input(), {20, 11}).size() == 11 * 6);
}

TEST_CASE("names that follow each other are drawn as if they did not") {
  const auto is_low = [](std::size_t k) { return name_hash().add("protein" + std::to_string(k)).value() >> 63; };
  std::size_t n_alike = 0;
  for (std::size_t k = 1000; k < 3000; ++k) n_alike += is_low(k) == is_low(k + 1);
  CHECK(n_alike > 900);
  CHECK(n_alike < 1100);
}

TEST_CASE("sites that no built-in model knows are learnt, and what introns cost with them") {
  taught_genome taught(60, "GTGCCA", "ACCCAG");
  const training_round learnt = learn(*taught.sequences, taught.transcripts, {"vertebrate", built_in("vertebrate")});
  CHECK(learnt.name == self_splice_model);
  CHECK(learnt.own_fraction > 0);
  CHECK(learnt.counts.n_gt_ag == 60);
  CHECK(learnt.fits.size() == built_in_splice_models().size() + 1);
  CHECK(learnt.gain >= min_lead);
  CHECK(learnt.gain == learnt.fits.back().fit.bits() - learnt.fits.front().fit.bits());
  CHECK(learnt.model.introns == std::vector<intron_cost>{{25, 12.57}});  // 60 of 100 nt, one of 1,000
}

TEST_CASE("few introns in much coding sequence cost more") {
  taught_genome taught(fewest_for_law - 1, "GTGCCA", "ACCCAG");
  const round_plan plan{"vertebrate", built_in("vertebrate")};
  CHECK(learn(*taught.sequences, taught.transcripts, plan).model.introns.empty());
  std::vector<annotated_transcript> genes = taught.transcripts;
  for (const annotated_transcript& each : taught.transcripts)  // without introns, in 300 nt of a sequence each
    for (int copy = 0; copy < 6; ++copy) {
      genes.push_back(each);
      genes.back().exons = {{0, 300}};
    }
  const std::int64_t coding = static_cast<std::int64_t>(taught.transcripts.size()) * (93 + 93 + 6 * 300);
  REQUIRE(coding > min_coding_for_law);
  const training_round learnt = learn(*taught.sequences, genes, plan);
  CHECK(learnt.counts.n_gt_ag == fewest_for_law - 1);
  // Of 49 introns of 100 nt and one of 1,000, 2,006 coding nt from one to the next: no rarer than elsewhere.
  CHECK(learnt.model.introns == std::vector<intron_cost>{{25, 12.23}});
}

TEST_CASE("a model of its own is not learnt where it may not be or where introns are too few") {
  taught_genome taught(60, "GTGCCA", "ACCCAG");
  const round_plan plan{"vertebrate", built_in("vertebrate"), false};
  const training_round built_in_one = learn(*taught.sequences, taught.transcripts, plan);
  CHECK_FALSE(built_in_one.own);
  CHECK(built_in_one.name != self_splice_model);
  CHECK(built_in_one.own_fraction == 0);
  taught_genome few(fewest_sites - 1, "GTGCCA", "ACCCAG");
  const training_round of_few =
      learn(*few.sequences, few.transcripts, {"vertebrate", built_in("vertebrate"), true, true});
  CHECK_FALSE(of_few.own);
  CHECK(of_few.name != self_splice_model);
  CHECK(of_few.model.introns.empty());
  const training_round of_none = learn(*few.sequences, {}, {"plant", built_in("plant")});
  CHECK(of_none.name == "plant");
  CHECK(of_none.model == built_in("plant"));
  CHECK(of_none.gain == 0);
}

TEST_CASE("nothing is chosen by too few genes: the nearest model by composition, or the one before, with its codons") {
  taught_genome few(fewest_sites - 1, "GTGCCA", "ACCCAG");
  round_plan plan{"fly", built_in("fly")};
  plan.codons_by = standard_code();
  plan.may_be_nearest = true;
  const training_round stays = learn(*few.sequences, few.transcripts, plan);
  CHECK(stays.choice == chosen_by::nothing);  // random sequence is like no clade
  CHECK(stays.name == "fly");
  CHECK(stays.gain == 0);
  CHECK(stays.coding.name == "fly");
  CHECK(stays.model.coding == built_in("fly").coding);
  plan.before = "vertebrate";
  plan.before_model = built_in("vertebrate");
  const training_round without = learn(*few.sequences, few.transcripts, plan);
  CHECK(without.coding.name.empty());
  CHECK_FALSE(without.model.coding);
  taught_genome enough(fewest_sites, "GTGCCA", "ACCCAG");
  CHECK(learn(*enough.sequences, enough.transcripts, plan).choice == chosen_by::genes);
}

TEST_CASE("a genome of few genes has the model of the clade that it resembles") {
  using namespace exonweave::testing;
  const temporary_file file(">a\n" + clade_sequence(fly_pairs, 100'000) + "\n", ".fa");
  report problems;
  genome sequences = genome::open(file.path(), problems);
  round_plan plan{"vertebrate", built_in("vertebrate")};
  plan.codons_by = standard_code();
  CHECK(learn(sequences, {}, plan).choice == chosen_by::nothing);
  plan.may_be_nearest = true;
  const training_round near = learn(sequences, {}, plan);
  CHECK(near.choice == chosen_by::composition);
  CHECK(near.name == "fly");
  CHECK(near.model == built_in("fly"));
  CHECK(near.coding.name == "fly");
}

TEST_CASE("sites that the model before knows are not learnt again for a small gain, unless they must be") {
  taught_genome before(160, "GTAAGT", "TTTCAG", 100, 12), taught(100, "GTAAGT", "TTTCAG");
  const splice_model known = train_splice_model(*before.sequences, before.transcripts, {"known"}).model;
  const training_round freely = learn(*taught.sequences, taught.transcripts, {"known.yaml", known});
  const training_round forced = learn(*taught.sequences, taught.transcripts, {"known.yaml", known, true, true});
  REQUIRE(freely.own);
  const double gain = freely.fits.back().fit.bits() - freely.fits.front().fit.bits();
  CHECK(gain > min_lead);
  CHECK(gain < min_lead_per_site * 3 * 100);  // a donor, an acceptor and a start of each gene
  CHECK(freely.name == "known.yaml");
  CHECK(freely.gain == 0);
  CHECK(forced.name == self_splice_model);
  CHECK(forced.gain == gain);
}
