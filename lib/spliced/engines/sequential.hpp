// The oracle: the recurrence as it is written, on the exon DAG itself, nothing shared and nothing let go. It reads the
// graph, not its schedule. Its memory is a row per node.
#pragma once

#include "spliced/engine/engine.hpp"

namespace exonweave::spliced {

class sequential_engine final : public engine {
 public:
  static const engine_facts& known();
  [[nodiscard]] const engine_facts& facts() const override { return known(); }
  [[nodiscard]] std::unique_ptr<row_pass> align(const alignment_job& job) const override;
  [[nodiscard]] std::uint64_t min_memory(const alignment_job& job) const override;
};

}  // namespace exonweave::spliced
