// Splice models for tests.
#pragma once

#include <string>

#include "exons/sites/splice_model.hpp"

namespace exonweave::testing {

/// All weights 0.
inline splice_model flat_model() {
  return {"flat", weight_matrix(donor_window.n_rows), weight_matrix(acceptor_window.n_rows),
          weight_matrix(start_window.n_rows)};
}

inline splice_model built_in(const std::string& name) {
  report problems;
  return read_splice_model(name, problems);
}

}  // namespace exonweave::testing
