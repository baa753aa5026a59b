#include "report/features/model_proteins.hpp"

#include "base/files/line_reader.hpp"
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

}  // namespace exonweave
