// The default engine: row schedules in vector lanes, 16 bits wide wherever that is exact, else 32.
#pragma once

#include <memory>

#include "spliced/engine/engine.hpp"
#include "spliced/engine/row_machine.hpp"

namespace exonweave::spliced {

/// Lanes of 16 bits; null where they do not hold the scores of a problem. `p` and `schedule` must outlive the machines.
std::unique_ptr<row_machine> make_narrow_machine(const problem& p, const row_schedule& schedule);
/// Lanes of 32 bits: every value is exact.
std::unique_ptr<row_machine> make_wide_machine(const problem& p, const row_schedule& schedule);

class simd_engine final : public engine {
 public:
  static const engine_facts& known();
  [[nodiscard]] const engine_facts& facts() const override { return known(); }
  [[nodiscard]] schedule_options schedule(const problem& input) const override;
  [[nodiscard]] bool is_slow(const problem& input, const row_schedule& schedule) const override;
  [[nodiscard]] std::unique_ptr<row_pass> align(const alignment_job& job) const override;
  [[nodiscard]] std::uint64_t min_memory(const alignment_job& job) const override;
  [[nodiscard]] std::uint64_t ample_memory(const alignment_job& job) const override;
};

}  // namespace exonweave::spliced
