#include "exons/writers/gff3_rows.hpp"

#include <utility>

#include "exons/writers/gff3_writer.hpp"

namespace exonweave {

void gff3_rows::add(const model_listing& models, const spliced::substitution_matrix& scores) {
  if (models.style() == gff3_style::miniprot)
    miniprot_.add(models, scores);
  else
    write_gff3_features(models, [this](std::string_view text) { text_ += text; });
}

std::string gff3_rows::take() { return std::exchange(text_, {}) + miniprot_.take(); }

}  // namespace exonweave
