// From a track to what happens in its rows (spliced/sweep/bound_stream.hpp).
#pragma once

#include <cstdint>
#include <optional>

#include "exons/sweep/bound_plan.hpp"
#include "exons/sweep/genome_track.hpp"
#include "spliced/sweep/bound_stream.hpp"

namespace exonweave {

/// In windows of so many nt, a multiple of three. Nothing where the introns' cost has several lines, a weight does not fit in 16 bits, or
/// letters of the track make more residues, or sets of more of them, than a stream may have.
std::optional<spliced::bound_stream> make_bound_stream(const genome_track& track, const bound_plan& plan,
                                                       std::int64_t window_length);

}  // namespace exonweave
