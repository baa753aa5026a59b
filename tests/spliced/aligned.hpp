// A problem aligned by an engine, with all that the pass needs to stay alive.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>

#include "spliced/engine/reversal.hpp"
#include "spliced/engines/engine_registry.hpp"

namespace exonweave::testing {

constexpr std::uint64_t ample = std::numeric_limits<std::uint64_t>::max() / 2;

struct aligned {
  aligned(const spliced::problem& p, const spliced::engine& engine, std::uint64_t memory = ample, bool is_exact = false)
      : schedule(std::make_unique<spliced::row_schedule>(
            spliced::make_schedule(p.graph, p.residue_ends, engine.schedule(p)))),
        compiled(engine.compile(p, *schedule)),
        pass(engine.align({.input = p,
                           .schedule = schedule.get(),
                           .memory = memory,
                           .is_exact = is_exact,
                           .compiled = compiled.get()})) {}
  /// With all rows exact.
  explicit aligned(const spliced::problem& p, std::string_view engine = "simd", std::uint64_t memory = ample)
      : aligned(p, *spliced::cpu_engines().make(engine), memory, true) {}

  spliced::row_pass* operator->() const { return pass.get(); }
  spliced::row_pass& operator*() const { return *pass; }

  std::unique_ptr<spliced::row_schedule> schedule;
  std::shared_ptr<const spliced::compiled_schedule> compiled;
  std::unique_ptr<spliced::row_pass> pass;
};

/// A problem and its reversal.
struct aligned_both_ways {
  aligned_both_ways(const spliced::problem& p, const spliced::engine& engine)
      : reversed(p), forward(p, engine), backward(reversed.view(), engine) {}

  spliced::reversal reversed;
  aligned forward;
  aligned backward;
};

}  // namespace exonweave::testing
