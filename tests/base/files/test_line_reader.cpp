// Lines come out the same however the file is packed; damage is never taken for the end.
#include <catch.hpp>
#include <string>
#include <vector>

#include "base/files/line_reader.hpp"
#include "base/files/packed.hpp"
#include "base/files/temporary_file.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

std::vector<std::string> lines_of(const std::string& bytes, const std::string& ending = "") {
  const temporary_file file(bytes, ending);
  line_reader reader(file.path());
  std::vector<std::string> lines;
  while (const auto line = reader.next()) lines.emplace_back(*line);
  return lines;
}

const std::vector<std::string> abc = {"a", "bc", ""};

// Long enough that it is packed in many blocks and read in many pieces.
std::string long_text() {
  std::string text;
  for (std::uint32_t i = 0, x = 1; i < 2'000'000; ++i, x = x * 1664525 + 1013904223)
    text += i % 70 == 69 ? '\n' : static_cast<char>('A' + (x >> 28));
  return text;
}

}  // namespace

TEST_CASE("line ends and a byte order mark are no part of a line") {
  CHECK(lines_of("a\nbc\n\n") == abc);
  CHECK(lines_of("a\r\nbc\r\n\r\n") == abc);
  CHECK(lines_of("\xef\xbb\xbf"
                 "a\nbc\n\n") == abc);
  CHECK(lines_of("a\nbc") == std::vector<std::string>{"a", "bc"});
  CHECK(lines_of("a\r\nbc\r") == std::vector<std::string>{"a", "bc"});
  CHECK(lines_of("").empty());
  CHECK(lines_of("\n") == std::vector<std::string>{""});
  CHECK(lines_of(std::string("a\0b\n", 4)) == std::vector<std::string>{std::string("a\0b", 3)});
}

TEST_CASE("the packing is known by content and not by name") {
  CHECK(lines_of("a\nbc\n\n", ".gz") == abc);
  CHECK(lines_of(as_gzip("a\nbc\n\n")) == abc);
  CHECK(lines_of(as_bgzf("a\nbc\n\n")) == abc);
  CHECK(lines_of(as_gzip("a\n") + as_gzip("bc\n\n")) == abc);
  CHECK(lines_of(as_bgzf("a\n") + as_bgzf("bc\n\n")) == abc);
}

TEST_CASE("line numbers, offsets and widths count the unpacked bytes") {
  const temporary_file file(as_bgzf("\xef\xbb\xbf>a\r\nACGT\n\nAC", 3));
  line_reader reader(file.path());
  std::vector<std::vector<std::int64_t>> seen;
  while (reader.next())
    seen.push_back({static_cast<std::int64_t>(reader.line_number()), reader.byte_offset(), reader.byte_width()});
  CHECK(seen == std::vector<std::vector<std::int64_t>>{{1, 0, 7}, {2, 7, 5}, {3, 12, 1}, {4, 13, 2}});
}

TEST_CASE("a line put back comes again with its number") {
  const temporary_file file("a\nb\n");
  line_reader reader(file.path());
  reader.next();
  reader.put_back();
  CHECK(*reader.next() == "a");
  CHECK(reader.line_number() == 1);
  CHECK(*reader.next() == "b");
  CHECK(reader.line_number() == 2);
}

TEST_CASE("a line longer than every buffer stays whole") {
  const std::string line(3'000'000, 'N');
  CHECK(lines_of("a\n" + line + "\nb\n") == std::vector<std::string>{"a", line, "b"});
}

TEST_CASE("a long line comes in parts of bounded size, a short one whole") {
  const std::string line(3'000'000, 'N');
  const temporary_file file("\xef\xbb\xbf" + line + "\r\nb\n");
  line_reader reader(file.path());
  std::string joined;
  do {
    const auto part = reader.next_part();
    REQUIRE(part);
    CHECK(reader.column() == joined.size());
    CHECK(reader.line_number() == 1);
    CHECK(!part->empty());
    CHECK(part->size() <= 3 * line_reader::longest_part);
    joined += *part;
  } while (!reader.ends_line());
  CHECK(joined == line);
  CHECK(reader.byte_width() == 3'000'005);
  CHECK(*reader.next_part() == "b");
  CHECK((reader.ends_line() && reader.column() == 0 && reader.byte_offset() == 3'000'005));
  CHECK(!reader.next_part());
}

TEST_CASE("what stands at a long line's end is in one part") {
  for (const std::size_t n : {line_reader::longest_part - 1, line_reader::longest_part, line_reader::longest_part + 1,
                              2 * line_reader::longest_part})
    for (const std::string& end : {std::string("\r\n"), std::string("\n"), std::string(), std::string(700'000, ' ')}) {
      INFO(n << " bytes and " << end.size());
      const temporary_file file(std::string(n, 'N') + end);
      line_reader reader(file.path());
      std::size_t column = 0;
      auto part = reader.next_part();
      for (; !reader.ends_line(); part = reader.next_part()) {
        CHECK(part->ends_with('N'));
        column += part->size();
      }
      CHECK(part->starts_with('N'));
      CHECK(reader.column() == column);
      CHECK(part->find_last_of('N') + 1 + column == n);
      CHECK(reader.byte_width() == static_cast<std::int64_t>(n + end.size()));
    }
}

TEST_CASE("a part is put back, and the rest of its line can be had whole") {
  const std::string line = long_text().substr(0, 69) + std::string(3'000'000, 'N') + "end";
  const temporary_file file(line + "\nb\n");
  line_reader reader(file.path());
  const std::string first(*reader.next_part());
  reader.put_back();
  CHECK(*reader.next_part() == first);
  reader.put_back();
  CHECK(*reader.next() == line);
  CHECK((reader.ends_line() && reader.column() == 0));
  reader.restart();
  reader.next_part();
  CHECK(*reader.next() == line.substr(first.size()));
  CHECK(reader.byte_width() == static_cast<std::int64_t>(line.size() + 1));
  CHECK(*reader.next() == "b");
  reader.restart();
  reader.next_part();
  reader.restart();
  CHECK(*reader.next() == line);
}

TEST_CASE("a text of many blocks is the same plain and packed") {
  const std::string text = long_text();
  const auto lines = lines_of(text);
  CHECK(lines.size() == 2'000'000 / 70 + 1);
  CHECK(lines_of(as_gzip(text)) == lines);
  CHECK(lines_of(as_bgzf(text)) == lines);
}

TEST_CASE("gzip cut anywhere is an I/O failure") {
  const std::string whole = as_gzip(long_text());
  for (const std::size_t kept : {std::size_t{2}, std::size_t{10}, std::size_t{17}, std::size_t{18}, std::size_t{30},
                                 std::size_t{65536}, whole.size() / 2, whole.size() - 8, whole.size() - 1}) {
    INFO("bytes kept: " << kept);
    CHECK_THROWS_AS(lines_of(whole.substr(0, kept)), io_failure);
  }
}

TEST_CASE("BGZF cut inside a block is an I/O failure") {
  const std::string whole = as_bgzf(long_text());
  for (const std::size_t kept :
       {std::size_t{5}, std::size_t{20}, whole.size() / 2, whole.size() - 1, whole.size() - bgzf_end_block_size - 1}) {
    INFO("bytes kept: " << kept);
    CHECK_THROWS_AS(lines_of(whole.substr(0, kept)), io_failure);
  }
}

TEST_CASE("a flipped byte in packed data is an I/O failure") {
  for (std::string bytes : {as_gzip(long_text()), as_bgzf(long_text())}) {
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x10);
    CHECK_THROWS_AS(lines_of(bytes), io_failure);
  }
}

TEST_CASE("BGZF without its end block is read with a warning") {
  const std::string whole = as_bgzf("a\nb\n");
  for (const bool has_end : {true, false}) {
    const temporary_file file(has_end ? whole : whole.substr(0, whole.size() - bgzf_end_block_size));
    line_reader reader(file.path());
    std::size_t n = 0;
    while (reader.next()) ++n;
    CHECK(n == 2);
    report problems;
    reader.warn_if_cut(problems);
    CHECK(problems.warnings().size() == (has_end ? 0 : 1));
  }
}

TEST_CASE("an absent file and a directory are missing input") {
  CHECK_THROWS_AS(line_reader("/nonexistent/file"), missing_input);
  CHECK_THROWS_AS(line_reader("/"), missing_input);
}

TEST_CASE("a reader starts again at the first line") {
  for (const std::string& bytes : {std::string("a\nb\n"), as_gzip("a\nb\n"), as_bgzf("a\nb\n")}) {
    const temporary_file file(bytes);
    line_reader reader(file.path());
    while (reader.next()) {
    }
    reader.restart();
    CHECK(*reader.next() == "a");
    CHECK(reader.line_number() == 1);
    CHECK(reader.byte_offset() == 0);
  }
}

TEST_CASE("a line of 5 MB is read, and of one without end no more than there is room for") {
  const std::string long_line(5'000'000, 'x');
  CHECK(lines_of(long_line + "\nb\n") == std::vector<std::string>{long_line, "b"});
  std::string endless;  // packed, so that it takes no time to write
  for (int n = 0; n < 40; ++n) endless += as_gzip(std::string(1'000'000, 'x'));
  const temporary_file packed(as_gzip("a\n") + endless);
  line_reader reader(packed.path());
  CHECK(reader.next() == "a");
  CHECK_THROWS_AS(reader.next(), bad_data);
  try {
    line_reader again(packed.path());
    again.next();
    again.next();
  } catch (const bad_data& error) {
    CHECK(std::string(error.what()).find(":2: a line of more than 16 MiB") != std::string::npos);
  }
  const temporary_file blanks(as_gzip(">") + as_gzip(std::string(20'000'000, '\t')));
  line_reader parts(blanks.path());
  CHECK_THROWS_AS(parts.next_part(), bad_data);  // parts end before what is no blank
}
