#include "exons/sequences/masking.hpp"

#include <algorithm>

#include "exons/sequences/low_complexity.hpp"
#include "exons/sequences/tandem_repeats.hpp"

namespace exonweave {

std::string_view to_string(masking kind) { return std::ranges::find(masking_names, kind, &masking_name::kind)->name; }

std::optional<masking> masking_from(std::string_view name) {
  const auto* const found = std::ranges::find(masking_names, name, &masking_name::name);
  if (found == masking_names.end()) return std::nullopt;
  return found->kind;
}

std::vector<interval> masked_parts(std::string_view residues, masking by) {
  switch (by) {
    case masking::seg:
      return low_complexity(residues);
    case masking::tantan:
      return tandem_repeats(residues);
    default:
      return {};
  }
}

std::vector<interval> masked_parts(const target& protein, masking by) {
  return by == masking::lower_case ? protein.lower_case : masked_parts(protein.residues, by);
}

std::string masked_residues(const target& protein, masking by) {
  std::string residues = protein.residues;
  for (const interval& part : masked_parts(protein, by))
    std::fill_n(residues.begin() + part.start, part.length(), masked_residue);
  return residues;
}

}  // namespace exonweave
