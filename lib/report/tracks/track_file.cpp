#include "report/tracks/track_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <unordered_set>

#include "base/files/byte_source.hpp"
#include "base/files/file_text.hpp"
#include "base/files/line_reader.hpp"
#include "report/packing/packed_text.hpp"

namespace exonweave {
namespace {

constexpr std::string_view track_need = "BED, GFF3, GTF, BAM or bigWig";

using name_set = std::unordered_set<std::string_view>;

bool is_whole_number(std::string_view text) { return parse_integer(text).ok(); }

// By its first row; nothing where it is no row of any.
std::optional<track_format> format_of_row(const std::vector<std::string_view>& fields) {
  constexpr std::size_t gff_columns = 9;
  if (fields.size() == gff_columns && is_whole_number(fields[3]) && is_whole_number(fields[4]))
    return fields.back().find("gene_id \"") != std::string_view::npos ? track_format::gtf : track_format::gff3;
  if (fields.size() >= 3 && is_whole_number(fields[1]) && is_whole_number(fields[2])) return track_format::bed;
  return std::nullopt;
}

bool is_row(std::string_view line) {
  return line.find_first_not_of(" \t") != std::string_view::npos && !line.starts_with('#') &&
         !line.starts_with("track ") && !line.starts_with("browser ");
}

void refuse_format(const place& where, std::string_view got, report& problems) {
  problems.error({.where = where,
                  .what = "not a supported track format",
                  .got = std::string(got),
                  .need = std::string(track_need),
                  .hint = "columns of BED and GFF are separated by tabs"});
}

// Text without its rows on sequences that are known.
class text_check {
 public:
  text_check(track_file& track, const name_set& sequences, report& problems)
      : track_(track), sequences_(sequences), problems_(problems) {}

  void run() {
    line_reader lines(track_.path);
    if (lines.is_foreign_text(problems_)) return;
    bool is_feature = true;
    while (const auto line = lines.next()) {
      track_.bytes += line->size() + 1;
      is_feature &= !line->starts_with("##FASTA") && !line->starts_with('>');
      if (is_feature && is_row(*line) && !check(split_at_tabs(*line), lines.where())) return;
    }
    lines.warn_if_cut(problems_);
    if (!format_) return refuse_format({track_.path}, "no row", problems_);
    if (first_unknown_ && !has_known_)
      problems_.error({.where = first_where_,
                       .what = "no row of this track is on a sequence of the run",
                       .got = *first_unknown_,
                       .need = "names of sequences as in the genome"});
  }

 private:
  // Whether the file may be read on.
  bool check(const std::vector<std::string_view>& fields, const place& where) {
    const auto format = format_of_row(fields);
    if (!format_) {
      if (!format) refuse_format(where, fields.front(), problems_);
      if (format) track_.format = *format;
      format_ = format;
      if (!format) return false;
    }
    const bool is_bed = track_.format == track_format::bed;
    if (!format || (*format == track_format::bed) != is_bed) {
      problems_.error({.where = where,
                       .what = fmt::format("not a row of {}", is_bed ? "BED" : "GFF"),
                       .got = std::string(fields.front()),
                       .need = is_bed ? "sequence, start and end" : "nine columns with start and end"});
      return true;
    }
    const std::int64_t start = parse_integer(fields[is_bed ? 1 : 3]).value,
                       end = parse_integer(fields[is_bed ? 2 : 4]).value, least = is_bed ? 0 : 1;
    if (start < least || end < start)
      problems_.error({.where = where,
                       .what = "not an interval",
                       .got = fmt::format("{} to {}", start, end),
                       .need = fmt::format("{} <= start <= end", least)});
    note_sequence(is_bed ? std::string(fields.front()) : percent_decode(fields.front()), where);
    return true;
  }

  void note_sequence(const std::string& name, const place& where) {
    if (sequences_.contains(name)) {
      has_known_ = true;
    } else if (!first_unknown_) {
      first_unknown_ = name;
      first_where_ = where;
    }
  }

  track_file& track_;
  const name_set& sequences_;
  report& problems_;
  std::optional<track_format> format_;
  bool has_known_ = false;
  std::optional<std::string> first_unknown_;
  place first_where_;
};

// The head of a BAM file: a text, and the names and lengths of its reference sequences (SAM specification, 4.2). Read
// here, since htslib believes whatever lengths a damaged file reports.
class bam_head {
 public:
  explicit bam_head(const std::string& path) : path_(path), source_(path) {
    constexpr std::size_t magic = 4;  // bytes
    skip(magic);
    skip(number());
    n_left_ = number();
  }

  /// The next name, while there is one.
  std::optional<std::string> next() {
    constexpr std::size_t longest = 1 << 16, length_bytes = 4;
    if (n_left_ == 0) return std::nullopt;
    --n_left_;
    const std::uint32_t length = number();
    if (length == 0 || length > longest) refuse();
    std::string name(length, '\0');
    read(name.data(), name.size());
    skip(length_bytes);
    name.pop_back();  // its NUL
    return name;
  }

 private:
  [[noreturn]] void refuse() const {
    throw io_failure({.where = {path_},
                      .what = "cannot read the header of this BAM file",
                      .need = "a complete BAM file",
                      .hint = "'samtools quickcheck' tests BAM files"});
  }
  void read(char* into, std::size_t n) {
    while (n > 0) {
      const std::size_t got = source_.read(into, n);
      if (got == 0) refuse();
      into += got;
      n -= got;
    }
  }
  void skip(std::size_t n) {
    std::array<char, 4096> bytes{};
    for (; n > bytes.size(); n -= bytes.size()) read(bytes.data(), bytes.size());
    read(bytes.data(), n);
  }
  std::uint32_t number() {
    std::array<char, 4> bytes{};
    read(bytes.data(), bytes.size());
    std::uint32_t made = 0;
    for (std::size_t k = bytes.size(); k-- > 0;) made = made << 8U | static_cast<unsigned char>(bytes[k]);
    return made;
  }

  std::string path_;
  byte_source source_;
  std::uint32_t n_left_ = 0;
};

void check_bam(const std::string& path, const name_set& sequences, report& problems) {
  bam_head head(path);
  std::optional<std::string> first;
  while (const auto name = head.next()) {
    if (sequences.contains(*name)) return;
    if (!first) first = name;
  }
  problems.error({.where = {path},
                  .what = "no reference sequence of this BAM file is a sequence of the run",
                  .got = first.value_or("no sequence"),
                  .need = "names of sequences as in the genome"});
}

// Of formats that are no text.
std::optional<track_format> binary_format(const std::string& path) {
  std::array<char, 4> head{};
  byte_source source(path);
  const std::string_view begin(head.data(), source.read(head.data(), head.size()));
  if (begin == std::string_view("BAM\1", 4)) return track_format::bam;
  if (begin == "\x26\xfc\x8f\x88" || begin == "\x88\x8f\xfc\x26") return track_format::bigwig;
  return std::nullopt;
}

}  // namespace

std::string_view word_of(track_format format) {
  constexpr std::array<std::string_view, 5> words = {"bed", "gff3", "gtf", "bam", "bigwig"};
  return words[static_cast<std::size_t>(format)];
}

track_file read_track(const std::string& path, const std::vector<std::string>& sequences, report& problems) {
  const name_set names(sequences.begin(), sequences.end());
  track_file track{path};
  if (const auto format = binary_format(path)) {
    track.format = *format;
    track.bytes = std::filesystem::file_size(path);
    if (format == track_format::bam) check_bam(path, names, problems);
  } else {
    text_check(track, names, problems).run();
  }
  if (!track.is_held())
    problems.warn({.where = {path},
                   .what = "track is too large to be embedded in the report",
                   .got = fmt::format("{:.0f} MB", static_cast<double>(track.bytes) / 1e6),
                   .need = fmt::format("{} MB at most", max_track_bytes / 1'000'000),
                   .hint = "open it in the page with 'Add tracks', which reads files of any size"});
  return track;
}

void write_track(const track_file& track, const text_sink& sink) {
  base64_writer letters(sink);
  if (track.format == track_format::bam || track.format == track_format::bigwig) {
    std::ifstream file(track.path, std::ios::binary);
    std::array<char, std::size_t{1} << 16> piece{};
    while (file.read(piece.data(), piece.size()) || file.gcount() > 0)
      letters.write({piece.data(), static_cast<std::size_t>(file.gcount())});
    if (file.bad()) throw io_failure({.where = {track.path}, .what = "cannot read"});
  } else {
    gzip_writer packer([&letters](std::string_view piece) { letters.write(piece); });
    line_reader lines(track.path);
    while (const auto line = lines.next()) packer.write(std::string(*line) + "\n");
    packer.finish();
  }
  letters.finish();
}

}  // namespace exonweave
