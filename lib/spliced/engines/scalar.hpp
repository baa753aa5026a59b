// The readable engine: row schedules in plain 32-bit C++, one row after the other.
#pragma once

#include "spliced/engine/engine.hpp"

namespace exonweave::spliced {

class scalar_engine final : public engine {
 public:
  static const engine_facts& known();
  [[nodiscard]] const engine_facts& facts() const override { return known(); }
  [[nodiscard]] std::unique_ptr<row_pass> align(const alignment_job& job) const override;
  [[nodiscard]] std::uint64_t min_memory(const alignment_job& job) const override;
  [[nodiscard]] std::uint64_t ample_memory(const alignment_job& job) const override;
};

}  // namespace exonweave::spliced
