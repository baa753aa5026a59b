// The readable engine: any row graph, two rows at a time, plain 32-bit C++.
#pragma once

#include "spliced/engine/engine.hpp"

namespace exonweave::spliced {

class scalar_engine final : public engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "scalar"; }
  void advance(const problem& p, node_range part, row_store& rows) const override;
};

}  // namespace exonweave::spliced
