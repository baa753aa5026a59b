#include "exons/writers/model_reader.hpp"

#include <stdexcept>

namespace exonweave {

const model_exon& model_reader::exon_at(reading_place begin) const {
  for (const model_exon& exon : model_.exons)
    if (begin_of(exon) == begin) return exon;
  throw std::logic_error("a gap in a model ends where no exon begins");
}

std::string model_reader::bases(reading_place begin, std::int64_t length) const {
  std::size_t n_before = 0;  // bases of the model
  for (std::size_t e = 0; e < model_.exons.size(); ++e) {
    const interval where = exon(e).where;
    const std::int64_t offset = begin - begin_of(exon(e));
    if (0 <= offset && offset < where.length())
      return model_.coding.substr(n_before + static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
    n_before += static_cast<std::size_t>(where.length());
  }
  throw std::logic_error("a codon of a model lies in none of its exons");
}

std::array<reading_place, codon_length> model_reader::last_codon() const {
  std::array<reading_place, codon_length> places{};
  std::size_t n_missing = codon_length;
  for (std::size_t e = model_.exons.size(); e-- > 0 && n_missing > 0;)
    for (std::int64_t k = exon(e).where.length(); k-- > 0 && n_missing > 0;)
      places[--n_missing] = begin_of(exon(e)) + k;
  return places;
}

}  // namespace exonweave
