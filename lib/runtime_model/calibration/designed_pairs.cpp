#include "runtime_model/calibration/designed_pairs.hpp"

#include <algorithm>
#include <cstdint>

#include "spliced/scoring/protein_matrix.hpp"

namespace exonweave {
namespace {

using residue_codes = std::vector<spliced::residue_code>;

constexpr std::uint64_t seed_of_pairs = 19'700'048;  // any

residue_codes draw_residues(std::size_t length, const residue_codes& letters, random_source& random) {
  residue_codes made(length);
  for (auto& each : made) each = letters[random.below(letters.size())];
  return made;
}

residue_codes relative_of(const residue_codes& sequence, const residue_codes& letters, random_source& random) {
  constexpr std::uint32_t changed = 100'000, lost = 20'000;  // per million
  residue_codes made;
  for (const auto residue : sequence)
    if (!random.chance(lost)) made.push_back(random.chance(changed) ? letters[random.below(letters.size())] : residue);
  return made;
}

}  // namespace

drawn_sequences::drawn_sequences()
    : random_(seed_of_pairs),
      amino_acids_(spliced::encode_protein(spliced::twenty_amino_acids)),
      bases_(spliced::encode_dna("ACGT")) {}

designed_database drawn_sequences::database(std::size_t n_sequences) {
  constexpr std::size_t longest = 800;
  designed_database made;
  for (std::size_t k = n_sequences; k > 0; --k) {
    const residue_codes residues = protein(std::max<std::size_t>(1, longest * k / n_sequences));
    made.blocks.add(residues);
    made.n_residues += static_cast<double>(residues.size());
  }
  return made;
}

residue_codes drawn_sequences::protein(std::size_t length) { return draw_residues(length, amino_acids_, random_); }

designed_pair drawn_sequences::pair(std::size_t query_length) {
  designed_pair made{.query = draw_residues(query_length, bases_, random_)};
  made.target = relative_of(made.query, bases_, random_);
  return made;
}

}  // namespace exonweave
