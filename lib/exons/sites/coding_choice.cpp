#include "exons/sites/coding_choice.hpp"

#include <algorithm>

#include "exons/sites/coding_training.hpp"
#include "exons/sites/model_names.hpp"

namespace exonweave {
namespace {

// Each fold's genes by the bits of all others.
double held_back_fit(const coding_sample& sample, const codon_values& background, const genetic_code& code) {
  double sum = 0;
  for (const codon_counts& held_back : sample.by_fold) {
    codon_counts others(code);
    for (const codon_counts& each : sample.by_fold)
      if (&each != &held_back) others.add(each);
    sum += held_back.fit(coding_bits(others, sample.of_others), background);
  }
  return sum;
}

}  // namespace

coding_choice choose_coding(genome& sequences, const std::vector<annotated_transcript>& genes, const genetic_code& code,
                            bool may_be_own) {
  if (genes.size() < fewest_coding_genes) return {};
  const coding_sample sample = learn_coding(sequences, genes, genes, code);
  coding_choice made{.n_codons = sample.of_genes.total()};
  if (made.n_codons == 0) return made;
  const codon_values background = sample.of_others.probabilities();
  double best = min_coding_fit;
  const auto consider = [&](const std::string& name, double bits, const codon_values& coding) {
    made.fits.push_back({name, bits});
    if (bits < best) return;
    best = bits;
    made.name = name;
    made.coding = coding;
  };
  report none;
  for (const std::string& name : built_in_splice_models())
    if (const auto coding = read_splice_model(name, none).coding)
      consider(name, sample.of_genes.fit(*coding, background), *coding);
  if (may_be_own)
    consider(std::string(self_splice_model), held_back_fit(sample, background, code),
             coding_bits(sample.of_genes, sample.of_others));
  return made;
}

std::optional<codon_values> usable_coding(const splice_model& model) {
  report none;
  const bool is_of_isochores = model.coding == read_splice_model("vertebrate", none).coding;
  return is_of_isochores ? std::nullopt : model.coding;
}

}  // namespace exonweave
