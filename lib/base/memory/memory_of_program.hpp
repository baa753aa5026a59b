// What the program takes before it has read anything.
#pragma once

namespace exonweave {

/// Bytes: code, libraries, and what they hold. Between 20 and 30 MB, by the machine.
constexpr double bytes_of_program = 24e6;

}  // namespace exonweave
