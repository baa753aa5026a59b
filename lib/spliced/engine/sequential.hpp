// The oracle and the paper's sequential baseline: Eq. 1 and 2 as they are written, no sharing, no profile.
#pragma once

#include "spliced/engine/engine.hpp"

namespace exonweave::spliced {

class sequential_engine final : public engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "sequential"; }
  [[nodiscard]] bool wants_literal_graph() const override { return true; }
  void advance(const problem& p, node_range part, row_store& rows) const override;
};

}  // namespace exonweave::spliced
