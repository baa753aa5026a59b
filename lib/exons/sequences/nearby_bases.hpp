// Parts of a genome that are wanted one after the other and lie near each other, such as the introns of one model and of the next:
// the genome is read a stretch at a time.
#pragma once

#include <cstddef>
#include <string>

#include "exons/sequences/genome.hpp"

namespace exonweave {

class nearby_bases {
 public:
  static constexpr std::int64_t stretch_length = 1 << 16;  // nt

  /// Holds one or two stretches, or as much as is asked for at once. `in` must outlive it.
  explicit nearby_bases(genome& in) : in_(in) {}

  /// What genome::fetch gives, and throws. One thread at a time.
  [[nodiscard]] std::string fetch(std::size_t sequence, interval where);

 private:
  void hold(std::size_t sequence, interval where);

  genome& in_;
  std::size_t sequence_ = 0;
  interval held_{0, 0};  // of that sequence, as residues_ has it
  std::string residues_;
};

}  // namespace exonweave
