#include "report/features/page_translation.hpp"

#include <cstddef>
#include <string_view>

#include "exons/sequences/alphabet.hpp"

namespace exonweave {

std::string page_translation(const feature_table& table, const feature_model& model, genome& sequences,
                             const genetic_code& code) {
  if (model.parts.empty()) return "";
  const bool is_reverse = model.on == '-';
  const std::int8_t phase = table.parts[is_reverse ? model.parts.back() : model.parts.front()].phase;
  if (phase < 0) return "";
  std::string coding;
  for (const std::uint32_t part : model.parts) coding += sequences.fetch(model.sequence, table.parts[part].where);
  if (is_reverse) coding = reverse_complement(coding);
  coding.erase(0, static_cast<std::size_t>(phase));
  if (coding.find_first_not_of("ACGT") != std::string::npos) return "";
  std::string protein = translate(coding, code);
  if (protein.ends_with('*')) protein.pop_back();
  return protein;
}

std::string code_letters(const genetic_code& code) {
  constexpr std::string_view bases = "TCAG";
  std::string letters;
  for (const char first : bases)
    for (const char second : bases)
      for (const char third : bases) letters += translate_codon(std::string{first, second, third}, code);
  return letters;
}

}  // namespace exonweave
