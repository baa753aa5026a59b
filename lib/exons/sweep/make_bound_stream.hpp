// From a track to what happens in its rows (spliced/sweep/bound_stream.hpp).
#pragma once

#include <optional>

#include "exons/sweep/bound_program.hpp"
#include "spliced/sweep/bound_stream.hpp"

namespace exonweave {

/// In the program's windows. Nothing where the introns' cost has several lines, a weight does not fit in 16 bits, or
/// letters of the track make more residues, or sets of more of them, than a stream may have.
std::optional<spliced::bound_stream> make_bound_stream(const bound_program& program);

}  // namespace exonweave
