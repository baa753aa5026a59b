// The bases of a model in its reading direction, by places that ascend in it.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "exons/models/gene_model.hpp"

namespace exonweave {

/// Forward coordinates, on the reverse strand negative: so they ascend in reading direction.
using reading_place = std::int64_t;

class model_reader {
 public:
  /// The model must outlive it.
  explicit model_reader(const gene_model& model) : model_(model) {}

  [[nodiscard]] reading_place place_of(std::int64_t base) const { return is_forward() ? base : -base; }
  [[nodiscard]] interval forward(reading_place begin, reading_place end) const {
    return is_forward() ? interval{begin, end} : interval{1 - end, 1 - begin};
  }

  /// The exon that begins at a place. There must be one.
  [[nodiscard]] const model_exon& exon_at(reading_place begin) const;

  /// `length` bases of the model that lie within one exon, in upper case.
  [[nodiscard]] std::string bases(reading_place begin, std::int64_t length) const;

  /// Those of its last codon, in reading direction.
  [[nodiscard]] std::array<reading_place, codon_length> last_codon() const;

 private:
  [[nodiscard]] bool is_forward() const { return model_.on == strand::forward; }
  [[nodiscard]] reading_place begin_of(const model_exon& exon) const {
    return is_forward() ? exon.where.start : 1 - exon.where.end;
  }
  // The e-th in reading direction.
  [[nodiscard]] const model_exon& exon(std::size_t e) const {
    return model_.exons[is_forward() ? e : model_.exons.size() - 1 - e];
  }

  const gene_model& model_;
};

}  // namespace exonweave
