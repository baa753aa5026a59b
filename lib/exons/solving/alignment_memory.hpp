// How the memory of one alignment is divided: region problems first, then rows, of which some lie inside runs.
#pragma once

#include <cstdint>
#include <string>

#include "exons/io/report.hpp"
#include "exons/solving/solver_options.hpp"
#include "spliced/engine/problem.hpp"

namespace exonweave {

class alignment_memory {
 public:
  /// `held` bytes, of what is reserved and of the problem, are not for rows.
  alignment_memory(const solver_options& options, std::uint64_t held) : options_(options), held_(held) {}

  // Of what is left a quarter is for rows inside the runs on the way back, the rest for last rows. Bytes.
  [[nodiscard]] std::uint64_t inside_runs() const { return for_rows() / 4; }
  [[nodiscard]] std::uint64_t between_runs() const { return for_rows() - inside_runs(); }

  /// Throws not_enough_memory, with the least that does, when a problem cannot be solved in it.
  void check(const spliced::problem& p) const;

 private:
  [[nodiscard]] std::uint64_t for_rows() const {
    return held_ < options_.memory ? options_.memory - held_ : 0;
  }

  const solver_options& options_;
  std::uint64_t held_;  // bytes
};

/// "not enough memory for the alignment", with what there is and what is needed.
not_enough_memory too_little_memory(std::string needed, const solver_options& options);
not_enough_memory too_little_memory(std::uint64_t needed, const solver_options& options);

}  // namespace exonweave
