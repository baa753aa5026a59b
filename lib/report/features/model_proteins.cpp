#include "report/features/model_proteins.hpp"

#include <limits>
#include <utility>

#include "base/files/line_reader.hpp"
#include "exons/sequences/fasta_reader.hpp"
#include "exons/sequences/letter_tables.hpp"

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

}  // namespace exonweave
