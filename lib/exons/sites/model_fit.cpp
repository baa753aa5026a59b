#include "exons/sites/model_fit.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "exons/sites/site_scorer.hpp"

namespace exonweave {
namespace {

constexpr score_unit unit = score_unit::halves();
constexpr double bits_of_one = 1 / (2.0 * unit.per_written());  // scores are half-bits

std::optional<spliced::score> weight_of(const site_scorer& scorer, const training_site& site) {
  const std::int64_t index = site.position - site.region.start;
  switch (site.kind) {
    case site_kind::donor:
      return scorer.donor(site.region.residues, index);
    case site_kind::acceptor:
      return scorer.acceptor(site.region.residues, index);
    case site_kind::start:
      return scorer.start(site.region.residues, index);
  }
  return std::nullopt;
}

// Of one kind of site in one fold.
struct fold_sums {
  std::size_t n_true = 0, n_decoys = 0;
  double bits = 0;  // of true sites
  double odds = 0;  // 2^w of decoys

  void add(bool is_true, double weight) {
    ++(is_true ? n_true : n_decoys);
    (is_true ? bits : odds) += is_true ? weight : std::exp2(weight);
  }

  [[nodiscard]] double information() const {
    if (n_true == 0 || n_decoys == 0) return 0;
    return bits - static_cast<double>(n_true) * std::log2(odds / static_cast<double>(n_decoys));
  }
};

struct judged_model {
  std::vector<site_scorer> scorers;  // by fold
  std::array<std::array<fold_sums, n_folds>, n_site_kinds> sums{};

  explicit judged_model(const fold_models& models) {
    for (const splice_model& each : models) scorers.emplace_back(each, site_scoring{}, unit);
  }

  void add(const training_site& site) {
    if (const auto weight = weight_of(scorers[site.fold], site))
      sums[static_cast<std::size_t>(site.kind)][site.fold].add(site.is_true, *weight * bits_of_one);
  }

  [[nodiscard]] model_fit fit() const {
    model_fit made;
    for (std::size_t kind = 0; kind < n_site_kinds; ++kind)
      for (const fold_sums& each : sums[kind]) {
        made.kinds[kind].n_true += each.n_true;
        made.kinds[kind].bits += each.information();
      }
    return made;
  }
};

}  // namespace

double model_fit::bits() const {
  double sum = 0;
  for (const kind_fit& each : kinds) sum += each.bits;
  return sum;
}

std::size_t model_fit::n_true() const {
  std::size_t sum = 0;
  for (const kind_fit& each : kinds) sum += each.n_true;
  return sum;
}

fold_models one_for_all_folds(const splice_model& model) {
  fold_models models;
  models.fill(model);
  return models;
}

std::vector<model_fit> fits_of(std::span<const fold_models> models, genome& sequences,
                               const std::vector<annotated_transcript>& transcripts) {
  std::vector<judged_model> judged(models.begin(), models.end());
  visit_sites(sequences, transcripts, [&](const training_site& site) {
    for (judged_model& each : judged) each.add(site);
  });
  std::vector<model_fit> fits;
  std::ranges::transform(judged, std::back_inserter(fits), &judged_model::fit);
  return fits;
}

}  // namespace exonweave
