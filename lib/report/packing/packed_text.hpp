// Bytes as text that a page can hold: gzip, which browsers unpack by themselves, and base64, whose letters mean nothing
// in markup.
#pragma once

#include <string>
#include <string_view>

namespace exonweave {

/// One gzip member without name and time, so that equal bytes give equal ones. Throws std::bad_alloc.
std::string as_gzip(std::string_view bytes);

/// RFC 4648 with padding, without line ends.
std::string as_base64(std::string_view bytes);

}  // namespace exonweave
