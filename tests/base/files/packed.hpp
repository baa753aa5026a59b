// Text packed as BGZF or as plain gzip, as bytes, for tests of the readers.
#pragma once

#include <string>
#include <string_view>

namespace exonweave::testing {

/// BGZF blocks of at most `block` bytes of text each, with the end block.
std::string as_bgzf(std::string_view text, std::size_t block = 0xff00);

/// One gzip member without BGZF's extra field.
std::string as_gzip(std::string_view text);

constexpr std::size_t bgzf_end_block_size = 28;  // bytes

}  // namespace exonweave::testing
