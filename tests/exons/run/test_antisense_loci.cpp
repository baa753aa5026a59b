// Which models of a gene set lie opposite to better ones: by hand at the borders of the rule, and by a comparison of
// all pairs.
#include <algorithm>
#include <map>
#include <numeric>
#include <random>

#include "catch.hpp"
#include "exons/models/made_models.hpp"
#include "exons/run/gene_set.hpp"

using namespace exonweave;
using exonweave::testing::exon;

namespace {

using places = std::vector<interval>;
using numbers = std::vector<std::optional<std::size_t>>;

gene_model coding(const places& exons, strand on, spliced::score score, std::size_t sequence = 0) {
  std::vector<model_exon> parts;
  for (const interval where : exons) parts.push_back(exon(where, {0, 1}, 0));
  return exonweave::testing::model(parts, on, sequence, 0, score);
}

numbers opposites(const std::vector<gene_model>& models) {
  std::vector<const gene_model*> all;
  for (const gene_model& each : models) all.push_back(&each);
  return better_opposites(all);
}

constexpr auto forward = strand::forward, reverse = strand::reverse;
const numbers none(2);

// Base by base, with every better gene.
numbers opposites_by_rule(const std::vector<gene_model>& models) {
  std::vector<std::size_t> order(models.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, std::greater{}, [&](std::size_t m) { return models[m].score; });
  numbers better(models.size());
  std::map<std::pair<std::size_t, std::int64_t>, std::vector<std::size_t>> genes_on;  // base: the best first
  for (const std::size_t m : order) {
    std::map<std::size_t, std::int64_t> shared;  // by gene
    std::int64_t length = 0;
    for (const model_exon& part : models[m].exons)
      for (std::int64_t base = part.where.start; base < part.where.end; ++base, ++length)
        for (const std::size_t gene : genes_on[{models[m].sequence, base}])
          if (models[gene].on != models[m].on) ++shared[gene];
    for (const std::size_t gene : order)
      if (!better[m] && shared.contains(gene) && 2 * shared[gene] >= length) better[m] = gene;
    if (better[m]) continue;
    for (const model_exon& part : models[m].exons)
      for (std::int64_t base = part.where.start; base < part.where.end; ++base)
        genes_on[{models[m].sequence, base}].push_back(m);
  }
  return better;
}

std::vector<gene_model> random_models(std::mt19937_64& dice) {
  const auto upto = [&](std::int64_t most) {
    return static_cast<std::int64_t>(dice() % static_cast<std::uint64_t>(most + 1));
  };
  std::vector<spliced::score> scores(2 + dice() % 40);  // all different: then nothing else matters
  std::iota(scores.begin(), scores.end(), 1);
  std::ranges::shuffle(scores, dice);
  std::vector<gene_model> models;
  for (const spliced::score score : scores) {
    places exons;
    std::int64_t begin = 3'900 + upto(400);  // beside a border of the index's windows
    for (std::int64_t n = 1 + upto(3); n > 0; --n) {
      exons.push_back({begin, begin + 1 + upto(60)});
      begin = exons.back().end + 1 + upto(60);
    }
    models.push_back(coding(exons, dice() % 2 == 0 ? forward : reverse, score, dice() % 2));
  }
  return models;
}

}  // namespace

TEST_CASE("a model is antisense when half of its coding bases are those of a better one on the other strand") {
  const gene_model better = coding({{100, 200}, {300, 400}}, forward, 9);
  CHECK(opposites({better, coding({{150, 250}}, reverse, 5)}) == numbers{{}, 0});
  CHECK(opposites({better, coding({{151, 251}}, reverse, 5)}) == none);
  CHECK(opposites({better, coding({{180, 200}, {300, 320}, {500, 540}}, reverse, 5)}) == numbers{{}, 0});
  CHECK(opposites({coding({{150, 250}}, reverse, 5), better}) == numbers{1, {}});
}

TEST_CASE("how much of the better model lies opposite does not matter") {
  CHECK(opposites({coding({{100, 120}}, forward, 9), coding({{100, 200}}, reverse, 5)}) == none);
  CHECK(opposites({coding({{0, 9'000}}, forward, 9), coding({{100, 200}}, reverse, 5)}) == numbers{{}, 0});
}

TEST_CASE("a model on the same strand, on another sequence, or in an intron of the better one stays") {
  const gene_model better = coding({{100, 200}, {1'000, 1'100}}, forward, 9);
  CHECK(opposites({better, coding({{100, 200}}, forward, 5)}) == none);
  CHECK(opposites({better, coding({{100, 200}}, reverse, 5, 1)}) == none);
  CHECK(opposites({better, coding({{300, 500}, {600, 700}}, reverse, 5)}) == none);
}

TEST_CASE("a model that is antisense makes no other antisense") {
  const gene_model best = coding({{0, 100}}, forward, 9), second = coding({{50, 150}}, reverse, 8);
  const gene_model third = coding({{100, 160}}, forward, 7);
  CHECK(opposites({best, second, third}) == numbers{{}, 0, {}});
  CHECK(opposites({second, third}) == numbers{{}, 0});
}

TEST_CASE("of several better models the best is told") {
  const gene_model best = coding({{0, 60}}, forward, 9), second = coding({{0, 30}, {60, 100}}, forward, 8);
  CHECK(opposites({coding({{0, 100}}, reverse, 5), second, best}) == numbers{2, {}, {}});
}

TEST_CASE("of models with equal scores the first by place speaks first, and of one place the forward strand") {
  CHECK(opposites({coding({{2, 100}}, forward, 5), coding({{1, 100}}, reverse, 5)}) == numbers{1, {}});
  CHECK(opposites({coding({{1, 100}}, reverse, 5), coding({{1, 100}}, forward, 5)}) == numbers{1, {}});
}

TEST_CASE("models that do not code are not antisense, and make none so") {
  gene_model transcript = coding({{0, 100}}, reverse, 5);
  transcript.is_coding = false;
  CHECK(opposites({coding({{0, 100}}, forward, 9), transcript}) == none);
  CHECK(opposites({coding({{0, 100}}, forward, 3), transcript}) == none);
}

TEST_CASE("the parts of an exon beside a frameshift are one") {
  gene_model better = coding({{0, 50}, {52, 100}}, forward, 9);
  better.exons[1].is_shifted = true;
  CHECK(opposites({better, coding({{48, 54}, {200, 206}}, reverse, 5)}) == numbers{{}, 0});
}

TEST_CASE("antisense models are those of a comparison with all, in any order") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    INFO("seed " << seed);
    std::mt19937_64 dice(seed);
    std::vector<gene_model> models = random_models(dice);
    const numbers found = opposites(models);
    CHECK(found == opposites_by_rule(models));
    std::ranges::reverse(models);
    const numbers turned = opposites(models);
    for (std::size_t m = 0; m < found.size(); ++m) {
      const auto better = turned[found.size() - 1 - m];
      CHECK(found[m] == (better ? std::optional(found.size() - 1 - *better) : std::nullopt));
    }
  }
}

TEST_CASE("no models have no opposites") { CHECK(better_opposites({}).empty()); }
