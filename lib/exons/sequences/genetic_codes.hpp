// By which genetic code each sequence of a genome is read: one for all, but for sequences that have their own, as those
// of organelles.
#pragma once

#include <cstddef>
#include <map>

#include "exons/sequences/genetic_code.hpp"

namespace exonweave {

class genetic_codes {
 public:
  genetic_codes(genetic_code usual = standard_code()) : usual_(usual) {}  // NOLINT(google-explicit-constructor)

  /// `sequence` is an index of the catalog.
  void set(std::size_t sequence, const genetic_code& code) { others_.insert_or_assign(sequence, code); }

  [[nodiscard]] const genetic_code& usual() const { return usual_; }
  [[nodiscard]] bool has_own(std::size_t sequence) const { return others_.contains(sequence); }
  [[nodiscard]] const genetic_code& of_sequence(std::size_t sequence) const {
    const auto own = others_.find(sequence);
    return own == others_.end() ? usual_ : own->second;
  }

 private:
  genetic_code usual_;
  std::map<std::size_t, genetic_code> others_;  // by sequence
};

}  // namespace exonweave
