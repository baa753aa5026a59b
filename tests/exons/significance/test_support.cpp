// What margins say about being right.
#include <cmath>

#include "catch.hpp"
#include "exons/significance/score_statistics.hpp"

using namespace exonweave;

namespace {

constexpr score_unit unit = score_unit::halves();

gene_model with_margins(std::vector<std::optional<spliced::score>> margins) {
  gene_model model;
  model.e_value = 1e-9;
  for (const auto& margin : margins) model.exons.emplace_back().margin = margin;
  return model;
}

}  // namespace

TEST_CASE("support is a logistic function of the margin in half-bits") {
  CHECK(std::abs(exon_support(0) - 1 / (1 + std::exp(-0.68))) < 1e-12);
  CHECK(std::abs(model_support(0) - 1 / (1 + std::exp(-0.1))) < 1e-12);
  CHECK(std::abs(std::log(exon_support(21) / (1 - exon_support(21))) - (0.16 * 21 + 0.68)) < 1e-9);
  CHECK(std::abs(std::log(model_support(21) / (1 - model_support(21))) - (0.17 * 21 + 0.1)) < 1e-9);
  CHECK(exon_support(1e6) == max_support);
}

TEST_CASE("an exon has the support of its margin, and a model that of the least") {
  const auto model = with_margins({20, 7, std::nullopt});
  CHECK(support_of(model.exons[0], model, unit) == exon_support(10));
  CHECK(support_of(model.exons[0], model, score_unit::whole()) == exon_support(20));
  CHECK(support_of(model, unit) == model_support(3.5));
  CHECK_FALSE(support_of(model.exons[2], model, unit));
}

TEST_CASE("models of another kind than it was fitted to have no support, nor those without margins") {
  auto model = with_margins({20});
  model.e_value.reset();
  CHECK_FALSE(support_of(model, unit));
  CHECK_FALSE(support_of(model.exons[0], model, unit));
  CHECK_FALSE(support_of(with_margins({std::nullopt}), unit));
}

TEST_CASE("a pseudogene has no support, nor have its exons") {
  auto model = with_margins({20});
  model.kind = molecule::protein;
  REQUIRE(support_of(model, unit));
  model.n_internal_stops = 1;
  CHECK_FALSE(support_of(model, unit));
  CHECK_FALSE(support_of(model.exons[0], model, unit));
}

TEST_CASE("where a gene model was asked the support goes by its probability, the evidence and the margin") {
  const auto logit = [](const gene_model& model) {
    const double support = support_of(model, unit).value();
    return std::log(support / (1 - support));
  };
  gene_model alone;
  alone.target = no_target;
  alone.exons.resize(1);
  alone.evidence = gene_evidence::model;
  alone.probability = 0.5;
  CHECK(logit(alone) == Approx(0.25));
  alone.probability = 0.8;
  CHECK(logit(alone) == Approx(0.55 * std::log(4) + 0.25));
  alone.exons.resize(2);
  CHECK(logit(alone) == Approx(0.55 * std::log(4) - 0.25));

  gene_model replaced = alone;
  replaced.target = 0;
  replaced.evidence = gene_evidence::protein_and_model;
  CHECK(logit(replaced) == Approx(0.55 * std::log(4) - 0.91));

  gene_model agreeing = with_margins({30, 20});
  agreeing.evidence = gene_evidence::protein_and_model;
  agreeing.probability = 0.5;
  for (model_exon& exon : agreeing.exons) exon.in_target = {0, 9};
  CHECK(logit(agreeing) == Approx(0.048 * 10 - 1.43));
  for (model_exon& exon : agreeing.exons) exon.margin = 400;
  CHECK(logit(agreeing) == Approx(0.048 * 60 - 1.43));
  for (model_exon& exon : agreeing.exons) exon.margin.reset();
  CHECK(logit(agreeing) == Approx(0.048 * 60 - 1.43));
  agreeing.probability = 1;
  CHECK(logit(agreeing) == Approx(0.55 * std::log(999) + 0.048 * 60 - 1.43));

  gene_model disputed = with_margins({400});
  disputed.evidence = gene_evidence::protein;
  CHECK(support_of(disputed, unit) == model_support(200));
  disputed.probability = 0;
  CHECK(support_of(disputed, unit) == disputed_support);
}

TEST_CASE("a gene of a gene model alone is not sure for other programs") {
  gene_model alone;
  alone.target = no_target;
  alone.exons.resize(1);
  alone.evidence = gene_evidence::model;
  alone.probability = 1;
  CHECK(support_of(alone, unit).value() > sure_support);
  CHECK_FALSE(is_sure(alone, unit));
}

TEST_CASE("a gene is sure by its support, where its frame is whole") {
  auto model = with_margins({100});
  CHECK(is_sure(model, unit));
  model.n_frameshifts = 1;
  CHECK_FALSE(is_sure(model, unit));
  CHECK_FALSE(is_sure(with_margins({2}), unit));
  CHECK_FALSE(is_sure(with_margins({std::nullopt}), unit));
}
