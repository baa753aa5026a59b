#include "exons/writers/gff3_rows.hpp"

#include "exons/writers/gff3_writer.hpp"

namespace exonweave {

std::string gff3_rows::add(const model_listing& models, const spliced::substitution_matrix& scores) {
  std::string ready;
  if (models.style() == gff3_style::miniprot)
    miniprot_.add(models, scores);
  else
    write_gff3_features(models, [&ready](std::string_view text) { ready += text; });
  return ready;
}

}  // namespace exonweave
