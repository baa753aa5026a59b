// Rows by place: packed, sorted, with an index that finds them.
#include <htslib/kstring.h>
#include <htslib/tbx.h>
#include <sys/resource.h>

#include "base/memory/allocator.hpp"
#ifdef EXONWEAVE_SANITIZES_ADDRESSES
#include <sanitizer/lsan_interface.h>
#endif

#include <csignal>
#include <memory>

#include "base/files/byte_source.hpp"
#include "base/files/output_group.hpp"
#include "base/files/scratch.hpp"
#include "catch.hpp"
#include "contains.hpp"

using namespace exonweave;
using namespace exonweave::testing;

namespace {

const std::string head = "##gff-version 3\n";

std::string row(const std::string& sequence, std::int64_t start, std::int64_t end, const std::string& id) {
  return sequence + "\tx\tgene\t" + std::to_string(start) + "\t" + std::to_string(end) + "\t.\t+\t.\tID=" + id + "\n";
}

// An interleaved locus: a part of the first gene starts behind the second gene.
const std::string rows =
    row("b", 10, 90, "1") + row("b", 10, 20, "2") + row("b", 80, 90, "3") + row("b", 50, 60, "4") + row("a", 5, 6, "5");

void write_rows(const std::string& path, const std::string& text, std::int64_t longest = 1000) {
  indexed_output out(path, row_columns::gff3);
  out.write(head);
  out.set_longest(longest);
  out.write(text);
  output_group group;
  group.add(out);
  group.commit();
}

std::string unpacked(const std::string& path) {
  byte_source source(path);
  std::string text(1 << 20, ' ');
  text.resize(source.read(text.data(), text.size()));
  CHECK_FALSE(source.lacks_end_block());
  return text;
}

// The rows that the index finds in a region.
std::string found(const std::string& path, const std::string& index, const std::string& region) {
  const std::unique_ptr<::htsFile, decltype(&::hts_close)> file(::hts_open(path.c_str(), "r"), ::hts_close);
  const std::unique_ptr<::tbx_t, decltype(&::tbx_destroy)> read(::tbx_index_load2(path.c_str(), index.c_str()),
                                                                ::tbx_destroy);
  REQUIRE(file);
  REQUIRE(read);
  ::hts_itr_t* iterator = tbx_itr_querys(read.get(), region.c_str());
  ::kstring_t line = {0, 0, nullptr};
  std::string text;
  while (iterator != nullptr && tbx_itr_next(file.get(), read.get(), iterator, &line) >= 0)
    text += std::string(line.s, line.l) + "\n";
  ::hts_itr_destroy(iterator);
  ::free(line.s);
  return text;
}

}  // namespace

TEST_CASE("a packed output of rows is sorted by start within each sequence and has an index") {
  const scratch dir;
  const std::string path = dir / "x.gff3.gz";
  write_rows(path, rows);
  CHECK(unpacked(path) == head + row("b", 10, 90, "1") + row("b", 10, 20, "2") + row("b", 50, 60, "4") +
                              row("b", 80, 90, "3") + row("a", 5, 6, "5"));
  CHECK(dir.names().size() == 2);
  CHECK(found(path, path + ".tbi", "b:50-79") == row("b", 10, 90, "1") + row("b", 50, 60, "4"));
  CHECK(found(path, path + ".tbi", "a") == row("a", 5, 6, "5"));
}

TEST_CASE("an output that is not packed is as it was given, without an index") {
  const scratch dir;
  write_rows(dir / "x.gff3", rows);
  CHECK(content(dir / "x.gff3") == head + rows);
  CHECK(dir.names() == std::vector<std::string>{"x.gff3"});
  CHECK(index_paths("x.gff3").empty());
}

TEST_CASE("an output without rows has an index") {
  const scratch dir;
  write_rows(dir / "x.gff3.gz", "");
  CHECK(unpacked(dir / "x.gff3.gz") == head);
  CHECK(dir.names().size() == 2);
}

TEST_CASE("many blocks are found by their places") {
  const scratch dir;
  std::string many;
  for (int k = 1; k <= 10'000; ++k) many += row("s", 100 * k, 100 * k + 50, std::to_string(k));
  write_rows(dir / "x.gff3.gz", many, 2'000'000);
  CHECK(unpacked(dir / "x.gff3.gz") == head + many);
  CHECK(found(dir / "x.gff3.gz", dir / "x.gff3.gz.tbi", "s:987655-987700") == row("s", 987'700, 987'750, "9877"));
}

TEST_CASE("sequences that are too long for a tbi have a csi") {
  const scratch dir;
  const std::string path = dir / "x.gff3.gz";
  const std::string far = row("s", 600'000'000, 600'000'100, "1");
  write_rows(path, far, longest_in_tbi + 1);
  CHECK(dir.names().size() == 2);
  CHECK(found(path, path + ".csi", "s:600000050") == far);
  const std::string farther = row("s", 8'000'000'000, 8'000'000'100, "1");
  write_rows(path, farther, 8'100'000'000);
  CHECK(found(path, path + ".csi", "s:8000000050") == farther);
  write_rows(dir / "y.gff3.gz", row("s", longest_in_tbi - 10, longest_in_tbi, "1"), longest_in_tbi);
  CHECK(found(dir / "y.gff3.gz", dir / "y.gff3.gz.tbi", "s:536870912") ==
        row("s", longest_in_tbi - 10, longest_in_tbi, "1"));
}

TEST_CASE("the index of an earlier file of the other kind goes") {
  const scratch dir;
  write_rows(dir / "x.gff3.gz", rows, longest_in_tbi + 1);
  write_rows(dir / "x.gff3.gz", rows);
  CHECK(dir.names() == std::vector<std::string>{"x.gff3.gz", "x.gff3.gz.tbi"});
  write_rows(dir / "x.gff3.gz", rows, longest_in_tbi + 1);
  CHECK(dir.names() == std::vector<std::string>{"x.gff3.gz", "x.gff3.gz.csi"});
}

TEST_CASE("what is not committed leaves nothing") {
  const scratch dir;
  {
    indexed_output out(dir / "x.gff3.gz", row_columns::gff3);
    out.write(head);
    out.write(rows);
    out.finish();
  }
  CHECK(dir.names().empty());
}

TEST_CASE("an index that finds no room is a failure, and neither file appears") {
  const scratch dir;
  std::signal(SIGXFSZ, SIG_IGN);
  struct rlimit usual {};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &usual) == 0);
  {
    indexed_output out(dir / "x.gff3.gz", row_columns::gff3);
    out.write(row("s", 500'000'000, 500'000'100, "1"));  // far out: a long index of one row
    struct rlimit small = usual;
    small.rlim_cur = 200;  // bytes
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
#ifdef EXONWEAVE_SANITIZES_ADDRESSES
    const __lsan::ScopedDisabler htslib_leaks;  // bgzf_close does not free a file whose last block finds no room
#endif
    CHECK_THROWS_WITH(out.finish(), contains("x.gff3.gz.tbi: cannot write the index: File too large"));
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &usual) == 0);
  }
  std::signal(SIGXFSZ, SIG_DFL);
  CHECK(dir.names().empty());
}

TEST_CASE("lines with # go with the row behind them") {
  const auto sorted_by_start = [](const std::string& rows, row_columns columns) {
    std::string sorted;
    write_by_start(rows, columns, [&sorted](std::string_view row) { sorted += row; });
    return sorted;
  };
  const std::string first = row("s", 1, 9, "1"), second = row("s", 2, 9, "2"), third = row("s", 5, 6, "3");
  CHECK(sorted_by_start("#a\n" + first + third + "#b\n#c\n" + second, row_columns::gff3) ==
        "#a\n" + first + "#b\n#c\n" + second + third);
  CHECK(sorted_by_start("#a\n#b\n", row_columns::gff3) == "#a\n#b\n");
  CHECK(sorted_by_start("s\t5\t6\ns\t10\t20\ns\t9\t30\n", row_columns::bed) == "s\t5\t6\ns\t9\t30\ns\t10\t20\n");
}

TEST_CASE("text for a name that ends in .gz is packed") {
  const scratch dir;
  std::string long_text;
  for (int k = 0; k < 100'000; ++k) long_text += std::to_string(k) + "\n";
  output_file out(dir / "x.tsv.gz");
  CHECK(out.is_packed());
  for (std::size_t start = 0; start < long_text.size(); start += 1000) out.write(long_text.substr(start, 1000));
  out.commit();
  CHECK(byte_source(dir / "x.tsv.gz").packed() == packing::bgzf);
  CHECK(unpacked(dir / "x.tsv.gz") == long_text);
}
