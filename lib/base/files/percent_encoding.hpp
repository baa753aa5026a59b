// The %XX escapes of GFF3 columns and attributes.
#pragma once

#include <string>
#include <string_view>

namespace exonweave {

/// Replaces each %XX (two hexadecimal digits) by its byte; anything else, a bad escape too, stays as it is.
std::string percent_decode(std::string_view text);

/// The first '%' that two hexadecimal digits do not follow, with up to two bytes after it; empty: none.
std::string_view bad_percent_escape(std::string_view text);

/// Escapes what GFF3 reserves in attribute values: control characters, '%', ';', '=', '&' and ','.
std::string percent_encode(std::string_view text);

/// Escapes control characters alone, for formats that know no escapes.
std::string percent_encode_controls(std::string_view text);

/// Escapes all that GFF3 does not allow in its first column: anything but letters, digits and .:^*$@!+_?-|
std::string percent_encode_seqid(std::string_view name);

}  // namespace exonweave
