// Which models are one locus: by the rule itself, leader for leader, and by hand at its borders.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>

#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/run/locus_models.hpp"

using namespace exonweave;
using exonweave::testing::exon;
using exonweave::testing::model;

namespace {

using places = std::vector<interval>;

gene_model made(const places& exons, strand on = strand::forward, std::size_t sequence = 0, std::size_t target = 0,
                spliced::score score = 1) {
  std::vector<model_exon> parts;
  for (const interval where : exons) parts.push_back(exon(where, {0, 1}));
  return model(parts, on, sequence, target, score);
}

std::vector<elective_model> elective(std::vector<gene_model> models) {
  std::vector<elective_model> all;
  for (gene_model& each : models) all.push_back({std::move(each), {}});
  return all;
}

using targets_by_locus = std::vector<std::vector<std::size_t>>;

target_set named(const std::vector<std::string>& names) {
  target_set targets;
  for (const std::string& name : names) targets.targets.push_back({name, "M"});
  return targets;
}

// One named after its number for each model.
target_set numbered(std::size_t n) {
  std::vector<std::string> names;
  for (std::size_t target = 0; target < n; ++target) names.push_back(fmt::format("{:06}", target));
  return named(names);
}

targets_by_locus targets_of(const std::vector<elective_model>& models, const target_set& targets) {
  targets_by_locus found;
  for (const locus_group& group : group_into_loci(models, targets)) {
    found.emplace_back();
    for (const grouped_model& each : group) found.back().push_back(each.model().target);
  }
  return found;
}

targets_by_locus targets_of(const std::vector<elective_model>& models) {
  return targets_of(models, numbered(models.size()));
}

std::int64_t length_of(const gene_model& model) {
  std::int64_t sum = 0;
  for (const model_exon& each : model.exons) sum += each.where.length();
  return sum;
}

std::int64_t shared(const gene_model& a, const gene_model& b) {
  std::int64_t sum = 0;
  for (const model_exon& x : a.exons)
    for (const model_exon& y : b.exons)
      sum += std::max<std::int64_t>(0, std::min(x.where.end, y.where.end) - std::max(x.where.start, y.where.start));
  return sum;
}

// Each against all leaders.
targets_by_locus targets_by_rule(const std::vector<elective_model>& models) {
  std::vector<const gene_model*> sorted;
  for (const elective_model& each : models) sorted.push_back(&each.model);
  std::ranges::sort(sorted, std::greater{}, [](const gene_model* each) { return each->score; });
  std::vector<const gene_model*> leaders;
  targets_by_locus found;
  for (const gene_model* each : sorted) {
    const auto nearest = std::ranges::find_if(leaders, [&](const gene_model* leader) {
      return leader->sequence == each->sequence && leader->on == each->on &&
             2 * shared(*leader, *each) >= std::min(length_of(*leader), length_of(*each));
    });
    const auto locus = static_cast<std::size_t>(nearest - leaders.begin());
    if (nearest == leaders.end()) {
      leaders.push_back(each);
      found.emplace_back();
    }
    found[locus].push_back(each->target);
  }
  return found;
}

// Exons of up to three times the size of an index's window, some of them on the very border of two.
places random_places(std::mt19937_64& dice) {
  const auto upto = [&](std::int64_t most) {
    return static_cast<std::int64_t>(dice() % static_cast<std::uint64_t>(most + 1));
  };
  places exons;
  std::int64_t start = upto(20) == 0 ? 4096 * upto(8) : upto(40'000);
  for (std::int64_t n = 1 + upto(4); n > 0; --n) {
    const std::int64_t length = 1 + upto(upto(9) == 0 ? 12'000 : 600);
    exons.push_back({start, start + length});
    start += length + 1 + upto(3'000);
  }
  return exons;
}

}  // namespace

TEST_CASE("models are put into the same loci as by a comparison with every leader") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 dice(seed);
    std::vector<gene_model> models;
    std::vector<spliced::score> scores(20 + dice() % 400);  // all different: then nothing else matters
    std::iota(scores.begin(), scores.end(), 1);
    std::ranges::shuffle(scores, dice);
    for (std::size_t target = 0; target < scores.size(); ++target)
      models.push_back(made(random_places(dice), dice() % 2 == 0 ? strand::forward : strand::reverse, dice() % 2,
                            target, scores[target]));
    const auto all = elective(std::move(models));
    CHECK(targets_of(all) == targets_by_rule(all));
  }
}

TEST_CASE("a model joins the first leader that it may join, not the one it shares most with") {
  const auto all = elective({made({{0, 100}}, strand::forward, 0, 0, 9), made({{140, 240}}, strand::forward, 0, 1, 8),
                             made({{60, 140}, {140, 180}}, strand::forward, 0, 2, 7),
                             made({{70, 100}, {150, 180}}, strand::forward, 0, 3, 6)});
  CHECK(targets_of(all) == targets_by_locus{{0, 3}, {1}, {2}});
}

TEST_CASE("models that share bases far from where they begin are one locus") {
  const auto all = elective({made({{0, 90}, {1'000'000, 1'000'300}}, strand::forward, 0, 0, 9),
                             made({{999'900, 1'000'290}}, strand::forward, 0, 1, 8)});
  CHECK(targets_of(all) == targets_by_locus{{0, 1}});
}

TEST_CASE("equal scores are taken by sequence, place, strand and target") {
  const auto all = elective({made({{5, 15}}, strand::forward, 1, 0), made({{5, 15}}, strand::reverse, 0, 1),
                             made({{5, 15}}, strand::forward, 0, 3), made({{5, 15}}, strand::forward, 0, 2),
                             made({{4, 6}}, strand::forward, 0, 4)});
  CHECK(targets_of(all) == targets_by_locus{{4, 2, 3}, {1}, {0}});
}

TEST_CASE("of equal models that of the first target by name leads, wherever it stands among the targets") {
  const auto all = elective({made({{5, 15}}, strand::forward, 0, 0), made({{5, 15}}, strand::forward, 0, 1)});
  CHECK(targets_of(all, named({"b", "a"})) == targets_by_locus{{1, 0}});
  CHECK(targets_of(all, named({"a", "b"})) == targets_by_locus{{0, 1}});
}

TEST_CASE("no models are no loci") { CHECK(group_into_loci({}, {}).empty()); }
