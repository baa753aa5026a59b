// A genome gives the same bases however it is packed, wrapped and indexed; what is wrong with it is told with
// its line.
#include <fcntl.h>
#include <sys/stat.h>

#include <catch.hpp>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "base/files/packed.hpp"
#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "contains.hpp"
#include "exons/genome_checks.hpp"
#include "exons/sequences/genome.hpp"
#include "seed.hpp"

using namespace exonweave::testing;
using namespace exonweave;

namespace {

// Two sequences on lines of 4, in mixed case, and the .fai that belongs to them.
const std::string even = ">one first\nACGT\nacgu\nNN\n>two|x:y\nGGCC\nRYSW\n";
const std::string even_fai = "one\t10\t11\t4\t5\ntwo|x:y\t8\t33\t4\t5\n";
const std::string one = "ACGTACGTNN";
const std::string two = "GGCCRYSW";

void write(const std::string& path, const std::string& content) { std::ofstream(path) << content; }

// Makes `path` older or newer than other files just written.
void set_age(const std::string& path, int seconds_from_now) {
  const timespec time{::time(nullptr) + seconds_from_now, 0};
  const timespec both[2] = {time, time};
  REQUIRE(utimensat(AT_FDCWD, path.c_str(), both, 0) == 0);
}

}  // namespace

TEST_CASE("every part of every sequence comes out, however the file is packed and ordered") {
  for (const std::string& bytes : {even, as_gzip(even), as_bgzf(even), as_bgzf(even, 7), as_bgzf(even, 1)}) {
    const temporary_file file(bytes);
    report problems;
    genome g = genome::open(file.path(), problems);
    problems.throw_if_errors();
    CHECK(problems.warnings().empty());
    CHECK(g.catalog().names() == std::vector<std::string>{"one", "two|x:y"});
    check_every_part(g, 0, one);
    check_every_part(g, 1, two);
    check_every_part(g, 0, one);
  }
}

TEST_CASE("ragged and blank lines, CRLF, a byte order mark and a missing last line end change nothing") {
  for (const std::string& text : {std::string(">one\nAC\nGTACG\n\nT\nNN\n>two\nGGCCRYSW"),
                                  std::string(">one\r\nACGTAC\r\nGTNN\r\n>two\r\nGGCCRY\r\nSW\r\n"),
                                  std::string("\xef\xbb\xbf>one\nACGTACGTNN\n>two\nGGCCRYSW\n"),
                                  std::string("\n\n>one\nACGT  \nACGT\nNN\n\n\n>two\nGGC\nCRYSW\n\n")})
    for (const std::string& bytes : {text, as_gzip(text), as_bgzf(text, 5)}) {
      const temporary_file file(bytes);
      report problems;
      genome g = genome::open(file.path(), problems);
      problems.throw_if_errors();
      check_every_part(g, 1, two);
      check_every_part(g, 0, one);
    }
}

TEST_CASE("the case of the file comes out where that is asked for, and leaves no trace where it is not") {
  for (const std::string& bytes : {even, as_gzip(even), as_bgzf(even, 7), std::string(">one\nAC\nGTac\ngu\nNN\n")}) {
    const temporary_file file(bytes);
    report problems;
    genome g = genome::open(file.path(), problems);
    problems.throw_if_errors();
    CHECK(g.fetch(0, {2, 10}) == "GTACGTNN");
    CHECK(g.fetch_as_written(0, {0, 10}) == "ACGTacgtNN");
    CHECK(g.fetch_as_written(0, {3, 6}) == "Tac");
    CHECK(g.fetch_as_written(0, {4, 4}).empty());
    CHECK(g.fetch(0, {0, 10}) == one);
  }
}

TEST_CASE("a fresh index is used, and gives the same bases") {
  for (const std::string& bytes : {even, as_bgzf(even), as_bgzf(even, 6)}) {
    const temporary_file file(bytes);
    write(file.path() + ".fai", even_fai);
    report problems;
    genome g = genome::open(file.path(), problems);
    problems.throw_if_errors();
    CHECK(problems.warnings().empty());
    check_every_part(g, 1, two);
    check_every_part(g, 0, one);
  }
}

TEST_CASE("a stale index is told and not used, and nothing is written") {
  const temporary_file file(even);
  write(file.path() + ".fai", "one\t10\t11\t4\t5\n");
  set_age(file.path() + ".fai", -100);
  report problems;
  genome g = genome::open(file.path(), problems);
  REQUIRE(problems.warnings().size() == 1);
  CHECK_THAT(problems.warnings()[0], contains("the index is older than the file and is not used"));
  check_every_part(g, 1, two);
  std::ifstream fai(file.path() + ".fai");
  CHECK(std::string(std::istreambuf_iterator<char>(fai), {}) == "one\t10\t11\t4\t5\n");
}

TEST_CASE("an index that is new but does not fit is told and not used") {
  for (const char* fai : {"one\t10\t11\t4\t5\n",                                   // a record is missing
                          "two|x:y\t8\t33\t4\t5\none\t10\t11\t4\t5\n",             // another order
                          "one\t9\t11\t4\t5\ntwo|x:y\t8\t33\t4\t5\n",              // one residue too few
                          "one\t11\t11\t4\t5\ntwo|x:y\t8\t33\t4\t5\n",             // one too many
                          "one\t10\t12\t4\t5\ntwo|x:y\t8\t33\t4\t5\n",             // another offset
                          "uno\t10\t11\t4\t5\ntwo|x:y\t8\t33\t4\t5\n",             // another name
                          "one\t10\t11\t4\t5\ntwo|x:y\t800000000\t33\t4\t5\n",     // beyond the end
                          "one\t10\t11\t4\t5\ntwo|x:y\t8\t1000000000000\t4\t5\n",  //
                          "one\t10\t11\t5\t6\ntwo|x:y\t8\t33\t4\t5\n"}) {          // other lines
    INFO(fai);
    const temporary_file file(even);
    write(file.path() + ".fai", fai);
    report problems;
    genome g = genome::open(file.path(), problems);
    problems.throw_if_errors();
    REQUIRE(problems.warnings().size() == 1);
    CHECK_THAT(problems.warnings()[0], contains("the index does not fit the file and is not used"));
    check_every_part(g, 0, one);
    check_every_part(g, 1, two);
  }
}

TEST_CASE("text that is no index, or a wrong .gzi, is passed over") {
  const temporary_file file(as_bgzf(even, 6));
  write(file.path() + ".fai", even_fai);
  for (const std::string& gzi : {std::string("nonsense"), std::string(64, '\x01'), std::string(8, '\xff'),
                                 std::string("\x01\0\0\0\0\0\0\0\x05\0\0\0\0\0\0\0\x06\0\0\0\0\0\0\0", 24)}) {
    write(file.path() + ".gzi", gzi);
    report problems;
    genome g = genome::open(file.path(), problems);
    check_every_part(g, 1, two);
  }
  write(file.path() + ".fai", "nonsense");
  report problems;
  genome g = genome::open(file.path(), problems);
  CHECK(problems.warnings().empty());
  check_every_part(g, 1, two);
}

TEST_CASE("a bad letter that an index spared at opening is told on reading, with its line") {
  std::string text = even;
  text[text.find("GGCC") + 1] = 'E';
  for (const std::string& bytes : {text, as_bgzf(text, 6)}) {
    const temporary_file file(bytes);
    write(file.path() + ".fai", even_fai);
    report problems;
    genome g = genome::open(file.path(), problems);
    CHECK(problems.error_count() == 0);
    CHECK(g.fetch(1, {2, 8}) == two.substr(2));
    CHECK_THROWS_WITH(g.fetch(1, {0, 8}), contains(":6: not a nucleotide at column 2 (got 'E'"));
    report all;
    genome::open(file.path(), all, content_check::always);
    CHECK(all.error_count() == 1);
  }
}

TEST_CASE("lines that an index does not know of are never taken for bases") {
  std::string text = even;
  std::swap(text[text.find("RYSW") - 1], text[text.find("RYSW")]);  // "GGCCR\nYSW": as long, other lines
  const temporary_file file(text);
  write(file.path() + ".fai", even_fai);
  report problems;
  genome g = genome::open(file.path(), problems);
  CHECK_THROWS_WITH(g.fetch(1, {0, 8}), contains("the file does not hold what its index says (got 'two|x:y')"));
}

TEST_CASE("a record that swallows those behind it in the index is told on reading") {
  const std::string text = ">one\nACGTAC\nGTNN\n>two\nGGCCRYSW\n>three\nA\n";
  const temporary_file file(text);
  write(file.path() + ".fai", "one\t30\t5\t6\t7\n");  // ends where the file ends
  report problems;
  genome g = genome::open(file.path(), problems);
  REQUIRE(g.catalog().size() == 1);
  CHECK(g.fetch(0, {0, 10}) == "ACGTACGTNN");
  CHECK_THROWS_WITH(g.fetch(0, {0, 30}), contains("the file does not hold what its index says (got 'one')"));
}

TEST_CASE("what is wrong with the content is told with its line") {
  CHECK(problems_of("") == "E : no sequences: the file is empty\n");
  CHECK(problems_of("\n \n") == "E : no sequences: the file is empty\n");
  CHECK_THAT(problems_of("ACGT\n"), contains("E :1: no FASTA header before the first residues (got 'ACGT'"));
  CHECK_THAT(problems_of("@r\nACGT\n+\nIIII\n"), contains("E :1: FASTQ where FASTA is needed"));
  CHECK_THAT(problems_of(std::string("\x7f\x45LF\x02\0\0", 7)), contains("E :1: binary data where FASTA is needed"));
  CHECK_THAT(problems_of(">a\nAC\n>b\nAC\n>a\nGG\n"),
             contains("E :5: duplicate sequence name, first on line 1 (got 'a')"));
  CHECK_THAT(problems_of(">a\nAC\n>\nAC\n"), contains("E :3: record without a name"));
  CHECK_THAT(problems_of("> a\nAC\n"), contains("remove the blank after '>'"));
  CHECK_THAT(problems_of(">a\nAC-GT\n"), contains("E :2: gap character at column 3 (got '-')"));
  CHECK_THAT(problems_of(std::string(">a\nAC\0GT\n", 9)), contains("E :2: NUL byte at column 3 (got '\\x00')"));
  CHECK_THAT(problems_of(">a\nACGT\nAC>b\nAC"), contains("E :3: '>' inside a sequence at column 3"));
  CHECK_THAT(problems_of(">a\nMEELPQFIL\n"), contains("E : protein where DNA is needed"));
  CHECK(problems_of(">a\n>b\nAC\n>c\n") == "W :1: record without residues (got 'a') [and 1 more]\n");
  CHECK(problems_of(">a\nNNnn\n>b\nACN\n") == "W :1: sequence of N only (got 'a')\n");
}

TEST_CASE("all bad lines are told at once, and a long list is counted") {
  std::string text = ">a\n";
  for (int i = 0; i < 50; ++i) text += "ACGTACGTACGTACGT1\n";
  const temporary_file file(text);
  report problems;
  genome::open(file.path(), problems);
  CHECK(problems.error_count() == 50);
  CHECK(problems.errors().size() == report::max_errors);
  CHECK(problems.errors()[19].where.line == 21);
}

TEST_CASE("damage is an I/O failure with an index too") {
  const std::string whole = as_bgzf(even, 6);
  for (const std::size_t kept : {std::size_t{12}, whole.size() / 2, whole.size() - 1}) {
    const temporary_file file(whole.substr(0, kept));
    write(file.path() + ".fai", even_fai);
    report problems;
    CHECK_THROWS_AS(genome::open(file.path(), problems), io_failure);
  }
  const temporary_file file(whole.substr(0, whole.size() - bgzf_end_block_size));
  write(file.path() + ".fai", even_fai);
  report problems;
  genome::open(file.path(), problems);
  CHECK(problems.warnings().size() == 1);
}

TEST_CASE("random genomes in random wrapping come out as they were") {
  const std::uint64_t seed = testing::seed_of_tests();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 40; ++round) {
    std::vector<std::string> sequences;
    std::string text;
    const bool is_even = random() % 2 == 0;
    const std::string line_end = random() % 2 == 0 ? "\n" : "\r\n";
    for (std::size_t i = 0; i <= random() % 5; ++i) {
      sequences.push_back(random_bases(random, random() % 200));
      text += ">s" + std::to_string(i) + line_end;
      const std::size_t width = 1 + random() % 70;
      for (std::size_t start = 0, n = 0; start < sequences[i].size(); start += n) {
        n = is_even ? width : 1 + random() % 70;
        text += sequences[i].substr(start, n) + line_end;
      }
    }
    const temporary_file file(round % 3 == 0   ? text
                              : round % 3 == 1 ? as_gzip(text)
                                               : as_bgzf(text, 1 + random() % 90));
    report problems;
    genome g = genome::open(file.path(), problems);
    problems.throw_if_errors();
    REQUIRE(g.catalog().size() == sequences.size());
    for (int i = 0; i < 50; ++i) {
      const std::size_t index = random() % sequences.size();
      const std::size_t start = random() % (sequences[index].size() + 1);
      const std::size_t n = random() % (sequences[index].size() - start + 1);
      REQUIRE(g.fetch(index, {static_cast<std::int64_t>(start), static_cast<std::int64_t>(start + n)}) ==
              sequences[index].substr(start, n));
    }
  }
}

TEST_CASE("the reverse complement of IUPAC letters is its own inverse") {
  CHECK(reverse_complement("ACGTRYSWKMBDHVN") == "NBDHVKMWSRYACGT");
  CHECK(reverse_complement(reverse_complement("ACGTRYSWKMBDHVN")) == "ACGTRYSWKMBDHVN");
  CHECK(reverse_complement("").empty());
}

TEST_CASE("a genome gives each of many threads what it asks for") {
  std::mt19937 random(11);
  const std::string bases = random_bases(random, 200'000);
  const temporary_file file(">a\n" + bases + "\n");
  report problems;
  genome sequences = genome::open(file.path(), problems);
  std::vector<std::string> wrong(4);
  {
    std::vector<std::jthread> readers;
    for (std::size_t r = 0; r < wrong.size(); ++r)
      readers.emplace_back([&, r] {
        for (std::size_t n = 0; n < 2000; ++n) {
          const std::size_t start = (n * 7919 + r * 104729) % 190'000;
          const auto first = static_cast<std::int64_t>(start);
          if (sequences.fetch(0, {first, first + 50}) != bases.substr(start, 50))
            wrong[r] += std::to_string(start) + " ";
        }
      });
  }
  for (const std::string& each : wrong) CHECK(each.empty());
}

// Many threads read one genome in chunks, and get what one would get alone.

namespace {

constexpr std::int64_t chunk = shared_bases::chunk_length;

std::string lines_of(const std::string& residues) {
  std::string text;
  for (std::size_t start = 0; start < residues.size(); start += 60) text += residues.substr(start, 60) + "\n";
  return text;
}

// By this process, from files and all else that is read from.
std::uint64_t bytes_read() {
  std::ifstream facts("/proc/self/io");
  std::string name;
  std::uint64_t value = 0;
  facts >> name >> value;
  REQUIRE(name == "rchar:");
  return value;
}

}  // namespace

TEST_CASE("parts within a chunk, over several, and none at all are those of the genome") {
  std::mt19937 random(3);
  const std::string one = random_bases(random, 3 * chunk + 7), two = random_bases(random, 50);
  const temporary_file file(">one\n" + lines_of(one) + ">two\n" + lines_of(two));
  report problems;
  genome sequences = genome::open(file.path(), problems);
  shared_bases bases(sequences, 1);
  for (const interval where : {interval{0, 0}, interval{0, 1}, interval{chunk - 1, chunk + 1},
                               interval{chunk, 2 * chunk}, interval{5, 3 * chunk + 7}})
    CHECK(bases.fetch(0, where) ==
          one.substr(static_cast<std::size_t>(where.start), static_cast<std::size_t>(where.length())));
  CHECK(bases.fetch(1, {0, 50}) == two);
}

TEST_CASE("more chunks than are held, asked for by several threads in any order") {
  std::mt19937 random(4);
  const std::string one = random_bases(random, 100 * chunk);
  const temporary_file file(">one\n" + lines_of(one));
  report problems;
  genome sequences = genome::open(file.path(), problems);
  shared_bases bases(sequences, 1);
  std::vector<int> n_wrong(4);
  {
    std::vector<std::jthread> threads;
    for (unsigned t = 0; t < n_wrong.size(); ++t)
      threads.emplace_back([&, t] {
        std::mt19937 own(t);
        for (int n = 0; n < 200; ++n) {
          const std::size_t start = own() % (one.size() - 1000);
          const interval where{static_cast<std::int64_t>(start), static_cast<std::int64_t>(start) + 1000};
          const std::string got =
              t == 3 ? sequences.fetch(0, where) : bases.fetch(0, where);  // others may read the genome
          if (got != one.substr(start, 1000)) ++n_wrong[t];
        }
      });
  }
  CHECK(n_wrong == std::vector<int>(4, 0));
}

TEST_CASE("what is held is bound by memory as well as by threads") {
  std::mt19937 random(5);
  const temporary_file file(">one\n" + lines_of(random_bases(random, 60 * chunk)));
  report problems;
  genome sequences = genome::open(file.path(), problems);
  const auto n_held = [&](std::size_t n_threads, std::uint64_t max_bytes) {
    shared_bases bases(sequences, n_threads, max_bytes);
    CHECK(bases.fetch(0, {0, 60 * chunk}) == sequences.fetch(0, {0, 60 * chunk}));
    return bases.n_chunks();
  };
  CHECK(n_held(64, 10 * chunk) == 10);
  CHECK(n_held(1, 50 * chunk) == 40);
  CHECK(n_held(1, 0) == 4);
}

TEST_CASE("a letter that is no nucleotide is told where it is asked for, not near it") {
  const temporary_file file(">one\n" + std::string(40, 'A') + "!" + std::string(19, 'C') + "\n");
  std::ofstream(file.path() + ".fai") << "one\t60\t5\t60\t61\n";
  report problems;
  genome sequences = genome::open(file.path(), problems);
  shared_bases bases(sequences, 2);
  CHECK(bases.fetch(0, {41, 60}) == std::string(19, 'C'));
  CHECK_THROWS_AS(bases.fetch(0, {40, 60}), bad_data);
  CHECK(bases.fetch(0, {0, 40}) == std::string(40, 'A'));
}

TEST_CASE("a letter that is no nucleotide costs those who ask near it nothing, and its line is counted once") {
  constexpr std::size_t n_lines = 200'000, width = 60;
  std::string text = ">one\n";
  for (std::size_t line = 0; line < n_lines; ++line) text += std::string(width, 'A') + "\n";
  text[text.size() - 41] = '*';  // 40 from the end of the last line
  const temporary_file file(text);
  std::ofstream(file.path() + ".fai") << "one\t" << n_lines * width << "\t5\t60\t61\n";
  report problems;
  genome sequences = genome::open(file.path(), problems);
  shared_bases bases(sequences, 2);
  constexpr auto end = static_cast<std::int64_t>(n_lines * width);
  const std::uint64_t before = bytes_read();
  for (std::int64_t n = 0; n < 20; ++n) {
    CHECK(bases.fetch(0, {end - 39, end}) == std::string(39, 'A'));
    CHECK(bases.fetch(0, {end - 1000 - n, end - 900}) == std::string(static_cast<std::size_t>(100 + n), 'A'));
    CHECK_THROWS_WITH(bases.fetch(0, {end - 40, end}), contains(":200001: "));
  }
  const std::uint64_t of_file = text.size(), of_errors = 21 << 20;
  CHECK(bytes_read() - before < 2 * of_file + of_errors);
}

TEST_CASE("threads that want a chunk which cannot be read all hear of it") {
  const temporary_file file(">one\n" + std::string(40, 'A') + "!" + std::string(19, 'C') + "\n");
  std::ofstream(file.path() + ".fai") << "one\t60\t5\t60\t61\n";
  report problems;
  genome sequences = genome::open(file.path(), problems);
  shared_bases bases(sequences, 2);
  std::vector<int> n_refused(4), n_right(4);
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < n_refused.size(); ++t)
      threads.emplace_back([&, t] {
        for (int n = 0; n < 100; ++n) {
          n_right[t] += bases.fetch(0, {41, 60}) == std::string(19, 'C') ? 1 : 0;
          try {
            n_right[t] -= bases.fetch(0, {0, 60}).empty() ? 0 : 1;
          } catch (const bad_data&) {
            ++n_refused[t];
          }
        }
      });
  }
  CHECK(n_refused == std::vector<int>(4, 100));
  CHECK(n_right == std::vector<int>(4, 100));
}
