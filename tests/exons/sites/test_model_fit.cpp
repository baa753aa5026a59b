// Models are judged by how much likelier they take the true sites of a genome than what looks like them.
#include <cmath>

#include "catch.hpp"
#include "exons/sites/model_fit.hpp"
#include "exons/sites/site_models.hpp"
#include "exons/sites/taught_genome.hpp"
#include "exons/sites/training.hpp"

using namespace exonweave;
using exonweave::testing::built_in;
using exonweave::testing::flat_model;
using exonweave::testing::taught_genome;

namespace {

constexpr std::size_t donors = static_cast<std::size_t>(site_kind::donor);

model_fit fit_of(const splice_model& model, taught_genome& taught) {
  const std::vector<fold_models> judged = {one_for_all_folds(model)};
  return fits_of(judged, *taught.sequences, taught.transcripts).front();
}

}  // namespace

TEST_CASE("a model is worth log2 of how much likelier it takes true sites than decoys of their fold") {
  taught_genome taught(1, "GTAAGT", "TTTCAG");
  splice_model model = flat_model();
  constexpr double bits = 2;
  model.donor[8] = make_row(std::array{0.0, 0.0, 0.0, bits});  // a T as the sixth base of the intron
  std::size_t n_decoys = 0, n_with_t = 0;
  visit_sites(*taught.sequences, taught.transcripts, [&](const training_site& site) {
    if (site.kind != site_kind::donor || site.is_true) return;
    ++n_decoys;
    const auto place = static_cast<std::size_t>(site.position + 5 - site.region.start);
    n_with_t += place < site.region.residues.size() && spliced::dna_letter(site.region.residues[place]) == 'T';
  });
  const double mean =
      (static_cast<double>(n_decoys - n_with_t) + 4.0 * static_cast<double>(n_with_t)) / static_cast<double>(n_decoys);
  const model_fit fit = fit_of(model, taught);
  CHECK(fit.kinds[donors].n_true == 1);
  CHECK(std::abs(fit.kinds[donors].bits - (bits - std::log2(mean))) < 1e-9);
  CHECK(fit.bits() == fit.kinds[donors].bits);
}

TEST_CASE("a model that tells nothing is worth nothing, whatever it adds to all sites") {
  taught_genome taught(3, "GTAAGT", "TTTCAG");
  CHECK(fit_of(flat_model(), taught).bits() == 0);
  splice_model raised = built_in("plant");
  for (double& weight : raised.donor[3]) weight += 7;  // the G of all donors
  CHECK(std::abs(fit_of(raised, taught).bits() - fit_of(built_in("plant"), taught).bits()) < 1e-9);
}

TEST_CASE("a trained model is judged without the sites that it is judged by") {
  taught_genome taught(40, "GTGCCA", "ACCCAG");
  const auto trained = train_splice_model(*taught.sequences, taught.transcripts, {"own"});
  const std::vector<fold_models> judged = {one_for_all_folds(trained.model), trained.held_back};
  const auto fits = fits_of(judged, *taught.sequences, taught.transcripts);
  CHECK(fits[0].bits() > fits[1].bits());
  CHECK(fits[1].bits() > 40 * 5);  // 4 bases of each donor and of each acceptor
  CHECK(fits[1].bits() > fit_of(built_in("vertebrate"), taught).bits());
}
