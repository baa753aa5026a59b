// A scan engine, and how long what it has done took.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "pairwise/costs/pairwise_costs.hpp"
#include "pairwise/engine/pairwise_engine.hpp"
#include "pairwise/scan/scan_engine.hpp"

namespace exonweave::apps {

class timed_scan final : public scan_engine {
 public:
  /// `engine` must outlive it.
  explicit timed_scan(const scan_engine& engine) : engine_(engine) {}

  [[nodiscard]] const pairwise_engine& facts() const override { return engine_.facts(); }
  [[nodiscard]] std::string refusal(const scan_scoring& scoring) const override { return engine_.refusal(scoring); }
  [[nodiscard]] std::size_t batch_residues() const override { return engine_.batch_residues(); }
  [[nodiscard]] std::unique_ptr<opened_scan> open(const sequence_blocks& database,
                                                  const scan_scoring& scoring) const override;

  /// What was opened and scanned to its end.
  [[nodiscard]] const timed_pairwise& done() const { return done_; }

 private:
  const scan_engine& engine_;
  mutable timed_pairwise done_;  // open() changes nothing else
};

}  // namespace exonweave::apps
