#include "exons/significance/score_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace exonweave {

double score_statistics::e_value(spliced::score score, double space, double composition) const {
  const double value = composition * score;
  return random.e_value(value, (1 - coding_fraction) * space) + coding.e_value(value, coding_fraction * space);
}

// E falls with the score: by halves of all scores. One so low that E is infinite, or no number, has too large an E.
spliced::score score_statistics::lowest_score(double expected, double space, double composition) const {
  if (space <= 0) return -spliced::score_limit;
  std::int64_t low = -spliced::score_limit, high = spliced::score_limit;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (e_value(static_cast<spliced::score>(middle), space, composition) <= expected)
      high = middle;
    else
      low = middle + 1;
  }
  return static_cast<spliced::score>(low);
}

namespace {

struct logistic {
  double constant, slope;  // per half-bit
  [[nodiscard]] double at(double margin) const {
    return std::min(max_support, 1 / (1 + std::exp(-(constant + slope * margin))));
  }
};
constexpr logistic of_exons{0.68, 0.16}, of_models{0.1, 0.17};

double support_by_gene_model(const gene_model& model, double margin) {
  constexpr double min_probability = 0.001, max_margin = 60;
  if (model.evidence == gene_evidence::protein) return disputed_support;
  const double p = std::clamp(*model.probability, min_probability, 1 - min_probability);
  double x = 0.55 * std::log(p / (1 - p)) - (model.exons.size() > 1 ? 0.5 : 0);
  if (model.evidence == gene_evidence::model)
    x += 0.25;
  else if (!model.is_aligned())
    x -= 0.41;
  else
    x += 0.048 * std::min(margin, max_margin) - 0.93;
  return std::min(max_support, 1 / (1 + std::exp(-x)));
}

double half_bits(spliced::score margin, score_unit unit) { return static_cast<double>(margin) / unit.per_written(); }

}  // namespace

double exon_support(double margin) { return of_exons.at(margin); }

double model_support(double min_margin) { return of_models.at(min_margin); }

std::optional<double> support_of(const model_exon& exon, const gene_model& gene, score_unit unit) {
  if (!gene.e_value || gene.is_pseudogene() || !exon.margin) return std::nullopt;
  return exon_support(half_bits(*exon.margin, unit));
}

std::optional<double> support_of(const gene_model& model, score_unit unit) {
  const auto least = model.min_margin();
  if (model.evidence && model.probability && !model.is_pseudogene())
    return support_by_gene_model(model, least ? half_bits(*least, unit) : std::numeric_limits<double>::infinity());
  if (!model.e_value || model.is_pseudogene() || !least) return std::nullopt;
  return model_support(half_bits(*least, unit));
}

bool is_sure(const gene_model& model, score_unit unit) {
  const auto support = support_of(model, unit);
  return support && *support >= sure_support && !model.has_broken_frame() && model.evidence != gene_evidence::model;
}

}  // namespace exonweave
