// How large a schedule may become while it is made, and what its making holds next to it.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "spliced/graph/row_schedule.hpp"

namespace exonweave::spliced {

/// Thrown when a schedule outgrows its limit, before it is much larger.
struct schedule_too_large : std::length_error {
  explicit schedule_too_large(std::uint64_t expected)
      : std::length_error("the schedule would take about " + std::to_string(expected) + " bytes"),
        expected_bytes(expected) {}
  std::uint64_t expected_bytes;  // of the whole schedule, if the rest is like what was made
};

/// As make_schedule(). Throws schedule_too_large when row_schedule::bytes() would be more than `max_bytes`.
row_schedule make_schedule_within(const graph_view& graph, const std::optional<gap_costs>& residue_ends,
                                  const schedule_options& options, std::uint64_t max_bytes);

/// What is held next to the graph and the schedule while that is made, at most. Bytes.
std::uint64_t bytes_of_making_schedule(const graph_view& graph, const schedule_options& options);

/// What the schedule of a graph takes at least, before it is made. Bytes.
std::uint64_t min_bytes_of_schedule(const graph_view& graph);

}  // namespace exonweave::spliced
