// Many threads read one genome in chunks, and get what one would get alone.
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "base/files/temporary_file.hpp"
#include "catch.hpp"
#include "contains.hpp"
#include "exons/genome_checks.hpp"
#include "exons/sequences/genome.hpp"

using namespace exonweave;
using namespace exonweave::testing;

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
