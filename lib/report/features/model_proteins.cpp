#include "report/features/model_proteins.hpp"

#include "base/files/line_reader.hpp"
#include "exons/sequences/fasta_reader.hpp"

namespace exonweave {

std::map<std::string, std::string> read_model_proteins(const std::string& path, report& problems) {
  line_reader lines(path);
  fasta_reader reader(lines, problems);
  std::map<std::string, std::string> proteins;
  for (auto item = reader.next(); item != fasta_reader::item::end; item = reader.next())
    if (item == fasta_reader::item::residues) proteins[reader.name()] += reader.residues();
  return proteins;
}

}  // namespace exonweave
