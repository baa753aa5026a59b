// What the program takes before it has read anything.
#pragma once

namespace exonweave {

/// Bytes: code, libraries, and what they hold.
constexpr double bytes_of_program = 30e6;

}  // namespace exonweave
