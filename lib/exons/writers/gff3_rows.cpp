#include "exons/writers/gff3_rows.hpp"

#include <string>

#include "exons/writers/gff3_writer.hpp"

namespace exonweave {

void gff3_rows::add(const model_listing& models, const miniprot_form& form, const text_sink& sink) {
  if (models.style() == gff3_style::miniprot) return miniprot_.add(models, form);
  std::string ready;
  write_gff3_features(models, [&ready](std::string_view text) { ready += text; });
  sink(ready);
}

}  // namespace exonweave
