// The default engine: row schedules in vector lanes, 16 bits wide wherever that is exact, else 32.
#pragma once

#include "spliced/engine/engine.hpp"

namespace exonweave::spliced {

class simd_engine final : public engine {
 public:
  [[nodiscard]] std::string_view name() const override { return "simd"; }
  [[nodiscard]] schedule_options schedule(const problem& of) const override;
  [[nodiscard]] bool is_slow(const problem& of, const row_schedule& schedule) const override;
  [[nodiscard]] std::unique_ptr<row_pass> align(const alignment_job& job) const override;
  [[nodiscard]] std::uint64_t least_memory(const alignment_job& job) const override;
  [[nodiscard]] std::uint64_t ample_memory(const alignment_job& job) const override;
};

}  // namespace exonweave::spliced
