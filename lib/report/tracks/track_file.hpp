// Tracks of other programs that the page's browser shows next to the genes: BED, GFF3, GTF, BAM and bigWig.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/file_text.hpp"
#include "base/files/report.hpp"

namespace exonweave {

enum class track_format : std::uint8_t { bed, gff3, gtf, bam, bigwig };

std::string_view word_of(track_format format);  // as the browser has it

/// A page holds no larger file; of text this counts without compression.
constexpr std::uint64_t max_track_bytes = 25'000'000;

struct track_file {
  std::string path;
  track_format format = track_format::bed;
  std::uint64_t bytes = 0;
  [[nodiscard]] bool is_held() const { return bytes <= max_track_bytes; }
};

/// Reads the file through, and recognises its format by its content. Every bad line of text goes to `problems`, and so
/// does a file of another format, or without a row on one of `sequences` (bigWig is not examined). A file that is too
/// large is a warning. Throws missing_input, io_failure.
track_file read_track(const std::string& path, const std::vector<std::string>& sequences, report& problems);

/// As a page holds it, in base64: text as gzip, other formats as they are. Throws io_failure.
void write_track(const track_file& track, const text_sink& sink);

}  // namespace exonweave
