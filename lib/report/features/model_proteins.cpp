#include "report/features/model_proteins.hpp"

#include <cstddef>
#include <limits>
#include <string_view>
#include <utility>

#include "base/files/line_reader.hpp"
#include "exons/sequences/alphabet.hpp"
#include "exons/sequences/fasta_reader.hpp"

namespace exonweave {

std::uint64_t read_model_proteins(const std::string& path, std::uint64_t most, report& problems,
                                  const protein_sink& sink) {
  line_reader lines(path);
  fasta_reader reader(lines, problems);
  std::uint64_t n_residues = 0;
  std::string name, residues;
  const auto hand_on = [&] {
    if (!residues.empty() && n_residues <= most) sink(name, residues);
    residues.clear();
  };
  for (auto item = reader.next(); item != fasta_reader::item::end; item = reader.next()) {
    if (item == fasta_reader::item::record) {
      hand_on();
      name = reader.name();
    } else {
      n_residues += reader.residues().size();
      if (n_residues <= most) residues += reader.residues();
    }
  }
  hand_on();
  return n_residues;
}

target_source targets_of_files(std::vector<std::string> paths, report& problems) {
  return [paths = std::move(paths), &problems](const protein_sink& sink) {
    const protein_sink hand_on = [&sink](const std::string& name, std::string residues) {
      if (residues.ends_with('.') || residues.ends_with('*')) residues.pop_back();
      for (char& letter : residues) letter = letter_tables::amino_acids[letter_tables::at(letter)];
      sink(name, residues);
    };
    for (const std::string& path : paths)
      read_model_proteins(path, std::numeric_limits<std::uint64_t>::max(), problems, hand_on);
  };
}

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
